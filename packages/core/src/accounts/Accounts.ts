import type { DnsReport } from "../dns/DnsReport.ts"
import { searchFor } from "@mailroom/mail/text"
import { inAllOrganizations } from "../AllOrganizations.ts"
import { Context, Effect, Layer, Schema } from "effect"
import type { Stored } from "../StorageError.ts"
import type { UseCase } from "../UseCase.ts"
import { described } from "../Described.ts"
import {
  type AccountChanged,
  type AccountNotFound,
  type DuplicateAccount,
  type AccountRecord,
  existing,
  NewAccount,
  SettingsPatch
} from "./Account.ts"
import { AccountStore } from "./AccountStore.ts"
import { type BulkResult, bulkResult } from "../Bulk.ts"
import { DnsQuery, makeDnsCheck } from "../dns/AccountDns.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { type FinishOptions, unfinishedBefore } from "../MultiStep.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type OffsetPage, pageQuery, Search, offsetPage } from "../Pagination.ts"
import type { IfVersion } from "../Precondition.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { type AccountDetails, AccountStatus, type AccountWithState, toAccount } from "./AccountState.ts"
import { makeAccountReader } from "./Figures.ts"
import { makeAccountRemoval } from "./AccountRemoval.ts"
import { makeAccountUpdate } from "./AccountUpdate.ts"
import { AccountId } from "../ids.ts"
import { makeInsertOrRevive } from "./AccountCreation.ts"

/** Filters and paging of the list. */
export const AccountQuery = Schema.Struct({
  ...pageQuery(AccountId).fields,
  status: described(Schema.optionalKey(AccountStatus), "Only accounts with this status."),
  search: described(
    Schema.optionalKey(Search),
    "A substring of the address, as given or with its domain in punycode, ignoring case and accents."
  )
})
export type AccountQuery = typeof AccountQuery.Type

const ids = Schema.Array(AccountId)
  .check(Schema.isBetweenLength(1, 500, { message: "must have 1 to 500 ids" }))
  .annotate({
    description: "1 to 500 ids; repeated ids count once."
  })

/** The same settings for up to 500 accounts. */
export const UpdateAccounts = Schema.Struct({
  ids,
  settings: SettingsPatch.check(Schema.isMinProperties(1, { message: "must name at least one setting" })).annotate({
    identifier: "AccountSettingsChange",
    description: "At least one setting. Absent fields stay unchanged."
  })
})
export const RemoveAccounts = Schema.Struct({ ids })

/** The result of one id of `update`. */
export interface UpdateAccountResult {
  readonly id: AccountId
  readonly status: "not_found" | "updated"
}
/** The result of one id of `remove`. */
export interface RemoveAccountResult {
  readonly id: AccountId
  readonly status: "deleted" | "not_found"
}

/** The sender accounts of the current organization. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /**
     * Creates an account. If a deleted account has the address, it is created again: with the same id and history, and
     * the settings of the input.
     */
    readonly create: (input: typeof NewAccount.Encoded) => UseCase<AccountDetails, DuplicateAccount>
    readonly find: (id: AccountId) => UseCase<AccountDetails, AccountNotFound>
    /** A page of the accounts by ascending id; `search` is a substring of the address, ignoring case and accents. */
    readonly page: (query: Input<AccountQuery>) => UseCase<OffsetPage<AccountWithState>>
    /**
     * Changes settings of up to 500 accounts, in one transaction: one result per distinct id, in order. An account that
     * already has these settings keeps its version.
     */
    readonly update: (
      input: typeof UpdateAccounts.Encoded,
      precondition?: IfVersion
    ) => UseCase<BulkResult<UpdateAccountResult>, AccountChanged>
    /**
     * Deletes up to 500 accounts: one result per distinct id, in order. They are removed from their campaigns, and
     * leads that had chosen one of them may get mail from any account of their campaign. Their events and analytics
     * stay, events that name them are still recorded, and mail from their addresses still counts as ours.
     *
     * More than 1 000 leads are released in several transactions. After a failure, the accounts are deleted, and
     * `finishRemovals` releases the rest.
     */
    readonly remove: (
      input: typeof RemoveAccounts.Encoded,
      precondition?: IfVersion
    ) => UseCase<BulkResult<RemoveAccountResult>, AccountChanged>
    /**
     * Checks the DNS of the domain of the account's address: it asks the name servers for MX, SPF, DKIM, DMARC and PTR,
     * and looks into the organization's blacklist. Takes at most 15 s; a question without an answer within 5 s counts as
     * timed out. A failure of the DNS is a result, not an error.
     */
    readonly dns: (id: AccountId, query: Input<DnsQuery>) => UseCase<DnsReport, AccountNotFound>
    /**
     * Finishes deletions in all organizations (`Mailroom.finishMultiStep`). Returns the number of accounts whose deletion
     * it finished.
     */
    readonly finishRemovals: (options?: FinishOptions) => Stored<number>
  }
>()("@mailroom/core/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const store = yield* AccountStore
      const insertOrRevive = yield* makeInsertOrRevive
      const { withState, withStatus } = yield* makeAccountReader
      const { finish, removeAccounts } = yield* makeAccountRemoval
      const { checkOf, updateLocked } = yield* makeAccountUpdate
      const checkDns = yield* makeDnsCheck
      const decodeNew = decode(NewAccount)
      const decodeId = decode(AccountId, "/id")
      const decodeQuery = decode(AccountQuery)
      const decodeDns = decode(DnsQuery)
      const decodeUpdate = decode(UpdateAccounts)
      const decodeRemove = decode(RemoveAccounts)

      /** A stored account with its state. */
      const detailsOf = Effect.fnUntraced(function* (account: AccountRecord) {
        const [details] = yield* withState([account], yield* Timestamp.now)
        return details ?? (yield* Effect.die(new Error("An account has a state")))
      })

      /** The stored account with this id. Fails if it does not exist or is deleted. */
      const findRecord = Effect.fnUntraced(function* (input: AccountId) {
        const id = yield* decodeId(input)
        const organization = yield* CurrentOrganization
        return yield* existing(id, yield* store.findMany(organization.id, [id]))
      })

      const page = traced("Accounts.page")(function* (query: Input<AccountQuery>) {
        const { search, status, ...paging } = yield* decodeQuery(query)
        const { id } = yield* CurrentOrganization
        const now = yield* Timestamp.now
        const part = { ...paging, ...searchFor(search) }
        const rows = yield* status === undefined ? store.page(id, part) : withStatus({ ...part, status }, now)
        return offsetPage({ total: rows.total, data: (yield* withState(rows.data, now)).map(toAccount) }, part)
      })

      const update = traced("Accounts.update")(function* (
        input: typeof UpdateAccounts.Encoded,
        precondition: IfVersion = {}
      ) {
        const { ids, settings } = yield* decodeUpdate(input)
        const distinct = [...new Set(ids)]
        const updated = yield* updateLocked(distinct, settings, yield* checkOf(distinct, precondition))
        return bulkResult<UpdateAccountResult>(
          ["updated", "not_found"],
          distinct.map((id) => ({ id, status: updated.has(id) ? "updated" : "not_found" }))
        )
      })

      const remove = traced("Accounts.remove")(function* (
        input: typeof RemoveAccounts.Encoded,
        precondition: IfVersion = {}
      ) {
        const distinct = [...new Set((yield* decodeRemove(input)).ids)]
        const check = yield* checkOf(distinct, precondition)
        const removed = new Set(yield* removeAccounts(distinct, check))
        return bulkResult<RemoveAccountResult>(
          ["deleted", "not_found"],
          distinct.map((id) => ({ id, status: removed.has(id) ? "deleted" : "not_found" }))
        )
      })

      return Accounts.of({
        create: traced("Accounts.create")(function* (input) {
          return yield* detailsOf(yield* insertOrRevive(yield* decodeNew(input)))
        }),
        find: traced("Accounts.find")(function* (id) {
          return yield* detailsOf(yield* findRecord(id))
        }),
        page,
        update,
        remove,
        dns: traced("Accounts.dns")(function* (id, input) {
          const query = yield* decodeDns(input)
          return yield* checkDns(yield* findRecord(id), query)
        }),
        finishRemovals: traced("Accounts.finishRemovals")(function* (options) {
          const before = yield* unfinishedBefore(options)
          return yield* inAllOrganizations({
            find: ({ limit }) => store.findReleasing({ before, limit }),
            handle: (id, releasing) =>
              finish(releasing.map((account) => account.id)).pipe(
                Effect.as(releasing.length),
                Effect.provideService(CurrentOrganization, { id })
              )
          })
        })
      })
    })
  )
}

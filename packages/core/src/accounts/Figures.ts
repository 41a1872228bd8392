/** Reads the data from which the state of accounts is computed. */
import { Effect, Stream } from "effect"
import type { AccountRecord } from "./Account.ts"
import { EventStore } from "../activity/EventStore.ts"
import { type Preset, resolve } from "../analytics/Period.ts"
import { type AccountSpan, RollupStore } from "../analytics/RollupStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"
import { type AccountDetails, type AccountStatus, type Figures, stateOf, statusOf } from "./AccountState.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import { inboxStateOf } from "../mailboxes/InboxState.ts"
import { empty } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { AccountStore } from "./AccountStore.ts"
import { type PageQuery, pagesOf, type Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { AccountId } from "../ids.ts"

type Accounts = ReadonlyArray<AccountRecord>

/** The period of a preset, such as `today`, in the time zone of each account, in order. It is computed once for each zone. */
export const spansOf = (
  accounts: Accounts,
  preset: Exclude<Preset, "all_time">,
  now: Timestamp
): Array<AccountSpan> => {
  const millis = toMillis(now)
  const known = new Map<string, Pick<AccountSpan, "end" | "start">>()
  return accounts.map(({ id, settings: { timezone } }) => {
    let span = known.get(timezone)
    if (span === undefined) {
      const { period } = resolve({}, { preset, timezone }, millis)
      known.set(timezone, (span = { start: period.start ?? now, end: period.end ?? now }))
    }
    return { account_id: id, ...span }
  })
}

/** How many accounts a list by status reads at a time. */
const pageSize = 500

export const makeAccountReader = Effect.gen(function* () {
  const accountStore = yield* AccountStore
  const campaigns = yield* CampaignStore
  const events = yield* EventStore
  const mailboxStore = yield* MailboxStore
  const rollups = yield* RollupStore
  const inbound = yield* Inbound

  /** The number of mails that each account sent today, in the order of the accounts. */
  const sentToday = Effect.fnUntraced(function* (accounts: Accounts, now: Timestamp) {
    const { id } = yield* CurrentOrganization
    const sums = yield* rollups.sumAccounts(id, spansOf(accounts, "today", now))
    return sums.map(({ sent }) => sent)
  })

  /** The mailbox of each account, in the order of the accounts. */
  const mailboxesOf = Effect.fnUntraced(function* (accounts: Accounts) {
    const { id } = yield* CurrentOrganization
    const ids = accounts.map((account) => account.id)
    const found = yield* mailboxStore.findMany(id, ids)
    const stored = new Map(found.map((mailbox) => [mailbox.account_id, mailbox]))
    return ids.map((account_id) => stored.get(account_id) ?? empty(account_id))
  })

  /** The accounts with their state, in the same order. */
  const withState = Effect.fnUntraced(function* (accounts: Accounts, now: Timestamp) {
    if (accounts.length === 0) return []
    const { id: organization_id } = yield* CurrentOrganization
    const ids = accounts.map(({ id }) => id)
    const spans = [...spansOf(accounts, "today", now), ...spansOf(accounts, "last_7_days", now)]
    const [sums, used, last, mailboxes] = yield* Effect.all(
      [
        rollups.sumAccounts(organization_id, spans),
        campaigns.findByAccounts(organization_id, ids),
        events.findLastSent(organization_id, ids),
        mailboxesOf(accounts)
      ],
      { concurrency: "unbounded" }
    )
    const lastSent = new Map(last.map(({ account_id, at }) => [account_id, at]))
    return accounts.map((account, i): AccountDetails => {
      const mailbox = mailboxes[i] ?? empty(account.id)
      const figures: Figures = {
        sent_today: sums[i]?.sent ?? 0,
        week: sums[accounts.length + i] ?? { sent: 0, bounced: 0 },
        last_sent_at: lastSent.get(account.id) ?? null,
        campaigns: used.filter(({ account_ids }) => account_ids.includes(account.id)),
        mailbox
      }
      return {
        ...account,
        connection: mailbox.connection,
        inbox: inboxStateOf(mailbox, inbound),
        state: stateOf(account.settings, figures, now)
      }
    })
  })

  /** A page of the accounts with this status. It is not stored, so all accounts are read, and their status is computed. */
  const withStatus = Effect.fnUntraced(function* (
    {
      after_id,
      limit,
      offset,
      status,
      ...filter
    }: PageQuery<AccountId> & { readonly search?: string; readonly status: AccountStatus },
    now: Timestamp
  ): Effect.fn.Return<Rows<AccountRecord>, StorageError, CurrentOrganization> {
    const { id } = yield* CurrentOrganization
    const matching: Array<AccountRecord> = []
    yield* Stream.runForEach(
      pagesOf(pageSize, (part: PageQuery<AccountId>) => accountStore.page(id, { ...filter, ...part })),
      Effect.fnUntraced(function* (accounts) {
        const sent = yield* sentToday(accounts, now)
        const mailboxes = yield* mailboxesOf(accounts)
        matching.push(
          ...accounts.filter(
            ({ id, settings }, i) => statusOf(settings, sent[i] ?? 0, mailboxes[i] ?? empty(id), now).status === status
          )
        )
      })
    )
    const beyond = after_id === undefined ? matching : matching.filter(({ id }) => id > after_id)
    return { total: matching.length, data: beyond.slice(offset, offset + limit) }
  })

  return { withState, withStatus }
})

import { Context, Effect, Layer, Result, Schema } from "effect"
import { AccountChanged, AccountNotFound, type AccountRecord, touch } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { mayBePublic } from "../net/PublicAddress.ts"
import { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Encryption, type EncryptionNotConfigured } from "../secrets/Encryption.ts"
import * as InboxWork from "./InboxWork.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { dueFor } from "./SendingWork.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { CredentialsInput, resolve } from "./Credentials.ts"
import { cleared } from "./Health.ts"
import { makeLogins } from "./Logins.ts"
import { connected, empty, type MailboxRecord } from "./Mailbox.ts"
import { MailboxStore } from "./MailboxStore.ts"
import { ConnectionTest, Mailer } from "./Mailer.ts"
import { ownerOf, seal } from "./Sealing.ts"

/** The result of `Mailboxes.test`. */
export const MailboxTest = Schema.Struct({ smtp: ConnectionTest }).annotate({
  identifier: "MailboxTest",
  description: "Whether Mailroom can log in to the servers of an account."
})
export type MailboxTest = typeof MailboxTest.Type

/** The mailboxes of the current organization's accounts: their credentials, and whether these work. */
export class Mailboxes extends Context.Service<
  Mailboxes,
  {
    /**
     * Stores the credentials of an account, in the place of all previous ones, and clears its fault: mails that wait are
     * tried at once. The account gets a new version.
     */
    readonly connect: (
      id: AccountId,
      input: typeof CredentialsInput.Encoded,
      precondition?: IfVersion
    ) => Effect.Effect<
      void,
      AccountChanged | AccountNotFound | EncryptionNotConfigured | InvalidInput | StorageError,
      CurrentOrganization
    >
    /** Removes the credentials of an account. An account without credentials does not change. */
    readonly disconnect: (
      id: AccountId,
      precondition?: IfVersion
    ) => Effect.Effect<void, AccountChanged | AccountNotFound | InvalidInput | StorageError, CurrentOrganization>
    /** Connects to the servers of an account and logs in. It sends nothing and changes nothing. */
    readonly test: (
      id: AccountId
    ) => Effect.Effect<MailboxTest, AccountNotFound | InvalidInput | StorageError, CurrentOrganization>
    /**
     * Encrypts all credentials under the first key that are encrypted under another one. Returns the number of changed
     * mailboxes, and the accounts whose credentials cannot be decrypted.
     */
    readonly reencrypt: Effect.Effect<
      { readonly changed: number; readonly unreadable: ReadonlyArray<AccountId> },
      EncryptionNotConfigured | StorageError,
      CurrentOrganization
    >
  }
>()("@mailroom/core/Mailboxes") {
  static readonly layer = Layer.effect(
    Mailboxes,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const store = yield* MailboxStore
      const work = yield* WorkStore
      const encryption = yield* Encryption.orNone
      const mailer = yield* Mailer.orNone
      const { loginOf } = yield* makeLogins
      const { transactional } = yield* Changes
      const decodeId = decode(AccountId, "/id")
      const decodeCredentials = decode(CredentialsInput)
      const options = {
        allowPrivateTargets: mailer.allowPrivateTargets,
        isAllowedHost: (host: string) => mailer.allowPrivateTargets || mayBePublic(host)
      }

      const existing = (id: AccountId, found: ReadonlyArray<AccountRecord>) => {
        const [account] = found
        return account === undefined || account.deleted_at !== null
          ? Effect.fail(new AccountNotFound({ id }))
          : Effect.succeed(account)
      }

      /** Replaces the mailbox of an account under its lock, and gives the account a new version. */
      const change = transactional(function* (
        id: AccountId,
        precondition: IfVersion,
        next: (mailbox: MailboxRecord) => MailboxRecord
      ) {
        const organization = yield* CurrentOrganization
        const account = yield* existing(id, yield* accounts.lock(organization.id, [id]))
        if (!allows(precondition, account.version)) {
          return yield* new AccountChanged({ id, version: account.version })
        }
        const [stored = empty(id)] = yield* store.lock(organization.id, [id])
        const changed = next(stored)
        if (changed === stored) return
        const now = yield* Timestamp.now
        yield* accounts.write(organization.id, [touch(account, now)])
        yield* store.write(organization.id, [changed])
        if (changed.connection !== null && changed.connection.imap !== null) {
          yield* InboxWork.dueFor(work, organization.id, [id], now)
        }
        yield* dueFor(work, organization.id, [id], now)
      })

      /** Stores newly encrypted secrets, unless they were changed in the meantime. */
      const replaceSealed = transactional(function* ({ account_id, sealed }: MailboxRecord, next: string) {
        const organization = yield* CurrentOrganization
        const [locked] = yield* store.lock(organization.id, [account_id])
        if (locked?.sealed === sealed) yield* store.write(organization.id, [{ ...locked, sealed: next }])
      })

      const reencryptOne = Effect.fnUntraced(function* (mailbox: MailboxRecord) {
        const organization = yield* CurrentOrganization
        if (mailbox.sealed === null) return true
        const owner = ownerOf(organization.id, mailbox.account_id)
        const text = yield* Effect.result(encryption.decrypt(mailbox.sealed, owner))
        if (Result.isFailure(text)) return false
        yield* replaceSealed(mailbox, yield* encryption.encrypt(text.success, owner))
        return true
      })

      return Mailboxes.of({
        connect: traced("Mailboxes.connect")(function* (input, credentials, precondition = {}) {
          const id = yield* decodeId(input)
          const given = yield* decodeCredentials(credentials)
          const organization = yield* CurrentOrganization
          const account = yield* existing(id, yield* accounts.findMany(organization.id, [id]))
          const resolved = resolve(given, account, options)
          if (Result.isFailure(resolved)) return yield* new InvalidInput({ faults: resolved.failure })
          const { connection, secrets } = resolved.success
          const sealed = yield* seal(encryption, organization.id, id, secrets)
          yield* change(id, precondition, (mailbox) => connected(mailbox, connection, sealed))
        }),
        disconnect: traced("Mailboxes.disconnect")(function* (input, precondition = {}) {
          yield* change(yield* decodeId(input), precondition, (mailbox) =>
            mailbox.connection === null ? mailbox : { ...mailbox, ...cleared(mailbox), connection: null, sealed: null }
          )
        }),
        test: traced("Mailboxes.test")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const account = yield* existing(id, yield* accounts.findMany(organization.id, [id]))
          const [mailbox] = yield* store.findMany(organization.id, [id])
          if (mailbox === undefined || mailbox.connection === null || mailbox.sealed === null) {
            return { smtp: { success: false, error: "The account has no credentials", response_time_ms: 0 } }
          }
          const { connection, sealed } = mailbox
          const smtp = yield* loginOf(account, { connection, sealed }, "smtp").pipe(
            Effect.flatMap((login) => mailer.test({ connection: connection.smtp, login })),
            Effect.catchTag("LoginFailed", ({ reason }) =>
              Effect.succeed({ success: false, error: reason, response_time_ms: 0 })
            )
          )
          return { smtp }
        }),
        reencrypt: Effect.gen(function* () {
          const organization = yield* CurrentOrganization
          const limit = 500
          let changed = 0
          const unreadable: Array<AccountId> = []
          let after: AccountId | null = null
          while (true) {
            const rows: ReadonlyArray<MailboxRecord> = yield* store.findSealed(organization.id, { after, limit })
            for (const mailbox of rows) {
              if (mailbox.sealed === null || encryption.isCurrent(mailbox.sealed)) continue
              if (yield* reencryptOne(mailbox)) changed++
              else unreadable.push(mailbox.account_id)
            }
            after = rows.at(-1)?.account_id ?? null
            if (rows.length < limit) return { changed, unreadable }
          }
        })
      })
    })
  )
}

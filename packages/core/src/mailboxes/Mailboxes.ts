import { mayBePublic } from "@mailroom/mail/dns"
import { Clock, Context, Effect, Layer, Option, Result, Schema, Stream, Struct } from "effect"
import type { UseCase } from "../UseCase.ts"
import { AccountChanged, AccountNotFound, type AccountRecord, touch } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { described } from "../Described.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type PageQuery, pagesOf } from "../Pagination.ts"
import { Encryption, type EncryptionNotConfigured } from "../secrets/Encryption.ts"
import * as InboxWork from "./InboxWork.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { dueFor } from "./SendingWork.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { WorkStore } from "../work/WorkStore.ts"
import type { Connection, ImapConnection } from "./Connection.ts"
import { CredentialsInput, resolve } from "./Credentials.ts"
import { foldersToRead, missingFolders } from "./Folders.ts"
import { blockedUntil, isInboxRead } from "./Freshness.ts"
import { cleared, printable } from "./Health.ts"
import { earliest, requested } from "./History.ts"
import { Inbound } from "./Inbound.ts"
import { InboxReader, type ListedFolder } from "./InboxReader.ts"
import { InboxFolder } from "./InboxState.ts"
import { makeLogins } from "./Logins.ts"
import { connected, empty, hasInbox, type MailboxRecord } from "./Mailbox.ts"
import { MailboxStore } from "./MailboxStore.ts"
import { ConnectionTest, Mailer } from "./Mailer.ts"
import { ownerOf, seal } from "./Sealing.ts"

/** Names what a test lists, so that a person can compare. */
const missing = (names: ReadonlyArray<string>, listed: ReadonlyArray<ListedFolder>) =>
  `There is no folder ${names.join(", ")}, which inbox_folders of the account names. The server has: ${listed
    .map(({ path }) => path)
    .join(", ")}`

const failedTest = (reason: string) =>
  Effect.succeed({ success: false, error: printable(reason), folders: [] as ReadonlyArray<typeof InboxFolder.Type> })

/** The result of `Mailboxes.test`. */
export const MailboxTest = Schema.Struct({
  smtp: ConnectionTest,
  imap: described(
    Schema.NullOr(
      Schema.Struct({
        ...ConnectionTest.fields,
        folders: described(Schema.Array(InboxFolder), "The folders that are read; empty if they could not be listed.")
      }).annotate({ identifier: "InboxTest", description: "The result of the test of an inbox." })
    ),
    "`null`: the credentials have no `imap`."
  )
}).annotate({
  identifier: "MailboxTest",
  description: "Whether Mailroom can log in to the servers of an account."
})
export type MailboxTest = typeof MailboxTest.Type

export const SyncInput = Schema.Struct({
  since: described(
    Schema.optionalKey(Timestamp.FromInput),
    "Also take in mail that arrived from here on, at most 90 days ago. A date begins in UTC. Default: only what is new."
  )
}).annotate({ identifier: "SyncInbox", description: "What to read of an inbox." })

const notRead = {
  host: "The host of this service hands in all mail, so no inbox is read: unset MAILROOM_INBOUND, or the option inbound",
  login: "The server of the inbox rejects the login: set new credentials with PUT /accounts/{id}/credentials",
  no_imap: "The credentials of the account have no imap: set them with PUT /accounts/{id}/credentials",
  no_reader: "This service is not set up to read inboxes"
}

/** The inbox of an account cannot be read. The message says what to do. */
export class InboxNotRead extends Schema.TaggedError<InboxNotRead>()("InboxNotRead", {
  id: AccountId,
  reason: Schema.Literals(Struct.keys(notRead))
}) {
  override get message(): string {
    return notRead[this.reason]
  }
}

/** How long the test of an inbox takes at most. */
const longestTest = "60 seconds"

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
    ) => UseCase<void, AccountChanged | AccountNotFound | EncryptionNotConfigured>
    /** Removes the credentials of an account. An account without credentials does not change. */
    readonly disconnect: (id: AccountId, precondition?: IfVersion) => UseCase<void, AccountChanged | AccountNotFound>
    /**
     * Makes the inbox of an account due: everything new is read now, and its folders are listed again. With `since`, old
     * mail is taken in afterwards, oldest first: whatever is stored already is recognized, and mail that is older than
     * the first mail to its lead reports no event. A request while another one is being read changes nothing if that one
     * includes its mails; else reading begins again, at the earlier instant.
     */
    readonly sync: (id: AccountId, input?: typeof SyncInput.Encoded) => UseCase<void, AccountNotFound | InboxNotRead>
    /** Connects to the servers of an account and logs in. It sends nothing, reads no mail and changes nothing. */
    readonly test: (id: AccountId) => UseCase<MailboxTest, AccountNotFound>
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
      const inbound = yield* Inbound
      const reader = yield* Effect.serviceOption(InboxReader)
      const { loginOf } = yield* makeLogins
      const { transactional } = yield* Changes
      const decodeId = decode(AccountId, "/id")
      const decodeCredentials = decode(CredentialsInput)
      const decodeSync = decode(SyncInput)
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
        const account = yield* existing(id, yield* accounts.lock(organization.id, [id], "exclusive"))
        if (!allows(precondition, account.version)) {
          return yield* new AccountChanged({ id, version: account.version })
        }
        const [stored = empty(id)] = yield* store.lock(organization.id, [id])
        const changed = next(stored)
        if (changed === stored) return
        const now = yield* Timestamp.now
        yield* accounts.write(organization.id, [touch(account, now)])
        yield* store.write(organization.id, [changed])
        // The worker also ends what an inbox has begun that is not read any more.
        if (hasInbox(changed) || hasInbox(stored)) {
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

      /** Why the inbox of a mailbox cannot be read; `null`: it can. */
      const obstacleOf = (mailbox: MailboxRecord, now: Timestamp.Timestamp): InboxNotRead["reason"] | null => {
        if (inbound === "host") return "host"
        if (Option.isNone(reader)) return "no_reader"
        if (!isInboxRead(mailbox, inbound)) return "no_imap"
        return blockedUntil(mailbox, now) === null ? null : "login"
      }

      const sync = transactional(function* (id: AccountId, since: Timestamp.Timestamp | undefined) {
        const organization = yield* CurrentOrganization
        yield* existing(id, yield* accounts.lock(organization.id, [id], "shared"))
        const [mailbox = empty(id)] = yield* store.lock(organization.id, [id])
        const now = yield* Timestamp.now
        const reason = obstacleOf(mailbox, now)
        if (reason !== null) return yield* new InboxNotRead({ id, reason })
        const history = since === undefined ? mailbox.history : requested(mailbox.history, since, now)
        yield* store.write(organization.id, [{ ...mailbox, listing: null, history }])
        yield* InboxWork.dueFor(work, organization.id, [id], now)
      })

      /** Logs in to an inbox and lists its folders. */
      const testInbox = Effect.fnUntraced(function* (
        account: AccountRecord,
        credentials: { readonly connection: Connection; readonly sealed: string },
        imap: ImapConnection
      ) {
        const begun = yield* Clock.currentTimeMillis
        const tested = yield* Effect.gen(function* () {
          if (Option.isNone(reader)) return yield* new InboxNotRead({ id: account.id, reason: "no_reader" })
          const login = yield* loginOf(account, credentials, "imap")
          const inbox = yield* reader.value.open({ connection: imap, login })
          const listed = yield* inbox.list
          const { provider, settings } = account
          const absent = missingFolders(listed, settings.inbox_folders)
          return {
            success: absent.length === 0,
            error: absent.length === 0 ? null : printable(missing(absent, listed)),
            folders: foldersToRead(listed, provider, settings.inbox_folders)
          }
        }).pipe(
          Effect.scoped,
          Effect.timeoutOrElse({
            duration: longestTest,
            orElse: () => failedTest(`The server did not answer within ${longestTest}`)
          }),
          Effect.catchTags({
            InboxFailed: ({ reason }) => failedTest(reason),
            InboxNotRead: ({ message }) => failedTest(message),
            LoginFailed: ({ reason }) => failedTest(reason)
          })
        )
        return { ...tested, response_time_ms: (yield* Clock.currentTimeMillis) - begun }
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
        sync: traced("Mailboxes.sync")(function* (input, options = {}) {
          const id = yield* decodeId(input)
          const { since } = yield* decodeSync(options)
          const now = yield* Timestamp.now
          if (since !== undefined && (since > now || since < earliest(now))) {
            const message = since > now ? "must not be in the future" : "must be at most 90 days ago"
            return yield* new InvalidInput({ faults: [{ pointer: "/since", message }] })
          }
          yield* sync(id, since)
        }),
        test: traced("Mailboxes.test")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const account = yield* existing(id, yield* accounts.findMany(organization.id, [id]))
          const [mailbox] = yield* store.findMany(organization.id, [id])
          if (mailbox === undefined || mailbox.connection === null || mailbox.sealed === null) {
            return {
              smtp: { success: false, error: "The account has no credentials", response_time_ms: 0 },
              imap: null
            }
          }
          const { connection, sealed } = mailbox
          const testSmtp = loginOf(account, { connection, sealed }, "smtp").pipe(
            Effect.flatMap((login) => mailer.test({ connection: connection.smtp, login })),
            Effect.catchTag("LoginFailed", ({ reason }) =>
              Effect.succeed({ success: false, error: reason, response_time_ms: 0 })
            )
          )
          const { imap } = connection
          const testImap = imap === null ? Effect.succeed(null) : testInbox(account, { connection, sealed }, imap)
          return yield* Effect.all({ smtp: testSmtp, imap: testImap }, { concurrency: 2 })
        }),
        reencrypt: Effect.gen(function* () {
          const organization = yield* CurrentOrganization
          let changed = 0
          const unreadable: Array<AccountId> = []
          // Deleted accounts have no secrets.
          const pages = pagesOf(500, (query: PageQuery<AccountId>) => accounts.page(organization.id, query))
          yield* Stream.runForEach(
            pages,
            Effect.fnUntraced(function* (page) {
              const ids = page.map(({ id }) => id)
              for (const mailbox of yield* store.findMany(organization.id, ids)) {
                if (mailbox.sealed === null || encryption.isCurrent(mailbox.sealed)) continue
                if (yield* reencryptOne(mailbox)) changed++
                else unreadable.push(mailbox.account_id)
              }
            })
          )
          return { changed, unreadable }
        })
      })
    })
  )
}

/** Reads the inbox of an account: the worker's handler for the kind `inbox` (mailboxes design, "Receiving"). */
import { Duration, Effect, Random, Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Intake, type ReceiveOptions } from "../intake/Intake.ts"
import { kind } from "../mailboxes/InboxWork.ts"
import type { Connection, ImapConnection } from "../mailboxes/Connection.ts"
import { makeLogins } from "../mailboxes/Logins.ts"
import { type FolderCursor, isSameInbox, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { accountOf } from "../mailboxes/AccountWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import type { Handler } from "../work/Workers.ts"
import { batchSize, cursorAtEnd, laterCursor, mailsPerStep, reasonToSkip, startOf } from "./Cursors.ts"
import { foldersToRead, type Role } from "./Folders.ts"
import { countMail } from "./InboxMetrics.ts"
import { type FolderStatus, type Inbox, type InboxFailed, InboxReader } from "./InboxReader.ts"
import { makeSentSearch } from "./SentSearch.ts"
import { afterFailure, afterReading, blockedUntil, nextReading, retryReading } from "./Polling.ts"

/** How long an inbox may be read before other work runs, in milliseconds. A mail that has begun is still finished. */
const timeSlice = 60_000

/** How often a mail is tried whose intake ends in a defect. */
const maximumTries = 3

/** The server that checks the senders of mail to Google, in its `Authentication-Results`. */
const authservOf = ({ provider }: AccountRecord): Pick<ReceiveOptions, "authserv_id"> =>
  provider === "google" ? { authserv_id: "mx.google.com" } : {}

class Defective extends Schema.TaggedError<Defective>()("Defective", { defect: Schema.Unknown }) {}

/** The account whose inbox is read, as it was when the turn began. */
interface Reading {
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
  readonly connection: Connection
  readonly imap: ImapConnection
  readonly inbox: Inbox
  /** Whether the turn has to end after the current mail. */
  readonly mustEnd: Effect.Effect<boolean>
}

/**
 * Makes the handler that reads the inbox of an account: everything that has arrived in its folders since the last turn.
 * How far it was read is stored after each 20 mails, and a mail is stored once, so nothing is lost or stored twice if the
 * process dies.
 */
export const receiver = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const intake = yield* Intake
  const mailboxes = yield* MailboxStore
  const reader = yield* InboxReader
  const { loginOf } = yield* makeLogins
  const settleFound = yield* makeSentSearch
  const updateMailbox = yield* makeMailboxUpdate

  /** Stores cursors, unless the account reads another inbox now. */
  const storeCursors = ({ account, connection }: Reading, cursors: Readonly<Record<string, FolderCursor>>) =>
    updateMailbox(account, (mailbox) => {
      if (!isSameInbox(mailbox.connection, connection)) return mailbox
      const folders = { ...mailbox.folders }
      for (const [path, cursor] of Object.entries(cursors)) folders[path] = laterCursor(folders[path], cursor)
      return { ...mailbox, folders }
    })

  /** Takes in one mail. A mail that cannot be taken in is skipped, except when storage fails. */
  const receive = Effect.fnUntraced(function* (
    { account, imap, inbox }: Reading,
    { path, role }: { readonly path: string; readonly role: Role },
    uid: number
  ): Effect.fn.Return<void, InboxFailed | StorageError, CurrentOrganization> {
    const raw = yield* inbox.read(path, uid)
    if (raw === null) return
    const skip = (reason: string, ...cause: ReadonlyArray<unknown>) =>
      Effect.andThen(
        Effect.logWarning(
          `A mail was skipped: UID ${uid} of the ${role} folder of account ${account.id}: ${reason}`,
          ...cause
        ),
        countMail("skipped")
      )
    yield* intake
      .receive(raw, {
        account_id: account.id,
        ...authservOf(account),
        unrelated: role === "junk" || !imap.keep_unrelated ? "drop" : "keep"
      })
      .pipe(
        Effect.catchDefect((defect) => Effect.fail(new Defective({ defect }))),
        Effect.retry({ while: ({ _tag }) => _tag === "Defective", times: maximumTries - 1 }),
        Effect.flatMap(({ kind }) => countMail(kind)),
        Effect.catchTags({
          UnreadableMail: ({ message }) => skip(message),
          InvalidInput: ({ message }) => skip(message),
          Defective: ({ defect }) => skip(`its intake failed ${maximumTries} times`, defect)
        })
      )
  })

  /** Reads what is new in a folder. Returns whether it reached the end. */
  const readFolder = Effect.fnUntraced(function* (
    reading: Reading,
    folder: { readonly path: string; readonly role: Role },
    status: FolderStatus
  ): Effect.fn.Return<boolean, InboxFailed | StorageError, CurrentOrganization> {
    const { account, inbox, mailbox } = reading
    const { path, role } = folder
    const { uid_validity } = status
    const start = startOf(mailbox.folders[path], status, mailbox.synced_at)
    if (start.at === "uid" && start.uid >= status.uid_next) return true
    const uids =
      start.at === "end"
        ? []
        : start.at === "uid"
          ? yield* inbox.uidsFrom(path, start.uid)
          : yield* inbox.uidsSince(path, start.day)
    let unstored = 0
    for (let i = 0; i < uids.length; i += batchSize) {
      const found = yield* inbox.find(path, uids.slice(i, i + batchSize))
      for (const mail of found) {
        const skipped = reasonToSkip(mail)
        if (skipped === null) yield* receive(reading, folder, mail.uid)
        else if (skipped === "size") {
          yield* Effect.logWarning(
            `A mail was skipped: UID ${mail.uid} of the ${role} folder of account ${account.id} has ${mail.size} bytes`
          )
        }
        const isEnd = yield* reading.mustEnd
        if (++unstored < mailsPerStep && !isEnd) continue
        unstored = 0
        yield* storeCursors(reading, { [path]: { role, uid_validity, uid_next: mail.uid + 1 } })
        if (isEnd) return false
      }
    }
    yield* storeCursors(reading, { [path]: cursorAtEnd(role, status, uids.at(-1) ?? 0) })
    return true
  })

  /** Reads all folders. Returns whether it reached the end of all. */
  const readInbox = Effect.fnUntraced(function* (
    reading: Reading
  ): Effect.fn.Return<boolean, InboxFailed | StorageError, CurrentOrganization> {
    const { account, inbox } = reading
    const folders = foldersToRead(yield* inbox.list, account.provider)
    for (const folder of folders) {
      if (!(yield* readFolder(reading, folder, yield* inbox.status(folder.path)))) return false
    }
    yield* settleFound(inbox, account.id, folders)
    return true
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ isStopping, key }) {
    const { id: organization_id } = yield* CurrentOrganization
    const account_id = accountOf(key)
    const begun_at = yield* Timestamp.now
    const [account] = yield* accounts.findMany(organization_id, [account_id])
    const [mailbox] = yield* mailboxes.findMany(organization_id, [account_id])
    const { connection = null, sealed = null } = mailbox ?? {}
    if (account === undefined || account.deleted_at !== null || mailbox === undefined) return null
    if (connection === null || connection.imap === null || sealed === null) return null
    const { imap } = connection
    const blocked = blockedUntil(mailbox, begun_at)
    if (blocked !== null) return blocked
    const end = Timestamp.plus(begun_at, timeSlice)
    const mustEnd = Effect.map(Timestamp.now, (now) => now >= end || isStopping())
    return yield* loginOf(account, { connection, sealed }, "imap").pipe(
      Effect.flatMap((login) => reader.open({ connection: imap, login })),
      Effect.flatMap((inbox) => readInbox({ account, mailbox, connection, imap, inbox, mustEnd })),
      Effect.scoped,
      Effect.flatMap((isComplete) =>
        Effect.gen(function* () {
          if (!isComplete) return yield* Timestamp.now
          const stored = yield* updateMailbox(account, (mailbox) => afterReading(mailbox, begun_at))
          return nextReading(stored, yield* Timestamp.now, yield* Random.next)
        })
      ),
      Effect.catchTags({
        InboxFailed: (failure) => fail(account, failure),
        LoginFailed: (failure) => fail(account, failure)
      })
    )
  })

  /** Stores a failed reading. Returns when the inbox is read again. */
  const fail = Effect.fnUntraced(function* (
    account: AccountRecord,
    failure: { readonly fault: "connection" | "credentials"; readonly reason: string }
  ) {
    const stored = yield* updateMailbox(account, (mailbox, now) => afterFailure(mailbox, failure, now))
    return retryReading(stored, yield* Timestamp.now)
  })

  return {
    kind,
    room: 1,
    concurrency: 20,
    lease: Duration.minutes(5),
    timeout: Duration.minutes(4),
    handle
  } satisfies Handler
})

/** Reads the inbox of an account: the worker's handler for the kind `inbox` (mailboxes design, "Receiving"). */
import { Duration, Effect, identity, Random } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { accountOf } from "../mailboxes/AccountWork.ts"
import { foldersToRead } from "../mailboxes/Folders.ts"
import { blockedUntil } from "../mailboxes/Freshness.ts"
import { type FolderStatus, type InboxFailed, InboxReader } from "../mailboxes/InboxReader.ts"
import { kind } from "../mailboxes/InboxWork.ts"
import { makeLogins } from "../mailboxes/Logins.ts"
import type { FolderCursor, InboxFolder, MailboxRecord } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { makeUntilWithdrawn } from "../mailboxes/Withdrawal.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import type { Handler } from "../work/Workers.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { cursorAtEnd, isListed, laterCursor, startOf } from "./Cursors.ts"
import { makeHistoryReader } from "./HistoryReader.ts"
import { makeMailReader, type Reading } from "./MailReader.ts"
import { makeSentCopies } from "./SentCopies.ts"
import { makeSentSearch } from "./SentSearch.ts"
import { afterFailure, afterReading, nextReading, retryReading } from "./Polling.ts"

/** How long an inbox may be read before other work runs, in milliseconds. A mail that has begun is still finished. */
const timeSlice = 60_000

/** How often a reading looks whether the process stops. */
const watchInterval = Duration.seconds(1)

/**
 * Makes the handler that reads the inbox of an account: everything that has arrived in its folders since the last turn,
 * and then old mail that was requested. How far it was read is stored after each 20 mails, and a mail is stored once, so
 * nothing is lost or stored twice if the process dies.
 */
export const receiver = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const mailboxes = yield* MailboxStore
  const reader = yield* InboxReader
  const work = yield* WorkStore
  const { loginOf } = yield* makeLogins
  const { readMails, update } = yield* makeMailReader
  const readHistory = yield* makeHistoryReader
  const settleFound = yield* makeSentSearch
  const { copySent, dropAll, dropOld } = yield* makeSentCopies
  const untilWithdrawn = yield* makeUntilWithdrawn
  const updateMailbox = yield* makeMailboxUpdate

  const withCursor = (mailbox: MailboxRecord, path: string, cursor: FolderCursor): MailboxRecord => ({
    ...mailbox,
    folders: { ...mailbox.folders, [path]: laterCursor(mailbox.folders[path], cursor) }
  })

  /** The folders to read, which are listed once a day. */
  const foldersOf = Effect.fnUntraced(function* (reading: Reading) {
    const at = yield* Timestamp.now
    const { listing } = reading.mailbox
    const { provider, settings } = reading.account
    const named = settings.inbox_folders
    if (isListed(listing, named, at)) return listing.folders
    const folders = foldersToRead(yield* reading.inbox.list, provider, named)
    yield* update(reading, (mailbox) => ({ ...mailbox, listing: { at, folders, named } }))
    return folders
  })

  /** The reading with the mailbox as it is stored now. */
  const renewed = (reading: Reading) =>
    Effect.map(update(reading, identity), (mailbox): Reading => ({ ...reading, mailbox }))

  /** Reads what is new in a folder. Returns whether it reached the end; `nothing`: it was known, and no mail was new. */
  const readFolder = Effect.fnUntraced(function* (
    reading: Reading,
    folder: InboxFolder,
    status: FolderStatus
  ): Effect.fn.Return<"complete" | "incomplete" | "nothing", InboxFailed | StorageError, CurrentOrganization> {
    const { inbox, mailbox } = reading
    const { path, role } = folder
    const { uid_validity } = status
    const start = startOf(mailbox.folders[path], status, mailbox.synced_at)
    if (start.at === "uid" && start.uid >= status.uid_next) return "nothing"
    const uids =
      start.at === "end"
        ? []
        : start.at === "uid"
          ? yield* inbox.uidsFrom(path, start.uid)
          : yield* inbox.uidsSince(path, start.day)
    const isComplete = yield* readMails(reading, {
      folder,
      uid_validity,
      uids,
      advance: (mailbox, { uid_next }) => withCursor(mailbox, path, { role, uid_validity, uid_next })
    })
    if (!isComplete) return "incomplete"
    yield* update(reading, (mailbox) => withCursor(mailbox, path, cursorAtEnd(role, status, uids.at(-1) ?? 0)))
    return uids.length === 0 && start.at !== "end" ? "nothing" : "complete"
  })

  /**
   * Reads what is new in all folders, one after the other. Returns the result of all: `nothing` if the inbox, in which most
   * answers arrive, has nothing new at the end either.
   */
  const readFolders = Effect.fnUntraced(function* (reading: Reading, folders: ReadonlyArray<InboxFolder>) {
    let result: "complete" | "nothing" = "nothing"
    for (const folder of folders) {
      const read = yield* readFolder(reading, folder, yield* reading.inbox.status(folder.path))
      if (read === "incomplete") return read
      if (read === "complete") result = read
    }
    const first = folders.find(({ role }) => role === "inbox")
    if (result === "complete" || first === undefined || first === folders.at(-1)) return result
    return yield* readFolder(reading, first, yield* reading.inbox.status(first.path))
  })

  /** Stores that everything new was read. Mail that waited for the inbox is sent now. */
  const complete = Effect.fnUntraced(function* (reading: Reading, begun_at: Timestamp.Timestamp) {
    let isAwaited = false
    const stored = yield* update(reading, (mailbox, now) => {
      const read = afterReading(mailbox, begun_at, now)
      isAwaited = mailbox.read_at === null || (mailbox.failing_since !== null && read.failing_since === null)
      return read
    })
    const { id } = yield* CurrentOrganization
    if (isAwaited) yield* dueFor(work, id, [reading.account.id], yield* Timestamp.now)
    return stored
  })

  /**
   * Reads what is new in all folders, again and again until none has anything new: mail may arrive in a folder while others
   * are read. Returns when the last pass began, which found nothing; `null`: the turn ended before.
   */
  const readAll = Effect.fnUntraced(function* (
    reading: Reading,
    folders: ReadonlyArray<InboxFolder>,
    begun_at: Timestamp.Timestamp
  ) {
    let since = begun_at
    let read = yield* readFolders(reading, folders)
    while (read === "complete" && !(yield* reading.mustEnd)) {
      since = yield* Timestamp.now
      read = yield* readFolders(yield* renewed(reading), folders)
    }
    return read === "nothing" ? since : null
  })

  /** Reads all folders, and then old mail. Returns when the inbox is read next. */
  const readInbox = Effect.fnUntraced(function* (
    reading: Reading,
    begun_at: Timestamp.Timestamp
  ): Effect.fn.Return<Timestamp.Timestamp, InboxFailed | StorageError, CurrentOrganization> {
    const { account, inbox } = reading
    const folders = yield* foldersOf(reading)
    yield* settleFound(inbox, account.id, folders)
    const since = yield* readAll(reading, folders, begun_at)
    if (since === null) return yield* Timestamp.now
    const mailbox = yield* complete(reading, since)
    yield* copySent({ ...reading, mailbox }, folders)
    const isComplete = yield* readHistory({ ...reading, mailbox }, folders)
    const now = yield* Timestamp.now
    return isComplete ? nextReading(mailbox, now, yield* Random.next) : now
  })

  /** An account whose inbox is read, as it is stored; `null`: it is not read. */
  const findReadable = Effect.fnUntraced(function* (account_id: AccountId) {
    const { id } = yield* CurrentOrganization
    const [account] = yield* accounts.findMany(id, [account_id])
    const [mailbox] = yield* mailboxes.findMany(id, [account_id])
    const { connection = null, sealed = null } = mailbox ?? {}
    if (account === undefined || account.deleted_at !== null || mailbox === undefined) return null
    if (connection === null || connection.imap === null || sealed === null) return null
    return { account, mailbox, connection, imap: connection.imap, sealed }
  })

  /** Returns when the process stops. */
  const untilStopping = (isStopping: () => boolean) => Effect.repeat(Effect.sleep(watchInterval), { until: isStopping })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ attempts, isStopping, key }) {
    const account_id = accountOf(key)
    const begun_at = yield* Timestamp.now
    const found = yield* findReadable(account_id)
    if (found === null) {
      yield* dropAll(account_id)
      return null
    }
    const { account, connection, imap, mailbox, sealed } = found
    const blocked = blockedUntil(mailbox, begun_at)
    if (blocked !== null) return blocked
    const end = Timestamp.plus(begun_at, timeSlice)
    const mustEnd = Effect.map(Timestamp.now, (now) => now >= end || isStopping())
    return yield* loginOf(account, { connection, sealed }, "imap").pipe(
      Effect.flatMap((login) => reader.open({ connection: imap, login })),
      Effect.flatMap((inbox) =>
        readInbox({ account, mailbox, connection, imap, inbox, isCareful: attempts > 1, mustEnd }, begun_at)
      ),
      Effect.scoped,
      Effect.catchTags({
        InboxFailed: (failure) => fail(account, failure),
        LoginFailed: (failure) => fail(account, failure)
      }),
      // However slowly its server answers.
      Effect.raceFirst(
        Effect.raceFirst(untilWithdrawn(account_id, "imap", imap), untilStopping(isStopping)).pipe(
          Effect.andThen(Timestamp.now)
        )
      )
    )
  })

  /** Stores a failed reading. Returns when the inbox is read again. */
  const fail = Effect.fnUntraced(function* (
    account: AccountRecord,
    failure: { readonly fault: "connection" | "credentials"; readonly reason: string }
  ) {
    const stored = yield* updateMailbox(account, (mailbox, now) => afterFailure(mailbox, failure, now))
    yield* dropOld(account.id)
    return retryReading(stored, yield* Timestamp.now)
  })

  return {
    kind,
    room: 1,
    concurrency: 20,
    lease: Duration.minutes(5),
    timeout: Duration.minutes(10),
    handle
  } satisfies Handler
})

/** One turn at an inbox: reads new mail, stores copies of sent mail, then reads old mail. */
import { Effect, Random } from "effect"
import { foldersToRead } from "../mailboxes/Folders.ts"
import type { InboxFailed } from "../mailboxes/InboxReader.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { isListed } from "./Cursors.ts"
import { makeHistoryReader } from "./HistoryReader.ts"
import { makeMailReader } from "./MailReader.ts"
import { makeNewMailReader } from "./NewMailReader.ts"
import { afterReading, nextReading } from "./Polling.ts"
import type { Reading } from "./Reading.ts"
import { makeSentCopies } from "./SentCopies.ts"
import { makeSentSearch } from "./SentSearch.ts"

export const makeInboxTurn = Effect.gen(function* () {
  const work = yield* WorkStore
  const { update } = yield* makeMailReader
  const readNew = yield* makeNewMailReader
  const readHistory = yield* makeHistoryReader
  const settleFound = yield* makeSentSearch
  const { copySent } = yield* makeSentCopies

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

  /** Stores that all new mail was read. Mail that waited for the inbox is sent now. */
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

  /** Reads all folders, and then old mail. Returns when the inbox is read next. */
  return Effect.fnUntraced(function* (
    reading: Reading,
    begun_at: Timestamp.Timestamp
  ): Effect.fn.Return<Timestamp.Timestamp, InboxFailed | StorageError, CurrentOrganization> {
    const { account, inbox } = reading
    const folders = yield* foldersOf(reading)
    yield* settleFound(inbox, account.id, folders)
    const since = yield* readNew(reading, folders, begun_at)
    if (since === null) return yield* Timestamp.now
    const mailbox = yield* complete(reading, since)
    yield* copySent({ ...reading, mailbox }, folders)
    const isComplete = yield* readHistory({ ...reading, mailbox }, folders)
    const now = yield* Timestamp.now
    return isComplete ? nextReading(mailbox, now, yield* Random.next) : now
  })
})

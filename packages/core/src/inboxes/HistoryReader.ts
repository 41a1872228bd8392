/** Takes in old mail on request, after everything new was read. */
import { Effect } from "effect"
import { advanced, counted, isOpen, remaining } from "../mailboxes/History.ts"
import type { InboxFailed } from "../mailboxes/InboxReader.ts"
import type { FolderHistory, InboxFolder, InboxHistory } from "../mailboxes/Mailbox.ts"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { dayBefore } from "./Cursors.ts"
import { makeMailReader } from "./MailReader.ts"
import type { Reading } from "./Reading.ts"

export const makeHistoryReader = Effect.gen(function* () {
  const { readMails, update } = yield* makeMailReader

  /** Counts the old mails of folders that are not counted yet, or whose UIDs mean other mails now. */
  const countOldMails = Effect.fnUntraced(function* (
    { inbox, mailbox }: Reading,
    history: InboxHistory,
    folders: ReadonlyArray<InboxFolder>
  ): Effect.fn.Return<Readonly<Record<string, FolderHistory>>, InboxFailed> {
    const all: Record<string, FolderHistory> = { ...history.folders }
    for (const { path } of folders) {
      const { uid_next, uid_validity } = yield* inbox.status(path)
      if (all[path]?.uid_validity === uid_validity) continue
      const cursor = mailbox.folders[path]
      const end = cursor?.uid_validity === uid_validity ? cursor.uid_next : uid_next
      all[path] = counted(uid_validity, yield* inbox.uidsSince(path, dayBefore(history.since)), end)
    }
    return all
  })

  /** Reads the old mail that was requested. Returns whether it is complete, or was replaced by another request. */
  return Effect.fnUntraced(function* (
    reading: Reading,
    folders: ReadonlyArray<InboxFolder>
  ): Effect.fn.Return<boolean, InboxFailed | StorageError, CurrentOrganization> {
    const { history } = reading.mailbox
    if (history === null || history.finished_at !== null) return true
    const countedFolders = yield* countOldMails(reading, history, folders)
    /** Changes the stored history, unless another request has replaced it. */
    const updateHistory = (change: (stored: InboxHistory) => InboxHistory) =>
      update(reading, (mailbox) =>
        isOpen(mailbox.history, history) ? { ...mailbox, history: change(mailbox.history) } : mailbox
      )
    yield* updateHistory((stored) => ({ ...stored, folders: countedFolders }))
    for (const folder of folders) {
      const { path } = folder
      const state = countedFolders[path]
      if (state === undefined || state.uid_next >= state.uid_end) continue
      const { since } = history
      const uids = remaining(state, yield* reading.inbox.uidsSince(path, dayBefore(since)))
      const isComplete = yield* readMails(reading, {
        folder,
        uid_validity: state.uid_validity,
        uids,
        since,
        advance: (mailbox, read) => advanced(mailbox, history, path, read)
      })
      if (!isComplete) return false
      yield* update(reading, (mailbox) =>
        advanced(mailbox, history, path, { uid_next: state.uid_end, count: state.total })
      )
    }
    const now = yield* Timestamp.now
    const stored = yield* updateHistory((stored) => ({ ...stored, finished_at: now }))
    return stored.history?.finished_at !== null
  })
})

/** Reads the new mail in the folders of an inbox. */
import { Effect, identity } from "effect"
import type { FolderStatus, InboxFailed } from "../mailboxes/InboxReader.ts"
import type { FolderCursor, InboxFolder, MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { cursorAtEnd, laterCursor, type Start, startOf } from "./Cursors.ts"
import { makeMailReader } from "./MailReader.ts"
import type { Reading } from "./Reading.ts"

const withCursor = (mailbox: MailboxRecord, path: string, cursor: FolderCursor): MailboxRecord => ({
  ...mailbox,
  folders: { ...mailbox.folders, [path]: laterCursor(mailbox.folders[path], cursor) }
})

/**
 * Makes the function that reads the new mail of all folders. It repeats the pass until one finds no new mail, because mail may
 * arrive in a folder while others are read. Returns when that last pass began; `null`: the turn ended earlier.
 */
export const makeNewMailReader = Effect.gen(function* () {
  const { readMails, update } = yield* makeMailReader

  /** The reading with the mailbox as it is stored now. */
  const withStoredMailbox = (reading: Reading) =>
    Effect.map(update(reading, identity), (mailbox): Reading => ({ ...reading, mailbox }))

  /** The UIDs of the mails of a folder from its start on. */
  const uidsFrom = (inbox: Reading["inbox"], path: string, start: Start) => {
    switch (start.at) {
      case "end":
        return Effect.succeed([])
      case "uid":
        return inbox.uidsFrom(path, start.uid)
      case "day":
        return inbox.uidsSince(path, start.day)
    }
  }

  /**
   * Reads the new mail of a folder. `complete`: it reached the end. `incomplete`: the turn has to end before. `nothing`: the
   * folder was known, and has no new mail.
   */
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
    const uids = yield* uidsFrom(inbox, path, start)
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
   * Reads the new mail of all folders, one after the other. The inbox gets most answers, so it is read again at the end if no
   * folder had new mail. `nothing`: neither found any.
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

  return Effect.fnUntraced(function* (
    reading: Reading,
    folders: ReadonlyArray<InboxFolder>,
    begun_at: Timestamp.Timestamp
  ) {
    let since = begun_at
    let read = yield* readFolders(reading, folders)
    while (read === "complete" && !(yield* reading.mustEnd)) {
      since = yield* Timestamp.now
      read = yield* readFolders(yield* withStoredMailbox(reading), folders)
    }
    return read === "nothing" ? since : null
  })
})

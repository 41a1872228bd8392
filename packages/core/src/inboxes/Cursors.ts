/** How far a folder was read, and where reading goes on. Pure functions (mailboxes design, "Receiving"). */
import type { FolderCursor } from "../mailboxes/Mailbox.ts"
import { fromMillis, type Timestamp, toMillis } from "../Timestamp.ts"
import type { Role } from "./Folders.ts"
import type { FolderStatus, FoundMail } from "./InboxReader.ts"

/** The number of mails whose sizes and flags are asked for at once. */
export const batchSize = 100

/** The cursor is stored after this number of mails, so a crash repeats at most these. */
export const mailsPerStep = 20

/** The largest mail that is read, in bytes: 25 MiB. */
const maximumSize = 25 * 2 ** 20

const day = 86_400_000

/** Where to begin in a folder: at a UID, at its end, or with the mails that arrived on a day or later. */
export type Start =
  | { readonly at: "uid"; readonly uid: number }
  | { readonly at: "end" }
  | { readonly at: "day"; readonly day: string }

/**
 * Reading goes on where it ended. The first time that an inbox is read it begins at the end: nothing old is taken in. A
 * folder that is new, or whose UIDs mean other mails now, is read since the day before the inbox was last read, because
 * the day is that of the server's time zone. Mails that were read before are not stored again.
 */
export const startOf = (
  cursor: FolderCursor | undefined,
  { uid_validity }: FolderStatus,
  synced_at: Timestamp | null
): Start => {
  if (cursor?.uid_validity === uid_validity) return { at: "uid", uid: cursor.uid_next }
  return synced_at === null
    ? { at: "end" }
    : { at: "day", day: fromMillis(toMillis(synced_at) - day).slice(0, "2026-08-07".length) }
}

/** The cursor after a folder was read up to its end. */
export const cursorAtEnd = (role: Role, { uid_next, uid_validity }: FolderStatus, read: number): FolderCursor => ({
  role,
  uid_validity,
  uid_next: Math.max(uid_next, read + 1)
})

/** The later of two cursors of a folder. Another `uid_validity` replaces the stored cursor. */
export const laterCursor = (stored: FolderCursor | undefined, read: FolderCursor): FolderCursor =>
  stored?.uid_validity === read.uid_validity && stored.uid_next > read.uid_next ? { ...stored, role: read.role } : read

/** Why a mail is not taken in; `null`: it is. */
export const reasonToSkip = ({ is_draft, size }: FoundMail): "draft" | "size" | null =>
  is_draft ? "draft" : size > maximumSize ? "size" : null

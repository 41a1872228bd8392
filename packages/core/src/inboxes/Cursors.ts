/** How far a folder was read, and where reading goes on. Pure functions (mailboxes design, "Receiving"). */
import { day } from "../Durations.ts"
import type { FolderCursor, FolderListing, FolderRole, SuspectMail } from "../mailboxes/Mailbox.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import type { FolderStatus, FoundMail } from "../mailboxes/InboxReader.ts"

/** The number of mails whose sizes and flags are asked for at once. */
export const batchSize = 100

/** The cursor is stored after this number of mails, so a crash repeats at most these. */
export const mailsPerStep = 20

/** The largest mail that is read whole, in bytes: 25 MiB. */
const maximumSize = 25 * 2 ** 20

/** Where to begin in a folder: at a UID, at its end, or with the mails that arrived on a day or later. */
export type Start =
  | { readonly at: "uid"; readonly uid: number }
  | { readonly at: "end" }
  | { readonly at: "day"; readonly day: string }

/** The day before an instant. A search for its mails finds all since the instant, whatever the server's time zone is. */
export const dayBefore = (instant: Timestamp): string => plus(instant, -day).slice(0, "2026-08-07".length)

/** Whether the folders are listed: once a day, and when the account names other ones. */
export const isListed = (
  listing: FolderListing | null,
  named: ReadonlyArray<string>,
  now: Timestamp
): listing is FolderListing =>
  listing !== null && listing.at > plus(now, -day) && listing.named.join("\n") === named.join("\n")

/**
 * The place at which the reader begins in a folder:
 *
 * - at the cursor, as long as its UIDs mean the same mails. The cursor of another name of the server or the user (`is_inherited`) counts
 *   only if the folder has come as far as it;
 * - otherwise, in an inbox that was read before, with the mails since the day before that. It is the day before, because the server
 *   counts days in its time zone. Mails that were read before are not stored again;
 * - at the end of an inbox that was never read: nothing old is taken in.
 */
export const startOf = (
  cursor: FolderCursor | undefined,
  { uid_next, uid_validity }: FolderStatus,
  synced_at: Timestamp | null
): Start => {
  const isKnown = cursor?.uid_validity === uid_validity && (!isInherited(cursor) || cursor.uid_next <= uid_next)
  if (isKnown) return { at: "uid", uid: cursor.uid_next }
  return synced_at === null ? { at: "end" } : { at: "day", day: dayBefore(synced_at) }
}

/** The cursor after a folder was read up to its end. */
export const cursorAtEnd = (
  role: FolderRole,
  { uid_next, uid_validity }: FolderStatus,
  read: number
): FolderCursor => ({
  role,
  uid_validity,
  uid_next: Math.max(uid_next, read + 1)
})

const isInherited = ({ is_inherited = false }: FolderCursor) => is_inherited

/** The later of two cursors of a folder. Another `uid_validity` replaces the stored cursor, and so does another name. */
export const laterCursor = (stored: FolderCursor | undefined, read: FolderCursor): FolderCursor =>
  stored?.uid_validity === read.uid_validity && !isInherited(stored) && stored.uid_next > read.uid_next
    ? { ...stored, role: read.role }
    : read

/** Whether only the header and the texts of a mail are read. */
export const isLarge = ({ size }: Pick<FoundMail, "size">): boolean => size > maximumSize

/** A mail of a folder. */
export type MailPlace = Omit<SuspectMail, "losses" | "tries">

/** How often the process died (`tries`), or the connection ended (`losses`), at this mail. */
const countsOf = (suspect: SuspectMail | null, { path, uid, uid_validity }: MailPlace) =>
  suspect?.path === path && suspect.uid === uid && suspect.uid_validity === uid_validity
    ? suspect
    : { losses: 0, tries: 0 }

/** The suspicion that is stored before a mail is read, and dropped afterwards: it stays only if the process dies meanwhile. */
export const suspected = (suspect: SuspectMail | null, mail: MailPlace): SuspectMail => {
  const { losses, tries } = countsOf(suspect, mail)
  return { ...mail, losses, tries: tries + 1 }
}

/** The suspicion after the connection ended while a mail was read. The process has not died then. */
export const lost = (suspect: SuspectMail | null, mail: MailPlace): SuspectMail => ({
  ...mail,
  losses: countsOf(suspect, mail).losses + 1,
  tries: 0
})

/** The number of stored tries after which a mail is fatal. The process has died once more: before the first death, no try is stored. */
const fatalTries = 2

/**
 * Whether the process has died three times at this mail. Mails are suspected only after it died once, so that nothing
 * has to be stored before each mail.
 */
export const isFatal = (suspect: SuspectMail | null, mail: MailPlace): boolean =>
  countsOf(suspect, mail).tries >= fatalTries

/** The number of lost connections after which only the header of a mail is read, and after which it is not read any more. */
const lossesUntil = { header: 3, none: 6 }

/** How a mail is read: with its content until the connection has ended three times, and then three times its header only. */
export const extentOf = (suspect: SuspectMail | null, mail: MailPlace): "header" | "none" | "whole" => {
  const { losses } = countsOf(suspect, mail)
  if (losses >= lossesUntil.none) return "none"
  return losses >= lossesUntil.header ? "header" : "whole"
}

/** The state of reading old mail, which a person has requested. Pure functions. */
import { day } from "../Durations.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import type { FolderHistory, InboxHistory, MailboxRecord } from "./Mailbox.ts"

/** How old mail may be that is taken in, in milliseconds: 90 days. */
const maximumAge = 90 * day

/** The earliest instant from which mail can be taken in: the beginning of the day, in UTC, 90 days ago. */
export const earliest = (now: Timestamp): Timestamp =>
  `${plus(now, -maximumAge).slice(0, "2026-08-07".length)}T00:00:00.000Z` as Timestamp

/**
 * The history after a request for mail since an instant. If an unfinished request includes these mails, nothing changes. Else reading begins
 * again, at the new instant; mails that are stored already are recognized.
 */
export const requested = (history: InboxHistory | null, since: Timestamp, now: Timestamp): InboxHistory =>
  history !== null && history.finished_at === null && history.since <= since
    ? history
    : { since, requested_at: now, folders: {}, finished_at: null }

/** Whether the stored history is still that of the request `history`, and not finished. */
export const isOpen = (stored: InboxHistory | null, history: InboxHistory): stored is InboxHistory =>
  stored !== null &&
  stored.finished_at === null &&
  stored.requested_at === history.requested_at &&
  stored.since === history.since

/** The state of a folder with these mails before the first of them is read. `uid_end`: the first UID that is read as new mail. */
export const counted = (uid_validity: number, uids: ReadonlyArray<number>, uid_end: number): FolderHistory => ({
  uid_validity,
  uid_next: 0,
  uid_end,
  done: 0,
  total: uids.filter((uid) => uid < uid_end).length
})

/** The UIDs of a folder that are still to read. */
export const remaining = ({ uid_end, uid_next }: FolderHistory, uids: ReadonlyArray<number>): ReadonlyArray<number> =>
  uids.filter((uid) => uid >= uid_next && uid < uid_end)

/** The mailbox after `count` more mails of a folder were read. Unchanged if another request has replaced this one. */
export const advanced = (
  mailbox: MailboxRecord,
  history: InboxHistory,
  path: string,
  { count, uid_next }: { readonly uid_next: number; readonly count: number }
): MailboxRecord => {
  const stored = mailbox.history
  const folder = isOpen(stored, history) ? stored.folders[path] : undefined
  if (stored === null || folder === undefined) return mailbox
  const done = Math.min(folder.total, folder.done + count)
  return { ...mailbox, history: { ...stored, folders: { ...stored.folders, [path]: { ...folder, uid_next, done } } } }
}

/** How many mails were read, and of how many; `total` is `null` until they are counted. */
export const progressOf = ({
  finished_at,
  folders
}: InboxHistory): { readonly done: number; readonly total: number | null } => {
  const all = Object.values(folders)
  const sum = (of: (folder: FolderHistory) => number) => all.reduce((sum, folder) => sum + of(folder), 0)
  return {
    done: sum(({ done }) => done),
    total: all.length === 0 && finished_at === null ? null : sum(({ total }) => total)
  }
}

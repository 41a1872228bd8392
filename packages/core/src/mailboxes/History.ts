/** Old mail that is taken in on request. Pure functions. */
import { plus, type Timestamp } from "../Timestamp.ts"
import type { FolderHistory, InboxHistory, MailboxRecord } from "./Mailbox.ts"

/** How old mail may be that is taken in, in milliseconds: 90 days. */
const maximumAge = 90 * 86_400_000

/** The earliest instant from which mail can be taken in: the beginning of the day, in UTC, 90 days ago. */
export const earliest = (now: Timestamp): Timestamp =>
  `${plus(now, -maximumAge).slice(0, "2026-08-07".length)}T00:00:00.000Z` as Timestamp

/**
 * The history after a request. A request while another one is being read changes nothing if that one includes its mails;
 * else reading begins again, at the earlier instant. Mails that were taken in are recognized.
 */
export const requested = (history: InboxHistory | null, since: Timestamp, now: Timestamp): InboxHistory =>
  history !== null && history.finished_at === null && history.since <= since
    ? history
    : { since, requested_at: now, folders: {}, finished_at: null }

/** Whether a mailbox has the request that `history` is about, unfinished. */
export const isOpen = (stored: InboxHistory | null, history: InboxHistory): stored is InboxHistory =>
  stored !== null &&
  stored.finished_at === null &&
  stored.requested_at === history.requested_at &&
  stored.since === history.since

/** A folder whose old mails were counted. `uid_end`: where its new mail begins. */
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

/** The mailbox after more mails of a folder were read, unless the request was replaced. */
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

/** The mailbox of an account: its connection, its health, and when it may send again. */
import type { AccountId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Connection } from "./Connection.ts"
import { cleared, type Health, healthy } from "./Health.ts"

/** The purpose of a folder. `all`: the mail of all other folders except junk. `named`: the account names it. */
export type FolderRole = "all" | "inbox" | "junk" | "named" | "sent"

/** A folder that is read. */
export interface InboxFolder {
  readonly path: string
  readonly role: FolderRole
}

/** The folders to read, as they were found at `at`. */
export interface FolderListing {
  readonly at: Timestamp
  readonly folders: ReadonlyArray<InboxFolder>
  /** The folders that the account named then. */
  readonly named: ReadonlyArray<string>
}

/** The mail that may be the cause why the process died, or why the connection ended. */
export interface SuspectMail {
  readonly path: string
  readonly uid_validity: number
  readonly uid: number
  /** How often its reading began since the process died. */
  readonly tries: number
  /** How often the connection ended while it was read. */
  readonly losses: number
}

/** How far the old mail of a folder was read. */
export interface FolderHistory {
  readonly uid_validity: number
  /** The next UID to read. */
  readonly uid_next: number
  /** The first UID that is not old: mail from here on is read as new mail. */
  readonly uid_end: number
  /** The number of mails that were read, and of those to read, when they were counted. */
  readonly done: number
  readonly total: number
}

/** Old mail that is taken in because a person asked for it. */
export interface InboxHistory {
  /** Mail that arrived from here on is taken in. */
  readonly since: Timestamp
  readonly requested_at: Timestamp
  /** The number of mails by path; empty until the mails are counted. */
  readonly folders: Readonly<Record<string, FolderHistory>>
  /** `null`: it is being read. */
  readonly finished_at: Timestamp | null
}

/** How far a folder of an inbox was read. */
export interface FolderCursor {
  readonly role: FolderRole
  readonly uid_validity: number
  readonly uid_next: number
  /** `true`: it was read under another name of the server or the user, so the UIDs may mean other mails. */
  readonly is_inherited?: boolean
}

/** A mailbox as it is stored. An account without a row has the one of `empty`. */
export interface MailboxRecord extends Health {
  readonly account_id: AccountId
  /** `null`: the account has no credentials. */
  readonly connection: Connection | null
  /** The `Secrets` as encrypted JSON; `null` together with `connection`. */
  readonly sealed: string | null
  /** The next mail of a campaign is not sent before this instant; `null`: no need to wait. */
  readonly next_at: Timestamp | null
  /** How far each folder of the inbox was read, by its path. */
  readonly folders: Readonly<Record<string, FolderCursor>>
  /** When the last complete reading of the inbox began; `null`: never. */
  readonly synced_at: Timestamp | null
  /** When that reading ended; `null`: never, or a mail waits for the next one. */
  readonly read_at: Timestamp | null
  /** Failed readings of the inbox since the last complete one. */
  readonly sync_strikes: number
  /** When the first of these readings failed; `null`: there is none. */
  readonly unread_since: Timestamp | null
  /** `null`: the folders have to be listed. */
  readonly listing: FolderListing | null
  /** `null`: no mail is suspected. */
  readonly suspect: SuspectMail | null
  /** The last request for old mail; `null`: there was none. */
  readonly history: InboxHistory | null
  /** Whether the server keeps a copy of each sent mail; `null`: unknown. */
  readonly keeps_sent: boolean | null
}

/** Whether the account has credentials of an inbox. */
export const hasInbox = ({ connection }: Pick<MailboxRecord, "connection">): boolean =>
  connection !== null && connection.imap !== null

/** The mailbox of an account that has no credentials and has sent nothing. */
export const empty = (account_id: AccountId): MailboxRecord => ({
  account_id,
  connection: null,
  sealed: null,
  next_at: null,
  ...healthy,
  synced_at: null,
  read_at: null,
  sync_strikes: 0,
  unread_since: null,
  folders: {},
  listing: null,
  suspect: null,
  history: null,
  keeps_sent: null
})

/** The mailbox while a mail waits for its inbox to be read: the end of the reading wakes its account. */
export const awaited = (mailbox: MailboxRecord): MailboxRecord => ({ ...mailbox, read_at: null })

/**
 * The mailbox with new credentials, which are tried at once. Another server or user is another name of the same inbox, as
 * the address of an account never changes: reading goes on where it ended. Old mail is counted again.
 */
export const connected = (mailbox: MailboxRecord, connection: Connection, sealed: string): MailboxRecord => ({
  ...mailbox,
  ...cleared(mailbox),
  connection,
  sealed,
  sync_strikes: 0,
  unread_since: null,
  ...(isSameLogin(mailbox.connection, connection) ? {} : inherited(mailbox))
})

const inherited = ({ folders, history }: MailboxRecord): Partial<MailboxRecord> => ({
  folders: Object.fromEntries(
    Object.entries(folders).map(([path, cursor]) => [path, { ...cursor, is_inherited: true }])
  ),
  history: history === null || history.finished_at !== null ? history : { ...history, folders: {} },
  read_at: null,
  listing: null,
  suspect: null,
  keeps_sent: null
})

/** Whether two connections log in to the same server as the same user. */
export const isSameLogin = (one: Connection | null, other: Connection | null): boolean =>
  one !== null &&
  other !== null &&
  one.imap !== null &&
  other.imap !== null &&
  one.imap.host === other.imap.host &&
  one.imap.user === other.imap.user

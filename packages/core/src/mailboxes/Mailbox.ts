/** The mailbox of an account: its connection, its health, and when it may send again. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { AccountId } from "../ids.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { Connection } from "./Connection.ts"
import { cleared, Health, healthy } from "./Health.ts"

/** The purpose of a folder. `all`: the mail of all other folders except junk. `named`: the account names it. */
export const FolderRole = Schema.Literals(["all", "inbox", "junk", "named", "sent"])
export type FolderRole = typeof FolderRole.Type

/** A folder that is read. */
export const InboxFolder = Schema.Struct({ path: Schema.String, role: FolderRole })
export type InboxFolder = typeof InboxFolder.Type

/** The folders to read, as they were found at `at`. */
export const FolderListing = Schema.Struct({
  at: Timestamp,
  folders: Schema.Array(InboxFolder),
  named: described(Schema.Array(Schema.String), "The folders that the account named then.")
})
export type FolderListing = typeof FolderListing.Type

/** A mail whose reading may have been the cause that the process died, or that the connection ended. */
export const SuspectMail = Schema.Struct({
  path: Schema.String,
  uid_validity: Schema.Int,
  uid: Schema.Int,
  tries: described(Schema.Int, "How often its reading began since the process died."),
  losses: described(Schema.Int, "How often the connection ended while it was read.")
})
export type SuspectMail = typeof SuspectMail.Type

/** How far the old mail of a folder was read. */
export const FolderHistory = Schema.Struct({
  uid_validity: Schema.Int,
  uid_next: described(Schema.Int, "The next UID to read."),
  uid_end: described(Schema.Int, "The first UID that is not old: mail from here on is read as new mail."),
  done: described(Schema.Int, "The number of mails that were read, when they were counted."),
  total: described(Schema.Int, "The number of mails to read, when they were counted.")
})
export type FolderHistory = typeof FolderHistory.Type

/** Old mail that is taken in because a person asked for it. */
export const InboxHistory = Schema.Struct({
  since: described(Timestamp, "Mail that arrived from here on is taken in."),
  requested_at: Timestamp,
  folders: described(
    Schema.Record(Schema.String, FolderHistory),
    "The number of mails by path; empty until the mails are counted."
  ),
  finished_at: described(Schema.NullOr(Timestamp), "`null`: it is being read.")
})
export type InboxHistory = typeof InboxHistory.Type

/** How far a folder of an inbox was read. */
export const FolderCursor = Schema.Struct({
  role: FolderRole,
  uid_validity: Schema.Int,
  uid_next: Schema.Int,
  is_inherited: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: it was read under another name of the server or the user, so the UIDs may mean other mails."
  )
})
export type FolderCursor = typeof FolderCursor.Type

/** A mailbox as it is stored. An account without a row has the one of `empty`. */
export const MailboxRecord = Schema.Struct({
  account_id: AccountId,
  connection: described(Schema.NullOr(Connection), "`null`: the account has no credentials."),
  sealed: described(
    Schema.NullOr(Schema.String),
    "The `Secrets` as encrypted JSON; `null` together with `connection`."
  ),
  next_at: described(
    Schema.NullOr(Timestamp),
    "The next mail of a campaign is not sent before this instant; `null`: no need to wait."
  ),
  ...Health.fields,
  folders: described(
    Schema.Record(Schema.String, FolderCursor),
    "How far each folder of the inbox was read, by its path."
  ),
  synced_at: described(Schema.NullOr(Timestamp), "When the last complete reading of the inbox began; `null`: never."),
  read_at: described(
    Schema.NullOr(Timestamp),
    "When that reading ended; `null`: never, or a mail waits for the next one."
  ),
  sync_strikes: described(Schema.Int, "Failed readings of the inbox since the last complete one."),
  unread_since: described(Schema.NullOr(Timestamp), "When the first of these readings failed; `null`: there is none."),
  listing: described(Schema.NullOr(FolderListing), "`null`: the folders have to be listed."),
  suspect: described(Schema.NullOr(SuspectMail), "`null`: no mail is suspected."),
  history: described(Schema.NullOr(InboxHistory), "The last request for old mail; `null`: there was none."),
  keeps_sent: described(
    Schema.NullOr(Schema.Boolean),
    "Whether the server keeps a copy of each sent mail; `null`: unknown."
  )
})
export type MailboxRecord = typeof MailboxRecord.Type

export const mailboxTable = Table.of("mailboxes", MailboxRecord, { key: ["account_id"] })

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

/** The mailbox while a mail waits until its inbox is read: `read_at` is `null`, so the end of the reading wakes the account. */
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

/**
 * The changes of a mailbox that is reached under another name: the UIDs of folders may mean other mails, old mail is counted again, and
 * nothing is known about the server.
 */
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

/** The inbox that is read, and a list of its mails. */
import type { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import type { Connection, ImapConnection } from "../mailboxes/Connection.ts"
import type { FoundMail, Inbox } from "../mailboxes/InboxReader.ts"
import type { InboxFolder, MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { MailPlace } from "./Cursors.ts"

/** The account whose inbox is read, as it was when the turn began. */
export interface Reading {
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
  readonly connection: Connection
  readonly imap: ImapConnection
  readonly inbox: Inbox
  /** Whether the last turn ended without an outcome: the process may have died at one of the mails. */
  readonly isCareful: boolean
  /** Whether the turn has to end after the current mail. */
  readonly mustEnd: Effect.Effect<boolean>
}

/** The mails of a folder to read. */
export interface MailList {
  readonly folder: InboxFolder
  readonly uid_validity: number
  /** Ascending. */
  readonly uids: ReadonlyArray<number>
  /** Old mail: only what arrived since then is taken in. */
  readonly since?: Timestamp
  /** The mailbox after the mails below `uid_next` were read, `count` of them since the last call. */
  readonly advance: (
    mailbox: MailboxRecord,
    read: { readonly uid_next: number; readonly count: number }
  ) => MailboxRecord
}

export const placeOf = ({ folder, uid_validity }: MailList, { uid }: FoundMail): MailPlace => ({
  path: folder.path,
  uid_validity,
  uid
})

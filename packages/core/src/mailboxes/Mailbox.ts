/** The mailbox of an account: its connection, its health, and when it may send again. */
import type { AccountId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Connection } from "./Connection.ts"
import { type Health, healthy } from "./Health.ts"

/** How far a folder of an inbox was read. */
interface FolderCursor {
  readonly role: "all" | "inbox" | "junk" | "sent"
  readonly uid_validity: number
  readonly uid_next: number
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
  /** Failed readings of the inbox since the last complete one. */
  readonly sync_strikes: number
}

/** The mailbox of an account that has no credentials and has sent nothing. */
export const empty = (account_id: AccountId): MailboxRecord => ({
  account_id,
  connection: null,
  sealed: null,
  next_at: null,
  ...healthy,
  folders: {},
  synced_at: null,
  sync_strikes: 0
})

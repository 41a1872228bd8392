/** How the host, or the reading of an inbox, hands in a mail. */
import type { AccountId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { LeftOut } from "../unibox/LeftOut.ts"

export interface ReceiveOptions {
  /**
   * Whether the host knows that the mail is not forged, for instance because a provider's authenticated webhook
   * delivered it.
   */
  readonly vouched?: boolean | undefined
  /** The account in whose inbox the mail was found. Default: the account of a recipient. */
  readonly account_id?: AccountId | undefined
  /** The server whose `Authentication-Results` are trusted. Default: `AuthservId`. */
  readonly authserv_id?: string | undefined
  /**
   * Whether mail is stored that belongs neither to a lead nor to a stored thread, and is not a notice. Default: `keep`.
   * The result of a mail that is not stored has no `thread_id`.
   */
  readonly unrelated?: "drop" | "keep" | undefined
  /**
   * When the mail arrived, for old mail that is taken in later, on request. Unless it names a mail of ours, mail from
   * before the first mail to its lead reports no event then. Default: the mail arrives now.
   */
  readonly arrived_at?: Timestamp | undefined
  /** The attachments that are missing in the mail, because it was too large to be read whole. Default: none. */
  readonly left_out?: ReadonlyArray<LeftOut> | undefined
}

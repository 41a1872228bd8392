/** Threads and their messages as they move to another database. */
import type { Trust } from "@mailroom/mail"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import type { AccountId, CampaignId, LeadId, MessageId, ThreadId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { LeftOut } from "../unibox/LeftOut.ts"
import type { MessageKind } from "../unibox/MessageKind.ts"
import type { State, Tab } from "../unibox/Thread.ts"

/** A message with everything that is stored about it, except the bytes of its attachments. */
export interface MovedMessage {
  readonly id: MessageId
  readonly thread_id: ThreadId
  readonly account_id: AccountId | null
  readonly identity: string
  readonly subject: string
  readonly body: string
  readonly date_sent: Timestamp
  readonly from_name: string | null
  readonly from_email: string
  readonly to_email: string
  readonly cc_email: string | null
  readonly is_new: boolean
  readonly is_our_email: boolean
  readonly kind: MessageKind
  readonly message_id: string | null
  readonly left_out: ReadonlyArray<LeftOut> | null
  readonly body_text: string
  readonly body_html: string | null
  readonly reply_text: string
  readonly trust: Trust
  /** The text in which searches look. */
  readonly search_text: string
  /** The attachments, by ascending id. */
  readonly attachments: ReadonlyArray<AttachmentRecord>
}

export interface MovedThread {
  readonly id: ThreadId
  readonly tab: Tab
  readonly state: State
  readonly snoozed_until: Timestamp | null
  readonly lead_id: LeadId | null
  readonly campaign_id: CampaignId | null
}

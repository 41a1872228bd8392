/** Threads and their messages as they are stored, and as they move to another database. */
import { Plain } from "@mailroom/mail/text"
import { Trust } from "@mailroom/mail"
import { Schema } from "effect"
import { AttachmentRecord } from "../attachments/Attachment.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { AccountId, CampaignId, LeadId, MessageId, PersonId, ThreadId } from "../ids.ts"
import { Actor } from "../people/Actor.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { LeftOut } from "../unibox/LeftOut.ts"
import { MessageKind } from "../unibox/MessageKind.ts"
import { State, Tab } from "../unibox/Thread.ts"

const file = Schema.Struct({ ...AttachmentRecord.fields, filename: Plain, content_type: Plain, size: Count })
const leftOut = Schema.Struct({ ...LeftOut.fields, filename: Plain, content_type: Plain })

/** A message with everything that is stored about it, except the bytes of its attachments. */
export const MovedMessage = Schema.Struct({
  id: MessageId,
  thread_id: ThreadId,
  account_id: Schema.NullOr(AccountId),
  identity: Plain,
  subject: Plain,
  body: Plain,
  date_sent: Timestamp,
  from_name: Schema.NullOr(Plain),
  from_email: Plain,
  to_email: Plain,
  cc_email: Schema.NullOr(Plain),
  bcc_email: Schema.NullOr(Plain),
  is_new: Schema.Boolean,
  is_our_email: Schema.Boolean,
  sent_by: Schema.NullOr(Actor),
  kind: MessageKind,
  message_id: Schema.NullOr(Plain),
  left_out: Schema.NullOr(Schema.Array(leftOut)),
  body_text: Plain,
  body_html: Schema.NullOr(Plain),
  reply_text: Plain,
  trust: Trust,
  refers_to: described(
    Schema.NullOr(MessageId),
    "The message that was forwarded, or the forwarded one that is answered; it may be deleted."
  ),
  text_removed: Schema.NullOr(Schema.Boolean),
  search_text: described(Plain, "The text in which searches look."),
  attachments: described(Schema.Array(file), "The attachments, by ascending id.")
})
export type MovedMessage = typeof MovedMessage.Type

export const messageTable = Table.of("messages", MovedMessage, { key: ["id"] })

const MovedThread = Schema.Struct({
  id: ThreadId,
  tab: Tab,
  state: State,
  snoozed_until: Schema.NullOr(Timestamp),
  lead_id: Schema.NullOr(LeadId),
  campaign_id: Schema.NullOr(CampaignId),
  assigned_to: Schema.NullOr(PersonId)
})

export const threadTable = Table.of("threads", MovedThread, { key: ["id"] })

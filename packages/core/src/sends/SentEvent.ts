/** The `sent` event of a step of a campaign. A pure function. */
import { Struct } from "effect"
import type { NewEvent } from "../activity/Event.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { SendRecord } from "./Send.ts"

/** The event that a step was sent, with the mail itself if its text is known. `null`: the mail is not a step. */
export const sentEvent = (
  { account_id, content, kind, lead_id, message_id, sequence_id, subject, to_email }: SendRecord,
  from_email: string,
  occurred_at: Timestamp,
  provider_message_id?: string
): NewEvent | null => {
  if (kind !== "step" || lead_id === null) return null
  return {
    type: "sent",
    lead_id,
    account_id,
    ...(sequence_id === null ? {} : { sequence_id }),
    occurred_at,
    message_id,
    ...(provider_message_id === undefined ? {} : { provider_message_id }),
    ...(content === null
      ? {}
      : {
          message: {
            message_id,
            subject,
            body_text: content.body_text,
            ...(content.body_html === null ? {} : { body_html: content.body_html }),
            from_email,
            to_email,
            ...(content.attachments === undefined
              ? {}
              : { left_out: content.attachments.map(Struct.pick(["filename", "content_type", "size"])) })
          }
        })
  }
}

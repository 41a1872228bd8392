/** A mail to send. */
import type { AccountId, OrganizationId, OutgoingMail } from "@mailroom/core"

export const mail: OutgoingMail = {
  organization_id: 1 as OrganizationId,
  account: { id: 1 as AccountId, email: "grace@ours.example", provider: "smtp" },
  from: { name: "Grace Hopper", email: "grace@ours.example" },
  to: { name: "", email: "ada@lead.example" },
  cc: [],
  bcc: [],
  reply_to: null,
  subject: "Re: Grüße",
  message_id: "<abc@ours.example>",
  in_reply_to: "<first@lead.example>",
  references: ["<zero@ours.example>", "<first@lead.example>"],
  headers: {},
  text: "Good day\n",
  html: null,
  attachments: []
}

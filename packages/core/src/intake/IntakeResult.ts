/** The result of receiving a mail, as the API answers it. */
import { Trust } from "@mailroom/mail"
import { Bounce } from "@mailroom/mail/bounce"
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { described } from "../Described.ts"
import { EventType } from "../activity/Event.ts"
import { MailKind } from "./MailKind.ts"
import { LeadId, ThreadId } from "../ids.ts"

export const IntakeResult = Schema.Struct({
  message_id: described(Schema.NullOr(Schema.String), "The header's Message-ID; `null` when the mail has none."),
  kind: MailKind,
  trust: described(
    Trust,
    "How far the mail can be believed. For a notice: the highest trust of its recipients. For a duplicate: the trust that was stored."
  ),
  thread_id: described(Schema.optionalKey(ThreadId), "The thread of the mail."),
  lead_id: described(Schema.optionalKey(LeadId), "The lead that wrote the mail, or that the mail is about."),
  reply_text: described(
    Schema.optionalKey(Schema.String),
    "For a human reply: the text that the author wrote, without quoted text and signature."
  ),
  returns_on: described(
    Schema.optionalKey(CalendarDate),
    "For an automatic reply: the day that it names for the return of the person, or for the end of the absence."
  ),
  bounce: described(Schema.optionalKey(Bounce), "For a bounce: the recipients that a mail did not reach, and why."),
  events: described(Schema.Array(EventType), "The events that were recorded.")
}).annotate({
  identifier: "IntakeResult",
  description: "The result of receiving a mail. Optional fields are absent when they have no value."
})
export type IntakeResult = typeof IntakeResult.Type

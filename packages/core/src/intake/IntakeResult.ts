import { Schema } from "effect"
import { EventType } from "../activity/Event.ts"
import { LeadId } from "../leads/Lead.ts"
import { Trust } from "../Trust.ts"
import { ThreadId } from "../unibox/Thread.ts"
import { Bounce } from "./Bounce.ts"
import { MailKind } from "./MailKind.ts"

/** What became of a mail. Optional fields are absent when they have no value. */
export const IntakeResult = Schema.Struct({
  /** The header's Message-ID; `null` when the mail has none. */
  message_id: Schema.NullOr(Schema.String),
  kind: MailKind,
  /** Of a notice: the best standing of its recipients. Of a mail that is stored already: as it was then. */
  trust: Trust,
  thread_id: Schema.optionalKey(ThreadId),
  /** The lead that wrote the mail, or that the mail is about. */
  lead_id: Schema.optionalKey(LeadId),
  /** Of a human reply: what the author wrote, without quoted text and signature. */
  reply_text: Schema.optionalKey(Schema.String),
  /** Of a bounce: the recipients that a mail did not reach, and why. */
  bounce: Schema.optionalKey(Bounce),
  /** The events that were recorded. */
  events: Schema.Array(EventType)
}).annotate({ identifier: "IntakeResult" })
export type IntakeResult = typeof IntakeResult.Type

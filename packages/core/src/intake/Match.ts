/** A classified mail, and its match: the thread, the leads and the events that it is about. */
import { type MachineMail, type ParsedMail, returnDateOf, type Trust } from "@mailroom/mail"
import { Schema } from "effect"
import type { NewEvent } from "../activity/Event.ts"
import type { LeadId, MessageId, ThreadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { ReadMails } from "./SentMails.ts"
import type { NewThread } from "../unibox/Thread.ts"
import type { Unsubscription } from "../unsubscribes/Unsubscription.ts"

/** The matched lead or thread was removed meanwhile: the mail has to be matched again. */
export class MatchGone extends Schema.TaggedError<MatchGone>()("MatchGone", {}) {}

/** An event of a lead that a mail reports. */
export interface Report {
  readonly lead_id: LeadId
  /** Absent when the lead was deleted: then the event is a refusal. */
  readonly lead?: LeadRecord | undefined
  readonly event: Pick<NewEvent, "data" | "message_id" | "type">
}

/** A refusal of mail to an address without a known lead, so no event can be recorded. */
export interface Refused {
  readonly email: string
  readonly event: Report["event"]
}

/** The thread, the leads and the events of a mail. */
export interface Match {
  readonly trust: Trust
  readonly thread: ThreadId | NewThread
  readonly lead?: LeadRecord | undefined
  readonly reports: ReadonlyArray<Report>
  readonly refused?: ReadonlyArray<Refused>
  /** Whether the mail names a mail of ours, so it is certainly later. */
  readonly namesOurs?: boolean
  /** The mail that forwarded a message and that this one answers. */
  readonly refers_to?: MessageId | undefined
  /** The mails of ours that were read for the match. */
  readonly read?: ReadMails | undefined
  /** The recipient who unsubscribes by this mail. */
  readonly unsubscription?: Unsubscription
}

/** A mail and its classification. */
export interface ClassifiedMail {
  readonly mail: ParsedMail
  /** `null` for mail that a person wrote. */
  readonly machine: MachineMail | null
  readonly is_our_email: boolean
  /** How far the sender can be believed. */
  readonly trust: Trust
  /** Whether the host vouches for the source of the mail. */
  readonly isVouched: boolean
  /** Whether its author asks for no more mail. */
  readonly asksToStop: boolean
}

/** A new thread without a lead. */
export const aboutNoOne: NewThread = { tab: "other", lead_id: null, campaign_id: null }

/** The return date of an automatic reply, if it names one. */
export const returnOf = (mail: ParsedMail) => {
  const returns_on = returnDateOf(mail)
  return returns_on === null ? {} : { returns_on }
}

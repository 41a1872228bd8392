/** Helpers of the intake for a classified mail. Pure functions. */
import type { MachineMail, ParsedMail, Trust } from "@mailroom/mail"
import type { FailedRecipient, Failure } from "@mailroom/mail/bounce"
import { mailboxOf } from "@mailroom/mail/domain"
import { cut } from "@mailroom/mail/text"
import type { EventType } from "../activity/Event.ts"
import { blacklistSource } from "../activity/Transition.ts"
import type { LeadId, ThreadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type * as Timestamp from "../Timestamp.ts"
import type { MessageKind } from "../unibox/MessageKind.ts"
import type { IntakeResult } from "./IntakeResult.ts"
import { type ClassifiedMail, type Match, type Refused, returnOf } from "./Match.ts"
import { maximumLine } from "./StoredMail.ts"

/** Maximum number of recipients of a mail to read. */
export const maximumRecipients = 100

/**
 * The key of an event of a mail without a Message-ID, which a host would not choose for its events. A mail reports one
 * event for a lead, or a second one when its author unsubscribes.
 */
export const keyOf = (identity: string, lead_id: LeadId, type: EventType): string =>
  `message:${identity}:${lead_id}${type === "unsubscribed" ? ":unsubscribed" : ""}`

/** The Message-IDs that a mail has or refers to. */
export const idsIn = ({ is_our_email, machine, mail }: ClassifiedMail): ReadonlyArray<string> => {
  if (is_our_email) return mail.message_id === null ? [] : [mail.message_id]
  const about = machine === null || machine.kind === "auto_reply" ? [] : machine.about.message_ids
  return [...mail.in_reply_to, ...mail.references, ...about].slice(0, maximumRecipients)
}

/** The result of a mail that is stored already. */
export const duplicate = (
  { message_id }: ParsedMail,
  { thread_id, trust }: { readonly thread_id?: ThreadId; readonly trust: Trust }
): IntakeResult => ({
  message_id,
  kind: "duplicate",
  trust,
  ...(thread_id === undefined ? {} : { thread_id }),
  events: []
})

/** Whether a mail belongs neither to a lead nor to a stored thread, and is not a notice. */
export const isUnrelated = (
  { lead, refused = [], reports, thread, unsubscription }: Match,
  machine: MachineMail | null
): boolean =>
  typeof thread !== "number" &&
  thread.lead_id === null &&
  lead === undefined &&
  unsubscription === undefined &&
  reports.length + refused.length === 0 &&
  machine?.kind !== "bounce" &&
  machine?.kind !== "complaint"

/** Whether a notice may put addresses on the blacklist. */
export const mayBlacklist = (machine: MachineMail | null): boolean => {
  if (machine?.kind === "bounce") return machine.failures.some(({ hard, isDelayed }) => hard && !isDelayed)
  return machine?.kind === "complaint" && machine.isRefusal
}

/** The blacklist entry for an address that refuses mail without an event; none if its event makes no entry. */
export const entryOf = ({ email, event: { data = {}, type } }: Refused, created_at: Timestamp.Timestamp) => {
  const source = blacklistSource({ type, data })
  const entry = { value: mailboxOf(email), reason: data.reason ?? null, campaign_id: null, created_at }
  return source === undefined ? [] : [{ ...entry, source }]
}

/** The addresses that a notice is about, at most `maximumRecipients`. */
export const addressesAbout = (machine: MachineMail | null): ReadonlyArray<string> => {
  if (machine === null || machine.kind === "auto_reply") return []
  const named = (): ReadonlyArray<string> => {
    if (machine.kind === "bounce") return machine.failures.flatMap(({ email, original }) => [email, original])
    return machine.kind === "complaint" ? [machine.to] : []
  }
  return [...new Set([...named(), ...machine.about.recipients])]
    .filter((email) => email !== "")
    .slice(0, maximumRecipients)
    .map((email) => cut(email, maximumLine))
}

/** The documented part of a failure; empty when the notice names no recipient. */
const toRecipient = ({ isDelayed: _, original: __, ...recipient }: Failure): ReadonlyArray<FailedRecipient> =>
  recipient.email === "" ? [] : [recipient]

/**
 * The lead that a mail belongs to: one that exists and for which the mail reports an event, the lead of its thread first. A
 * mail to several leads may not report an event for the lead of its thread.
 */
export const leadOfMail = ({ lead, reports }: Match): LeadRecord | undefined => {
  const existing = reports.filter((report) => report.lead !== undefined)
  const chosen = existing.find(({ lead_id }) => lead_id === lead?.id) ?? existing[0]
  return chosen === undefined ? lead : chosen.lead
}

/** The kind of a mail without a token. `isAnswer`: what a person writes answers a mail of ours. */
export const kindOf = ({ is_our_email, machine }: ClassifiedMail, isAnswer: boolean): MessageKind => {
  if (is_our_email) return "own"
  return machine?.kind ?? (isAnswer ? "reply" : "other")
}

/** The fields that only the result of a mail of this kind has. */
export const detailsOf = (
  { machine, mail }: ClassifiedMail,
  kind: MessageKind
): Pick<IntakeResult, "bounce" | "reply_text" | "returns_on"> => {
  if (machine?.kind === "bounce") return { bounce: { recipients: machine.failures.flatMap(toRecipient) } }
  if (kind === "auto_reply") return returnOf(mail)
  return kind === "reply" ? { reply_text: mail.reply_text } : {}
}

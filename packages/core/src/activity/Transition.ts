/**
 * The effects of an event on its lead. Pure functions, whose result is the same for every order of the same events
 * (domain, "Events"): they use the order of occurrence, never the order of arrival.
 */
import type { Account } from "../accounts/Account.ts"
import type { Source } from "../blacklist/BlacklistEntry.ts"
import { addDays, beginningOf } from "../CalendarDate.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import { type LeadRecord, type LeadStatus } from "../leads/Lead.ts"
import type { First, LeadActivity } from "../leads/LeadActivity.ts"
import { awaitReturn } from "../leads/Pause.ts"
import { apply, type AutomaticStop } from "../leads/StopSending.ts"
import type { Timestamp } from "../Timestamp.ts"
import { type Event, type EventType, precedes } from "./Event.ts"
import type { SequenceId } from "../ids.ts"
import { nextVersion } from "../Version.ts"

/** The types of events whose first occurrence is remembered, in the campaign and for each sequence. */
const remembered = ["sent", "opened", "clicked", "replied"] as const satisfies ReadonlyArray<EventType>
export type RememberedType = (typeof remembered)[number]

/** The types of events that count once for each lead: only the first in the campaign is remembered. */
export const countedOnce = ["bounced", "unsubscribed"] as const satisfies ReadonlyArray<EventType>
export type CountedOnceType = (typeof countedOnce)[number]

export const isRemembered = (type: EventType): type is RememberedType =>
  (remembered as ReadonlyArray<EventType>).includes(type)

export const isCountedOnce = (type: EventType): type is CountedOnceType =>
  (countedOnce as ReadonlyArray<EventType>).includes(type)

/**
 * The keys of the first event of a type in `LeadActivity.firsts`: one for the campaign, and one for the event's
 * sequence.
 */
export const firstKeys = (type: RememberedType, { sequence_id }: Pick<Event, "sequence_id">) => ({
  campaign: type,
  sequence: `${type}:${sequence_id ?? ""}`
})

/**
 * The keys under which `LeadActivity.firsts` has a `sent` event of a step: of its first variant, whose id is that of the
 * step, and of any other variant. They stay the same when variants are deleted.
 */
export const stepKeys = (step_id: SequenceId) => ({
  first: firstKeys("sent", { sequence_id: step_id }).sequence,
  other: `sent_step:${step_id}`
})

const keysOf = ({ sequence_id, type }: Event, step_id: SequenceId | null): ReadonlyArray<string> => {
  if (!isRemembered(type)) return isCountedOnce(type) ? [type] : []
  const keys = Object.values(firstKeys(type, { sequence_id }))
  return type === "sent" && step_id !== null ? [...keys, stepKeys(step_id).other] : keys
}

/** Adds this event to the first events, where it is the earliest. */
const withFirst = (
  firsts: LeadActivity["firsts"],
  event: Event,
  step_id: SequenceId | null
): LeadActivity["firsts"] => {
  const keys = keysOf(event, step_id)
  if (keys.length === 0) return firsts
  const first: First = {
    occurred_at: event.occurred_at,
    identity: event.identity,
    account_id: event.account_id,
    sequence_id: event.sequence_id
  }
  let next: Record<string, First> | undefined
  for (const key of keys) {
    const known = firsts[key]
    if (known !== undefined && !precedes(first, known)) continue
    next ??= { ...firsts }
    next[key] = first
  }
  return next ?? firsts
}

const statusOf = ({ bounced, firsts }: LeadActivity): LeadStatus => {
  if (firsts["replied"] !== undefined) return "Replied"
  if (bounced) return "Bounce"
  if (firsts["opened"] !== undefined || firsts["clicked"] !== undefined) return "Opened"
  return firsts["sent"] === undefined ? "Not contacted" : "Sent"
}

/** The settings of a campaign that decide whether replies stop their lead, what answers stop, and when a day begins. */
export type ReplySettings = Pick<Campaign, "stop_on_auto_reply" | "stop_on_reply" | "stop_scope" | "timezone">

/** Whether a person answers with an event of this type: their campaign decides what the answer stops (`stop_scope`). */
export const isAnswer = (type: EventType): boolean => type === "replied" || type === "unsubscribed"

/** Whether the effect of a type of event depends on its campaign's settings. */
export const dependsOnCampaign = (type: EventType): boolean => type === "replied" || type === "auto_replied"

/** The stop rule of a type of event, if the campaign applies it. */
export const ruleOf = (type: EventType, campaign: ReplySettings | undefined) => {
  const rules: Partial<Record<EventType, AutomaticStop | false | undefined>> = {
    replied: campaign?.stop_on_reply && "reply",
    auto_replied: campaign?.stop_on_auto_reply && "reply",
    bounced: "bounce",
    unsubscribed: "unsubscribe",
    complained: "complaint"
  }
  return rules[type] || undefined
}

/**
 * The pause of a lead after its event: it waits for the day after the one that an automatic reply names, which may be the
 * last day of the absence.
 */
const pauseAfter = (lead: LeadRecord, { data, occurred_at, type }: Event, campaign: ReplySettings | undefined) =>
  type !== "auto_replied" || data.returns_on === undefined || campaign === undefined
    ? {}
    : awaitReturn(lead, beginningOf(addDays(data.returns_on, 1), campaign.timezone), occurred_at)

/**
 * The stop rule that an event applies to all other leads with the address of its lead; `undefined` if it stops at most
 * its own lead. An automatic reply is not written by a person: other leads go on.
 */
export const sharedRule = ({ type }: Pick<Event, "type">, campaign: ReplySettings | undefined) =>
  campaign !== undefined && campaign.stop_scope !== "campaign" && isAnswer(type) ? ruleOf(type, campaign) : undefined

/** Whether a bounce means that the address is dead. A rejection by policy (RFC 3463, 3.8) does not mean that. */
export const isHard = ({ data }: Pick<Event, "data">) => data.hard ?? data.status?.startsWith("5.7.") !== true

/** The source of the blacklist entry that an event makes; `undefined` if it makes none. */
export const blacklistSource = (event: Pick<Event, "data" | "type">): Source | undefined => {
  // A request to stop is believed as far as other mail of its author (domain, "Opt-out in words").
  if (event.data.trust === "plausible" && event.data.source !== "reply") return undefined
  switch (event.type) {
    case "bounced":
      return isHard(event) ? "bounce" : undefined
    case "unsubscribed":
      return "unsubscribe"
    case "complained":
      return "complaint"
    default:
      return undefined
  }
}

const isLast = ({ last_sent }: LeadActivity, event: Event) =>
  event.type === "sent" && (last_sent === null || precedes(last_sent, event))

/**
 * A lead's activity after one of its events: the same object if nothing changes. `step_id`: that of the event's sequence, if
 * it is a further variant of a step.
 */
export const remember = (activity: LeadActivity, event: Event, step_id: SequenceId | null = null): LeadActivity => {
  const firsts = withFirst(activity.firsts, event, step_id)
  const last_sent = isLast(activity, event)
    ? { occurred_at: event.occurred_at, identity: event.identity }
    : activity.last_sent
  const bounced = activity.bounced || event.type === "bounced"
  const same = firsts === activity.firsts && last_sent === activity.last_sent && bounced === activity.bounced
  return same ? activity : { ...activity, firsts, last_sent, bounced }
}

/**
 * The lead after one of its events: the same object if nothing changes. `campaign` is needed only for types that
 * `dependsOnCampaign` returns true for. `step_id`: as for `remember`.
 */
export const applyEvent = (
  lead: LeadRecord,
  event: Event,
  campaign: ReplySettings | undefined,
  sender: Account | undefined,
  now: Timestamp,
  step_id: SequenceId | null = null
): LeadRecord => {
  const activity = remember(lead.activity, event, step_id)
  const rule = ruleOf(event.type, campaign)
  const isFirstReply = event.type === "replied" && activity.firsts["replied"]?.identity === event.identity
  return nextVersion(
    lead,
    {
      ...lead,
      activity,
      status: statusOf(activity),
      ...(event.type === "sent" ? { amount_sequences_sent: lead.amount_sequences_sent + 1 } : {}),
      ...(isLast(lead.activity, event)
        ? {
            sender: sender?.email ?? null,
            provider: sender?.provider ?? null,
            id_previous_sending_sequence: event.sequence_id,
            date_last_sequence_send: event.occurred_at
          }
        : {}),
      ...(isFirstReply ? { reply_text: event.data.reply_text ?? "" } : {}),
      ...(rule === undefined ? {} : apply(lead, rule, event.occurred_at)),
      ...pauseAfter(lead, event, campaign)
    },
    now
  )
}

/** When a lead moves to another campaign, by the rules of its campaign (`MoveRule.ts`). Pure functions. */
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { MoveRule } from "../campaigns/MoveRule.ts"
import type { CampaignId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import type { ReplyLabel } from "../tags/ReplyLabel.ts"
import type { Timestamp } from "../Timestamp.ts"
import { clockFor, type Hours } from "./Hours.ts"
import { type Clock, dueAt, lastAt, later, nextStep, waitsUntil } from "./NextStep.ts"

/** The data that decides when a lead moves. */
export interface MoveFacts {
  /** The rules of its campaign, in their order. A rule that leads to a deleted campaign is left out. */
  readonly rules: ReadonlyArray<MoveRule>
  readonly lead: Pick<
    LeadRecord,
    "moved_from" | "moved_to" | "reply_status_at" | "stop_sending" | "stop_sending_type" | "stops"
  > & { readonly activity: Pick<LeadRecord["activity"], "firsts"> }
  /** The label of the reply tag of the lead; `undefined`: the lead has no tag, or the tag has no label. */
  readonly label: ReplyLabel | undefined
  /** The instant at which the lead got its last step; `null`: steps are left, or it has got none. */
  readonly finished_at: Timestamp | null
  readonly clock: Clock
}

/** The move that is ahead of a lead, and the instant from which it is made. */
export interface NextMove {
  readonly rule: MoveRule
  readonly due_at: Timestamp
}

/**
 * Whether a rule may move the lead: it was not moved before, and nothing but its own answer stops it. A lead stays that unsubscribed,
 * complained or bounced, that the blacklist covers, or that a person or the answer of a colleague stopped.
 */
const mayMove = ({ moved_to, stop_sending_type, stops }: MoveFacts["lead"]): boolean =>
  moved_to === null && stop_sending_type !== "manual" && Object.keys(stops).every((rule) => rule === "reply")

/** Since when the lead has the label of the rule; `null`: it does not have it, or had it before it came to its campaign. */
const labelledAt = ({ label }: MoveRule, { label: own, lead }: MoveFacts): Timestamp | null => {
  const { moved_from, reply_status_at } = lead
  if (label === undefined || own !== label || reply_status_at === null) return null
  return moved_from !== null && reply_status_at <= moved_from.at ? null : reply_status_at
}

/** The earlier of the first events of these types; `null`: there is none. */
const firstOf = ({ lead }: MoveFacts, types: ReadonlyArray<string>): Timestamp | null =>
  types.flatMap((type) => lead.activity.firsts[type]?.occurred_at ?? []).toSorted()[0] ?? null

/** Since when the rule applies to the lead; `null`: it does not. */
const trueSince = (rule: MoveRule, facts: MoveFacts): Timestamp | null => {
  if (rule.when === "labelled") return labelledAt(rule, facts)
  const { finished_at, lead } = facts
  if (finished_at === null || lead.stop_sending || lead.activity.firsts["replied"] !== undefined) return null
  if (rule.when === "finished") return finished_at
  // A lead that clicks has opened the mail, also where its program loads no images.
  const happened = firstOf(facts, rule.when === "opened" ? ["opened", "clicked"] : ["clicked"])
  return happened === null ? null : later(happened, finished_at)
}

/** The earliest move by the rules; at the same instant, that of the first rule. `undefined`: as it is now, the lead stays. */
export const nextMove = (facts: MoveFacts, now: Timestamp): NextMove | undefined => {
  if (!mayMove(facts.lead)) return undefined
  let next: NextMove | undefined
  for (const rule of facts.rules) {
    const since = trueSince(rule, facts)
    if (since === null) continue
    const due_at = dueAt({ delay_days: rule.after_days, delay_unit: "days" }, since, facts.clock, now)
    if (next === undefined || due_at < next.due_at) next = { rule, due_at }
  }
  return next
}

/** A lead of a campaign with rules, and the stored data that decides when it moves. */
export interface Movable {
  readonly lead: LeadRecord
  readonly campaign: CampaignRecord
  readonly hours: Hours
  /** The variants of the steps of the campaign. */
  readonly steps: ReadonlyArray<SequenceRecord>
  /** The mails of its steps to the lead. */
  readonly sends: ReadonlyArray<SendRecord>
  /** The existing campaigns to which rules lead. */
  readonly targets: ReadonlySet<CampaignId>
  readonly label: ReplyLabel | undefined
}

const progressOf = ({ lead, sends }: Movable) => ({ lead_id: lead.id, sends, firsts: lead.activity.firsts })

/** The data that decides when the lead moves. */
export const moveFactsOf = (movable: Movable, now: Timestamp): MoveFacts => {
  const { campaign, hours, label, lead, steps, targets } = movable
  const clock = clockFor(hours, lead)
  const progress = progressOf(movable)
  const isFinished = nextStep(steps, progress, clock, now) === undefined
  return {
    rules: campaign.moves.filter(({ campaign_id }) => targets.has(campaign_id)),
    lead,
    label,
    finished_at: isFinished ? lastAt(steps, progress, now) : null,
    clock
  }
}

/**
 * When a lead without a next move has to be looked at again, because it may finish without a mail: its next step has a condition, or
 * nobody knows whether its last mail went out. `null`: something else happens before it moves.
 */
export const looksAgainAt = (movable: Movable, now: Timestamp): Timestamp | null => {
  const { hours, lead, sends, steps } = movable
  const clock = clockFor(hours, lead)
  const next = nextStep(steps, progressOf(movable), clock, now)
  const instants = [
    ...sends.flatMap((send) => waitsUntil(send) ?? []),
    ...(next === undefined || next.step.condition === null ? [] : [dueAt(next.step, next.last_at, clock, now)])
  ]
  return instants.filter((at) => at > now).toSorted()[0] ?? null
}

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

/** The data that decides about the move of a lead. */
export interface MoveFacts {
  /** The rules of its campaign whose other campaign exists, in their order. */
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
 * Whether a rule may move the lead: it was not moved before, and nothing stops it beside an answer of itself. Who unsubscribed,
 * complained, bounced, is on the blacklist, or was stopped by a person or by the answer of a colleague, stays.
 */
const mayMove = ({ moved_to, stop_sending_type, stops }: MoveFacts["lead"]): boolean =>
  moved_to === null && stop_sending_type !== "manual" && Object.keys(stops).every((rule) => rule === "reply")

/** When the lead had the label of the rule. Labels from before the lead came to its campaign do not count. */
const labelledAt = ({ label }: MoveRule, { label: own, lead }: MoveFacts): Timestamp | null => {
  const { moved_from, reply_status_at } = lead
  if (label === undefined || own !== label || reply_status_at === null) return null
  return moved_from !== null && reply_status_at <= moved_from.at ? null : reply_status_at
}

/** The earlier of the first events of these types; `null`: there is none. */
const firstOf = ({ lead }: MoveFacts, types: ReadonlyArray<string>): Timestamp | null =>
  types.flatMap((type) => lead.activity.firsts[type]?.occurred_at ?? []).toSorted()[0] ?? null

/** When a rule came true of the lead; `null`: it is not true. */
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

/** The data by which the next move of a lead is found. */
export interface Movable {
  readonly lead: LeadRecord
  readonly campaign: CampaignRecord
  readonly hours: Hours
  /** The variants of the steps of the campaign. */
  readonly steps: ReadonlyArray<SequenceRecord>
  /** The mails of its steps to the lead. */
  readonly sends: ReadonlyArray<SendRecord>
  /** The campaigns to which rules lead, as far as they exist. */
  readonly targets: ReadonlySet<CampaignId>
  readonly label: ReplyLabel | undefined
}

const progressOf = ({ lead, sends }: Movable) => ({ lead_id: lead.id, sends, firsts: lead.activity.firsts })

/** The facts about a lead. */
export const moveFactsOf = (of: Movable, now: Timestamp): MoveFacts => {
  const { campaign, hours, label, lead, steps, targets } = of
  const clock = clockFor(hours, lead)
  const progress = progressOf(of)
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
export const looksAgainAt = (of: Movable, now: Timestamp): Timestamp | null => {
  const { hours, lead, sends, steps } = of
  const clock = clockFor(hours, lead)
  const next = nextStep(steps, progressOf(of), clock, now)
  const instants = [
    ...sends.flatMap((send) => waitsUntil(send) ?? []),
    ...(next === undefined || next.step.condition === null ? [] : [dueAt(next.step, next.last_at, clock, now)])
  ]
  return instants.filter((at) => at > now).toSorted()[0] ?? null
}

/**
 * Whether a lead may be mailed at all, and what stands in the way: by the rules that decide about each mail, without windows, limits and
 * the pace.
 */
import { Effect, Schema } from "effect"
import { BlacklistKind, Source } from "../blacklist/BlacklistEntry.ts"
import { opensAt } from "../campaigns/SendWindow.ts"
import { described } from "../Described.ts"
import { type AccountId, CampaignId, EntryId, LeadId } from "../ids.ts"
import * as Lead from "../leads/Lead.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { isPaused, notPaused, PausedBy } from "../leads/Pause.ts"
import { labelledBy } from "../leads/LeadLabel.ts"
import { MoveState } from "../leads/LeadMove.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { conditionAhead, waits_for } from "./ConditionAhead.ts"
import { isFirstMail, type Setup } from "./Decision.ts"
import { clockFor, zoneFor } from "./Hours.ts"
import { chosenFor, Reason, reasonOfAccount, reasonsOfLead } from "./MayContact.ts"
import { type MissingValues, missing_values, missingIn } from "./MissingValues.ts"
import { type LeadFacts, makeReadLeadFacts, type Sender } from "./LeadFacts.ts"
import { LeadWindow, windowOf } from "./LeadWindow.ts"
import { makeMovesAhead, MoveAhead } from "./MoveAhead.ts"
import { dueAt, later, nextStep, type Progress, waitsUntil } from "./NextStep.ts"
import { StepAhead } from "./StepAhead.ts"

const CoveringEntry = Schema.Struct({
  id: EntryId,
  kind: BlacklistKind,
  value: described(Schema.String, "The normalized address or domain."),
  source: Source
}).annotate({ identifier: "CoveringEntry", description: "The entry of the blacklist that covers an address." })

const Colleague = Schema.Struct({
  lead_id: LeadId,
  email: described(Schema.NullOr(Schema.String), "Its address; `null`: the lead was deleted.", "grace@example.com")
}).annotate({ identifier: "Colleague", description: "The lead whose answer stopped its colleagues." })

/** Whether a lead may be mailed, and why not. */
export const EffectiveState = Schema.Struct({
  may_be_mailed: described(
    Schema.Boolean,
    "Whether nothing stands in the way. Windows, limits and the pace only say when a mail goes out: they do not count.",
    false
  ),
  reason: described(Schema.NullOr(Reason), "The reason that wins; `null`: the lead may be mailed.", "lead_stopped"),
  obstacles: described(
    Schema.Array(Reason),
    "All reasons, the one that wins first. To resume the lead removes `lead_stopped` only: the others stay.",
    ["lead_stopped", "no_step"]
  ),
  paused_until: described(
    Schema.NullOr(Timestamp.Timestamp),
    "When the pause of the lead ends; `null`: it does not wait.",
    null
  ),
  paused_by: described(Schema.NullOr(PausedBy), "Who decided that it waits; `null`: it does not wait.", null),
  other_campaign_id: described(
    Schema.NullOr(CampaignId),
    "The campaign that writes to the person, or did so within the gap of `contact_rule`; `null`: that is no obstacle.",
    null
  ),
  stopped_by: described(
    Schema.NullOr(Colleague),
    "The colleague who answered, while `stop_sending_type` is `colleague`; else `null`.",
    null
  ),
  window: described(
    Schema.NullOr(LeadWindow),
    "When the window is open for the lead: it is no obstacle. `null`: the campaign is being deleted.",
    { timezone: "Europe/Berlin", of: "lead", is_open: false, opens_at: "2026-03-02T08:00:00.000Z" }
  ),
  waits_for,
  missing: missing_values,
  next_step: described(
    Schema.NullOr(StepAhead),
    "The step that the lead gets next, but with `waits_for` only if the condition of that step becomes true; `null`: something else than a pause stands in the way.",
    null
  ),
  next_move: described(
    Schema.NullOr(MoveAhead),
    "The move to another campaign that is ahead, as the lead is now; `null`: it stays, or was moved before.",
    null
  ),
  entry: described(
    Schema.NullOr(CoveringEntry),
    "The entry of the blacklist that covers the address: that of the address, else that of the longest domain; `null`: none does.",
    null
  )
}).annotate({
  identifier: "EffectiveState",
  description: "Whether a lead may be mailed, or what stands in the way, by the rules that decide about each mail."
})
export type EffectiveState = typeof EffectiveState.Type

const description = "Whether the lead may be mailed, or what stands in the way."

/** A lead as `GET /leads/{id}` shows it. */
export const LeadWithState = Schema.Struct({
  ...Lead.LeadWithCustomFields.fields,
  reply_status_by: labelledBy,
  verification: described(
    Lead.LeadRecord.fields.verification,
    "How the address was verified; `null`: it was not, or the caller said its `verification_status`."
  ),
  ...MoveState.fields,
  effective_state: described(EffectiveState, description)
}).annotate({
  identifier: "LeadWithState",
  description:
    "A lead with its custom fields, its verification, who decided its reply tag, how it was moved, and its effective state."
})
export type LeadWithState = typeof LeadWithState.Type

/** A lead as lists show it: with its effective state if the caller asks for it. */
export const ListedLeadWithState = Schema.Struct({
  ...Lead.ListedLead.fields,
  effective_state: described(
    Schema.optionalKey(EffectiveState),
    `${description} Only with \`include=effective_state\`.`
  )
}).annotate({
  identifier: "ListedLead",
  description: "A lead, with its custom fields and its effective state where the list includes them."
})
export type ListedLeadWithState = typeof ListedLeadWithState.Type

/** The only account that may send the next mail to the lead: for a first mail the one that it chose, else the one that wrote. `null`: any. */
const onlySenderOf = ({ campaign, lead, row, sends }: LeadFacts): AccountId | null => {
  if (!isFirstMail({ step_id: row?.step_id ?? null }, sends)) return row?.account_id ?? sends.at(-1)?.account_id ?? null
  return campaign === undefined ? null : chosenFor(lead, campaign)
}

/** The accounts that may send the next mail to the lead. If its only one has left the campaign, the lead goes to another one. */
const sendersOf = (facts: LeadFacts) => {
  const { accounts } = facts
  const only = onlySenderOf(facts)
  const own = accounts.filter(({ account }) => account.id === only)
  return own.length > 0 ? own : accounts
}

/** The reason of the first sender, if each has one; else `null`. The pace and the limit of a day do not count. */
const reasonOfSenders = (senders: ReadonlyArray<Sender>, setup: Setup, now: Timestamp.Timestamp): Reason | null => {
  const reasons = senders.map(({ account, mailbox }) =>
    reasonOfAccount({ ...setup, account, mailbox: { ...mailbox, next_at: null }, room: Infinity }, now)
  )
  return reasons.includes(null) ? null : (reasons[0] ?? "account_disabled")
}

const progressOf = ({ lead, sends }: LeadFacts): Progress => ({ lead_id: lead.id, sends, firsts: lead.activity.firsts })

/** The step that the lead gets next, if nothing stands in the way. */
const nextStepOf = (facts: LeadFacts, now: Timestamp.Timestamp) =>
  facts.hours === undefined
    ? undefined
    : nextStep(facts.steps, progressOf(facts), clockFor(facts.hours, facts.lead), now)

/** The reasons that keep mail of its campaign from a lead until something changes, the one that wins first. */
const obstaclesOf = (
  facts: LeadFacts,
  setup: Setup,
  now: Timestamp.Timestamp
): { readonly obstacles: ReadonlyArray<Reason>; readonly missing: MissingValues | null } => {
  const { campaign, holder, isCovered, lead, missing, row, sends, steps } = facts
  const step = nextStepOf(facts, now)?.step
  const isFirst = isFirstMail({ step_id: row?.step_id ?? null }, sends)
  const senders = sendersOf(facts)
  const [sender] = senders
  const variables = step === undefined || sender === undefined ? [] : missing(step, sender.account)
  const waits = sends.flatMap((send) => waitsUntil(send) ?? []).toSorted()
  // Limits only say when a mail goes out: here they have room for every mail.
  const reasons = reasonsOfLead(
    {
      lead,
      is_covered: isCovered,
      waits_until: waits.at(-1) ?? null,
      // A campaign without steps has sent none: its status is the reason.
      step: step === undefined && steps.length > 0 ? undefined : { is_first: isFirst },
      required: campaign?.required_verification ?? "none",
      holder,
      missing: variables,
      room: Infinity,
      company_room: Infinity,
      inbox: null
    },
    now
  )
  const ofCampaign: ReadonlyArray<Reason> = campaign?.status === "active" ? [] : ["campaign_not_active"]
  const ofSenders = reasonOfSenders(senders, setup, now)
  return {
    obstacles: [...reasons, ...ofCampaign, ...(ofSenders === null ? [] : [ofSenders])],
    missing: step === undefined ? null : missingIn(step, variables)
  }
}

/** The step that the lead gets next, and when; `null`: one of the obstacles keeps it from the lead. */
const stepAhead = (
  facts: LeadFacts,
  obstacles: ReadonlyArray<Reason>,
  now: Timestamp.Timestamp
): typeof StepAhead.Type | null => {
  const { hours, lead, row } = facts
  const next = nextStepOf(facts, now)
  if (hours === undefined || next === undefined || obstacles.some((reason) => reason !== "lead_paused")) return null
  const { last_at, step } = next
  // A row may wait for something else than the delay, such as another try.
  const instants = [row?.state === "waiting" ? row.due_at : null, lead.paused_until, now]
  const from = instants.reduce(later, dueAt(step, last_at, clockFor(hours, lead), now)) ?? now
  const at = opensAt(hours.window, zoneFor(hours, lead), from)
  return { sequence_id: step.id, position: step.position, at: at <= now ? null : at }
}

/** The effective state of a lead. `next_move`: the move to another campaign that is ahead of it. */
const stateOf = (
  facts: LeadFacts,
  next_move: EffectiveState["next_move"],
  setup: Setup,
  now: Timestamp.Timestamp
): EffectiveState => {
  const { entry, holder, hours, lead, steps, stopped_by } = facts
  const { missing, obstacles } = obstaclesOf(facts, setup, now)
  const [reason = null] = obstacles
  const { paused_by, paused_until } = isPaused(lead, now) ? lead : notPaused
  return {
    may_be_mailed: reason === null,
    reason,
    obstacles,
    paused_until,
    paused_by,
    other_campaign_id: obstacles.includes("other_campaign") ? (holder?.campaign_id ?? null) : null,
    stopped_by,
    window: hours === undefined ? null : windowOf(hours, lead, now),
    waits_for: hours === undefined ? null : conditionAhead({ steps, hours }, lead, progressOf(facts), now),
    missing,
    next_step: stepAhead(facts, obstacles, now),
    next_move,
    entry
  }
}

export const makeEffectiveStates = (setup: Setup) =>
  Effect.gen(function* () {
    const movesAhead = yield* makeMovesAhead
    const readFacts = yield* makeReadLeadFacts

    /** The effective state of each lead, in order. The number of reads does not depend on the number of leads. */
    return Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>) {
      if (leads.length === 0) return []
      const { id } = yield* CurrentOrganization
      const now = yield* Timestamp.now
      const read = yield* readFacts(leads, now)
      const campaigns = new Set(read.flatMap(({ campaign }) => campaign ?? []))
      const nextMoveOf = yield* movesAhead(id, [...campaigns], leads)
      return read.map((facts) => ({
        lead_id: facts.lead.id,
        state: stateOf(facts, nextMoveOf(facts, now), setup, now)
      }))
    })
  })

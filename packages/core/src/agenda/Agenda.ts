/** The agenda has the next step of each lead. A plan says how far the leads of a campaign were looked at. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count, SmallCount } from "../Id.ts"
import { AccountId, CampaignId, LeadId, SequenceId } from "../ids.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"

/**
 * - `waiting`: the next step is sent at `due_at` or later
 * - `begun`: a mail to the lead is being sent
 * - `unknown`: nobody knows whether the last mail has gone out
 * - `stopped`: nothing is sent until sending to the lead resumes
 * - `done`: there is no further step
 */
export const AgendaState = Schema.Literals(["begun", "done", "stopped", "unknown", "waiting"])
export type AgendaState = typeof AgendaState.Type

/** The states of leads that may still get a mail without a change from outside: their campaign is not finished. */
export const openStates: ReadonlyArray<AgendaState> = ["waiting", "begun", "unknown"]

/** The next step of a lead. A lead that no account has taken yet has no row. */
export const AgendaRecord = Schema.Struct({
  lead_id: LeadId,
  campaign_id: CampaignId,
  account_id: described(
    Schema.NullOr(AccountId),
    "The account that sends to the lead; `null`: any account of the campaign may take it (the pool)."
  ),
  state: AgendaState,
  due_at: described(
    Timestamp,
    "The next step is not sent before this instant. It has a meaning only while the row is `waiting`."
  ),
  step_id: described(
    Schema.NullOr(SequenceId),
    "The last step whose mail has ended, also after the step was deleted; `null` before the first. For a `done` row: the last step of the campaign when no further step was found."
  )
})
export type AgendaRecord = typeof AgendaRecord.Type

export const agendaTable = Table.of("agenda", AgendaRecord, { key: ["lead_id"], fixed: ["campaign_id"] })

/**
 * How far accounts have looked at the leads of a campaign to take them. A pass looks at all leads, by ascending id. The leads that it
 * passes over are looked at again in the next pass, a day later.
 */
export const PlanRecord = Schema.Struct({
  campaign_id: CampaignId,
  scanned_to: described(Schema.NullOr(LeadId), "Leads up to this id were looked at in this pass; `null`: none."),
  passed_at: described(Schema.NullOr(Timestamp), "When the last pass reached the end; `null`: none did."),
  skipped: described(
    SmallCount,
    "How many leads the last pass left out because they lack a value, or because their address is invalid."
  ),
  redated_to: described(
    Schema.NullOr(Count),
    "After a delay got shorter: waiting leads up to this id were looked at, 0: none; `null`: all were."
  )
})
export type PlanRecord = typeof PlanRecord.Type

export const planTable = Table.of("plans", PlanRecord, { key: ["campaign_id"] })

/** The plan of a campaign whose leads were not looked at. */
export const emptyPlan = (campaign_id: CampaignId): PlanRecord => ({
  campaign_id,
  scanned_to: null,
  passed_at: null,
  skipped: 0,
  redated_to: null
})

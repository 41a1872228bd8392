/** The next mails of campaigns: the agenda has the next step of each lead, a plan has how far a campaign's leads were looked at. */
import type { AccountId, CampaignId, LeadId, SequenceId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"

/**
 * - `waiting`: the next step is sent at `due_at` or later
 * - `begun`: a mail to the lead is being sent
 * - `unknown`: nobody knows whether the last mail has gone out
 * - `stopped`: nothing is sent until sending to the lead resumes
 * - `done`: there is no further step
 */
export type AgendaState = "begun" | "done" | "stopped" | "unknown" | "waiting"

/** The states of leads that may still get a mail without a change from outside: their campaign is not finished. */
export const openStates: ReadonlyArray<AgendaState> = ["waiting", "begun", "unknown"]

/** The next step of a lead. A lead that no account has taken yet has no row. */
export interface AgendaRecord {
  readonly lead_id: LeadId
  readonly campaign_id: CampaignId
  /** The account that sends to the lead; `null`: any account of the campaign may take it (the pool). */
  readonly account_id: AccountId | null
  readonly state: AgendaState
  /** The next step is not sent before this instant. It has a meaning only while the row is `waiting`. */
  readonly due_at: Timestamp
  /**
   * The last step whose mail has ended, also after the step was deleted; `null` before the first. Of a row that is `done`,
   * the last step that the campaign had when it was found that there is no further one.
   */
  readonly step_id: SequenceId | null
}

/** How far the leads of a campaign were looked at. */
export interface PlanRecord {
  readonly campaign_id: CampaignId
  /** Leads up to this id were looked at in this pass; `null`: none. */
  readonly scanned_to: LeadId | null
  /** When the last pass reached the end; `null`: none did. */
  readonly passed_at: Timestamp | null
  /** How many leads the last pass left out because they lack a value, or because their address is invalid. */
  readonly skipped: number
  /** After a delay got shorter: waiting leads up to this id were looked at, 0: none; `null`: all were. */
  readonly redated_to: number | null
}

/** The plan of a campaign whose leads were not looked at. */
export const emptyPlan = (campaign_id: CampaignId): PlanRecord => ({
  campaign_id,
  scanned_to: null,
  passed_at: null,
  skipped: 0,
  redated_to: null
})

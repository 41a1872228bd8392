/** The part of a lead's events that the rules need. `activity/Transition.ts` computes how events change it. */
import type { Timestamp } from "../Timestamp.ts"
import type { AccountId, SequenceId } from "../ids.ts"

/** The first event of a kind, and the account and sequence that it counts for. */
export interface First {
  readonly occurred_at: Timestamp
  readonly identity: string
  readonly account_id: AccountId | null
  readonly sequence_id: SequenceId | null
}

/** The part of a lead's events that the rules need. */
export interface LeadActivity {
  /**
   * The first events: under `type` the first in the campaign, under `type:sequence_id` the first of a sequence (`type:`
   * if the sequence is unknown), and under `sent_step:step_id` the first `sent` of all further variants of a step.
   */
  readonly firsts: Readonly<Record<string, First>>
  readonly last_sent: Pick<First, "identity" | "occurred_at"> | null
  readonly bounced: boolean
  /** Whether the lead's tag is positive. */
  readonly positive: boolean
}

export const none: LeadActivity = { firsts: {}, last_sent: null, bounced: false, positive: false }

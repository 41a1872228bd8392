/** What the rules remember of a lead's events. How events change it: `activity/Transition.ts`. */
import type { AccountId } from "../accounts/Account.ts"
import type { SequenceId } from "../sequences/Sequence.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The first event of a kind, and what it is credited to. */
export interface First {
  readonly occurred_at: Timestamp
  readonly identity: string
  readonly account_id: AccountId | null
  readonly sequence_id: SequenceId | null
}

/** What the rules remember of a lead's events. */
export interface LeadActivity {
  /** By `type` the first in the campaign, by `type:sequence_id` the first of a sequence (`type:` where it is unknown). */
  readonly firsts: Readonly<Record<string, First>>
  readonly last_sent: Pick<First, "identity" | "occurred_at"> | null
  readonly bounced: boolean
  /** Whether the lead's tag is positive. */
  readonly positive: boolean
}

export const none: LeadActivity = { firsts: {}, last_sent: null, bounced: false, positive: false }

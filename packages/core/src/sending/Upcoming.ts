/** The next mails of a campaign, and why it sends nothing, as `GET /campaigns/{id}/upcoming` shows them. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { AccountId, LeadId } from "../ids.ts"
import { Timestamp } from "../Timestamp.ts"
import { Reason } from "./MayContact.ts"
import { waits_for } from "./ConditionAhead.ts"
import { other_campaign } from "./OtherCampaign.ts"
import { leads_moving } from "./LeadsMoving.ts"
import { scheduled } from "./ScheduledAnswers.ts"
import { UpcomingMove } from "./ShownMove.ts"

const UpcomingMail = Schema.Struct({
  lead_id: LeadId,
  email: described(Schema.String, "The address of the lead."),
  position: described(Schema.Int, "The position of the step."),
  due_at: described(Timestamp, "The step is due at this instant: the mail is sent then or later.")
}).annotate({ identifier: "UpcomingMail", description: "The mail that an account sends next for the campaign." })

const UpcomingAccount = Schema.Struct({
  account_id: AccountId,
  email: described(Schema.String, "The address of the account."),
  reason: described(Schema.NullOr(Reason), "Why it sends nothing for the campaign now; `null`: it sends."),
  other_campaign,
  waits_for: described(
    waits_for,
    "The step that the first of its leads waits for, if the reason is `waits_for_condition`; else `null`."
  ),
  next_at: described(
    Schema.NullOr(Timestamp),
    "When it sends `next`, or may send again; `null`: after a change. An instant that has passed: now. Reading does not move it."
  ),
  remaining_today: described(Count, "The number of mails that the account may still send today."),
  next: described(
    Schema.NullOr(UpcomingMail),
    "The mail that is next, also to a lead that no account has taken; `null`: none goes out without a change."
  )
}).annotate({ identifier: "UpcomingAccount", description: "What an account of the campaign does next." })
export type UpcomingAccount = typeof UpcomingAccount.Type

export const Upcoming = Schema.Struct({
  reason: described(
    Schema.NullOr(Reason),
    "Why the campaign sends nothing now; `null`: at least one of its accounts may send."
  ),
  window: described(
    Schema.Struct({
      is_open: described(Schema.Boolean, "Whether the window is open now."),
      opens_at: described(Schema.NullOr(Timestamp), "When it opens next; `null` while it is open.")
    }).annotate({ identifier: "UpcomingWindow", description: "The window of the campaign." }),
    "The window of the campaign."
  ),
  skipped: described(
    Count,
    "The number of leads that the last look passed over: a variable of the first step has no value for them, or their " +
      "address is invalid, or not verified as the campaign requires."
  ),
  paused: described(Count, "The number of leads that wait until their pause ends."),
  unknown: described(Count, "The number of leads whose last mail may or may not have gone out."),
  accounts: described(Schema.Array(UpcomingAccount), "The accounts of the campaign, by ascending id."),
  moves: described(
    Schema.Array(UpcomingMove),
    "The rules by which its leads move to other campaigns, in their order. `effective_state` of a lead has its own move."
  ),
  leads_moving,
  scheduled
}).annotate({ identifier: "Upcoming", description: "What a campaign sends next, and why it sends nothing." })
export type Upcoming = typeof Upcoming.Type

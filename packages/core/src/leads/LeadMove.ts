/** The moves of a lead between campaigns: where it went, and where it came from. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { CampaignId, LeadId } from "../ids.ts"
import { Timestamp } from "../Timestamp.ts"

const ofMove = {
  campaign_id: described(CampaignId, "The other campaign, which may be deleted by now."),
  at: described(Timestamp, "When the lead was moved.", "2026-03-05T09:30:00.000Z")
}

export const MovedTo = Schema.Struct({
  lead_id: described(LeadId, "The lead in the other campaign, which may be deleted by now."),
  ...ofMove
}).annotate({ identifier: "MovedTo", description: "The campaign to which a lead was moved." })
export type MovedTo = typeof MovedTo.Type

const MovedFrom = Schema.Struct({
  lead_id: described(LeadId, "The lead in the campaign before, with its answers; it may be deleted by now."),
  ...ofMove
}).annotate({ identifier: "MovedFrom", description: "The campaign from which a lead was moved." })

/** The part of a lead that says how it was moved. */
export const MoveState = Schema.Struct({
  moved_to: described(Schema.NullOr(MovedTo), "The campaign to which a rule moved the lead; `null`: none did.", null),
  moved_from: described(
    Schema.NullOr(MovedFrom),
    "The campaign from which a rule moved the lead; `null`: it was added otherwise.",
    null
  )
})
export type MoveState = typeof MoveState.Type

/** The state of a lead that was never moved. */
export const notMoved: MoveState = { moved_to: null, moved_from: null }

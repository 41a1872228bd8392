/** The leads of a campaign that move to other campaigns next, as things are now. */
import { Effect, Schema } from "effect"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { described } from "../Described.ts"
import { LeadId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Setup } from "./Decision.ts"
import { makeEffectiveStates } from "./EffectiveState.ts"
import { MoveAhead } from "./MoveAhead.ts"

const LeadMoving = Schema.Struct({
  lead_id: LeadId,
  email: described(Schema.String, "The address of the lead.", "ada@example.com"),
  ...MoveAhead.fields
}).annotate({ identifier: "LeadMoving", description: "A lead that moves to another campaign, and when." })
export type LeadMoving = typeof LeadMoving.Type

const bounds = {
  /** The number of leads that are looked at: the ones that were added last. */
  leads: 500,
  listed: 100
}

export const leads_moving = described(
  Schema.Array(LeadMoving),
  "The leads that move next, as things are now: at most 100, by ascending `at`, of the 500 leads that were added last. Leads of a completed campaign move, too. While the campaign is paused, they wait."
)

/** Makes the function that lists the leads of a campaign that move next. Without rules it reads nothing. */
export const makeLeadsMoving = Effect.fnUntraced(function* (setup: Setup) {
  const leads = yield* LeadStore
  const statesOf = yield* makeEffectiveStates(setup)
  return Effect.fnUntraced(function* ({ id: campaign_id, moves }: Pick<CampaignRecord, "id" | "moves">) {
    if (moves.length === 0) return []
    const { id } = yield* CurrentOrganization
    const listed = yield* leads.list(id, { campaign_id, limit: bounds.leads })
    const found = yield* leads.findMany(
      id,
      listed.map((lead) => lead.id)
    )
    const emails = new Map(found.map((lead) => [lead.id, lead.email]))
    const states = yield* statesOf(found.filter(({ moved_to }) => moved_to === null))
    return states
      .flatMap(({ lead_id, state: { next_move } }): ReadonlyArray<LeadMoving> => {
        const email = emails.get(lead_id)
        return next_move === null || email === undefined ? [] : [{ lead_id, email, ...next_move }]
      })
      .sort((a, b) => (a.at === b.at ? a.lead_id - b.lead_id : a.at < b.at ? -1 : 1))
      .slice(0, bounds.listed)
  })
})

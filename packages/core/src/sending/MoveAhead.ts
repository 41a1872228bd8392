/** The move that is ahead of each of several leads, as `effective_state` shows it. */
import { Effect, Option, Schema } from "effect"
import { type CampaignRecord, CampaignStatus } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { described } from "../Described.ts"
import { CampaignId, type OrganizationId, type TagId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { ReplyLabel } from "../tags/ReplyLabel.ts"
import { TagStore } from "../tags/TagStore.ts"
import { Timestamp } from "../Timestamp.ts"
import { type Movable, moveFactsOf, nextMove } from "./NextMove.ts"

export const MoveAhead = Schema.Struct({
  campaign_id: described(CampaignId, "The campaign to which the lead moves."),
  name: described(Schema.String, "The name of that campaign.", "Follow-up"),
  status: described(
    CampaignStatus,
    "Its status. Only an active campaign mails the leads that it gets; a completed one becomes active."
  ),
  at: described(Timestamp, "From when on: an answer or a stop before may change it.", "2026-03-05T09:30:00.000Z")
}).annotate({
  identifier: "MoveAhead",
  description: "The move of a lead to another campaign by a rule of its campaign."
})

type Facts = Omit<Movable, "campaign" | "hours" | "label" | "targets"> & {
  readonly [Field in "campaign" | "hours"]: Movable[Field] | undefined
}

export const makeMovesAhead = Effect.gen(function* () {
  const campaignStore = yield* CampaignStore
  const tags = yield* TagStore

  /** Makes a function that returns the next move of one of these leads. Without rules it reads nothing. */
  return Effect.fnUntraced(function* (
    id: OrganizationId,
    campaigns: ReadonlyArray<CampaignRecord>,
    leads: ReadonlyArray<LeadRecord>
  ) {
    const asked = new Set(campaigns.flatMap(({ moves }) => moves.map(({ campaign_id }) => campaign_id)))
    const found = asked.size === 0 ? [] : yield* campaignStore.findMany(id, [...asked])
    const campaignOf = new Map(found.map((campaign) => [campaign.id, campaign]))
    const targets = new Set(campaignOf.keys())
    const tag_ids = asked.size === 0 ? [] : leads.flatMap(({ reply_status_tag_id }) => reply_status_tag_id ?? [])
    const known = yield* Effect.forEach(new Set(tag_ids), (tag_id) => tags.find(id, tag_id))
    const labels = new Map(
      known.flatMap(Option.toArray).map((tag): [TagId, ReplyLabel | undefined] => [tag.id, tag.label])
    )
    return ({ campaign, hours, ...facts }: Facts, now: Timestamp): typeof MoveAhead.Type | null => {
      if (campaign === undefined || hours === undefined || campaign.moves.length === 0) return null
      const tag_id = facts.lead.reply_status_tag_id
      const label = tag_id === null ? undefined : labels.get(tag_id)
      const next = nextMove(moveFactsOf({ ...facts, campaign, hours, label, targets }, now), now)
      const target = next === undefined ? undefined : campaignOf.get(next.rule.campaign_id)
      if (next === undefined || target === undefined) return null
      return { campaign_id: target.id, name: target.name, status: target.status, at: next.due_at }
    }
  })
})

/** The rules of moves as the forecasts of a campaign show them: with the campaign to which they lead. */
import { Effect, Schema } from "effect"
import { type CampaignRecord, CampaignStatus } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { MoveRule } from "../campaigns/MoveRule.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { CurrentOrganization } from "../Organization.ts"

const fields = {
  ...MoveRule.fields,
  name: described(
    Schema.NullOr(Schema.String),
    "The name of that campaign; `null`: it was deleted, and the rule moves nobody.",
    "Follow-up"
  ),
  status: described(
    Schema.NullOr(CampaignStatus),
    "Its status; `null`: it was deleted. Only an active campaign mails the leads that it gets; another one keeps them."
  )
}

export const UpcomingMove = Schema.Struct(fields).annotate({
  identifier: "UpcomingMove",
  description: "A rule by which leads move to another campaign."
})

export const RehearsalMove = Schema.Struct({
  ...fields,
  leads: described(
    Schema.NullOr(Count),
    "The number of leads that get their last step and move; `null`: it depends on labels, openings or clicks, which are not rehearsed.",
    912
  )
}).annotate({
  identifier: "RehearsalMove",
  description: "A rule by which leads move to another campaign, and how many leads do."
})

export const makeShownMoves = Effect.gen(function* () {
  const campaigns = yield* CampaignStore

  /** The rules of a campaign, in their order. Without rules it reads nothing. */
  return Effect.fnUntraced(function* ({ moves }: Pick<CampaignRecord, "moves">) {
    if (moves.length === 0) return []
    const { id } = yield* CurrentOrganization
    const found = yield* campaigns.findMany(
      id,
      moves.map(({ campaign_id }) => campaign_id)
    )
    const known = new Map(found.map((campaign) => [campaign.id, campaign]))
    return moves.map((rule): typeof UpcomingMove.Type => {
      const { name = null, status = null } = known.get(rule.campaign_id) ?? {}
      return { ...rule, name, status }
    })
  })
})

/** Adds to each rule how many leads move by it in a rehearsal. The earliest rule for finished leads moves all of them. */
export const rehearsedMoves = (
  moves: ReadonlyArray<typeof UpcomingMove.Type>,
  finished: number
): ReadonlyArray<typeof RehearsalMove.Type> => {
  const [first] = moves
    .filter(({ status, when }) => when === "finished" && status !== null)
    .toSorted((a, b) => a.after_days - b.after_days)
  return moves.map((rule) => ({
    ...rule,
    leads: rule === first ? finished : rule.when === "finished" ? 0 : null
  }))
}

/** The campaign that a command is about. */
import { Campaign, Campaigns, Pagination, Text } from "@mailroom/core"
import { Effect, Option, Schema, Stream } from "effect"
import { Failure, Usage } from "./Failure.ts"

/** The campaign with this id or name. With `create`, a campaign of this name is created if none exists. */
export const campaignCalled = Effect.fnUntraced(function* (
  text: string,
  { create = false }: { readonly create?: boolean } = {}
) {
  const campaigns = yield* Campaigns
  const id = Schema.decodeUnknownOption(Campaign.CampaignId)(text.toLowerCase())
  if (Option.isSome(id)) {
    return yield* campaigns
      .find(id.value)
      .pipe(Effect.catchTag("CampaignNotFound", () => new Failure({ message: `There is no campaign ${text}` })))
  }
  const named: Array<Campaign.Campaign> = []
  yield* Stream.runForEach(
    Pagination.pagesOf(Pagination.maximumLimit, (part: Pagination.PageQuery<Campaign.CampaignId>) =>
      campaigns.page({ search: text, ...part })
    ),
    (page) => Effect.sync(() => named.push(...page.filter(({ name }) => Text.fold(name) === Text.fold(text))))
  )
  const [campaign, ...others] = named
  if (campaign === undefined) {
    return create
      ? yield* campaigns.create({ name: text })
      : yield* new Failure({ message: `There is no campaign called "${text}": with --create it is made` })
  }
  if (others.length === 0) return campaign
  const ids = named.map((campaign) => campaign.id).join(", ")
  return yield* new Usage({ message: `There are several campaigns called "${text}", name one by its id: ${ids}` })
})

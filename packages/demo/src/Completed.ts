/** Completes campaigns of the demo. */
import { type Campaign, CampaignStore, CurrentOrganization, Timestamp, Transactor } from "@mailroom/core"
import { Effect, Option } from "effect"

/** Completes a campaign. Mailroom completes only campaigns that it sends, so this writes to the store directly. */
export const complete = Effect.fnUntraced(function* (id: Campaign.CampaignId) {
  const organization = yield* CurrentOrganization
  const store = yield* CampaignStore
  const { transaction } = yield* Transactor
  yield* transaction(
    Effect.gen(function* () {
      const campaign = Option.getOrThrow(yield* store.lock(organization.id, id))
      const updated_at = yield* Timestamp.now
      yield* store.replace(organization.id, {
        ...campaign,
        status: "completed",
        version: campaign.version + 1,
        updated_at
      })
    })
  )
})

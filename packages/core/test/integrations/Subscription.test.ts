/** Which integrations are notified of which changes. */
import { assert, describe, it } from "@effect/vitest"
import { NotificationType, type Subscription, wants } from "../../src/integrations/Subscription.ts"
import { CampaignId } from "../../src/ids.ts"

const campaign_id = CampaignId.make("0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70")
const other = CampaignId.make("0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d71")
const all: Subscription = { type: "webhook", events: [], campaign_ids: null }
const wanted = (subscription: Subscription, campaign: CampaignId | null) =>
  NotificationType.literals.filter((type) => wants(subscription, { type, campaign_id: campaign }))

describe("a subscription", () => {
  it("without types wants all but sent and opened", () => {
    assert.deepStrictEqual(
      wanted(all, campaign_id),
      NotificationType.literals.filter((type) => type !== "sent" && type !== "opened")
    )
  })

  it("with types wants those, also the frequent ones", () => {
    assert.deepStrictEqual(wanted({ ...all, events: ["opened", "replied"] }, campaign_id), ["opened", "replied"])
  })

  it("to campaigns wants nothing of others, nor what belongs to none", () => {
    const limited = { ...all, campaign_ids: [campaign_id] }
    assert.deepStrictEqual(wanted(limited, campaign_id), wanted(all, campaign_id))
    assert.deepStrictEqual(wanted(limited, other), [])
    assert.deepStrictEqual(wanted(limited, null), [])
    assert.deepStrictEqual(wanted({ ...all, events: ["blacklist_added"] }, null), ["blacklist_added"])
  })

  it("of HubSpot wants what is about a lead", () => {
    assert.deepStrictEqual(
      wanted({ ...all, type: "hubspot" }, campaign_id),
      wanted(all, campaign_id).filter((type) => !/^(?:account|blacklist|campaign|integration)_/u.test(type))
    )
  })
})

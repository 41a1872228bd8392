import { Campaigns, Leads } from "@mailroom/core"
import { FakeServer } from "@mailroom/node/testing"
import { Effect } from "effect"
import { assert, expect, test } from "vitest"
import { unsubscribe } from "./app.ts"

// #region test
test("stops sending to people who unsubscribe", async () => {
  const mailroom = await FakeServer.start()
  const page = await mailroom.run(
    Effect.gen(function* () {
      const campaigns = yield* Campaigns
      const leads = yield* Leads
      const campaign = yield* campaigns.create({ name: "Autumn" })
      yield* leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@example.com" }] })
      return yield* leads.page(campaign.id, { offset: 0, limit: 1 })
    })
  )
  const [lead] = page.data
  assert(lead)

  await unsubscribe(mailroom, lead.id)

  const { stop_sending_type } = await mailroom.run(Leads.use((leads) => leads.find(lead.id)))
  expect(stop_sending_type).toBe("manual")
  await mailroom.stop()
})
// #endregion test

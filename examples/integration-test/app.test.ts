import { Campaigns, Leads } from "@mailroom/core"
import { FakeServer } from "@mailroom/memory/testing"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { unsubscribe } from "./app.ts"

// #region test
test("stops sending to who unsubscribes", async () => {
  const mailroom = await FakeServer.start()
  const lead_id = await mailroom.run(
    Effect.gen(function* () {
      const campaign = yield* Campaigns.use((_) => _.create({ name: "Autumn" }))
      const [lead] = yield* Leads.use((_) =>
        _.create({ campaign_id: campaign.id, leads: [{ email: "ada@example.com" }] })
      )
      return lead?.id ?? 0
    })
  )

  await unsubscribe(mailroom, lead_id)

  const lead = await mailroom.run(Leads.use((_) => _.find(lead_id as never)))
  expect(lead.stop_sending_type).toBe("manual")
  await mailroom.stop()
})
// #endregion test

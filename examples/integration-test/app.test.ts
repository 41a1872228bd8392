import { FakeServer } from "@mailroom/node/testing"
import { assert, expect, test } from "vitest"
import { unsubscribe } from "./app.ts"

// #region test
test("stops sending to people who unsubscribe", async () => {
  const mailroom = await FakeServer.start()
  const { campaigns, leads } = mailroom.useCases
  const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
  await leads.create({ campaign_id, leads: [{ email: "ada@example.com" }] })
  const [lead] = (await leads.list({ campaign_id })).data
  assert(lead)

  await unsubscribe(mailroom, lead.id)

  const { stop_sending_type } = await leads.find(lead.id)
  expect(stop_sending_type).toBe("manual")
  await mailroom.stop()
})
// #endregion test

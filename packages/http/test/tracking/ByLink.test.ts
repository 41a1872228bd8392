/** The clicks of a campaign by link, over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "../api/Fixtures.ts"
import { onMemory, TestServer } from "../api/TestServer.ts"

onMemory("clicks by link", (it) => {
  it.effect("count each link, and the leads that clicked it in the period", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [one, other] = yield* Fixtures.leads(campaign_id, ["one@x.test", "other@x.test"])
      const click = (lead_id: number | undefined, day: number, url?: string) => ({
        type: "clicked",
        lead_id,
        occurred_at: `2026-01-0${day}T12:00:00.000Z`,
        ...(url === undefined ? {} : { data: { url } }),
        idempotency_key: Fixtures.unique("click")
      })
      const [a, b] = ["https://x.test/a", "https://x.test/b"]
      const events = [click(one, 1, a), click(one, 2, a), click(other, 3, a), click(other, 3, b), click(one, 3)]
      yield* call("POST", "/events", { body: { events } })
      const path = `/analytics/campaigns/${campaign_id}/by-link`
      const { json: all } = yield* call("GET", path)
      assert.deepStrictEqual(all.data, [
        { url: a, clicked: 3, unique_clicked: 2 },
        { url: b, clicked: 1, unique_clicked: 1 }
      ])
      assert.deepStrictEqual([all.campaign_id, all.period.preset], [campaign_id, "all_time"])
      const { json: days } = yield* call("GET", `${path}?start_date=2026-01-01&end_date=2026-01-02`)
      assert.deepStrictEqual(days.data, [{ url: a, clicked: 2, unique_clicked: 1 }])
      assert.strictEqual((yield* call("GET", `${path}?period=today&start_date=2026-01-01`)).status, 400)
    })
  )
})

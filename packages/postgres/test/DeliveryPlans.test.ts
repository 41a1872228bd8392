/** The plans of the log of deliveries by state, among many deliveries. */
import { assert, it } from "@effect/vitest"
import { DeliveryStore, Integration } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { at, newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

it.live("The few deliveries of a state are found by an index among all others", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* DeliveryStore
    const { organization_id } = yield* newLeadList()
    const integration_id = Integration.IntegrationId.make(1)
    yield* unhurried(sql`
      INSERT INTO mailroom.deliveries (organization_id, integration_id, event, status, created_at, payload, mentions)
      SELECT ${organization_id}::bigint, 1, 'sent', CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'delivered' END,
        ${at}::timestamptz, '{}', '{}'
      FROM generate_series(1, 20000) n`)
    yield* sql`ANALYZE mailroom.deliveries`
    const page = store.page(organization_id, integration_id, { status: "failed", limit: 50 })
    assert.lengthOf(yield* page, 20)
    for (const mode of ["custom", "generic"] as const) {
      const plan = (yield* explain(page, mode, counting)).join("\n")
      assert.include(plan, "deliveries_status_idx", plan)
      assert.isAtMost(pagesOf(plan), 60, plan)
    }
  }).pipe(Effect.provide(layerStorage))
)

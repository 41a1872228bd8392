/** The plans of the list of all events, among many of several campaigns. */
import { assert, it } from "@effect/vitest"
import { EventStore, Lead } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

it.live("A page of all events reads only its events, whatever the filters", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const { organization_id } = yield* newLeadList()
    yield* unhurried(sql`
      INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id, data)
      SELECT ${organization_id}::bigint, sha256(n::text::bytea), n::text, CASE WHEN n % 1000 = 0 THEN 'replied' ELSE 'sent' END,
        now() - n * interval '1 second', ('00000000-0000-0000-0000-00000000000' || n % 3)::uuid, n % 5000, '{}'
      FROM generate_series(1, 20000) n`)
    yield* sql`ANALYZE mailroom.events`
    const queries = [
      ["events_feed_idx", {}],
      ["events_feed_idx", { types: ["replied"] }],
      ["events_pkey", { lead_id: Lead.LeadId.make(7) }]
    ] as const
    for (const [index, query] of queries) {
      const page = store.page(organization_id, null, { limit: 50, ...query })
      for (const mode of ["custom", "generic"] as const) {
        const plan = (yield* explain(page, mode, counting)).join("\n")
        assert.include(plan, index, plan)
        assert.isAtMost(pagesOf(plan), 200, plan)
      }
    }
  }).pipe(Effect.provide(layerStorage))
)

/** The plans of the list of all events, and of the clicks by link, among many events. */
import { assert, it } from "@effect/vitest"
import { EventStore, Lead } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { at, newLeadList, unhurried } from "./Seeds.ts"
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

it.live("Clicks are counted by link without their rows, also those that retention took off the lists", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const { campaign_id, organization_id } = yield* newLeadList()
    yield* unhurried(sql`
      INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id, data, retired)
      SELECT ${organization_id}::bigint, sha256(n::text::bytea), n::text, CASE WHEN n % 5 = 0 THEN 'clicked' ELSE 'sent' END,
        ${at}::timestamptz + n * 7919 % 10007 * interval '1 minute', ${campaign_id}::uuid, n % 5000,
        json_build_object('url', 'https://x.test/' || n % 7), n % 2 = 0
      FROM generate_series(1, 20000) n`)
    yield* sql`VACUUM ANALYZE mailroom.events`.unprepared
    const links = store.countLinks(organization_id, campaign_id, { start: null, end: null, limit: 100 })
    assert.deepStrictEqual(
      (yield* links).reduce((sum, { clicked }) => sum + clicked, 0),
      4_000
    )
    const plan = (yield* explain(links, "custom", counting)).join("\n")
    assert.include(plan, "Index Only Scan using events_link_idx", plan)
  }).pipe(Effect.provide(layerStorage))
)

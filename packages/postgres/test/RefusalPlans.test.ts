/**
 * The plans that find the mail of a refusal: with statistics, without, as just after an import, and with statistics from a
 * time when no event had an address.
 */
import { assert, it } from "@effect/vitest"
import { EventStore, Lead } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { explain } from "./Explain.ts"
import { at, newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

it.live("The mail that a refusal is about is found by an index among all events", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const { campaign_id, organization_id } = yield* newLeadList()
    yield* unhurried(sql`
      INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id,
        email, data)
      SELECT ${organization_id}::bigint, sha256(n::text::bytea), n::text, 'sent', now(), ${campaign_id}::uuid, n % 5000,
        'lead' || n || '@x.test', '{}'
      FROM generate_series(1, 20000) n`)
    const [one, two] = [Lead.LeadId.make(7), Lead.LeadId.make(8)]
    const addresses = ["lead7@x.test", "lead8@x.test"].map((address) => ({ address, campaign_id }))
    const sent = yield* store.findSentToAddresses(organization_id, addresses)
    assert.deepStrictEqual(
      sent.map((event) => event?.lead_id),
      [one, two]
    )
    const reads: ReadonlyArray<readonly [index: string, read: Effect.Effect<unknown, unknown>]> = [
      ["events_address_idx", store.findSentToAddresses(organization_id, addresses)],
      [
        "events_pkey",
        store.findSentToLeads(
          organization_id,
          [one, two].map((lead_id) => ({ lead_id, at }))
        )
      ],
      ["events_pkey", store.findFirsts(organization_id, [one, two], ["bounced", "unsubscribed"])],
      [
        "events_pkey",
        store.lock(
          organization_id,
          sent.filter((event) => event !== null)
        )
      ]
    ]
    for (const statistics of ["none", "current", "old"]) {
      if (statistics === "current") yield* sql`ANALYZE`
      if (statistics === "old") {
        yield* sql`UPDATE mailroom.events SET email = NULL WHERE organization_id = ${organization_id}::bigint`
        yield* sql`ANALYZE mailroom.events`
        yield* sql`
          UPDATE mailroom.events SET email = 'lead' || identity || '@x.test'
          WHERE organization_id = ${organization_id}::bigint`
      }
      for (const mode of ["custom", "generic"] as const) {
        for (const [index, read] of reads) {
          const plan = (yield* explain(read, mode, "VERBOSE OFF")).join("\n")
          assert.include(plan, index, `${statistics} ${mode}\n${plan}`)
          assert.notMatch(plan, /Seq Scan/u, `${statistics} ${mode}\n${plan}`)
        }
      }
    }
  }).pipe(Effect.provide(layerStorage))
)

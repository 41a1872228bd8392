/** Released leads, as a removal of blacklist entries reports them. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { BatchSize } from "../../src/Bulk.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { Changes } from "../../src/Changes.ts"
import { LeadsReleased } from "../../src/leads/LeadChange.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { at, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { test } from "../Tenant.ts"

/** The blacklist over the current storage, and the leads that each of its transactions reports as released. */
const reporting = Effect.gen(function* () {
  const reported: Array<ReadonlyArray<LeadsReleased>> = []
  const changes = Changes.layer(
    Effect.succeed([
      {
        kinds: new Set([LeadsReleased]),
        consume: (_, changes) => Effect.sync(() => void reported.push(changes as ReadonlyArray<LeadsReleased>))
      }
    ])
  )
  const context = yield* Layer.build(Layer.fresh(Blacklist.layer).pipe(Layer.provide(changes)))
  return { blacklist: yield* Effect.provideContext(Blacklist, context), reported }
})

test("released leads are reported once for each batch, without those that stay stopped", function* () {
  yield* TestClock.setTime(Date.parse(at(0)))
  const { id: campaign_id } = yield* (yield* Campaigns).create({ name: "Spring" })
  const emails = ["a", "b", "c", "d", "e"].map((name) => ({ email: `${name}@x.test` }))
  const { data } = yield* (yield* Leads).create({ campaign_id, leads: emails })
  const ids = data.map(({ id }) => id ?? missing.lead)
  const { blacklist, reported } = yield* reporting
  yield* blacklist.add("domain", ["x.test"])
  assert.deepStrictEqual(reported, [])
  const [a, , c] = ids
  yield* (yield* Activity).record([{ type: "complained", lead_id: a, occurred_at: at(-1), idempotency_key: "a" }])
  yield* (yield* Activity).record([{ type: "replied", lead_id: c, occurred_at: at(-1), idempotency_key: "c" }])
  yield* Effect.provideService(blacklist.remove("domain", { values: ["x.test"] }), BatchSize, 2)
  assert.deepStrictEqual(
    reported.map((changes) => changes.map(({ leads }) => leads.map(({ id, stop_sending }) => [id, stop_sending]))),
    [[[[ids[1], false]]], [[[ids[3], false]]], [[[ids[4], false]]]]
  )
})

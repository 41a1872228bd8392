/**
 * Concurrent use cases on the same leads wait for each other without deadlocks, which Postgres takes a second to
 * detect.
 */
import { assert, it } from "@effect/vitest"
import { Activity, Blacklist, Campaigns, CurrentOrganization, Leads, Mailroom, Organizations } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Array, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerStorage } from "../packages/postgres/test/Server.ts"

const layerUseCases = Mailroom.layer.pipe(Layer.provide(PostalMime.layer))
const layer = layerUseCases.pipe(Layer.provideMerge(layerStorage))

const emails = Array.makeBy(100, (i) => `lead${i}@x.test`)

/** Two campaigns with leads of the same addresses, whose events `record` reports. */
const newLeads = Effect.gen(function* () {
  const { id } = yield* (yield* Organizations).create({ name: "Organization" })
  const here = Effect.provideService(CurrentOrganization, { id })
  const newCampaign = here((yield* Campaigns).create({ name: "Campaign" }))
  const leads = yield* Leads
  const campaigns = [yield* newCampaign, yield* newCampaign] as const
  for (const { id: campaign_id } of campaigns) {
    yield* here(leads.create({ campaign_id, leads: emails.map((email) => ({ email })) }))
  }
  const campaign_id = campaigns[0].id
  let count = 0
  const recorder = Effect.map(Layer.build(Layer.fresh(layerUseCases)), (process) => (type: string) => {
    const events = emails.map((email) => ({
      type,
      campaign_id,
      email,
      occurred_at: "2026-03-01T10:00:00.000Z",
      idempotency_key: `key ${count++}`
    }))
    return here(Context.get(process, Activity).record(events))
  })
  // Two recorders act as two processes do: concurrent calls within one process share transactions.
  return { campaign_id, here, leads, recorders: [yield* recorder, yield* recorder] as const }
})

const deadlocks = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const [row] = yield* sql<{ readonly deadlocks: number }>`
    SELECT pg_stat_get_db_deadlocks(oid)::integer AS deadlocks FROM pg_database WHERE datname = current_database()`
  return row?.deadlocks
})

const all = <E, R>(effects: ReadonlyArray<Effect.Effect<unknown, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded", discard: true })

it.live("the blacklist and events that refuse", () =>
  Effect.gen(function* () {
    const { here, recorders } = yield* newLeads
    const [record, recordElsewhere] = recorders
    const blacklist = yield* Blacklist
    const change = here(Effect.andThen(blacklist.add("email", emails), blacklist.remove("email", { values: emails })))
    for (let i = 0; i < 4; i++) {
      yield* all([
        ...Array.makeBy(3, () => record("unsubscribed")),
        Effect.delay(change, `${3 * i} millis`),
        ...Array.makeBy(3, () => recordElsewhere("complained"))
      ])
    }
    assert.strictEqual(yield* deadlocks, 0)
  }).pipe(Effect.provide(layer))
)

it.live("leads that are imported again and events that change them", () =>
  Effect.gen(function* () {
    const { campaign_id, here, leads, recorders } = yield* newLeads
    const [record] = recorders
    for (const [i, type] of ["sent", "opened", "bounced", "replied"].entries()) {
      const again = emails.map((email) => ({ email, first_name: type }))
      const change = here(leads.create({ campaign_id, leads: again, on_duplicate: "update" }))
      yield* all([...Array.makeBy(3, () => record(type)), Effect.delay(change, `${3 * i} millis`)])
    }
    assert.strictEqual(yield* deadlocks, 0)
  }).pipe(Effect.provide(layer))
)

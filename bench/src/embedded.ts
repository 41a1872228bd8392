/**
 * Measures our use cases in process, with storage in memory: without HTTP and Postgres. Prints sequential calls per
 * second.
 */
import { Activity, Campaigns, CurrentOrganization, Lead, Leads, Mailroom, Organizations } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer } from "effect"

const { leads: total, seconds }: { leads: number; seconds: number } = JSON.parse(process.argv[2] ?? "")

const callsPerSecond = Effect.fnUntraced(function* <E, R>(call: (n: number) => Effect.Effect<unknown, E, R>) {
  let n = 0
  const run = Effect.fnUntraced(function* (milliseconds: number) {
    const begun = performance.now()
    const first = n
    while (performance.now() - begun < milliseconds) yield* call(n++)
    return ((n - first) * 1000) / (performance.now() - begun)
  })
  // The first calls warm up the compiler.
  yield* run(seconds * 200)
  return yield* run(seconds * 1000)
})

const program = Effect.gen(function* () {
  const campaigns = yield* Campaigns
  const leads = yield* Leads
  const activity = yield* Activity
  const { id: campaign_id } = yield* campaigns.create({ name: "Memory" })
  for (let batch = 0; batch < total / 1000; batch++) {
    const emails = Array.from({ length: 1000 }, (_, i) => ({ email: `lead${batch * 1000 + i}@example.com` }))
    yield* leads.create({ campaign_id, leads: emails })
  }
  const { data } = yield* leads.page(campaign_id, { offset: 0, limit: 200 })
  const idOf = (n: number) => Lead.LeadId.make(data[n % data.length]?.id ?? 1)
  const event = (n: number) => ({
    type: "sent",
    lead_id: idOf(n),
    occurred_at: "2025-03-03T09:00:00.000Z",
    idempotency_key: `${n}`
  })
  return {
    "leads, limit 50": yield* callsPerSecond(() => leads.page(campaign_id, { offset: 0, limit: 50 })),
    "PATCH /leads/{id}": yield* callsPerSecond((n) => leads.update(idOf(n), { first_name: `Name ${n}` })),
    "POST /events, 100": yield* callsPerSecond((n) =>
      activity.record(Array.from({ length: 100 }, (_, i) => event(n * 100 + i)))
    )
  }
})

const rates = await Organizations.use(({ create }) => create({ name: "Memory" })).pipe(
  Effect.flatMap((organization) => Effect.provideService(program, CurrentOrganization, organization)),
  Effect.provide(Mailroom.layer.pipe(Layer.provide([MemoryStorage.layer, PostalMime.layer]))),
  Effect.runPromise
)
console.log(JSON.stringify(rates))

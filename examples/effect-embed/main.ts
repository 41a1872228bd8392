/**
 * Mailroom inside an Effect program: the use cases are services, without HTTP. Mailroom writes to the host's own
 * database.
 */
import { ApiKeys, Campaigns, CurrentOrganization, Leads, Mailroom, Organizations } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Migrations, PostgresStorage } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect, Layer, ManagedRuntime } from "effect"

/** Any `SqlClient` works: `PgClient.layer({ url })`, or the embedded database. */
const database = Embedded.layer()
const mailroom = Mailroom.layer.pipe(
  Layer.provide([PostgresStorage.layer, PostalMime.layer]),
  Layer.provide(Migrations.layer),
  Layer.provide(database)
)

const runtime = ManagedRuntime.make(mailroom)
const organization = await runtime.runPromise(Organizations.use((_) => _.create({ name: "Example" })))

// #region embed
const program = Effect.gen(function* () {
  const campaigns = yield* Campaigns
  const leads = yield* Leads
  const campaign = yield* campaigns.create({ name: "Autumn" })
  yield* leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@example.com" }] })
  const { data } = yield* leads.page(campaign.id, { offset: 0, limit: 50 })
  for (const { id } of data) yield* leads.update(id, { stop_sending: true })
  return yield* leads.page(campaign.id, { offset: 0, limit: 50 })
})
const stopped = program.pipe(Effect.provideService(CurrentOrganization, organization))
// #endregion embed

const page = await runtime.runPromise(stopped)
const keys = await runtime.runPromise(
  ApiKeys.use((_) => _.list).pipe(Effect.provideService(CurrentOrganization, organization))
)
console.log(`${page.total} lead, stopped: ${page.data[0]?.stop_sending_type}; ${keys.length} keys`)
await runtime.dispose()

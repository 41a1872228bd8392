/** Mailroom inside an Effect program: no HTTP, the use cases as services, our writes in the host's own database. */
import { ApiKeys, Campaigns, CurrentOrganization, Leads, Mailroom, Organizations } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Embedded, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Console, Effect, Layer } from "effect"

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
// #endregion embed

/** Any `SqlClient` will do: `PgClient.layer({ url })`, or the embedded database. */
const database = Embedded.layer()
const mailroom = Mailroom.layer.pipe(
  Layer.provide([PostgresStorage.layer, PostalMime.layer]),
  Layer.provide(Migrations.layer),
  Layer.provide(database)
)

const main = Effect.gen(function* () {
  const organization = yield* Organizations.use((_) => _.create({ name: "Example" }))
  const page = yield* Effect.provideService(program, CurrentOrganization, organization)
  const keys = yield* Effect.provideService(
    ApiKeys.use((_) => _.list),
    CurrentOrganization,
    organization
  )
  yield* Console.log(`${page.total} lead, stopped: ${page.data[0]?.stop_sending_type}; ${keys.length} keys`)
})

await Effect.runPromise(Effect.provide(main, mailroom))

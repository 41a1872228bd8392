/** How many statements a call of `POST /events` takes: over a database on another machine, each is a round trip. */
import { assert, it } from "@effect/vitest"
import { Accounts, Activity, Campaigns, CurrentOrganization, Leads, Mailroom } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { newOrganization } from "../packages/core/src/testing/fixtures/Fixtures.ts"
import { layerStorage } from "../packages/postgres/test/Server.ts"

const services = Mailroom.layer.pipe(Layer.provideMerge(layerStorage), Layer.provide(PostalMime.layer))

it.live("A batch of events takes few statements, and makes no work that would change nothing", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const organization = { id: yield* newOrganization }
    const asTenant = Effect.provideService(CurrentOrganization, organization)
    const { id: account_id } = yield* asTenant(
      Accounts.use(({ create }) => create({ email: "sender@ours.test", provider: "smtp" }))
    )
    const { id: campaign_id } = yield* asTenant(Campaigns.use(({ create }) => create({ name: "Spring" })))
    const emails = Array.from({ length: 20 }, (_, n) => ({ email: `lead${n}@x.test` }))
    const { data } = yield* asTenant(Leads.use(({ create }) => create({ campaign_id, leads: emails })))
    const batch = (types: ReadonlyArray<string>, key: string) =>
      data.map(({ id }, n) => ({
        type: types[n % types.length],
        lead_id: id,
        account_id,
        occurred_at: "2026-03-02T10:00:00.000Z",
        idempotency_key: `${key} ${n}`
      }))
    /** The statements of a batch, without BEGIN and COMMIT. */
    const statementsOf = Effect.fnUntraced(function* (types: ReadonlyArray<string>, key: string) {
      const sent: Array<string> = []
      const counting = (statement: Statement.Statement<unknown>) =>
        Effect.sync(() => {
          sent.push(statement.compile()[0])
          return statement
        })
      const { counts } = yield* Activity.use(({ record }) => record(batch(types, key))).pipe(
        asTenant,
        Effect.provideService(Statement.CurrentTransformer, counting)
      )
      assert.strictEqual(counts.recorded, 20)
      return sent
    })
    assert.lengthOf(yield* statementsOf(["sent"], "a"), 6)
    assert.lengthOf(yield* statementsOf(["sent", "opened", "replied", "bounced"], "b"), 17)
    const [{ items } = { items: null }] = yield* sql<{ items: bigint }>`
      SELECT count(*) AS items FROM mailroom.work WHERE organization_id = ${organization.id}::bigint`
    assert.strictEqual(Number(items), 0)
  }).pipe(Effect.provide(services, { local: true }))
)

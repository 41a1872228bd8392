/** How many statements a `PATCH /leads/{id}` takes: over a database on another machine, each is a round trip. */
import { assert, it } from "@effect/vitest"
import { Campaigns, CurrentOrganization, Leads, Log, Mailroom } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import { newOrganization } from "../packages/core/src/testing/fixtures/Fixtures.ts"
import { operations } from "../packages/http/src/leads/Handlers.ts"
import { layerStorage } from "../packages/postgres/test/Server.ts"

const services = Mailroom.layer.pipe(Layer.provideMerge(layerStorage), Layer.provide(PostalMime.layer))

it.live("A changed lead and its entry in the log are one statement, also of several callers", () =>
  Effect.gen(function* () {
    const organization = { id: yield* newOrganization }
    const asTenant = Effect.provideService(CurrentOrganization, organization)
    const { id: campaign_id } = yield* asTenant(Campaigns.use(({ create }) => create({ name: "Spring" })))
    const leads = Array.from({ length: 9 }, (_, n) => ({ email: `lead${n}@x.test` }))
    const { data } = yield* asTenant(Leads.use(({ create }) => create({ campaign_id, leads })))
    const update = (yield* operations.operations).find(({ id }) => id === "leads.update")
    assert.isDefined(update)

    /** The statements of changes of the first leads, which are made at the same time, BEGIN and COMMIT included. */
    const statementsOf = Effect.fnUntraced(function* (count: number, change: object) {
      let statements = 0
      const counting = (statement: Statement.Statement<unknown>) =>
        Effect.sync(() => {
          statements++
          return statement
        })
      yield* Effect.forEach(data.slice(0, count), ({ id }) => update.run(id, change, {}), {
        concurrency: "unbounded"
      }).pipe(asTenant, Effect.provideService(Statement.CurrentTransformer, counting))
      return statements
    })
    assert.strictEqual(yield* statementsOf(1, { first_name: "Ada", company: "Engines" }), 1)
    // Whether any integration wants to hear of a stop, and whether a plan has to follow a resumption, are read before.
    assert.strictEqual(yield* statementsOf(1, { stop_sending: true }), 2)
    assert.strictEqual(yield* statementsOf(1, { stop_sending: false, last_name: "King" }), 3)
    // The first caller goes alone, and the others share a statement.
    assert.strictEqual(yield* statementsOf(9, { first_name: "Grace" }), 2)
    const { data: entries } = yield* asTenant(Log.use(({ page }) => page({ limit: 50 })))
    assert.lengthOf(entries, 12)
    assert.isTrue(entries.every(({ operation }) => operation === "leads.update"))
    assert.strictEqual(new Set(entries.flatMap(({ subjects }) => subjects)).size, 9)
  }).pipe(Effect.provide(services, { local: true }))
)

/** Two processes that deliver from one Postgres, and what that Postgres then contains. */
import { assert, describe, it } from "@effect/vitest"
import {
  Campaigns,
  CurrentOrganization,
  deliverer,
  DeliveryTransport,
  Encryption,
  Integrations,
  Leads,
  Mailroom,
  Organizations,
  Workers
} from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Array, Context, Deferred, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"

const token = "the token of a customer"

interface Sent {
  readonly url: string
  readonly id: string
  readonly lead_id: number
  readonly type: string
  readonly process: number
}

/** The use cases of a process that delivers through this transport. */
const processOf = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  keys: Redacted.Redacted,
  transport: DeliveryTransport["Service"]
) {
  const storage = Layer.fresh(PostgresStorage.layer).pipe(
    Layer.provideMerge(Layer.fresh(Connection.layerClient({ url })))
  )
  const delivering = Layer.merge(Encryption.layerKeys(keys), Layer.succeed(DeliveryTransport, transport))
  return yield* Layer.build(
    Layer.merge(
      Layer.fresh(Mailroom.layer).pipe(Layer.provide(PostalMime.layer)),
      Layer.fresh(Workers.layer(Effect.all([deliverer])))
    ).pipe(Layer.provideMerge(Layer.merge(storage, delivering)))
  )
})

describe("Deliveries of two processes", () => {
  it.live("arrive once each, in order, and leave no secret in the database", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const keys = Encryption.generateKey()
      const receivers = 6
      const rounds = 30
      const sent: Array<Sent> = []
      const all = yield* Deferred.make<void>()
      let inFlight = 0
      const transportOf = (process: number) =>
        DeliveryTransport.of({
          check: () => Effect.void,
          send: Effect.fnUntraced(function* ({ body, headers, url }) {
            assert.strictEqual(headers["x-token"], token)
            const { data, type } = JSON.parse(body)
            inFlight++
            yield* Effect.yieldNow
            sent.push({ url, id: headers["webhook-id"] ?? "", lead_id: data.lead.id, type, process })
            if (--inFlight === 0 && sent.length >= receivers * rounds * 4) Deferred.doneUnsafe(all, Effect.void)
            return { status: 200, retry_after: null, body: `${token} ${headers["webhook-signature"]}`, duration_ms: 1 }
          })
        })
      const here = yield* processOf(url, keys, transportOf(0))
      const there = yield* processOf(url, keys, transportOf(1))
      const organization = yield* Context.get(here, Organizations).create({ name: "Here" })
      const secrets = yield* Effect.gen(function* () {
        const integrations = Context.get(here, Integrations)
        const campaign = yield* Context.get(here, Campaigns).create({ name: "Spring" })
        const { data } = yield* Context.get(here, Leads).create({
          campaign_id: campaign.id,
          leads: Array.makeBy(4, (i) => ({ email: `lead${i}@x.test` }))
        })
        const created = yield* Effect.forEach(Array.range(1, receivers), (i) =>
          integrations.create({
            type: "webhook",
            name: `Receiver ${i}`,
            config: { url: `https://receiver${i}.test/hook`, headers: { "x-token": token } }
          })
        )
        // Each lead is changed again and again by one of the processes, all leads at once.
        yield* Effect.forEach(
          data,
          ({ id }, i) =>
            Effect.forEach(Array.range(1, rounds), (round) =>
              Context.get(i % 2 === 0 ? here : there, Leads).update(id ?? assert.fail("created"), {
                stop_sending: round % 2 === 1
              })
            ),
          { concurrency: "unbounded" }
        )
        return created.map(({ secret }) => Redacted.value(secret ?? assert.fail("made")))
      }).pipe(Effect.provideService(CurrentOrganization, organization))
      yield* Deferred.await(all)

      assert.strictEqual(new Set(sent.map(({ id }) => id)).size, receivers * rounds * 4)
      assert.strictEqual(sent.length, receivers * rounds * 4)
      const alternating = Array.makeBy(rounds, (i) => (i % 2 === 0 ? "lead_stopped" : "lead_resumed"))
      for (const group of Map.groupBy(sent, ({ lead_id, url }) => `${url} ${lead_id}`).values()) {
        assert.deepStrictEqual(
          group.map(({ type }) => type),
          alternating
        )
      }

      const sql = Context.get(here, SqlClient.SqlClient)
      const tables = yield* sql<{ readonly name: string }>`
        SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'mailroom'`
      let size = 0
      for (const { name } of tables) {
        const rows = yield* sql<{ readonly row: string }>`SELECT t::text AS row FROM ${sql.literal(name)} t`
        const dump = rows.map(({ row }) => row).join("\n")
        size += dump.length
        for (const secret of [token, ...secrets, ...secrets.map((secret) => secret.slice("whsec_".length))]) {
          assert.isFalse(dump.includes(secret), name)
        }
      }
      assert.isAbove(size, 100_000)
    }).pipe(Effect.scoped)
  )
})

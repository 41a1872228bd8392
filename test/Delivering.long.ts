/**
 * Two processes that deliver from one Postgres database, and the content of this database afterwards. The fault that it
 * finds needs many concurrent changes, which take longer than a test of `npm test` may.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  Activity,
  Campaigns,
  CurrentOrganization,
  deliverer,
  DeliveryTransport,
  Encryption,
  Integrations,
  type Lead,
  Leads,
  Mailroom,
  Organizations,
  Timestamp,
  Workers
} from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Array, Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"

const token = "the token of a customer"

interface Sent {
  readonly url: string
  /** The number in `webhook-id`. */
  readonly id: number
  readonly payload: any
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
  it.live("arrive once each, for each lead in the order of the commits, and leave no secret in the database", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const keys = Encryption.generateKey()
      const receivers = 6
      const rounds = 30
      const sent: Array<Sent> = []
      const transport = DeliveryTransport.of({
        check: () => Effect.void,
        send: Effect.fnUntraced(function* ({ body, headers, url }) {
          assert.strictEqual(headers["x-token"], token)
          yield* Effect.yieldNow
          const [, id] = /^msg_(\d+)$/u.exec(headers["webhook-id"] ?? "") ?? assert.fail("It has a number")
          sent.push({ url, id: Number(id), payload: JSON.parse(body) })
          return { status: 200, retry_after: null, body: `${token} ${headers["webhook-signature"]}`, duration_ms: 1 }
        })
      })
      const here = yield* processOf(url, keys, transport)
      const there = yield* processOf(url, keys, transport)
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
        // Both processes repeatedly change all leads at the same time.
        const changes = (process: typeof here, lead_id: Lead.LeadId) => [
          Effect.forEach(Array.range(1, rounds), (round) =>
            Context.get(process, Leads).update(lead_id, { stop_sending: round % 2 === 1 })
          ),
          Effect.forEach(Array.range(1, rounds), (round) =>
            Context.get(process, Activity).record([
              {
                lead_id,
                type: "clicked",
                occurred_at: Timestamp.fromMillis(round),
                idempotency_key: crypto.randomUUID()
              }
            ])
          )
        ]
        yield* Effect.all(
          data.flatMap(({ id }) => [here, there].flatMap((process) => changes(process, id ?? assert.fail("created")))),
          { concurrency: "unbounded" }
        )
        return created.map(({ secret }) => Redacted.value(secret ?? assert.fail("made")))
      }).pipe(Effect.provideService(CurrentOrganization, organization))
      const sql = Context.get(here, SqlClient.SqlClient)
      const log = yield* Effect.repeat(
        Effect.delay(
          sql<{ readonly id: string; readonly status: string }>`SELECT id::text AS id, status FROM mailroom.deliveries`,
          "10 millis"
        ),
        { until: (rows) => rows.every(({ status }) => status === "delivered") }
      )
      const ascending = (a: number, b: number) => a - b
      assert.deepStrictEqual(
        sent.map(({ id }) => id).toSorted(ascending),
        log.map(({ id }) => Number(id)).toSorted(ascending)
      )
      const groups = Map.groupBy(sent, ({ payload, url }) => `${url} ${payload.data.lead.id}`)
      assert.strictEqual(groups.size, receivers * 4)
      for (const group of groups.values()) {
        // A stopped lead is not stopped again, and events of a lead get their ids while the lead is locked.
        const of = (...types: ReadonlyArray<string>) =>
          group.flatMap(({ payload }) => (types.includes(payload.type) ? [payload] : []))
        const stops = of("lead_stopped", "lead_resumed").map(({ type }) => type)
        assert.isAbove(stops.length, 1)
        assert.deepStrictEqual(
          stops,
          stops.map((_, i) => (i % 2 === 0 ? "lead_stopped" : "lead_resumed"))
        )
        const clicks = of("clicked").map(({ data }) => data.id)
        assert.strictEqual(clicks.length, rounds * 2)
        assert.deepStrictEqual(clicks, clicks.toSorted(ascending))
        // A receiver can order by these ids.
        const ids = group.map(({ id }) => id)
        assert.deepStrictEqual(ids, ids.toSorted(ascending))
      }

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

/**
 * A server of the database is lost in a request: at each of its statements, as Postgres and Citus report it. The answer is
 * 503, nothing is stored, and the same request under the same key succeeds afterwards.
 */
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, CurrentOrganization, Mailroom, Organizations } from "@mailroom/core"
import { Server } from "@mailroom/http"
import { PostalMime } from "@mailroom/mime"
import { PostgresStorage } from "@mailroom/postgres"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { layerDatabase } from "../../../postgres/test/Server.ts"

/** How a lost server ends a statement. The first two keep the connection to the coordinator of Citus. */
const losses = {
  "Citus, in a transaction": `SELECT public.lose('XX000', 'server closed the connection unexpectedly')`,
  "Citus, afterwards": `SELECT public.lose('08006', 'connection to the remote node worker-1:5432 failed')`,
  "the connection itself": "SELECT pg_terminate_backend(pg_backend_pid())"
}

/** Loses the server at a statement, counted from 1; 0 for none. With `change`, a statement that only adds an entry to the log does not count. */
interface Planted {
  at: number
  sent: number
  statement: string
  change: boolean
}

const losing =
  (planted: Planted): Statement.Transformer =>
  (statement, sql) =>
    Effect.sync(() => {
      if (planted.change && /^\s*INSERT INTO mailroom\.log_entries/u.test(statement.compile()[0])) return statement
      return ++planted.sent === planted.at ? sql.unsafe(planted.statement) : statement
    })

const begin = Effect.gen(function* () {
  const planted: Planted = { at: 0, sent: 0, statement: "", change: false }
  const useCases = ApiKeys.layerAuthenticator.pipe(
    Layer.provideMerge(Mailroom.layer),
    Layer.provide(PostalMime.layer),
    Layer.provideMerge(PostgresStorage.layer),
    Layer.provideMerge(layerDatabase),
    Layer.provideMerge(Layer.succeed(Statement.CurrentTransformer, losing(planted)))
  )
  const context = yield* Layer.build(useCases)
  const sql = Context.get(context, SqlClient.SqlClient)
  yield* sql`CREATE FUNCTION public.lose(code text, message text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN RAISE '%', message USING ERRCODE = code; END $$`
  const organization = yield* Context.get(context, Organizations).create({ name: "A" })
  const key = yield* Context.get(context, ApiKeys)
    .create({ name: "key" })
    .pipe(Effect.provideService(CurrentOrganization, organization))
  const { dispose, handler } = Server.toWebHandler(Layer.succeedContext(context))
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const request = Effect.fnUntraced(function* (method: string, path: string, body: unknown, idempotencyKey?: string) {
    const headers = {
      authorization: `Bearer ${Redacted.value(key.secret)}`,
      "content-type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
    }
    const init = { method, headers, body: JSON.stringify(body) }
    const response = yield* Effect.promise(() => handler(new Request(`http://localhost${path}`, init)))
    const json: any = yield* Effect.promise(() => response.json())
    return { status: response.status, json }
  })
  /** All that requests of this test may change. */
  const stored = sql<{ readonly state: string }>`
    SELECT concat_ws(' ', (SELECT count(*) FROM mailroom.leads), (SELECT count(*) FROM mailroom.events),
      (SELECT sum(lead_count) FROM mailroom.campaigns), (SELECT coalesce(sum(opened), 0) FROM mailroom.rollups),
      (SELECT string_agg(status || first_name, ',' ORDER BY id) FROM mailroom.leads)) AS state`.pipe(
    Effect.map(([row]) => row?.state)
  )
  const campaign = yield* request("POST", "/campaigns", { name: "Campaign" })
  const lead = yield* request("POST", "/leads", { campaign_id: campaign.json.id, leads: [{ email: "a@x.test" }] })
  return { campaign_id: campaign.json.id as string, lead_id: lead.json.data[0].id as number, planted, request, stored }
})

describe.each(Object.entries(losses))("A server that is lost: %s", (name, loss) => {
  it.live("stores nothing, answers 503, and takes the request again", () =>
    Effect.gen(function* () {
      const { campaign_id, lead_id, planted, request, stored } = yield* begin
      planted.statement = loss
      const occurred_at = "2026-01-01T00:00:00.000Z"
      const posts = [
        {
          method: "POST",
          path: "/leads",
          body: (n: number) => ({ campaign_id, leads: [{ email: `${n}@x.test` }, { email: `${n}@y.test` }] })
        },
        {
          method: "POST",
          path: "/events",
          body: (n: number) => ({ events: [{ type: "opened", lead_id, occurred_at, idempotency_key: `m${n}` }] })
        }
      ]
      const patch = { method: "PATCH", path: `/leads/${lead_id}`, body: (n: number) => ({ first_name: `Name ${n}` }) }
      // A statement that commits alone may have been stored when its connection breaks: the answer is 500 then.
      const requests = name === "the connection itself" ? posts : [...posts, patch]
      for (const { body, method, path } of requests) {
        let lost = 0
        for (let at = 1; ; at++) {
          const key = method === "POST" ? `${path.slice(1)}-${at}` : undefined
          const send = request(method, path, body(at), key)
          const before = yield* stored
          // Without a key, another statement may add the entry, after the change has been stored.
          Object.assign(planted, { at: planted.sent + at, change: key === undefined })
          const { json, status } = yield* send
          if (planted.sent < planted.at) {
            planted.at = 0
            assert.include([200, 201], status, `${method} ${path}: ${JSON.stringify(json)}`)
            break
          }
          planted.at = 0
          lost++
          const statement = `${method} ${path}, statement ${at}: ${JSON.stringify(json)}`
          assert.strictEqual(status, 503, statement)
          assert.strictEqual(yield* stored, before, statement)
          const again = yield* send
          assert.include([200, 201], again.status, `${statement}; again: ${JSON.stringify(again.json)}`)
          assert.notStrictEqual(yield* stored, before, statement)
        }
        assert.isAtLeast(lost, method === "POST" ? 4 : 1, path)
      }
    }).pipe(Effect.scoped)
  )
})

/** Stored answers and deliveries are found by the people that they mention, including rows of an earlier release. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryStore, IdempotencyStore, type OrganizationId, Timestamp } from "@mailroom/core"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { completeMentions } from "../src/internal/mentions.ts"
import { newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const now = Timestamp.fromMillis(Date.now())

/** Inserts rows that mention one address each, as this release does, or as an earlier one, which stores no mentions. */
const fill = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  first: number,
  last: number,
  isNew: boolean
) {
  const sql = yield* SqlClient.SqlClient
  const mentions = sql.literal(isNew ? "ARRAY['lead' || n || '@x.test']" : "NULL")
  yield* sql`
    INSERT INTO mailroom.idempotency_keys (organization_id, key, fingerprint, run, status, answer, mentions, progress_at,
      expires_at)
    SELECT ${organization_id}::bigint, 'key ' || n, '', '', 'done', '{"email":"Lead' || n || '@X.test"}', ${mentions},
      now(), now() + interval '1 day'
    FROM generate_series(${first}::int, ${last}::int) n`
  yield* sql`
    INSERT INTO mailroom.deliveries (organization_id, integration_id, event, created_at, payload, mentions)
    SELECT ${organization_id}::bigint, 1, 'blacklist_added', now(), '{"values":["lead' || n || '@x.test"]}', ${mentions}
    FROM generate_series(${first}::int, ${last}::int) n`
})

/** Removes the rows that contain these mentions. Returns the numbers of deliveries and answers that are left. */
const erase = Effect.fnUntraced(function* (organization_id: OrganizationId, ...mentions: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* (yield* IdempotencyStore).forgetAnswers(organization_id, mentions, now)
  yield* (yield* DeliveryStore).removeOf(organization_id, [], mentions)
  const [left] = yield* sql`
    SELECT (SELECT count(*)::int FROM mailroom.deliveries WHERE organization_id = ${organization_id}::bigint) AS deliveries,
      (SELECT count(answer)::int FROM mailroom.idempotency_keys WHERE organization_id = ${organization_id}::bigint) AS answers`
  return left
})

/** Runs the step of the migration: batch by batch, each in a transaction. */
const completeAll = Effect.fnUntraced(function* (table: "deliveries" | "idempotency_keys") {
  const sql = yield* SqlClient.SqlClient
  const complete = completeMentions(table)
  let from = yield* sql.withTransaction(complete())
  while (from !== undefined) from = yield* sql.withTransaction(complete(from))
})

/** The plans of the statements that look for mentions. */
const plans = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const statements: Array<readonly [string, ReadonlyArray<unknown>]> = []
  const capture: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile())
      return statement
    })
  yield* Effect.provideService(effect, Statement.CurrentTransformer, capture)
  return yield* Effect.forEach(
    statements.filter(([text]) => text.includes("mentions &&")),
    ([text, parameters]) =>
      Effect.map(sql.unsafe<object>(`EXPLAIN (COSTS OFF) ${text}`, [...parameters]), (rows) =>
        rows.flatMap((row) => Object.values(row).map(String)).join("\n")
      )
  )
})

describe("what mentions a person", () => {
  it.live("is found by an index, among all that is kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { organization_id } = yield* newLeadList()
      yield* fill(organization_id, 1, 20_000, true)
      yield* sql`ANALYZE`
      const found = [
        ...(yield* plans((yield* IdempotencyStore).forgetAnswers(organization_id, ["lead1@x.test"], now))),
        ...(yield* plans((yield* DeliveryStore).removeOf(organization_id, [], ["lead1@x.test"])))
      ]
      assert.isAtLeast(found.length, 2)
      for (const plan of found) {
        // No key has expired, so Postgres may use the index of expiries instead.
        assert.match(plan, /_mentions_idx[^]*_incomplete_idx|idempotency_keys_expiry_idx/u)
        assert.notMatch(plan, /Seq Scan|_pkey/u)
      }
      assert.isTrue(found.some((plan) => plan.includes("idempotency_keys_mentions_idx")))
      assert.deepStrictEqual(yield* erase(organization_id, "lead1@x.test"), { deliveries: 19_999, answers: 19_999 })
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("is found where an earlier release stored it, before and after its mentions are stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { organization_id } = yield* newLeadList()
      const other = yield* newLeadList()
      yield* fill(organization_id, 1, 250, false)
      yield* fill(other.organization_id, 1, 2, false)
      assert.deepStrictEqual(yield* erase(organization_id, "lead1@x.test"), { deliveries: 249, answers: 249 })
      for (const table of ["idempotency_keys", "deliveries"] as const) {
        yield* completeAll(table)
        const left = yield* sql`SELECT FROM mailroom.${sql(table)} WHERE mentions IS NULL`
        assert.strictEqual(left.length, 0, table)
      }
      assert.deepStrictEqual(yield* erase(organization_id, "lead2@x.test"), { deliveries: 248, answers: 248 })
      assert.deepStrictEqual(yield* erase(other.organization_id), { deliveries: 2, answers: 2 })
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("leaves rows that another transaction has locked without mentions, and ends", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { organization_id } = yield* newLeadList()
      yield* fill(organization_id, 1, 3, false)
      const [locked, ended] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const lock = sql`SELECT FROM mailroom.deliveries WHERE payload LIKE '%lead2@%' FOR UPDATE`
      const holding = Effect.all([lock, Deferred.succeed(locked, undefined), Deferred.await(ended)])
      const other = yield* Effect.forkChild(sql.withTransaction(holding))
      yield* Deferred.await(locked)
      yield* completeAll("deliveries")
      yield* Deferred.succeed(ended, undefined)
      yield* Fiber.join(other)
      const left = yield* sql`SELECT payload FROM mailroom.deliveries WHERE mentions IS NULL`
      assert.strictEqual(left.length, 1)
      assert.deepStrictEqual(yield* erase(organization_id, "lead2@x.test"), { deliveries: 2, answers: 2 })
    }).pipe(Effect.provide(layerStorage))
  )
})

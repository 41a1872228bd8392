/** Kept answers and deliveries are found by the people that they mention. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryStore, IdempotencyStore, type OrganizationId, Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const now = Timestamp.fromMillis(Date.now())

/** Answers and deliveries that mention one address each. */
const fill = Effect.fnUntraced(function* (organization_id: OrganizationId, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* unhurried(sql`
    INSERT INTO mailroom.idempotency_keys (organization_id, key, fingerprint, run, status, answer, mentions, progress_at,
      expires_at)
    SELECT ${organization_id}::bigint, 'key ' || n, '', '', 'done', '{"email":"Lead' || n || '@X.test"}', ARRAY['lead' || n || '@x.test'],
      now(), now() + interval '1 day'
    FROM generate_series(1, ${count}::int) n`)
  yield* unhurried(sql`
    INSERT INTO mailroom.deliveries (organization_id, integration_id, event, created_at, payload, mentions)
    SELECT ${organization_id}::bigint, 1, 'blacklist_added', now(), '{"values":["lead' || n || '@x.test"]}',
      ARRAY['lead' || n || '@x.test']
    FROM generate_series(1, ${count}::int) n`)
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
      yield* fill(organization_id, 20_000)
      yield* sql`ANALYZE`
      const found = [
        ...(yield* plans((yield* IdempotencyStore).forgetAnswers(organization_id, ["lead1@x.test"], now))),
        ...(yield* plans((yield* DeliveryStore).removeOf(organization_id, [], ["lead1@x.test"])))
      ]
      assert.isAtLeast(found.length, 2)
      for (const plan of found) {
        // No key has expired, which another index says, too.
        assert.match(plan, /_mentions_idx|idempotency_keys_expiry_idx/u)
        assert.notMatch(plan, /Seq Scan|_pkey/u)
      }
      assert.isTrue(found.some((plan) => plan.includes("idempotency_keys_mentions_idx")))
      assert.deepStrictEqual(yield* erase(organization_id, "lead1@x.test"), { deliveries: 19_999, answers: 19_999 })
    }).pipe(Effect.provide(layerStorage))
  )
})

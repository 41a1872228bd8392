/** The plans with which Postgres runs statements. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"

/** The last statement that an effect runs, whether the effect succeeds or not. */
const statementOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  let last: readonly [text: string, parameters: ReadonlyArray<unknown>] = ["", []]
  const capture: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      last = statement.compile()
      return statement
    })
  yield* Effect.exit(Effect.provideService(effect, Statement.CurrentTransformer, capture))
  return last
})

/** The lines of the plan: for the parameters of the statement (`custom`), or once for all parameters (`generic`). */
export const explain = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  mode: "custom" | "generic",
  options: string
) {
  const sql = yield* SqlClient.SqlClient
  const [text, parameters] = yield* statementOf(effect)
  const element = (value: unknown) => JSON.stringify(String(value))
  const values = parameters.map(
    (value) => `'${(Array.isArray(value) ? `{${value.map(element).join()}}` : String(value)).replaceAll("'", "''")}'`
  )
  const lines = Effect.gen(function* () {
    yield* sql.unsafe(`SET LOCAL plan_cache_mode = force_${mode}_plan`)
    yield* sql.unsafe(`PREPARE hot AS ${text}`).unprepared
    const plan = yield* sql.unsafe<object>(`EXPLAIN (COSTS OFF, ${options}) EXECUTE hot (${values.join()})`).unprepared
    yield* sql`DEALLOCATE hot`
    return plan.flatMap((row) => Object.values(row).map(String))
  })
  return yield* sql.withTransaction(lines)
})

/** The options with which `explain` runs the statement and counts pages. */
export const counting = "ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF"

/** How many pages of tables and indexes a plan read, by `counting`. */
export const pagesOf = (plan: string): number => {
  const [, hit = 0, read = 0] =
    /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/u.exec(plan) ?? assert.fail(`No pages are counted: ${plan}`)
  return Number(hit) + Number(read)
}

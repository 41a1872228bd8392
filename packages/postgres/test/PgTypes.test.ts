/** Parsers that read rows directly into entities. */
import { assert, it } from "@effect/vitest"
import { Connection } from "@mailroom/postgres"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerFresh } from "./Server.ts"

const client = layerFresh((url) => Connection.layerClient({ url }))

const instants = [
  "0001-01-01T00:00:00.001Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "1999-12-31T23:59:59.999Z",
  "2000-01-01T00:00:00.000Z",
  "2026-08-07T09:30:00.123Z",
  "9999-12-31T23:59:59.999Z"
]
/** More than 4096 days, at all times of the day, so that the cache of days is emptied meanwhile. */
const spread = Array.from({ length: 10_000 }, (_, i) => new Date(-62e12 + i * 31_500_000_347).toISOString())
const integers = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]

it.live("integers and instants arrive as entities have them, alone and in arrays", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const value of integers) {
      const rows = yield* sql`SELECT ${value}::int8 AS one, ARRAY[${value}::int8, NULL] AS many, count(*) AS count`
      assert.deepStrictEqual(rows, [{ one: value, many: [value, null], count: 1 }])
    }
    for (const value of instants) {
      const rows = yield* sql`SELECT ${value}::timestamptz AS one, ARRAY[${value}::timestamptz, NULL] AS many`
      assert.deepStrictEqual(rows, [{ one: value, many: [value, null] }])
    }
    assert.deepStrictEqual(yield* sql`SELECT ${spread}::text[]::timestamptz[] AS many`, [{ many: spread }])
    assert.deepStrictEqual(yield* sql`SELECT 'infinity'::timestamptz AS a, '-infinity'::timestamptz AS b`, [
      { a: "infinity", b: "-infinity" }
    ])
  }).pipe(Effect.provide(client))
)

it.live("parameters of the driver's own types are still taken", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const date = new Date("2026-08-07T09:30:00.123Z")
    assert.deepStrictEqual(
      yield* sql`SELECT ${date} AS date, ${12n} AS integer, ${[date]} AS dates, ${[12n]} AS integers`,
      [{ date: date.toISOString(), integer: 12, dates: [date.toISOString()], integers: [12] }]
    )
  }).pipe(Effect.provide(client))
)

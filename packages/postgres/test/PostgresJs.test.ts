/** postgres.js as the client of a host. `HostStorage.long.ts` runs the conformance suite over it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import postgres from "postgres"
import { connectionOf } from "../src/internal/connection/postgresJs.ts"
import { freshDatabase } from "./Server.ts"

const client = (options?: Parameters<typeof postgres>[1]) =>
  Effect.flatMap(freshDatabase, (url) =>
    Effect.acquireRelease(
      Effect.sync(() => postgres(Redacted.value(url), { max: 1, onnotice: () => {}, ...options })),
      (sql) => Effect.promise(() => sql.end())
    )
  )

describe("postgres.js", () => {
  it.live("commits a transaction that went back to a savepoint after a failed statement", () =>
    Effect.gen(function* () {
      const sql = yield* client()
      yield* Effect.promise(async () => {
        await sql`CREATE TABLE orders (id int)`
        await sql.begin(async (tx) => {
          const { query } = connectionOf(tx)
          await tx`INSERT INTO orders VALUES (1)`
          await query("SAVEPOINT ours", [], false)
          const failed = await query("SELECT 1 / $1::int", [0], false).catch((error: unknown) => error)
          assert.propertyVal(failed, "code", "22012")
          await query("ROLLBACK TO SAVEPOINT ours", [], false)
        })
        assert.deepEqual([...(await sql`SELECT id FROM orders`)], [{ id: 1 }])
      })
    }).pipe(Effect.scoped)
  )

  it.live("reads what it wrote in every time zone", () =>
    Effect.gen(function* () {
      const instants = ["0001-01-01T00:00:00.001Z", "1890-06-01T12:00:00.000Z", "2026-11-28T18:30:00.500Z"]
      for (const TimeZone of ["UTC", "Asia/Kolkata", "America/New_York", "Europe/Amsterdam"]) {
        const { query } = connectionOf(yield* client({ connection: { TimeZone } }))
        for (const instant of instants) {
          const values = [new Date(instant), instant]
          const rows = yield* Effect.promise(() => query("SELECT $1::timestamptz, $2::timestamptz", values, true))
          assert.deepStrictEqual(rows, [[new Date(instant), new Date(instant)]], TimeZone)
        }
      }
    }).pipe(Effect.scoped)
  )

  it.live("keeps texts, lists and bytes as they are", () =>
    Effect.gen(function* () {
      const { query } = connectionOf(yield* client())
      const texts = ["", "NULL", 'a"b', String.raw`a\b`, "a,{b}", " é \n"]
      const types = "$1::text[], $2::text[], $3::int8[], $4::bytea, $5::boolean, $6::jsonb, $7::text, $8::json"
      const values = [texts, [null, "null"], [1, 2 ** 53 - 1], Buffer.from([0, 255]), false, { a_b: [1] }, null, "[]"]
      const rows = yield* Effect.promise(() => query(`SELECT ${types}`, values, true))
      assert.deepStrictEqual(rows, [[...values.slice(0, -1), []]])
    }).pipe(Effect.scoped)
  )
})

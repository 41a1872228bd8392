/** The database client of a host. `HostStorage.long.ts` runs the conformance suite over it. */
import { assert, describe, it } from "@effect/vitest"
import { Transactor } from "@mailroom/core"
import { HostDatabase, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import pg from "pg"
import { layerPool } from "./HostPool.ts"
import { freshDatabase, migratedDatabase } from "./Server.ts"

describe("a pool of pg", () => {
  it.live("knows that an effect in a transaction of the host is nested, also before one of ours begins", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const client = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const client = new pg.Client({ connectionString: Redacted.value(url) })
          await client.connect()
          await client.query("BEGIN")
          return client
        }),
        (client) => Effect.promise(() => client.end())
      )
      yield* Effect.gen(function* () {
        const { isNested, transaction } = yield* Transactor
        const inside = yield* HostDatabase.within(client)
        assert.deepStrictEqual(yield* inside(Effect.all([isNested, transaction(isNested)])), [true, true])
        assert.isFalse(yield* isNested)
      }).pipe(Effect.provide(PostgresStorage.layer.pipe(Layer.provideMerge(layerPool(url)))))
    }).pipe(Effect.scoped)
  )

  it.live("reports a transaction that a failed statement has aborted, and goes on with the connection", () =>
    Effect.gen(function* () {
      const client = layerPool(yield* freshDatabase)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const aborted = sql.withTransaction(Effect.ignore(sql`SELECT 1 / 0`))
        const error = yield* Effect.flip(aborted)
        assert.propertyVal(error.reason.cause, "code", "25P02")
        const settings = sql`SELECT current_setting('lock_timeout') AS lock, current_setting('transaction_isolation') AS isolation`
        assert.deepStrictEqual(yield* sql.withTransaction(settings), [{ lock: "3s", isolation: "read committed" }])
        assert.deepStrictEqual(yield* settings, [{ lock: "0", isolation: "read committed" }])
      }).pipe(Effect.provide(client))
    }).pipe(Effect.scoped)
  )
})

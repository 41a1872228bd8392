/** The promises of the storage ports, kept over the client that a host has. */
import { assert, describe, it } from "@effect/vitest"
import { suite } from "@mailroom/core/testing"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerPool } from "./HostPool.ts"
import { freshDatabase, layerFresh, layerMigrated } from "./Server.ts"

suite("Postgres, a pool of pg", layerMigrated.pipe(Layer.provide(layerFresh(layerPool))), {
  outcomesElsewhere: "the statements are those of Postgres"
})

describe("a pool of pg", () => {
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

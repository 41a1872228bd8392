/** A database that takes no writes, such as a standby. */
import { assert, describe, it } from "@effect/vitest"
import { Mailroom, Organizations, SecretStore } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"

describe("a read-only database", () => {
  it.live("fails the check of storage, which reads alone would pass", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const client = Layer.fresh(Connection.layerClient({ url }))
      const setReadOnly = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ readonly name: string }>`SELECT current_database() AS name`
        yield* sql.unsafe(`ALTER DATABASE ${row?.name} SET default_transaction_read_only = on`).unprepared
      }).pipe(Effect.provide(client, { local: true }))
      const check = Organizations.use(({ unreachable }) => unreachable).pipe(
        Effect.provide(
          Mailroom.layer.pipe(
            Layer.provide(PostalMime.layer),
            Layer.provideMerge(Layer.provide(Layer.fresh(PostgresStorage.layer), client))
          ),
          { local: true }
        )
      )
      assert.deepStrictEqual(yield* check, [])
      yield* setReadOnly
      const error = yield* Effect.flip(check)
      assert.strictEqual(error._tag === "StorageError" ? error.reason._tag : error, "Unavailable")
      const found = yield* Effect.provide(
        SecretStore.use(({ find }) => find("signer")),
        Layer.provide(Layer.fresh(PostgresStorage.layer), client),
        { local: true }
      )
      assert.strictEqual(found._tag, "Some")
    }).pipe(Effect.scoped)
  )
})

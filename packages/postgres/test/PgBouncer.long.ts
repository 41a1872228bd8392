/** The storage through PgBouncer, which gives a connection of the server to each transaction. */
import { assert, describe, it } from "@effect/vitest"
import { suite } from "@mailroom/core/testing"
import { Connection, Migrations } from "@mailroom/postgres"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { locks } from "./Locks.ts"
import { isInstalled, pgBouncer } from "./PgBouncer.ts"
import { freshDatabase, layerMigrated, migratedDatabase } from "./Server.ts"

const client = Layer.unwrap(
  Effect.gen(function* () {
    const through = yield* pgBouncer
    return Connection.layerClient({ url: through(yield* freshDatabase) })
  })
)

if (isInstalled) {
  suite("Postgres behind PgBouncer", layerMigrated.pipe(Layer.provideMerge(client)), {
    locks,
    outcomesElsewhere: "they run without it: npm run test:long"
  })
} else if (process.env["CI"] !== undefined) {
  it("PgBouncer is installed", () => assert.fail("PgBouncer is not installed: apt-get install pgbouncer"))
}

describe.skipIf(!isInstalled)("PgBouncer (skipped unless it is installed: apt-get install pgbouncer)", () => {
  const settings = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ readonly lock: string; readonly statement: string }>`
      SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`.pipe(
      sql.withTransaction
    )
  )

  it.live("is found, and named in the log; `pgbouncer=true` finds it without looking", () =>
    Effect.gen(function* () {
      const through = yield* pgBouncer
      const url = yield* migratedDatabase
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => lines.push(message))
      for (const [parameters, logged] of [
        ["", 1],
        ["pgbouncer=true", 0]
      ] as const) {
        lines.length = 0
        const layer = Layer.fresh(Connection.layerClient({ url: through(url, parameters) }))
        const found = yield* settings.pipe(
          Effect.provide(layer, { local: true }),
          Effect.provide(Logger.layer([logger]))
        )
        assert.deepStrictEqual(found, [{ lock: "3s", statement: "5s" }], parameters)
        assert.strictEqual(lines.filter((line) => /pooler/u.test(String(line))).length, logged, parameters)
      }
    }).pipe(Effect.scoped)
  )

  it.live("lets one of several migrations run at a time", () =>
    Effect.gen(function* () {
      const through = yield* pgBouncer
      const url = through(yield* freshDatabase)
      const migrate = Effect.provide(Migrations.run, Layer.fresh(Connection.layerClient({ url })), { local: true })
      const ran = yield* Effect.all([migrate, migrate, migrate], { concurrency: "unbounded" })
      assert.deepStrictEqual(ran.map((migrations) => migrations.length > 0).toSorted(), [false, false, true])
      assert.deepStrictEqual(yield* migrate, [])
    }).pipe(Effect.scoped)
  )
})

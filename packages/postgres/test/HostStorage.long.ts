/** The conformance suite over the clients that hosts use. */
import { PgClient } from "@effect/sql-pg"
import { suite } from "@mailroom/core/testing"
import { PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, String } from "effect"
import { layerPool } from "./HostPool.ts"
import { locks } from "./Locks.ts"
import { database, statements } from "./Roles.ts"
import { layerFresh, layerMigrated } from "./Server.ts"

/** A client with the driver's own types, transformed names, and a `search_path` without the schema. */
const hostClient = layerFresh((url) =>
  PgClient.layer({
    url,
    transformQueryNames: String.camelToSnake,
    transformResultNames: String.snakeToCamel,
    startupParameters: { search_path: "nowhere" }
  })
)

/** A pool of the role of `docs/database.md` that only reads and writes, and whose `search_path` lacks the schema. */
const poolOfRole = Layer.unwrap(
  Effect.gen(function* () {
    const { migrate, run, urlOf } = yield* database
    yield* run(statements.prepared)
    yield* run(statements.serving)
    yield* run("GRANT USAGE ON SCHEMA mailroom TO mailroom_app")
    yield* run("ALTER ROLE mailroom_app SET search_path = nowhere")
    yield* Effect.orDie(migrate)
    return layerPool(urlOf("mailroom_app"))
  })
)
const options = { locks, outcomesElsewhere: "the statements are those of Postgres" }

// It differs by the names of results only: `MAILROOM_EVERYTHING=1`.
if (process.env["MAILROOM_EVERYTHING"] !== undefined) {
  suite("Postgres, a client of the host's", layerMigrated.pipe(Layer.provideMerge(hostClient)), options)
}
suite(
  "Postgres, a pool of pg, with a role that only reads and writes",
  PostgresStorage.layer.pipe(Layer.provideMerge(poolOfRole)),
  options
)

/** The promises of the storage ports, kept over the client that a host has. */
import { suite } from "@mailroom/core/testing"
import { HostDatabase } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { layerMigrated, migratedDatabase } from "./Server.ts"

/** A pool of a new database, with the parsers of `pg`: instants are dates, and 64-bit integers text. */
const pool = Effect.flatMap(migratedDatabase, (url) =>
  Effect.acquireRelease(
    Effect.sync(() => new pg.Pool({ connectionString: Redacted.value(url), max: 20 })),
    (pool) => Effect.promise(() => pool.end())
  )
)

suite("a pool of pg", layerMigrated.pipe(Layer.provide(Layer.unwrap(Effect.map(pool, HostDatabase.layer)))))

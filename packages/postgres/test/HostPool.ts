/** Storage clients over a pool of `pg` and over postgres.js. */
import { HostDatabase } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import postgres from "postgres"

/** A pool of `pg`: instants are dates, and 64-bit integers are text. */
export const layerPool = (url: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => {
          const pool = new pg.Pool({ connectionString: Redacted.value(url), max: 20 })
          // Without a listener, an idle connection that breaks ends the process.
          return pool.on("error", () => {})
        }),
        (pool) => Effect.promise(() => pool.end())
      ),
      HostDatabase.layer
    )
  )

/** A pool of postgres.js with renamed columns and custom types. */
export const layerPostgresJs = (url: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => {
          const date = { to: 1184, from: [1114, 1184], serialize: () => "never", parse: () => "a date of the app" }
          const types = { bigint: postgres.BigInt, date }
          return postgres(Redacted.value(url), { max: 20, transform: postgres.camel, types, onnotice: () => {} })
        }),
        (sql) => Effect.promise(() => sql.end())
      ),
      HostDatabase.layer
    )
  )

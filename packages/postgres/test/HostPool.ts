/** A client over a pool of `pg` with custom parsers: instants are dates, and 64-bit integers are text. */
import { HostDatabase } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"

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

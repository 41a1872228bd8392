/** The storage as the role of `docs/database-role.md` that only reads and writes. */
import { suite } from "@mailroom/core/testing"
import { PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer } from "effect"
import { database, statements } from "./Roles.ts"

const client = Layer.unwrap(
  Effect.gen(function* () {
    const { as, migrate, run } = yield* database
    yield* run(statements.prepared)
    yield* run(statements.serving)
    yield* run("GRANT USAGE ON SCHEMA mailroom TO mailroom_app")
    yield* Effect.orDie(migrate)
    return as("mailroom_app")
  })
)

suite("Postgres, with a role that only reads and writes", PostgresStorage.layer.pipe(Layer.provideMerge(client)), {
  outcomesElsewhere: "they run with another role: npm run test:long"
})

/**
 * The conformance suite over the stand-in for Citus, as `npm run test:postgres -- --url … --distribute` runs it on a
 * cluster: with the statements that a storage sends there, and each of them checked by `CitusRules`.
 */
import { suite } from "@mailroom/core/testing"
import { Connection, Migrations } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import { standIn } from "./CitusStandIn.ts"
import { layerGiven } from "./Given.ts"
import { citusLocks } from "./Locks.ts"
import { freshDatabase } from "./Server.ts"

const storage = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* freshDatabase
    yield* Effect.provide(Effect.andThen(Migrations.run, standIn), Connection.layerClient({ url, maxConnections: 1 }))
    return layerGiven(Redacted.value(url), true)
  })
)

suite("the stand-in for Citus", storage, {
  locks: citusLocks,
  outcomesElsewhere: "the same transactions run in Outcomes.long.ts"
})

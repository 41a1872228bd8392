/**
 * Concurrent use cases over Postgres: the cases that `PostgresStorage.test.ts` leaves out, because they take minutes.
 * With `MAILROOM_EVERYTHING=1` all of them; by default each pair in one direction, and of the use cases that send nothing
 * every third one as the first. In memory, `npm test` runs all.
 */
import { layer } from "@effect/vitest"
import { outcomesCases } from "@mailroom/core/testing"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Duration, Effect, Layer } from "effect"
import * as CitusRules from "./CitusRules.ts"
import { copy } from "./Copies.ts"
import { locks } from "./Locks.ts"
import { layerFresh, layerMigrated } from "./Server.ts"

/** The cases have up to twelve transactions open at the same time. */
const client = layerFresh((url) => Connection.layerClient({ url, maxConnections: 20 }))
const storage = layerMigrated.pipe(Layer.provideMerge(client), Layer.merge(CitusRules.layer))

// No test clock: adapters wait for real I/O.
layer(storage, { excludeTestServices: true })("storage: Postgres", (it) => {
  // A machine that does more at the same time is not what is tested.
  const patience = { connection: Duration.seconds(20), answer: Duration.seconds(20) }
  const all = process.env["MAILROOM_EVERYTHING"] !== undefined
  const cases = outcomesCases({ copy, directions: all ? "both" : "one", locks })
  for (const [i, { name, test }] of cases.entries()) {
    if (!all && i % 3 !== 0 && !/turn that sends/iu.test(name)) continue
    it.effect(name, () => Effect.provideService(test, PostgresStorage.Patience, patience))
  }
})

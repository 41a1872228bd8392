/** Overlapping use cases over Postgres: the cases that `PostgresStorage.test.ts` leaves out, because they take minutes. */
import { layer } from "@effect/vitest"
import { outcomesCases } from "@mailroom/core/testing"
import { Layer } from "effect"
import * as CitusRules from "./CitusRules.ts"
import { locks } from "./Locks.ts"
import { layerMany, layerMigrated } from "./Server.ts"

const storage = layerMigrated.pipe(Layer.provideMerge(layerMany), Layer.merge(CitusRules.layer))

// Adapters wait on real I/O: no test clock.
layer(storage, { excludeTestServices: true })("storage: Postgres", (it) => {
  for (const { name, test } of outcomesCases({ locks })) it.effect(name, () => test)
})

/** Finds out whether storage can be written. */
import { Clock, Effect, Option } from "effect"
import { SecretStore } from "./SecretStore.ts"

/** How long a success counts, in milliseconds. */
const interval = 10_000

/** The row that is written. It holds an instant, and no secret: it is the one row that no use case reads. */
const name = "write-trial"

/** Makes an effect that writes a row of a few bytes, unless it did so within ten seconds. Fails if that fails. */
export const makeWriteTrial = Effect.gen(function* () {
  const { find, replace } = yield* SecretStore
  let triedAt = Number.NEGATIVE_INFINITY
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (Math.abs(now - triedAt) < interval) return
    // Another process may write it meanwhile, which shows the same.
    yield* replace(name, Option.getOrUndefined(yield* find(name)), new TextEncoder().encode(String(now)))
    triedAt = now
  })
})

/** The guarded HTTP client of a layer. */
import { Effect, Scope } from "effect"
import type { Agent } from "undici"
import type { Guard } from "./guard.ts"

/** Loads the client at its first use, and closes it with the scope. */
export const lazyAgent = (guard: Guard): Effect.Effect<Effect.Effect<Agent>, never, Scope.Scope> =>
  Effect.gen(function* () {
    return yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const { makeAgent } = await import("./agent.ts")
        return makeAgent(guard)
      }),
      (agent) => Effect.promise(() => agent.destroy())
    ).pipe(Scope.provide(yield* Effect.scope), Effect.cached)
  })

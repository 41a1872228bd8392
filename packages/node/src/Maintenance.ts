/** What a service does beside its requests. */
import { Accounts, Blacklist } from "@mailroom/core"
import { Effect, Layer } from "effect"

/** Finishes what a killed process or an aborted call left unfinished: removals of blacklist entries, and of accounts. */
const finishRemovals = Effect.fnUntraced(function* (options: { readonly all: boolean }) {
  yield* Blacklist.use((blacklist) => blacklist.finishRemovals(options)).pipe(
    Effect.tap((leads) =>
      leads === 0 ? Effect.void : Effect.logInfo(`Resumed ${leads} leads of removed blacklist entries`)
    ),
    Effect.catchTag("StorageError", (error) => Effect.logError("Cannot finish removals of blacklist entries", error))
  )
  yield* Accounts.use((accounts) => accounts.finishRemovals(options)).pipe(
    Effect.tap((count) =>
      count === 0 ? Effect.void : Effect.logInfo(`Released the leads of ${count} deleted accounts`)
    ),
    Effect.catchTag("StorageError", (error) => Effect.logError("Cannot finish deletions of accounts", error))
  )
})

/** Runs while the layer is there: at once for all organizations, then each minute for what makes no progress. */
export const layer: Layer.Layer<never, never, Accounts | Blacklist> = Layer.effectDiscard(
  Effect.forkScoped(
    Effect.andThen(
      finishRemovals({ all: true }),
      Effect.forever(Effect.delay(finishRemovals({ all: false }), "1 minute"))
    )
  )
)

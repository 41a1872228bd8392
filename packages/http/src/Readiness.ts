/** Whether this server should be sent requests. */
import { OrganizationId, Organizations } from "@mailroom/core"
import { Context, Effect, Fiber, Layer } from "effect"

const patience = "2 seconds"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** Storage answers within two seconds, and the server is not about to stop. */
    readonly isReady: Effect.Effect<boolean>
    /** Whether the server is about to stop. */
    readonly isDraining: () => boolean
    /** From now on the server is not ready, though it goes on answering. */
    readonly drain: Effect.Effect<void>
  }
>()("@mailroom/http/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const organizations = yield* Organizations
      let draining = false
      // To interrupt a query to a server that hangs may take long: do not wait for it.
      const storageAnswers = Effect.forkDetach(organizations.find(OrganizationId.make(1))).pipe(
        Effect.flatMap((query) =>
          Effect.onInterrupt(Fiber.join(query), () => Effect.sync(() => query.interruptUnsafe()))
        ),
        Effect.as(true),
        Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(false) }),
        Effect.catchTag(["InvalidInput", "StorageError"], () => Effect.succeed(false))
      )
      return Readiness.of({
        isReady: Effect.suspend(() => (draining ? Effect.succeed(false) : storageAnswers)),
        isDraining: () => draining,
        drain: Effect.sync(() => void (draining = true))
      })
    })
  )
}

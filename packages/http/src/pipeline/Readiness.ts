/** Whether a load balancer should send requests to this server. */
import { Organizations } from "@mailroom/core"
import { Context, Effect, Fiber, Layer } from "effect"

const storageTimeout = "2 seconds"

export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * `ready` when storage answers within two seconds, and the server is not about to stop. `degraded` when a part of
     * storage does not answer, so that requests of some organizations fail.
     */
    readonly check: Effect.Effect<"degraded" | "ready" | "unavailable">
    /** Whether the server is about to stop. */
    readonly isDraining: () => boolean
    /** Marks the server as not ready. It still answers requests. */
    readonly drain: Effect.Effect<void>
  }
>()("@mailroom/http/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const organizations = yield* Organizations
      let draining = false
      // Interrupting a query to a server that hangs may take long, so do not wait for the interruption.
      const checkStorage = Effect.forkDetach(organizations.unreachable).pipe(
        Effect.flatMap((query) =>
          Effect.onInterrupt(Fiber.join(query), () => Effect.sync(() => query.interruptUnsafe()))
        ),
        Effect.flatMap((names) =>
          names.length === 0
            ? Effect.succeed("ready" as const)
            : Effect.as(Effect.logWarning(`Storage does not answer in part: ${names.join(", ")}`), "degraded" as const)
        ),
        Effect.timeoutOrElse({ duration: storageTimeout, orElse: () => Effect.succeed("unavailable" as const) }),
        Effect.catchTag("StorageError", () => Effect.succeed("unavailable" as const))
      )
      return Readiness.of({
        check: Effect.suspend(() => (draining ? Effect.succeed("unavailable" as const) : checkStorage)),
        isDraining: () => draining,
        drain: Effect.sync(() => void (draining = true))
      })
    })
  )
}

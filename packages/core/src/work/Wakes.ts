/** Listeners for committed work. Adapters use it to implement `WorkStore.onPut`. */
import { Effect, type Scope } from "effect"

export class Wakes {
  readonly #listeners = new Set<{ readonly kind: string; readonly wake: () => void }>()

  /** Registers a listener, as `WorkStore.onPut` does, for work that is reported to `wake`. */
  readonly onPut = (kind: string, wake: () => void): Effect.Effect<void, never, Scope.Scope> =>
    Effect.suspend(() => {
      const listener = { kind, wake }
      return Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => this.#listeners.add(listener)),
          () => Effect.sync(() => this.#listeners.delete(listener))
        )
      )
    })

  /** Calls the listeners of the kind. */
  readonly wake = (kind: string): void => {
    for (const listener of this.#listeners) if (listener.kind === kind) listener.wake()
  }
}

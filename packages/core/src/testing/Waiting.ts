/** Detects whether one transaction waits for another, with the ports only and without a clock. */
import { Deferred, Effect, Fiber } from "effect"
import { strictEqual } from "node:assert/strict"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { Transactor } from "../Transactor.ts"
import { Probes } from "./Probes.ts"
import { OrganizationId } from "../ids.ts"

const unknown = OrganizationId.make(Number.MAX_SAFE_INTEGER)

/**
 * Checks that `second` waits: it begins after `first`, which is in an open transaction, and must not end before that
 * transaction ends.
 */
export const waits = Effect.fnUntraced(function* <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  second: Effect.Effect<A2, E2, R2>,
  message = "the second one does not wait"
) {
  const { transaction } = yield* Transactor
  const organizations = yield* OrganizationStore
  const probes = yield* Probes
  const begun = yield* Deferred.make<void>()
  const waiting = yield* Effect.forkChild(Effect.andThen(Deferred.await(begun), second))
  const isWaiting = () => waiting.pollUnsafe() === undefined
  // Runs outside the transaction and starts after `second`.
  const watch = Effect.gen(function* () {
    yield* Deferred.await(begun)
    for (let i = 0; i < probes && isWaiting(); i++) yield* transaction(organizations.find(unknown))
  })
  const watching = yield* Effect.forkChild(watch)
  yield* Effect.gen(function* () {
    yield* first
    yield* Deferred.succeed(begun, undefined)
    yield* Fiber.join(watching)
    strictEqual(isWaiting(), true, message)
  }).pipe(
    transaction,
    Effect.onError(() => Fiber.interruptAll([waiting, watching]))
  )
  return yield* Fiber.join(waiting)
})

/**
 * Checks that `second` ends while the transaction of `first` is open. On an adapter that makes `second` wait, this
 * never returns.
 */
export const goesOn = Effect.fnUntraced(function* <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  second: Effect.Effect<A2, E2, R2>
) {
  const { transaction } = yield* Transactor
  const begun = yield* Deferred.make<void>()
  const fiber = yield* Effect.forkChild(Effect.andThen(Deferred.await(begun), second))
  return yield* first.pipe(
    Effect.andThen(Deferred.succeed(begun, undefined)),
    Effect.andThen(Fiber.join(fiber)),
    transaction,
    Effect.onError(() => Fiber.interrupt(fiber))
  )
})

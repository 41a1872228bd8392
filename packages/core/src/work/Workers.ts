/** Workers: they do the work of `WorkStore` in this process. Any number of processes may have them. */
import { Duration, Effect, Exit, Fiber, FiberSet, Latch, Layer, Random, Schedule } from "effect"
import { SecureRandom } from "effect/crypto"
import { CurrentOrganization, type OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { assign } from "./Assignment.ts"
import { type ClaimedWork, type Outcome, WorkStore } from "./WorkStore.ts"

/** Work that a handler is called with. */
export interface Item extends ClaimedWork {
  readonly organization_id: OrganizationId
  /** Whether the process is stopping. A handler that does one thing after another then ends after the present one. */
  readonly isStopping: () => boolean
}

/** How one kind of work is done. */
export interface Handler {
  readonly kind: string
  /** How many items of a lane are done at the same time in this process, at most. */
  readonly room: number
  /** How many items are done at the same time in this process, at most. One organization alone gets half of them. */
  readonly concurrency: number
  /** How long a claim lasts: longer than `timeout` by what it may take to store the outcome; at least a minute. */
  readonly lease: Duration.Duration
  /** How long `handle` may take. */
  readonly timeout: Duration.Duration
  /**
   * Does an item on behalf of its organization, and answers when it is due again; `null`: it is done. An item that fails,
   * dies or takes too long is due again after `retryDelay`. It may be called again for an item that it has done, when the
   * process ends before the outcome is stored. It must be interruptible.
   */
  readonly handle: (item: Item) => Effect.Effect<Timestamp.Timestamp | null, StorageError, CurrentOrganization>
}

/** How long work that has begun may go on when the process stops. */
const grace = Duration.seconds(20)

/** How often to look for work when nothing reports it: at random within these bounds, in milliseconds. */
const poll = { from: 15_000, to: 60_000 }

/** How long to wait, in milliseconds, when work is due but cannot be claimed: others are writing it, or there is no room. */
const crowded = 1_000

/** How long an item waits after it failed, in milliseconds: 5 s, doubled with each attempt up to 5 minutes. */
export const retryDelay = (attempts: number): number => Math.min(5_000 * 2 ** (attempts - 1), 300_000)

/** How long to wait, in milliseconds, after so many failures of storage in a row: 1 s, doubled up to 30 s. */
const outageDelay = (failures: number) => Math.min(1_000 * 2 ** (failures - 1), 30_000)

const untilStored = Schedule.jittered(Schedule.exponential("100 millis"))

/**
 * Does work until the layer is released: then items that have begun may go on for 20 s, and items that were claimed but
 * have not begun are given back at once. What takes longer is interrupted, and left to its lease.
 */
export const layer = <E, R>(
  handlers: Effect.Effect<ReadonlyArray<Handler>, E, R>
): Layer.Layer<never, E, R | WorkStore> =>
  Layer.effectDiscard(
    Effect.flatMap(handlers, (all) => Effect.forEach(all, (handler) => start(handler), { discard: true }))
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))

const start = Effect.fnUntraced(function* (handler: Handler) {
  const { concurrency, handle, kind, lease, timeout } = handler
  if (!Duration.isLessThan(timeout, lease))
    return yield* Effect.die(new Error(`${kind}: the lease must exceed the timeout`))
  const store = yield* WorkStore
  const random = yield* SecureRandom.SecureRandom
  const active = new Set<Item>()
  const fibers = yield* FiberSet.make()
  const wake = yield* Latch.make()
  let isStopping = false

  /** What becomes of an item. None when the process stops: then the item is left to its lease. */
  const outcomeOf = Effect.fnUntraced(function* (item: Item): Effect.fn.Return<Outcome> {
    const exit = yield* handle(item).pipe(
      Effect.timeout(timeout),
      Effect.provideService(CurrentOrganization, { id: item.organization_id }),
      Effect.exit
    )
    if (Exit.isSuccess(exit)) return { key: item.key, again: exit.value, attempts: 0 }
    const name = `${kind} ${item.key} of organization ${item.organization_id}`
    yield* Effect.logError(`Work failed: ${name}, attempt ${item.attempts}`, exit.cause)
    const again = Timestamp.plus(yield* Timestamp.now, retryDelay(item.attempts))
    return { key: item.key, again, attempts: item.attempts }
  })

  const settle = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    claim: string,
    outcomes: Array<Outcome>
  ) {
    return yield* store.settle(organization_id, kind, { claim, now: yield* Timestamp.now, outcomes })
  })

  const work = Effect.fnUntraced(function* (item: Item, claim: string) {
    const outcome = yield* outcomeOf(item)
    yield* settle(item.organization_id, claim, [outcome]).pipe(
      Effect.retry({ while: ({ reason }) => reason._tag !== "Corrupt", schedule: untilStored }),
      Effect.timeout(lease),
      Effect.catchCause((cause) => Effect.logError(`The outcome of work is not stored: ${kind} ${item.key}`, cause))
    )
  })

  /** Claims and begins what there is room for; answers how long to wait, in milliseconds, before looking again. */
  const look = Effect.gen(function* () {
    wake.closeUnsafe()
    if (active.size === concurrency) return poll.to
    const now = yield* Timestamp.now
    const due = yield* store.due(kind, { now, limit: concurrency })
    let claimed = 0
    for (const [organization_id, lanes] of assign(due, active, handler)) {
      const claim = yield* random.uuidV4()
      const until = Timestamp.plus(now, Duration.toMillis(lease))
      const items = yield* store.claim(organization_id, kind, { lanes, claim, now, until })
      claimed += items.length
      if (isStopping) {
        const untouched = ({ attempts, due_at, key }: ClaimedWork) => ({ key, again: due_at, attempts: attempts - 1 })
        if (items.length > 0) yield* settle(organization_id, claim, items.map(untouched))
        return 0
      }
      for (const claimed of items) {
        const item = { ...claimed, organization_id, isStopping: () => isStopping }
        active.add(item)
        const end = Effect.sync(() => {
          active.delete(item)
          wake.openUnsafe()
        })
        yield* FiberSet.run(fibers, Effect.ensuring(Effect.interruptible(work(item, claim)), end))
      }
    }
    if (claimed > 0) return 0
    const idle = yield* Random.nextIntBetween(poll.from, poll.to)
    const next = yield* store.next(kind)
    if (next === null) return idle
    if (next <= now) return crowded
    return Math.min(idle, Timestamp.toMillis(next) - Timestamp.toMillis(yield* Timestamp.now))
  })

  const loop = Effect.gen(function* () {
    let failures = 0
    while (true) {
      const exit = yield* Effect.exit(Effect.uninterruptible(look))
      if (Exit.isSuccess(exit)) {
        failures = 0
        if (exit.value > 0) yield* Effect.raceFirst(Effect.sleep(exit.value), wake.await)
      } else {
        if (failures++ === 0) yield* Effect.logError(`Cannot look for work: ${kind}`, exit.cause)
        yield* Effect.sleep(outageDelay(failures))
      }
    }
  })

  yield* store.onPut(kind, () => wake.openUnsafe())
  const looping = yield* Effect.forkScoped(loop)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => void (isStopping = true)).pipe(
      Effect.andThen(Fiber.interrupt(looping)),
      Effect.andThen(FiberSet.awaitEmpty(fibers)),
      Effect.timeoutOption(grace),
      Effect.interruptible,
      // Forked: the fiber that closes the scope may be interrupted already, and then runs nothing interruptible.
      Effect.forkDetach,
      Effect.flatMap(Fiber.await)
    )
  )
})

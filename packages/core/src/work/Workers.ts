/** Workers that do the work of `WorkStore` in this process. Any number of processes may run them. */
import { Duration, Effect, Exit, Fiber, FiberSet, Latch, Layer, Metric, Random, Schedule } from "effect"
import { SecureRandom } from "effect/crypto"
import { minute } from "../Durations.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { assign } from "./Assignment.ts"
import { MissedWakes } from "./MissedWakes.ts"
import { Stopping } from "./Stopping.ts"
import { figuresOf } from "./WorkMetrics.ts"
import { type ClaimedWork, handedOver, type Outcome, WorkStore } from "./WorkStore.ts"
import type { OrganizationId } from "../ids.ts"

/** The work item that a handler is called with. */
export interface Item extends ClaimedWork {
  readonly organization_id: OrganizationId
  /** Whether the process is stopping. A handler with several steps should then stop after the current step. */
  readonly isStopping: () => boolean
}

/** The handler of one kind of work. */
export interface Handler {
  readonly kind: string
  /** Maximum number of concurrent items of a lane in this process. */
  readonly room: number
  /** Maximum number of concurrent items in this process. A single organization gets half of them. */
  readonly concurrency: number
  /**
   * How long a claim lasts: at least a minute. If it is not longer than `timeout`, it is renewed while `handle` runs: then
   * work of a process that died is done again soon, although a handler may take long.
   */
  readonly lease: Duration.Duration
  /** Maximum duration of `handle`. If it is less than `lease`, then by the time that storing the outcome may take. */
  readonly timeout: Duration.Duration
  /**
   * Processes an item for its organization. Returns when the item is due again, or `null` if it is done. An item that
   * fails, dies or takes too long is due again after `retryDelay`. `handle` may be called again for an item that is
   * already done, if the process ended before the outcome was stored. It must be interruptible.
   */
  readonly handle: (item: Item) => Effect.Effect<Timestamp.Timestamp | null, StorageError, CurrentOrganization>
}

/**
 * How long running work may continue when the process stops, which then ends within 10 s. A mail that waits is given up
 * before (`SmtpMailer`).
 */
const grace = Duration.seconds(9)

/**
 * How long to wait, in milliseconds, when work is due but cannot be claimed, because other transactions are writing it
 * or all places are in use.
 */
const crowdedDelay = 1_000

/**
 * The delay, in milliseconds, before a process claims work that a process has just handed over: the less it does, the sooner.
 * Without a delay, each process would claim its own accounts again, and a second process would get none.
 */
const handOverDelay = (active: number) => Math.min(10 * active, 200)

/** How long an item waits after a failure, in milliseconds: 5 s, doubled with each attempt up to 5 minutes. */
export const retryDelay = (attempts: number): number => Math.min(5_000 * 2 ** (attempts - 1), 5 * minute)

/** How long to wait, in milliseconds, after this number of consecutive storage failures: 1 s, doubled up to 30 s. */
const outageDelay = (failures: number) => Math.min(1_000 * 2 ** (failures - 1), 30_000)

/** The waits between two tries to store an outcome: from 100 ms on, doubled each time. */
const untilStored = Schedule.jittered(Schedule.exponential("100 millis"))

/**
 * Processes work until the layer is released. Then running items of all kinds may continue for 9 s, and claimed items that
 * have not begun are released at once. Items that take longer are interrupted, and become claimable when their lease ends.
 */
export const layer = <E, R>(
  handlers: Effect.Effect<ReadonlyArray<Handler>, E, R>
): Layer.Layer<never, E, R | WorkStore> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const stops = yield* Effect.forEach(yield* handlers, start)
      // Added last, so that it runs before the finalizers of the fibers.
      yield* Effect.addFinalizer(() =>
        Effect.forEach(stops, (stop) => stop, { concurrency: "unbounded", discard: true }).pipe(
          Effect.timeoutOption(grace),
          Effect.interruptible,
          // In a separate fiber: the fiber that closes the scope may already be interrupted, and then cannot run
          // interruptible effects.
          Effect.forkDetach,
          Effect.flatMap(Fiber.await)
        )
      )
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))

/** The outcome of an item, for the metrics. */
const outcomeOf = (exit: Exit.Exit<Timestamp.Timestamp | null, unknown>) =>
  Exit.isFailure(exit) ? "failed" : exit.value === null ? "done" : "again"

/** Makes the functions that work on claimed items: `work` runs the handler for an item and stores the outcome, `settle` stores outcomes. */
const makeWork = Effect.fnUntraced(function* ({ handle, kind, lease, timeout }: Handler) {
  const store = yield* WorkStore
  const figures = figuresOf(kind)
  const isRenewed = !Duration.isLessThan(timeout, lease)

  /**
   * Runs the handler for an item, and returns the outcome to store. A failure is logged, and the item is due again after
   * a delay. When the process stops, the item is interrupted without an outcome, and its lease ends later.
   */
  const runItem = traced(`Work.${kind}`)(function* (item: Item): Effect.fn.Return<Outcome> {
    const begun = Timestamp.toMillis(yield* Timestamp.now)
    yield* Metric.update(figures.lag, Math.max(0, begun - Timestamp.toMillis(item.due_at)) / 1000)
    yield* Metric.modify(figures.active, 1)
    const exit = yield* handle(item).pipe(
      Effect.timeout(timeout),
      Effect.provideService(CurrentOrganization, { id: item.organization_id }),
      Effect.provideService(Stopping, item.isStopping),
      Effect.ensuring(Metric.modify(figures.active, -1)),
      Effect.exit
    )
    yield* Metric.update(figures.duration, Math.max(0, Timestamp.toMillis(yield* Timestamp.now) - begun) / 1000)
    yield* Metric.update(figures.ended[outcomeOf(exit)], 1)
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

  /** Renews the claim of an item, for ever. A failure is tried again: the item stays claimed for two thirds of the lease. */
  const renewing = ({ key, organization_id }: Item, claim: string) =>
    Effect.gen(function* () {
      yield* Effect.sleep(Duration.toMillis(lease) / 3)
      const until = Timestamp.plus(yield* Timestamp.now, Duration.toMillis(lease))
      yield* store.renew(organization_id, kind, { claim, key, until })
    }).pipe(
      Effect.catchCause((cause) => Effect.logWarning(`A lease is not renewed: ${kind} ${key}`, cause)),
      Effect.forever
    )

  /** Returns when the item is due again; `null`: it is done. */
  const work = Effect.fnUntraced(function* (item: Item, claim: string) {
    const outcome = yield* isRenewed ? Effect.raceFirst(runItem(item), renewing(item, claim)) : runItem(item)
    yield* settle(item.organization_id, claim, [outcome]).pipe(
      Effect.retry({ while: ({ reason }) => reason._tag !== "Corrupt", schedule: untilStored }),
      Effect.timeout(lease),
      Effect.catchCause((cause) => Effect.logError(`The outcome of work is not stored: ${kind} ${item.key}`, cause))
    )
    return outcome.again
  })

  return { settle, work }
})

/** Starts the work of a handler. Returns how to stop it, which ends with the items that have begun. */
const start = Effect.fnUntraced(function* (handler: Handler) {
  const { concurrency, kind, lease } = handler
  const store = yield* WorkStore
  const { poll } = yield* MissedWakes
  const random = yield* SecureRandom.SecureRandom
  /** The items that run now. */
  const active = new Set<Item>()
  const fibers = yield* FiberSet.make()
  /** Open when the loop shall look at once. */
  const wake = yield* Latch.make()
  /** Open while work waits that was handed over (`handOverDelay`). */
  const handed = yield* Latch.make()
  const { settle, work } = yield* makeWork(handler)
  let isStopping = false
  /** How often work was put since the start. */
  let puts = 0
  /** When the loop looks next, in milliseconds since the epoch; `null`: at the next end of an item. */
  let planned: number | null = null

  /**
   * Whether the loop must look at the end of an item, or would find work too late. `again`: when the item is due again; `undefined`: unknown.
   * `seen`: the value of `puts` when the item was claimed.
   */
  const mustLook = (again: Timestamp.Timestamp | null | undefined, seen: number) =>
    again === undefined || planned === null || seen !== puts || (again !== null && Timestamp.toMillis(again) < planned)

  /** Looks for work that was handed over. */
  const takeOver = Effect.gen(function* () {
    yield* handed.await
    handed.closeUnsafe()
    yield* Effect.sleep(handOverDelay(active.size))
    wake.openUnsafe()
  })

  /**
   * Claims and starts as much work as there is room for. Returns how long to wait, in milliseconds, before the next
   * look.
   */
  const look = Effect.gen(function* () {
    wake.closeUnsafe()
    planned = null
    if (active.size === concurrency) return poll.to
    const now = yield* Timestamp.now
    const due = yield* store.due(kind, { now, limit: concurrency })
    let claimed = 0
    for (const [organization_id, lanes] of assign(due, active, handler)) {
      const claim = yield* random.uuidV4()
      const seen = puts
      const until = Timestamp.plus(now, Duration.toMillis(lease))
      const items = yield* store.claim(organization_id, kind, { lanes, claim, now, until })
      claimed += items.length
      // Items that were claimed while the process began to stop are given back.
      if (isStopping) {
        const untouched = ({ attempts, due_at, key }: ClaimedWork) => ({ key, again: due_at, attempts: attempts - 1 })
        if (items.length > 0) yield* settle(organization_id, claim, items.map(untouched))
        return 0
      }
      for (const claimed of items) {
        const item = { ...claimed, organization_id, isStopping: () => isStopping }
        active.add(item)
        const end = (exit: Exit.Exit<Timestamp.Timestamp | null>) =>
          Effect.map(Timestamp.now, (now) => {
            active.delete(item)
            const again = Exit.isSuccess(exit) ? exit.value : undefined
            if (!mustLook(again, seen)) return
            const isHandedOver = active.size > 0 && typeof again === "string" && again <= now
            void (isHandedOver ? handed : wake).openUnsafe()
          })
        yield* FiberSet.run(fibers, Effect.onExit(Effect.interruptible(work(item, claim)), end))
      }
    }
    if (claimed > 0) return 0
    const idle = yield* Random.nextIntBetween(poll.from, poll.to)
    const next = yield* store.next(kind)
    if (next !== null && next <= now) return crowdedDelay
    const at = Timestamp.toMillis(yield* Timestamp.now)
    planned = Math.min(at + idle, next === null ? Infinity : Timestamp.toMillis(next))
    return planned - at
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

  yield* store.onPut(kind, () => {
    puts++
    wake.openUnsafe()
  })
  yield* store.onPut(handedOver(kind), () => handed.openUnsafe())
  yield* Effect.forkScoped(Effect.forever(takeOver))
  const looping = yield* Effect.forkScoped(loop)
  return Effect.sync(() => void (isStopping = true)).pipe(
    Effect.andThen(Fiber.interrupt(looping)),
    Effect.andThen(FiberSet.awaitEmpty(fibers))
  )
})

/** Combines concurrent requests of several callers into one call. */
import { Context, Duration, Effect, Fiber } from "effect"
import * as Deadline from "./Deadline.ts"

export interface GroupingOptions<Key, Item, A, E, R> {
  /** The call for several items of one key. It returns a function from an item, and its index among `items`, to its answer. */
  readonly run: (key: Key, items: ReadonlyArray<Item>) => Effect.Effect<(item: Item, index: number) => A, E, R>
  /** Identifies the object that an item changes: two items with the same id never run at the same time. */
  readonly idOf: (item: Item) => unknown
  /** The size that an item adds to a call. */
  readonly sizeOf: (item: Item) => number
  /** Maximum total size of a call. A call with a single item may be larger. */
  readonly most: number
  /**
   * New items do not wait for a call that takes longer than this and half of the average call: when all calls are slow, more of
   * them at the same time would only wait for each other.
   */
  readonly slow: Duration.Input
  /**
   * How many callers may come soon. While fewer have come, they wait for the next one: for half of the time that a call takes.
   * So callers that repeat the same calls share them. Default: none waits.
   */
  readonly expected?: ((key: Key) => number) | undefined
}

/** The longest time that items wait for another caller that is expected, in milliseconds. */
const longestWait = 100

/** A shorter wait is left out, in milliseconds. */
const shortestWait = 1

/** The timers of the process, because fake timers of a test, which begin later, would hold a group up for ever. */
const { clearTimeout, setTimeout } = globalThis

/** The weight of one call in the average time of calls. */
const weight = 0.25

interface Waiting<Item, A, E, R> {
  readonly item: Item
  readonly context: Context.Context<R>
  readonly resume: (answer: Effect.Effect<A, E>) => void
  /** Runs when the caller is interrupted: it takes the item out of the queue or, during its call, counts the caller out. */
  leave: Effect.Effect<void>
}

/**
 * The latest deadline of the callers of a call. By the earliest one, a call could be rolled back shortly before its end, and
 * all other callers would repeat it: more work for a server that is already too slow.
 */
const latestDeadlineOf = <R>(callers: Iterable<{ readonly context: Context.Context<R> }>): Deadline.Deadline =>
  Array.from(callers, ({ context }) => Context.get(context, Deadline.Current)).reduce((a, b) => (b.at > a.at ? b : a))

/** The items of one key that have no answer yet. */
interface Queue<Item, A, E, R> {
  readonly waiting: Set<Waiting<Item, A, E, R>>
  /** The ids of the items in running calls. */
  readonly underWay: Set<unknown>
  /** The latest call, until it ends or is slow: new items wait for it. */
  awaited: Fiber.Fiber<unknown, unknown> | undefined
  /** Runs while items wait for other callers. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Makes one call for several items of the same key. The first item starts a call: at once, or with the callers that are
 * expected. Items that arrive meanwhile share the next call, which starts when the running call has ended or is slow. An item
 * whose id is in a running call waits until that call has ended, however long it takes.
 *
 * A call runs in the context of the caller that waited longest, by the latest deadline of its callers. It is
 * interrupted when all its callers are.
 *
 * Effect's `RequestResolver` was tried instead: it lets an id be in two running calls, does not bound the size of a call,
 * and does not end a call whose callers have left.
 */
export const grouped = <Key, Item, A, E, R>({
  expected = () => 0,
  idOf,
  most,
  run,
  sizeOf,
  slow
}: GroupingOptions<Key, Item, A, E, R>): ((key: Key, item: Item) => Effect.Effect<A, E, R>) => {
  const queues = new Map<Key, Queue<Item, A, E, R>>()
  const shortestSlow = Duration.toMillis(slow)
  /** The average time of a call, in milliseconds. */
  let averageTime = 0
  const queueOf = (key: Key) => {
    const queue = queues.get(key) ?? { waiting: new Set(), underWay: new Set(), awaited: undefined, timer: undefined }
    queues.set(key, queue)
    return queue
  }

  /** The waiting items for one call, by id, in their order: as many as fit, and none whose id is in a running call. */
  const groupOf = ({ underWay, waiting }: Queue<Item, A, E, R>) => {
    const group = new Map<unknown, Waiting<Item, A, E, R>>()
    let size = 0
    for (const entry of waiting) {
      const id = idOf(entry.item)
      if (group.has(id) || underWay.has(id)) continue
      size += sizeOf(entry.item)
      if (size > most && group.size > 0) break
      group.set(id, entry)
    }
    return group
  }

  /** Starts a call for the items of a key that wait. The next group is gathered when the call ends, or when it is slow. */
  const startCall = (key: Key, queue: Queue<Item, A, E, R>): void => {
    const group = groupOf(queue)
    const [first] = group.values()
    if (first === undefined) {
      if (queue.underWay.size === 0) queues.delete(key)
      return
    }
    for (const [id, entry] of group) {
      queue.waiting.delete(entry)
      queue.underWay.add(id)
    }
    const fork = Effect.runForkWith(Context.add(first.context, Deadline.Current, latestDeadlineOf(group.values())))
    const items = Array.from(group.values(), ({ item }) => item)
    const begun = performance.now()
    const call = fork(Effect.suspend(() => run(key, items)))
    queue.awaited = call
    let callers = group.size
    const leave = Effect.suspend(() => (--callers === 0 ? Fiber.interrupt(call) : Effect.void))
    for (const entry of group.values()) entry.leave = leave
    const stopAwaiting = () => {
      if (queue.awaited === call) queue.awaited = undefined
      if (queue.awaited === undefined) gather(key, queue)
    }
    const slowTimer = fork(
      Effect.andThen(Effect.sleep(Math.max(shortestSlow, averageTime / 2)), Effect.sync(stopAwaiting))
    )
    call.addObserver((exit) => {
      slowTimer.interruptUnsafe()
      averageTime += weight * (performance.now() - begun - averageTime)
      for (const id of group.keys()) queue.underWay.delete(id)
      // Start the next call first, so that it runs while the callers of this one continue with their answers.
      stopAwaiting()
      for (const [index, { item, resume }] of [...group.values()].entries()) {
        resume(Effect.map(exit, (answerOf) => answerOf(item, index)))
      }
    })
  }

  /**
   * Starts the next call: at once, or when the callers that are expected have come. Calls of storage in memory are too short to
   * wait for.
   */
  const gather = (key: Key, queue: Queue<Item, A, E, R>): void => {
    clearTimeout(queue.timer)
    const wait = Math.min(longestWait, averageTime / 2)
    const isComplete = queue.waiting.size === 0 || queue.waiting.size >= Math.min(most, expected(key))
    if (isComplete || wait < shortestWait) return startCall(key, queue)
    queue.timer = setTimeout(() => {
      if (queue.awaited === undefined) startCall(key, queue)
    }, wait)
  }

  return (key, item) =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback((resume) => {
        const queue = queueOf(key)
        const entry: Waiting<Item, A, E, R> = {
          item,
          context,
          resume,
          leave: Effect.sync(() => void queue.waiting.delete(entry))
        }
        queue.waiting.add(entry)
        if (queue.awaited === undefined) gather(key, queue)
        return Effect.suspend(() => entry.leave)
      })
    )
}

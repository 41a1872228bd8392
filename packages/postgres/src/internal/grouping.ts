/** One statement for what several callers want at the same time. */
import { type Context, Duration, Effect, type Fiber } from "effect"

/** The most that goes into one statement. */
const most = 100

/** Other items do not wait for a call that takes longer. Under load most calls take about 4 ms. */
const slow = Duration.millis(10)

interface Waiting<Item, A, E> {
  readonly item: Item
  readonly resume: (answer: Effect.Effect<A, E>) => void
}

/** The items of one key that have no answer yet. */
interface Queue<Item, A, E> {
  readonly waiting: Set<Waiting<Item, A, E>>
  /** The ids in calls that have not ended. */
  readonly underWay: Set<unknown>
  /** The last call, until it has ended or is slow: new items wait for it. */
  awaited: Fiber.Fiber<unknown, unknown> | undefined
}

/**
 * Calls `run` once for several items of the same key. The first item starts a call at once. Items that come in meanwhile
 * share the next call, which starts when the last one has ended or has taken 10 ms. Two items with the same id (`idOf`) are
 * never under way together: the later item waits until the call of the earlier one has ended, however long that takes.
 * `run` has this context, not that of a caller, and is not interrupted with a caller.
 */
export const grouped = <Key, Item, A, E>(
  context: Context.Context<never>,
  idOf: (item: Item) => unknown,
  run: (key: Key, items: ReadonlyArray<Item>) => Effect.Effect<(item: Item) => A, E>
): ((key: Key, item: Item) => Effect.Effect<A, E>) => {
  const fork = Effect.runForkWith(context)
  const queues = new Map<Key, Queue<Item, A, E>>()
  const queueOf = (key: Key) => {
    const queue = queues.get(key) ?? { waiting: new Set(), underWay: new Set(), awaited: undefined }
    queues.set(key, queue)
    return queue
  }

  const next = (key: Key, queue: Queue<Item, A, E>): void => {
    const group = new Map<unknown, Waiting<Item, A, E>>()
    for (const one of queue.waiting) {
      if (group.size === most) break
      const id = idOf(one.item)
      if (!group.has(id) && !queue.underWay.has(id)) group.set(id, one)
    }
    if (group.size === 0) {
      if (queue.underWay.size === 0) queues.delete(key)
      return
    }
    for (const [id, one] of group) {
      queue.waiting.delete(one)
      queue.underWay.add(id)
    }
    const items = Array.from(group.values(), ({ item }) => item)
    const call = fork(Effect.suspend(() => run(key, items)))
    queue.awaited = call
    const goOn = () => {
      if (queue.awaited === call) queue.awaited = undefined
      if (queue.awaited === undefined) next(key, queue)
    }
    const patience = fork(Effect.andThen(Effect.sleep(slow), Effect.sync(goOn)))
    call.addObserver((exit) => {
      patience.interruptUnsafe()
      for (const id of group.keys()) queue.underWay.delete(id)
      // First, so that the next call is under way while the callers of this one go on with their answers.
      goOn()
      for (const { item, resume } of group.values()) resume(Effect.map(exit, (answerOf) => answerOf(item)))
    })
  }

  return (key, item) =>
    Effect.callback((resume) => {
      const one = { item, resume }
      const queue = queueOf(key)
      queue.waiting.add(one)
      if (queue.awaited === undefined) next(key, queue)
      return Effect.sync(() => void queue.waiting.delete(one))
    })
}

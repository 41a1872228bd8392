/**
 * Chooses the connection for each statement outside transactions. Postgres executes the statements of a connection in
 * order. Statements that are sent together cost less (the row "leads, limit 1" of the bench), so an organization uses one
 * shared connection, and other organizations use other ones, so that they do not wait for its slow statements.
 *
 * A database on another machine answers several connections at the same time (the section "A database with its own cores"
 * of the bench). So when statements would wait for each other, an organization uses more connections: shared ones that
 * nobody uses, then the ones of transactions that are free. Each connection costs processor time, so a process that has
 * hardly any left does so only for a long wait.
 */
import type { OrganizationId } from "@mailroom/core"

/** Some statements, such as lookups of API keys, do not belong to an organization. */
type Owner = OrganizationId | undefined

/** A statement that would wait longer than this for others takes another connection, unless the process is busy. In milliseconds. */
const worthWaiting = 0.5

/** A statement that would wait longer than this takes another connection also if the process is busy. In milliseconds. */
const worthWaitingBusy = 10

/** How long a connection is avoided after it has failed, while others work. In milliseconds. */
const avoidedFor = 1_000

/** The weight of the newest statement in the moving average of a queue, `averageTime`. */
const newestWeight = 0.1

interface Arrival {
  /** In milliseconds. */
  readonly at: number
}

interface Queue<Connection> {
  readonly connection: Connection
  /** The owner of the first statement since the queue was last empty. */
  owner: Owner
  /** The arrivals of unanswered statements, the oldest first. */
  readonly arrivals: Set<Arrival>
  /** When a statement was last answered. In milliseconds. */
  answeredAt: number
  /** The moving average of the time that Postgres takes for a statement, in milliseconds. */
  averageTime: number
  failedAt: number
}

/** The place of a statement in a queue. */
export interface Place<Connection> {
  /** `undefined`: a connection that the statement does not share. */
  readonly connection: Connection | undefined
  /** Must be called once Postgres has executed the statement. */
  readonly leave: (now: number) => void
  /** Must be called when the connection has failed. */
  readonly failed: (now: number) => void
}

export interface Surroundings {
  /** Whether the process has hardly any time left, so that more connections would only cost more. */
  readonly isBusy: (now: number) => boolean
  /** How many of the connections of transactions statements may use now. */
  readonly spare: () => number
}

export class Queues<Connection> {
  readonly #queues: ReadonlyArray<Queue<Connection>>
  readonly #around: Surroundings
  #lent = 0
  constructor(connections: ReadonlyArray<Connection>, around: Surroundings) {
    this.#around = around
    this.#queues = connections.map((connection) => ({
      connection,
      owner: undefined,
      arrivals: new Set(),
      answeredAt: -Infinity,
      averageTime: 0,
      failedAt: -Infinity
    }))
  }

  /** The number of statements that are not answered yet. */
  get pending(): number {
    return this.#queues.reduce((sum, { arrivals }) => sum + arrivals.size, this.#lent)
  }

  /** The place of a new statement; `now` in milliseconds of a clock that never goes back. */
  enter(owner: Owner, now: number): Place<Connection> {
    const queue = this.#choose(owner, now)
    return queue === undefined ? this.#lend() : placeIn(queue, owner, now)
  }

  /** The place of a statement that got no connection at its first: `undefined` if no other connection is known to work. */
  share(owner: Owner, now: number): Place<Connection> | undefined {
    const proven = this.#queues.filter(({ answeredAt, failedAt }) => answeredAt > failedAt)
    const queue = quickest(proven, now)
    return queue === undefined ? undefined : placeIn(queue, owner, now)
  }

  #lend(): Place<Connection> {
    this.#lent++
    const leave = () => void this.#lent--
    return { connection: undefined, leave, failed: () => {} }
  }

  #working(now: number) {
    const working = this.#queues.filter(({ failedAt }) => now - failedAt >= avoidedFor)
    return working.length > 0 ? working : this.#queues
  }

  /**
   * The queue for a statement of this owner: one that the owner has begun, else an idle one, else the quickest. If the
   * statement would wait there:
   * - it waits, if the process is busy and the wait is short
   * - else an idle queue, if two others stay idle
   * - else `undefined`, a connection of transactions, if one is spare
   * - else it waits.
   */
  #choose(owner: Owner, now: number): Queue<Connection> | undefined {
    const queues = this.#working(now)
    const idle = queues.filter(isIdle)
    const own = quickest(
      queues.filter((queue) => !isIdle(queue) && queue.owner === owner),
      now
    )
    if (own === undefined && idle[0] !== undefined) return idle[0]
    const best = own ?? quickest(queues, now)!
    const waits = waitIn(best, now)
    if (waits < worthWaiting) return best
    if (waits < worthWaitingBusy && this.#around.isBusy(now)) return best
    if (idle.length > 2) return idle[0]
    return this.#lent < this.#around.spare() ? undefined : best
  }
}

const placeIn = <Connection>(queue: Queue<Connection>, owner: Owner, now: number): Place<Connection> => {
  if (isIdle(queue)) queue.owner = owner
  const arrival = { at: now }
  queue.arrivals.add(arrival)
  let hasFailed = false
  return {
    connection: queue.connection,
    leave: (now) => {
      queue.arrivals.delete(arrival)
      if (hasFailed) return
      // Postgres began with this statement when it arrived, or when it had answered the one before.
      const time = now - Math.max(arrival.at, queue.answeredAt)
      queue.averageTime += newestWeight * (time - queue.averageTime)
      queue.answeredAt = now
    },
    failed: (now) => {
      queue.failedAt = now
      hasFailed = true
    }
  }
}

const isIdle = <Connection>({ arrivals }: Queue<Connection>) => arrivals.size === 0

/** How long the oldest statement waits for its answer, in milliseconds. */
const ageOf = <Connection>({ arrivals }: Queue<Connection>, now: number) => {
  const [oldest] = arrivals
  return oldest === undefined ? 0 : now - oldest.at
}

/** How long a new statement would wait for those before it, in milliseconds: an estimate. */
const waitIn = <Connection>(queue: Queue<Connection>, now: number) =>
  Math.max(queue.arrivals.size * queue.averageTime, ageOf(queue, now))

const quickest = <Connection>(queues: ReadonlyArray<Queue<Connection>>, now: number) =>
  queues.reduce<Queue<Connection> | undefined>(
    (best, queue) => (best === undefined || waitIn(queue, now) < waitIn(best, now) ? queue : best),
    undefined
  )

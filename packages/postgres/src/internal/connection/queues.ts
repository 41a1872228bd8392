/**
 * Chooses the shared connection for each statement. Postgres executes the statements of a connection in order. Statements
 * that are sent together cost less (the row "leads, limit 1" of the bench), so an organization uses one connection. Other
 * organizations use other connections, so that they do not wait for its slow statements.
 */
import type { OrganizationId } from "@mailroom/core"

/** Some statements, such as lookups of API keys, do not belong to an organization. */
type Owner = OrganizationId | undefined

/** A queue whose oldest statement is older than this counts as slow. In milliseconds. */
const slowAfter = 10

/** How long a connection is avoided after it has failed, while others work. In milliseconds. */
const avoidedFor = 1_000

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
  failedAt: number
}

/** The place of a statement in a queue. */
export interface Place<Connection> {
  readonly connection: Connection
  /** Must be called once Postgres has executed the statement. */
  readonly leave: () => void
  /** Must be called when the connection has failed. */
  readonly failed: (now: number) => void
}

export class Queues<Connection> {
  readonly #queues: ReadonlyArray<Queue<Connection>>
  constructor(connections: ReadonlyArray<Connection>) {
    this.#queues = connections.map((connection) => ({
      connection,
      owner: undefined,
      arrivals: new Set(),
      failedAt: -Infinity
    }))
  }

  /** The number of statements that are not answered yet. */
  get pending(): number {
    return this.#queues.reduce((sum, { arrivals }) => sum + arrivals.size, 0)
  }

  /** The place of a new statement; `now` in milliseconds of a clock that never goes back. */
  enter(owner: Owner, now: number): Place<Connection> {
    const queue = this.#choose(owner, now)
    if (isIdle(queue)) queue.owner = owner
    const arrival = { at: now }
    queue.arrivals.add(arrival)
    return {
      connection: queue.connection,
      leave: () => void queue.arrivals.delete(arrival),
      failed: (now) => (queue.failedAt = now)
    }
  }

  /**
   * A queue that this owner has begun; else an idle one; else the one whose oldest statement has waited least. An owner
   * begins a second queue when its first is slow and two others stay idle.
   */
  #choose(owner: Owner, now: number): Queue<Connection> {
    const working = this.#queues.filter(({ failedAt }) => now - failedAt >= avoidedFor)
    const queues = working.length > 0 ? working : this.#queues
    const idle = queues.filter(isIdle)
    const own = youngest(
      queues.filter((queue) => !isIdle(queue) && queue.owner === owner),
      now
    )
    if (own !== undefined && (age(own, now) < slowAfter || idle.length <= 2)) return own
    return idle[0] ?? own ?? youngest(queues, now)!
  }
}

const isIdle = <Connection>({ arrivals }: Queue<Connection>) => arrivals.size === 0

const age = <Connection>({ arrivals }: Queue<Connection>, now: number) => {
  const [oldest] = arrivals
  return oldest === undefined ? 0 : now - oldest.at
}

const youngest = <Connection>(queues: ReadonlyArray<Queue<Connection>>, now: number) =>
  queues.reduce<Queue<Connection> | undefined>(
    (best, queue) => (best === undefined || age(queue, now) < age(best, now) ? queue : best),
    undefined
  )

/**
 * Over which of the shared connections a statement is sent. Each is a queue: Postgres works off its statements one after
 * the other. Few are better for one organization alone, because statements that are sent together cost less; but the
 * short ones of an organization should not wait for slow ones of another.
 */
import type { OrganizationId } from "@mailroom/core"

/** Of statements that belong to none. */
type Owner = OrganizationId | undefined

/** Statements take less time than this, in milliseconds, unless they are slow or many. */
const short = 10

export class Queue<Connection> {
  readonly connection: Connection
  /** Whose statements it got since it was empty last: of the first of them. */
  owner: Owner
  /** When the statements that are not answered yet came in, in milliseconds of any clock, the oldest first. */
  readonly since: Array<number> = []
  constructor(connection: Connection) {
    this.connection = connection
  }
  isIdle(): boolean {
    return this.since.length === 0
  }
  /** How long its oldest statement has waited. */
  age(now: number): number {
    return now - (this.since[0] ?? now)
  }
}

export class Queues<Connection> {
  readonly #queues: ReadonlyArray<Queue<Connection>>
  constructor(connections: ReadonlyArray<Connection>) {
    this.#queues = connections.map((connection) => new Queue(connection))
  }

  /**
   * The queue for a statement of this owner. It is one that has only its owner's statements, if there is one; another
   * one, too, when that is slow and enough are idle: an owner has at most as many as are left for the others. When all
   * belong to others, it is the one that moves on best.
   */
  enter(owner: Owner, now: number): Queue<Connection> {
    const queue = this.#choose(owner, now)
    if (queue.isIdle()) queue.owner = owner
    queue.since.push(now)
    return queue
  }

  #choose(owner: Owner, now: number): Queue<Connection> {
    const idle = this.#queues.filter((queue) => queue.isIdle())
    const own = this.#queues.filter((queue) => !queue.isIdle() && queue.owner === owner)
    const best = youngest(own, now)
    const [unused] = idle
    if (best !== undefined && (best.age(now) < short || idle.length <= own.length)) return best
    return unused ?? best ?? youngest(this.#queues, now)!
  }
}

const youngest = <Connection>(queues: ReadonlyArray<Queue<Connection>>, now: number) =>
  queues.reduce<Queue<Connection> | undefined>(
    (best, queue) => (best === undefined || queue.age(now) < best.age(now) ? queue : best),
    undefined
  )

/**
 * A place is the right of a request to be processed. Requests without a place wait in a queue for each party, and the
 * parties take turns. Instants are in milliseconds of the given clock.
 */

/** The maximum length of a party's queue. */
export const longestQueue = 200

/** How long a request may wait in a queue that was empty less than `queueTimeout` ago, in milliseconds. */
export const queueTimeout = 1000

/**
 * How long a request may wait in any other queue, in milliseconds. A queue that never empties gets more than the server
 * can process, and a longer wait would only delay every answer (controlled delay, RFC 8289). It is long enough for a client
 * that always has a hundred requests under way, where the server answers a thousand a second. Such a queue is also no
 * longer than the number of requests that left it for a place in the last such period. Further requests are rejected
 * immediately: a request that waits in vain costs as much memory and garbage collection as one that is processed.
 */
export const crowdedQueueTimeout = 100

/** A request that has a place, waits for one, or has ended. */
export interface Entry<Party> {
  readonly party: Party
  /** Called once the request has a place. */
  begin: () => void
  /** Called instead of `begin` when the request has waited too long, or the queue is full. */
  shed: () => void
}

/**
 * Calls one of the callbacks, and drops both: they refer to the request and its answer. When V8 collects young objects, it
 * keeps the earlier tables of a `Set` and what was in them. So it would keep each answer until the next full collection,
 * which would run five times as often (the row "leads, limit 200" of the bench).
 */
const settle = (entry: Entry<unknown>, how: "begin" | "shed") => {
  const call = entry[how]
  entry.begin = ended
  entry.shed = ended
  call()
}
const ended = () => {}

interface Queue<Party> {
  /** When the queue was last empty, or last empty for at least `queueTimeout` if it was crowded then. */
  readonly since: number
  /** The waiting entries in order of arrival, with the time of arrival. */
  readonly entries: Map<Entry<Party>, number>
  /** When the present period began, how many entries have got a place in it, and how many in the period before. */
  period: number
  begun: number
  begunBefore: number
  /** When the queue became empty. Read while it is in `#emptied`. */
  emptied: number
}

/** Whether the queue has not been empty for longer than a burst may wait. */
const isCrowded = ({ since }: Queue<unknown>, now: number) => now - since >= queueTimeout

export class Places<Party> {
  readonly #size: number
  readonly #now: () => number
  readonly #begun = new Set<Entry<Party>>()
  /** How many places each party holds. */
  readonly #held = new Map<Party, number>()
  /** The queues that are not empty, in order of their turns. */
  readonly #queues = new Map<Party, Queue<Party>>()
  /** The crowded queues that became empty less than `queueTimeout` ago. */
  readonly #emptied = new Map<Party, Queue<Party>>()
  #isFilling = false

  constructor(size: number, now: () => number) {
    this.#size = size
    this.#now = now
  }

  get isWaiting(): boolean {
    return this.#queues.size > 0
  }

  /** The number of requests that have a place. */
  get inFlight(): number {
    return this.#begun.size
  }

  /** The number of requests that wait for a place. */
  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, { entries }) => sum + entries.size, 0)
  }

  /** Whether a request of this party would begin immediately. */
  hasRoom(party: Party): boolean {
    return !this.#queues.has(party) && !this.#isFull(party)
  }

  /** Begins a request, queues it, or rejects it. */
  enter(entry: Entry<Party>): void {
    const { party } = entry
    if (this.hasRoom(party)) return this.#begin(entry)
    const queue = this.#queues.get(party)
    const now = this.#now()
    if (queue === undefined) {
      const opened = this.#reopened(party, now) ?? {
        since: now,
        entries: new Map(),
        period: now,
        begun: 0,
        begunBefore: 0,
        emptied: now
      }
      opened.entries.set(entry, now)
      this.#queues.set(party, opened)
    } else if (queue.entries.size < this.#longest(queue, now)) queue.entries.set(entry, now)
    else settle(entry, "shed")
  }

  /** Releases the place of a request, or ends its wait. Does nothing if the request has neither. */
  leave(entry: Entry<Party>): void {
    if (!this.#dequeue(entry) && this.#release(entry)) this.#fill()
  }

  /** Moves a request that has a place to another party, where it may have to wait for a place. */
  move(entry: Entry<Party>, to: Entry<Party>): void {
    // The request has ended in the meantime.
    if (!this.#release(entry)) return settle(to, "shed")
    this.enter(to)
    this.#fill()
  }

  /** Rejects the requests that have waited too long. */
  expire(): void {
    const now = this.#now()
    for (const queue of this.#queues.values()) {
      const longest = isCrowded(queue, now) ? crowdedQueueTimeout : queueTimeout
      if (now - queue.period >= crowdedQueueTimeout) {
        queue.begunBefore = queue.begun
        queue.begun = 0
        queue.period = now
      }
      for (const [entry, arrived] of queue.entries) {
        if (now - arrived < longest) break
        this.#shed(entry)
      }
    }
  }

  /** Rejects all waiting requests. */
  close(): void {
    for (const { entries } of this.#queues.values()) for (const entry of entries.keys()) this.#shed(entry)
  }

  /** How long a queue may become. At least one request waits, so that the queue does not count as empty. */
  #longest(queue: Queue<Party>, now: number): number {
    return isCrowded(queue, now) ? Math.min(Math.max(queue.begunBefore, queue.begun, 1), longestQueue) : longestQueue
  }

  /**
   * A party may hold at most as many places as are free. So one party alone gets half of them, and two parties get a
   * third each. Some places always remain for other parties.
   */
  #isFull(party: Party): boolean {
    return (this.#held.get(party) ?? 0) >= this.#size - this.#begun.size
  }

  #begin(entry: Entry<Party>): void {
    this.#begun.add(entry)
    this.#held.set(entry.party, (this.#held.get(entry.party) ?? 0) + 1)
    settle(entry, "begin")
  }

  #release(entry: Entry<Party>): boolean {
    if (!this.#begun.delete(entry)) return false
    const held = (this.#held.get(entry.party) ?? 0) - 1
    if (held > 0) this.#held.set(entry.party, held)
    else this.#held.delete(entry.party)
    return true
  }

  /** Removes a request from its queue. */
  #dequeue(entry: Entry<Party>): boolean {
    const queue = this.#queues.get(entry.party)
    if (queue === undefined || !queue.entries.delete(entry)) return false
    if (queue.entries.size > 0) return true
    this.#queues.delete(entry.party)
    queue.emptied = this.#now()
    if (isCrowded(queue, queue.emptied)) this.#emptied.set(entry.party, queue)
    return true
  }

  /** The queue of a party that was crowded until shortly before: it would otherwise fill and be crowded in turns. */
  #reopened(party: Party, now: number): Queue<Party> | undefined {
    for (const [key, { emptied }] of this.#emptied) if (now - emptied >= queueTimeout) this.#emptied.delete(key)
    const queue = this.#emptied.get(party)
    this.#emptied.delete(party)
    return queue
  }

  #shed(entry: Entry<Party>): void {
    if (this.#dequeue(entry)) settle(entry, "shed")
  }

  /** Gives free places to waiting requests. A request may end as soon as it begins, and so free its place. */
  #fill(): void {
    if (this.#isFilling) return
    this.#isFilling = true
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) this.#begin(entry)
    this.#isFilling = false
  }

  /** Removes the next request from its queue. Its party moves to the end of the order. */
  #next(): Entry<Party> | undefined {
    for (const [party, queue] of this.#queues) {
      const [entry] = queue.entries.keys()
      if (entry === undefined || this.#isFull(party)) continue
      this.#dequeue(entry)
      queue.begun++
      if (this.#queues.delete(party)) this.#queues.set(party, queue)
      return entry
    }
    return undefined
  }
}

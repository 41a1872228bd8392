/**
 * The places of the requests that are worked on, and the queues of the requests that wait for a place: a queue per party,
 * and the parties take turns. All times are milliseconds of the clock that the constructor gets.
 */

/** The longest queue of a party. */
export const longestQueue = 200

/** How long a request may wait in a queue that was empty less than `patience` ago. */
export const patience = 1000

/**
 * How long a request may wait in any other queue: one that does not empty gets more than the server can do, and a longer
 * wait would only make every answer late (controlled delay, RFC 8289). It is long enough for a client that always has a
 * hundred requests under way, where the server answers a thousand a second. Each request that waits in vain also costs: the
 * longer, the more of it the garbage collector copies.
 */
export const shortPatience = 100

/** A request: it has a place, waits in a queue, or has left. */
export interface Entry<Party> {
  readonly party: Party
  /** Called when the request gets a place. */
  readonly begin: () => void
  /** Called instead of `begin` when the request has waited too long, or its queue is full. */
  readonly shed: () => void
}

interface Queue<Party> {
  /** When it was last empty. */
  readonly since: number
  /** The entries in the order of their arrival, and when that was. */
  readonly entries: Map<Entry<Party>, number>
}

export class Places<Party> {
  readonly #size: number
  readonly #now: () => number
  readonly #begun = new Set<Entry<Party>>()
  /** How many entries of each party have begun. */
  readonly #held = new Map<Party, number>()
  /** The queues that are not empty. The first one has the next turn. */
  readonly #queues = new Map<Party, Queue<Party>>()
  #isFilling = false

  constructor(size: number, now: () => number) {
    this.#size = size
    this.#now = now
  }

  get isWaiting(): boolean {
    return this.#queues.size > 0
  }

  /** Whether a request of this party would begin at once. */
  hasRoom(party: Party): boolean {
    return !this.#queues.has(party) && !this.#isFull(party)
  }

  /** Begins a request, lets it wait, or sheds it. */
  enter(entry: Entry<Party>): void {
    const { party } = entry
    if (this.hasRoom(party)) return this.#begin(entry)
    const queue = this.#queues.get(party)
    if (queue === undefined) {
      const now = this.#now()
      this.#queues.set(party, { since: now, entries: new Map([[entry, now]]) })
    } else if (queue.entries.size < longestQueue) queue.entries.set(entry, this.#now())
    else entry.shed()
  }

  /** Gives the place of a request back, or ends its wait. Does nothing when it has neither. */
  leave(entry: Entry<Party>): void {
    if (!this.#dequeue(entry) && this.#release(entry)) this.#fill()
  }

  /** Moves a request that has a place to another party, where it may have to wait for one. */
  move(entry: Entry<Party>, to: Entry<Party>): void {
    // It has left meanwhile.
    if (!this.#release(entry)) return to.shed()
    this.enter(to)
    this.#fill()
  }

  /** Sheds the requests that have waited too long. */
  expire(): void {
    const now = this.#now()
    for (const { entries, since } of this.#queues.values()) {
      const longest = now - since < patience ? patience : shortPatience
      for (const [entry, arrived] of entries) {
        if (now - arrived < longest) break
        this.#shed(entry)
      }
    }
  }

  /** Sheds all requests that wait. */
  close(): void {
    for (const { entries } of this.#queues.values()) for (const entry of entries.keys()) this.#shed(entry)
  }

  /**
   * A party may hold at most as many places as are free: one alone gets half of them, two get a third each. So some are
   * always left for the others.
   */
  #isFull(party: Party): boolean {
    return (this.#held.get(party) ?? 0) >= this.#size - this.#begun.size
  }

  #begin(entry: Entry<Party>): void {
    this.#begun.add(entry)
    this.#held.set(entry.party, (this.#held.get(entry.party) ?? 0) + 1)
    entry.begin()
  }

  #release(entry: Entry<Party>): boolean {
    if (!this.#begun.delete(entry)) return false
    const held = (this.#held.get(entry.party) ?? 0) - 1
    if (held > 0) this.#held.set(entry.party, held)
    else this.#held.delete(entry.party)
    return true
  }

  /** Takes a request out of its queue. */
  #dequeue(entry: Entry<Party>): boolean {
    const queue = this.#queues.get(entry.party)
    if (queue === undefined || !queue.entries.delete(entry)) return false
    if (queue.entries.size === 0) this.#queues.delete(entry.party)
    return true
  }

  #shed(entry: Entry<Party>): void {
    if (this.#dequeue(entry)) entry.shed()
  }

  /** Gives the free places to those that wait. What begins may end at once, and so free a place. */
  #fill(): void {
    if (this.#isFilling) return
    this.#isFilling = true
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) this.#begin(entry)
    this.#isFilling = false
  }

  /** The request whose turn it is, out of its queue: the party comes last in the next round. */
  #next(): Entry<Party> | undefined {
    for (const [party, queue] of this.#queues) {
      const [entry] = queue.entries.keys()
      if (entry === undefined || this.#isFull(party)) continue
      this.#dequeue(entry)
      if (this.#queues.delete(party)) this.#queues.set(party, queue)
      return entry
    }
    return undefined
  }
}

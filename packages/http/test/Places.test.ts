import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { crowdedQueueTimeout, type Entry, longestQueue, Places, queueTimeout } from "../src/pipeline/Places.ts"

type State = "begun" | "gone" | "shed" | "waiting"

interface Request {
  readonly name: string
  readonly party: string
  readonly leave: () => void
  state: State
}

/** Places with a clock that the test sets, and the state of each request. */
const make = (size: number, onBegin: (request: Request) => void = () => {}) => {
  let now = 0
  const places = new Places<string>(size, () => now)
  const requests: Array<Request> = []
  const begun: Array<Request> = []
  const enter = (party: string, name = party): Request => {
    const become = (state: State) => () => {
      assert.strictEqual(request.state, "waiting", name)
      if (state === "begun") onBegin(request)
      request.state = state
      if (state === "begun") begun.push(request)
    }
    const entry: Entry<string> = { party, begin: become("begun"), shed: become("shed") }
    const leave = () => {
      if (request.state !== "shed") request.state = "gone"
      places.leave(entry)
    }
    const request: Request = { name, party, leave, state: "waiting" }
    requests.push(request)
    places.enter(entry)
    return request
  }
  return {
    places,
    requests,
    enter,
    /** Requests in the order in which they began. */
    begun,
    advance: (millis: number) => {
      now += millis
      places.expire()
    },
    count: (state: State, party?: string) =>
      requests.filter((request) => request.state === state && (party ?? request.party) === request.party).length
  }
}

const times = (count: number, run: () => void) => {
  for (let i = 0; i < count; i++) run()
}

describe("places", () => {
  it("keep no callback of a request that has begun or was rejected", () => {
    const places = new Places<string>(2, () => 0)
    const called: Array<string> = []
    const make = (name: string): Entry<string> => ({
      party: "a",
      begin: () => void called.push(`${name} begins`),
      shed: () => void called.push(`${name} is rejected`)
    })
    const [first, second] = [make("first"), make("second")]
    places.enter(first)
    places.enter(second)
    places.close()
    for (const entry of [first, second]) {
      entry.begin()
      entry.shed()
    }
    assert.deepStrictEqual(called, ["first begins", "second is rejected"])
  })

  it("are given at once while they are free, but to one party at most as many as are left", () => {
    const { count, enter } = make(12)
    for (const party of ["a", "b", "c"]) times(12, () => enter(party))
    assert.deepStrictEqual(
      ["a", "b", "c"].map((party) => count("begun", party)),
      [6, 3, 2]
    )
  })

  it("go to those that wait, and the parties take turns", () => {
    const { begun, enter } = make(1)
    for (const name of ["a0", "a1", "a2", "a3", "b1", "b2", "c1"]) enter(name.charAt(0), name)
    // Each request that has begun leaves; this loop also visits the requests that begin meanwhile.
    for (const { leave } of begun) leave()
    assert.deepStrictEqual(
      begun.map(({ name }) => name),
      ["a0", "a1", "b1", "c1", "a2", "b2", "a3"]
    )
  })

  it("go to a party that has none, however many of others wait", () => {
    const { count, enter } = make(12)
    times(100, () => enter("a"))
    assert.strictEqual(enter("b").state, "begun")
    assert.strictEqual(count("begun", "a"), 6)
  })

  it("are not for those that left the queue", () => {
    const { begun, enter } = make(1)
    const first = enter("a")
    const gone = enter("a")
    const last = enter("a")
    gone.leave()
    first.leave()
    first.leave()
    assert.deepStrictEqual(begun, [first, last])
  })

  it("move with a request whose party was unknown, which waits where its party has none left", () => {
    const { count, enter, places } = make(4)
    const states: Array<string> = []
    const entry = (party: string): Entry<string> => ({
      party,
      begin: () => void states.push(`${party} begins`),
      shed: () => void states.push(`${party} is shed`)
    })
    const joins = () => {
      const [unknown, known] = [entry("unknown"), entry("a")]
      places.enter(unknown)
      places.move(unknown, known)
      return () => places.leave(known)
    }
    const first = joins()
    joins()
    joins()
    assert.deepStrictEqual(states.splice(0), [
      "unknown begins",
      "a begins",
      "unknown begins",
      "a begins",
      "unknown begins"
    ])
    // The request has given its place back.
    times(2, () => enter("b"))
    assert.strictEqual(count("begun", "b"), 1)
    first()
    assert.deepStrictEqual(states.splice(0), ["a begins"])
    const [gone, never] = [entry("unknown"), entry("a")]
    places.enter(gone)
    places.leave(gone)
    states.length = 0
    places.move(gone, never)
    assert.deepStrictEqual(states, ["a is shed"])
  })
})

describe("a burst", () => {
  it("on an idle server is never refused, if it is not longer than the queue", () => {
    const { advance, count, enter } = make(20)
    times(10 + longestQueue, () => enter("a"))
    advance(queueTimeout - 1)
    assert.deepStrictEqual([count("begun"), count("waiting"), count("shed")], [10, longestQueue, 0])
    assert.strictEqual(enter("a").state, "shed")
    // Each party has a separate queue.
    times(longestQueue, () => enter("b"))
    assert.strictEqual(count("shed", "b"), 0)
  })

  it("does not wait longer than about a second", () => {
    const { advance, count, enter } = make(2)
    times(3, () => enter("a"))
    advance(queueTimeout - 1)
    assert.strictEqual(count("shed"), 0)
    advance(1)
    assert.deepStrictEqual([count("begun"), count("shed")], [1, 2])
  })
})

describe("a queue that does not empty", () => {
  /** A crowded queue. In each of its last periods, `rate` requests have got a place. */
  const standing = (rate: number) => {
    const made = make(2)
    const { advance, begun, enter } = made
    enter("a")
    times(50, () => enter("a"))
    for (let time = 0; time < queueTimeout; time += crowdedQueueTimeout) {
      times(rate, () => begun.at(-1)?.leave())
      times(rate, () => enter("a"))
      advance(crowdedQueueTimeout)
    }
    return made
  }

  it("is shed, and the newest requests are served", () => {
    const { advance, begun, count, enter } = standing(5)
    // 51 requests arrived at first, and 50 began later.
    assert.deepStrictEqual([count("waiting"), count("shed")], [0, 50])
    const [first, second] = [enter("a"), enter("a")]
    advance(crowdedQueueTimeout - 1)
    begun.at(-1)?.leave()
    assert.deepStrictEqual([first.state, second.state], ["begun", "waiting"])
    advance(1)
    assert.strictEqual(second.state, "shed")
  })

  it("is as long as the requests that begin in the time that they may wait", () => {
    const { count, enter } = standing(5)
    times(20, () => enter("a"))
    assert.strictEqual(count("waiting"), 5)
  })

  it("keeps one request where none begins", () => {
    const { count, enter } = standing(0)
    times(20, () => enter("a"))
    assert.strictEqual(count("waiting"), 1)
  })

  it("stays short until it was empty for as long as a burst may wait", () => {
    const { advance, count, enter } = standing(5)
    advance(queueTimeout - 1)
    times(20, () => enter("a"))
    assert.strictEqual(count("waiting"), 5)
    advance(queueTimeout)
    advance(queueTimeout)
    times(20, () => enter("a"))
    assert.strictEqual(count("waiting"), 20)
  })

  it("does not shorten the wait of others", () => {
    const { advance, count, enter } = standing(5)
    times(20, () => enter("b"))
    const begun = count("begun", "b")
    advance(queueTimeout - 1)
    assert.deepStrictEqual([begun, count("waiting", "b")], [1, 19])
  })
})

const parties = ["a", "b", "c", "d"]
const Index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))
const Step = Schema.Union([
  Schema.Struct({ enter: Schema.Literals(parties), requests: Schema.Literals([1, 2, 8, longestQueue + 20]) }),
  Schema.Struct({ leave: Schema.Literals(["begun", "waiting"]), which: Index }),
  Schema.Struct({ advance: Schema.Literals([1, crowdedQueueTimeout, queueTimeout]) })
])

/** Runs the steps, and checks the invariants after each. */
const obey = (size: number, steps: ReadonlyArray<typeof Step.Type>) => {
  const { advance, count, enter, requests } = make(size, (request) => {
    // The parties alternate: a party does not begin twice while another party waits that could begin.
    for (const party of parties) {
      passed.get(party)?.delete(request.party)
      if (party === request.party || count("waiting", party) === 0 || isFull(party)) continue
      assert.notInclude([...(passed.get(request.party) ?? [])], party)
      passed.set(request.party, (passed.get(request.party) ?? new Set()).add(party))
    }
  })
  const isFull = (party: string) => count("begun", party) >= size - count("begun")
  /** For each party, the waiting parties that it has overtaken and that have not begun since. */
  const passed = new Map<string, Set<string>>()

  const check = () => {
    assert.isAtMost(count("begun"), size)
    for (const party of parties) {
      const own = requests.filter((request) => request.party === party).map(({ state }) => state)
      const waiting = count("waiting", party)
      assert.isAtMost(waiting, longestQueue)
      // A request waits only if it cannot begin.
      if (waiting > 0) assert.isTrue(isFull(party), party)
      // The requests of a party begin in the order of their arrival.
      if (waiting > 0) assert.notInclude(own.slice(own.indexOf("waiting")), "begun")
      if (waiting === 0) for (const overtaken of passed.values()) overtaken.delete(party)
    }
  }
  for (const step of steps) {
    if ("enter" in step) times(step.requests, () => enter(step.enter))
    else if ("leave" in step) {
      const present = requests.filter(({ state }) => state === step.leave)
      present[step.which % present.length]?.leave()
    } else advance(step.advance)
    check()
  }
}

describe("any requests", () => {
  it.prop(
    "never have more places than there are, take turns, and do not wait in vain",
    [Schema.Array(Step)],
    ([steps]) => {
      for (const size of [1, 2, 5, 20]) obey(size, steps)
    },
    { arbitrary: { size: 40 } }
  )
})

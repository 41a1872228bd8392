import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@mailroom/core"
import { Schema } from "effect"
import { Queues } from "../src/internal/connection/queues.ts"

const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((id) => OrganizationId.make(id))

const four = ["first", "second", "third", "fourth"]
const busy = { isBusy: () => true, spare: () => 0 }

/** The queues of a process that has no time left, while transactions use all of their connections. */
const begin = () => new Queues(four, busy)

/** The queues of a process that has time left, and may use `spare` connections of transactions. */
const beginIdle = (spare: number) => new Queues(four, { isBusy: () => false, spare: () => spare })

/** The connections of these statements. None of the statements is answered. */
const connections = (
  queues: Queues<string>,
  statements: ReadonlyArray<readonly [OrganizationId | undefined, number]>
) => statements.map(([owner, now]) => queues.enter(owner, now).connection)

describe("Queues", () => {
  it("sends the statements of an organization over one connection, and those of others over others", () => {
    assert.deepStrictEqual(
      connections(begin(), [
        [a, 0],
        [a, 0],
        [b, 1],
        [undefined, 1],
        [a, 9],
        [b, 9],
        [undefined, 9]
      ]),
      ["first", "first", "second", "third", "first", "second", "third"]
    )
  })

  it("uses a second one for an organization that has waited, while two others stay idle", () => {
    assert.deepStrictEqual(
      connections(begin(), [
        [a, 0],
        [a, 10],
        [a, 30],
        [b, 31],
        [c, 31],
        [b, 60]
      ]),
      ["first", "second", "second", "third", "fourth", "third"]
    )
  })

  it("uses the one that has waited the least when all are in use by others", () => {
    const queues = begin()
    connections(queues, [
      [a, 0],
      [b, 3],
      [c, 2],
      [d, 1]
    ])
    assert.strictEqual(queues.enter(e, 4).connection, "second")
  })

  it("forgets statements in whatever order they are answered", () => {
    const queues = begin()
    const [first, second, other] = [a, a, b].map((owner, i) => queues.enter(owner, i))
    second?.leave(3)
    other?.leave(3)
    // The first connection is slow.
    assert.strictEqual(queues.enter(a, 10).connection, "second")
    first?.leave(11)
    assert.strictEqual(queues.enter(b, 11).connection, "first")
  })

  it("uses a second one at once, then those of transactions, when an organization would wait and the process has time", () => {
    assert.deepStrictEqual(
      connections(beginIdle(2), [
        [a, 0],
        [a, 0.1],
        [a, 1],
        [a, 1.2],
        [a, 2],
        [a, 2],
        [a, 2],
        [b, 2]
      ]),
      // The last ones of `a` wait in the second, which is the quickest, as two are left for others.
      ["first", "first", "second", "second", undefined, undefined, "second", "third"]
    )
  })

  it("uses those of transactions for a busy process only when a statement would wait for 10 ms", () => {
    const queues = new Queues(four, { isBusy: () => true, spare: () => 1 })
    for (let i = 0; i < 50; i++) queues.enter(a, 10 * i).leave(10 * i + 3)
    assert.deepStrictEqual(
      connections(queues, [
        [a, 1000],
        [a, 1000],
        [a, 1000],
        [a, 1000],
        // Four of 3 ms are before it: another shared connection, as two others stay idle.
        [a, 1000],
        [a, 1000],
        [a, 1000],
        [a, 1011],
        [a, 1011]
      ]),
      ["first", "first", "first", "first", "second", "second", "second", undefined, "second"]
    )
  })

  it("expects statements to take as long as those before them", () => {
    const queues = beginIdle(8)
    const answered = (from: number, to: number) => queues.enter(a, from).leave(to)
    for (let i = 0; i < 50; i++) answered(10 * i, 10 * i + 0.1)
    assert.deepStrictEqual(
      connections(queues, [
        [a, 1000],
        [a, 1000],
        [a, 1000]
      ]),
      ["first", "first", "first"]
    )
    const slow = beginIdle(8)
    for (let i = 0; i < 50; i++) slow.enter(a, 10 * i).leave(10 * i + 3)
    assert.deepStrictEqual(
      connections(slow, [
        [a, 1000],
        [a, 1000]
      ]),
      ["first", "second"]
    )
  })

  it("gives the connections of transactions back, and counts what is not answered", () => {
    const queues = beginIdle(1)
    connections(queues, [
      [a, 0],
      [a, 1]
    ])
    const lent = queues.enter(a, 2)
    assert.deepStrictEqual([lent.connection, queues.pending], [undefined, 3])
    assert.isDefined(queues.enter(a, 3).connection)
    lent.leave(4)
    assert.strictEqual(queues.pending, 3)
    assert.isUndefined(queues.enter(a, 5).connection)
    assert.isUndefined(queues.share(a, 5))
  })

  it("offers a connection that has answered since it failed when the first one cannot be opened", () => {
    const queues = beginIdle(0)
    const [first, second] = [queues.enter(a, 0), queues.enter(b, 0)]
    second.failed(1)
    assert.isUndefined(queues.share(b, 1))
    first.leave(2)
    assert.strictEqual(queues.share(b, 3)?.connection, "first")
    first.failed(4)
    assert.isUndefined(queues.share(b, 5))
  })

  it("avoids a connection for a second after it failed, unless all did", () => {
    const queues = begin()
    const places = [a, b, c, d].map((owner) => queues.enter(owner, 0))
    for (const { leave } of places) leave(0)
    places[0]?.failed(0)
    assert.strictEqual(queues.enter(a, 999).connection, "second")
    assert.strictEqual(queues.enter(b, 1_000).connection, "first")
    for (const { failed } of places) failed(2_000)
    assert.strictEqual(queues.enter(c, 2_001).connection, "third")
  })

  it("has one connection for all if there are no more", () => {
    assert.deepStrictEqual(
      connections(new Queues(["only"], busy), [
        [a, 0],
        [b, 50],
        [a, 100]
      ]),
      ["only", "only", "only"]
    )
  })

  it.prop(
    "gives an organization at most half while it is alone",
    [Schema.Array(Schema.Literals([0, 1, 20]))],
    ([waits]) => {
      const queues = begin()
      let now = 0
      assert.isAtMost(new Set(waits.map((wait) => queues.enter(a, (now += wait)).connection)).size, 2)
    }
  )

  const step = Schema.Struct({
    owner: Schema.Literals([1, 2, 3]),
    wait: Schema.Literals([0, 1, 20]),
    answers: Schema.Literals([0, 1, 2])
  })
  it.prop("never lets one of three organizations wait for another", [Schema.Array(step)], ([steps]) => {
    const queues = begin()
    let now = 0
    let open: Array<{ readonly owner: number; readonly place: ReturnType<typeof queues.enter> }> = []
    for (const { answers, owner, wait } of steps) {
      for (const { place } of open.slice(0, answers)) place.leave(now)
      open = open.slice(answers)
      const place = queues.enter(OrganizationId.make(owner), (now += wait))
      assert.deepStrictEqual(
        open.filter((other) => other.place.connection === place.connection && other.owner !== owner),
        []
      )
      open.push({ owner, place })
    }
  })
})

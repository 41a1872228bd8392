import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@mailroom/core"
import { Schema } from "effect"
import { Queues } from "../src/internal/connection/queues.ts"

const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((id) => OrganizationId.make(id))

const begin = () => new Queues(["first", "second", "third", "fourth"])

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
    second?.leave()
    other?.leave()
    // The first connection is slow.
    assert.strictEqual(queues.enter(a, 10).connection, "second")
    first?.leave()
    assert.strictEqual(queues.enter(b, 11).connection, "first")
  })

  it("avoids a connection for a second after it failed, unless all did", () => {
    const queues = begin()
    const places = [a, b, c, d].map((owner) => queues.enter(owner, 0))
    for (const { leave } of places) leave()
    places[0]?.failed(0)
    assert.strictEqual(queues.enter(a, 999).connection, "second")
    assert.strictEqual(queues.enter(b, 1_000).connection, "first")
    for (const { failed } of places) failed(2_000)
    assert.strictEqual(queues.enter(c, 2_001).connection, "third")
  })

  it("has one connection for all if there are no more", () => {
    assert.deepStrictEqual(
      connections(new Queues(["only"]), [
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
      for (const { place } of open.slice(0, answers)) place.leave()
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

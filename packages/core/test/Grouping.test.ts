/** Concurrent callers of `grouped` share one call, and each gets a separate answer. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { grouped } from "../src/Grouping.ts"

interface Item {
  readonly id: string
  readonly n: number
}

/** Calls of `grouped` that the test answers. */
const calls = (sizeOf: (item: Item) => number = () => 1, expected?: () => number) => {
  const made: Array<{ readonly call: string; readonly answer: Deferred.Deferred<string, string> }> = []
  const interrupted: Array<string> = []
  const join = grouped({
    idOf: ({ id }: Item) => id,
    sizeOf,
    most: 100,
    slow: "10 millis",
    expected,
    run: (key: string, items) => {
      const answer = Deferred.makeUnsafe<string, string>()
      const call = `${key}: ${items.map(({ id, n }) => `${id}${n}`).join(" ")}`
      made.push({ call, answer })
      return Deferred.await(answer).pipe(
        Effect.onInterrupt(() => Effect.sync(() => void interrupted.push(call))),
        Effect.map(
          (text) =>
            ({ id, n }: Item) =>
              `${id}${n} ${text}`
        )
      )
    }
  })
  const start = (key: string, ...items: ReadonlyArray<string>) =>
    Effect.forEach(items, (item) =>
      Effect.forkChild(join(key, { id: item[0] ?? "", n: Number(item.slice(1)) }), { startImmediately: true })
    )
  const seen = () => made.map(({ call }) => call)
  const answer = (call: number, exit: Exit.Exit<string, string>) => {
    const { answer } = made[call] ?? assert.fail(`no call ${call}`)
    return Effect.andThen(Deferred.done(answer, exit), Effect.yieldNow)
  }
  return { join, start, seen, interrupted, answer }
}

/** Waits until there are so many calls. */
const until = (seen: () => ReadonlyArray<string>, count: number) =>
  Effect.repeat(
    Effect.promise(() => new Promise(setImmediate)),
    { until: () => seen().length >= count }
  )

const interrupt = (fiber: Fiber.Fiber<unknown, unknown> | undefined) =>
  fiber === undefined ? Effect.void : Fiber.interrupt(fiber)

describe("grouped", () => {
  /** Lets the first call take ten seconds, so that the next items wait as long as they may. */
  const afterLongCall = Effect.fnUntraced(function* ({ answer, start }: ReturnType<typeof calls>) {
    let now = 0
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 10_000))
    const [first] = yield* start("x", "a1")
    yield* answer(0, Exit.succeed("one"))
    yield* Fiber.join(first ?? assert.fail())
    clock.mockRestore()
  })

  it.effect("waits for callers that are expected, and begins without them if they do not come", () =>
    Effect.gen(function* () {
      const given = calls(undefined, () => 3)
      const { answer, seen, start } = given
      yield* afterLongCall(given)
      yield* start("x", "a2", "b2", "c2")
      assert.deepStrictEqual(seen(), ["x: a1", "x: a2 b2 c2"])
      yield* answer(1, Exit.succeed("two"))
      yield* start("x", "a3", "b3")
      yield* until(seen, 3)
      assert.deepStrictEqual(seen().slice(2), ["x: a3 b3"])
    })
  )

  it.effect("makes no call for a caller that leaves while it waits for others", () =>
    Effect.gen(function* () {
      const given = calls(undefined, () => 2)
      const { seen, start } = given
      yield* afterLongCall(given)
      const [leaving] = yield* start("x", "a2")
      yield* interrupt(leaving)
      yield* start("x", "b3", "c3")
      assert.deepStrictEqual(seen(), ["x: a1", "x: b3 c3"])
    })
  )

  it.effect("waits for nobody after a call that was short", () =>
    Effect.gen(function* () {
      const { seen, start } = calls(undefined, () => 2)
      yield* start("x", "a1")
      assert.deepStrictEqual(seen(), ["x: a1"])
    })
  )

  it.effect("starts the first at once, and what comes meanwhile together, per key", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls()
      const fibers = yield* start("x", "a1", "b2", "c3")
      const [other] = yield* start("y", "a4")
      assert.deepStrictEqual(seen(), ["x: a1", "y: a4"])
      yield* answer(0, Exit.succeed("one"))
      assert.deepStrictEqual(seen(), ["x: a1", "y: a4", "x: b2 c3"])
      yield* answer(2, Exit.succeed("two"))
      assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), ["a1 one", "b2 two", "c3 two"])
      yield* answer(1, Exit.succeed("other"))
      assert.strictEqual(other && (yield* Fiber.join(other)), "a4 other")
      yield* start("x", "d5")
      assert.strictEqual(seen().at(-1), "x: d5")
    })
  )

  it.effect("has no id twice in a call, and keeps the order of one id", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls()
      const fibers = yield* start("x", "a1", "b2", "b3", "a4", "b5")
      for (const call of [0, 1, 2, 3]) yield* answer(call, Exit.succeed(`in ${call}`))
      assert.deepStrictEqual(seen(), ["x: a1", "x: b2 a4", "x: b3", "x: b5"])
      assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), [
        "a1 in 0",
        "b2 in 1",
        "b3 in 2",
        "a4 in 1",
        "b5 in 3"
      ])
    })
  )

  it.effect("makes the next call before the callers of this one go on", () =>
    Effect.gen(function* () {
      const { answer, join, seen, start } = calls()
      const first = Effect.map(join("x", { id: "a", n: 1 }), () => seen())
      const fiber = yield* Effect.forkChild(first, { startImmediately: true })
      yield* start("x", "b2")
      yield* answer(0, Exit.succeed("one"))
      assert.deepStrictEqual(yield* Fiber.join(fiber), ["x: a1", "x: b2"])
    })
  )

  it.effect("waits at most 10 ms for a call, but keeps the order of one id", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls()
      const fibers = yield* start("x", "a1", "b2", "a3")
      yield* TestClock.adjust("9 millis")
      assert.deepStrictEqual(seen(), ["x: a1"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(seen(), ["x: a1", "x: b2"])
      fibers.push(...(yield* start("x", "c4")))
      yield* answer(0, Exit.succeed("late"))
      assert.deepStrictEqual(seen(), ["x: a1", "x: b2"])
      yield* answer(1, Exit.succeed("one"))
      assert.deepStrictEqual(seen(), ["x: a1", "x: b2", "x: a3 c4"])
      yield* answer(2, Exit.succeed("two"))
      assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), ["a1 late", "b2 one", "a3 two", "c4 two"])
    })
  )

  it.effect("waits for a call that is not slower than half of the average", () =>
    Effect.gen(function* () {
      const all = calls()
      // The average is 2.5 seconds, a quarter of the long call.
      yield* afterLongCall(all)
      yield* all.start("x", "b1", "c1")
      yield* TestClock.adjust("1249 millis")
      assert.deepStrictEqual(all.seen().slice(1), ["x: b1"])
      yield* TestClock.adjust("2 millis")
      assert.deepStrictEqual(all.seen().slice(1), ["x: b1", "x: c1"])
    })
  )

  it.effect("starts others at once while only an id of a slow call waits", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls()
      yield* start("x", "a1", "a2")
      yield* TestClock.adjust("10 millis")
      yield* start("x", "b3")
      assert.deepStrictEqual(seen(), ["x: a1", "x: b3"])
      yield* answer(1, Exit.succeed(""))
      assert.deepStrictEqual(seen(), ["x: a1", "x: b3"])
      yield* answer(0, Exit.succeed(""))
      assert.deepStrictEqual(seen(), ["x: a1", "x: b3", "x: a2"])
    })
  )

  it.effect("has no call larger than the most, unless an item alone is, and passes over none", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls(({ n }) => n)
      yield* start("x", "a1", "b60", "c41", "d40", "e101", "f99", "g1")
      for (const call of [0, 1, 2, 3]) yield* answer(call, Exit.succeed(""))
      assert.deepStrictEqual(seen(), ["x: a1", "x: b60", "x: c41 d40", "x: e101", "x: f99 g1"])
    })
  )

  it.effect("makes a call in the context of the caller that waited longest", () =>
    Effect.gen(function* () {
      const Caller = Context.Reference("Caller", { defaultValue: () => "nobody" })
      const join = grouped({
        idOf: (n: number) => n,
        sizeOf: () => 1,
        most: 100,
        slow: "10 millis",
        run: (_: string) => Effect.map(Effect.yieldNow.pipe(Effect.andThen(Caller)), (caller) => () => caller)
      })
      const callers = yield* Effect.forEach(
        ["one", "two", "three"],
        (name, n) => Effect.provideService(join("x", n), Caller, name),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(callers, ["one", "two", "two"])
    })
  )

  it.effect("fails all of a call with its failure, and nobody else", () =>
    Effect.gen(function* () {
      const { answer, start } = calls()
      const fibers = yield* start("x", "a1", "b2", "c3", "b4")
      yield* answer(0, Exit.succeed("one"))
      yield* answer(1, Exit.fail("broken"))
      yield* answer(2, Exit.succeed("three"))
      assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.await), [
        Exit.succeed("a1 one"),
        Exit.fail("broken"),
        Exit.fail("broken"),
        Exit.succeed("b4 three")
      ])
    })
  )

  it.effect("goes on after a call that throws", () =>
    Effect.gen(function* () {
      let calls = 0
      const join = grouped({
        idOf: String,
        sizeOf: () => 1,
        most: 100,
        slow: "10 millis",
        run: (_: string) => {
          if (++calls === 1) throw new Error("broken")
          return Effect.succeed((n: number) => n)
        }
      })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(join("x", 1))))
      assert.strictEqual(yield* join("x", 2), 2)
    })
  )

  it.effect("leaves out who no longer waits", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls()
      const [, b, c] = yield* start("x", "a1", "b2", "c3")
      yield* interrupt(b)
      yield* answer(0, Exit.succeed("one"))
      assert.deepStrictEqual(seen(), ["x: a1", "x: c3"])
      yield* answer(1, Exit.succeed("two"))
      assert.strictEqual(c && (yield* Fiber.join(c)), "c3 two")
    })
  )

  it.effect("interrupts a call when all its callers are interrupted, and not before", () =>
    Effect.gen(function* () {
      const { answer, interrupted, seen, start } = calls()
      const [a, b, c, d] = yield* start("x", "a1", "b2", "c3", "a4")
      yield* interrupt(a)
      assert.deepStrictEqual(interrupted, ["x: a1"])
      assert.deepStrictEqual(seen(), ["x: a1", "x: b2 c3 a4"])
      yield* Effect.forEach([b, d], interrupt)
      assert.deepStrictEqual(interrupted, ["x: a1"])
      yield* answer(1, Exit.succeed("two"))
      assert.strictEqual(c && (yield* Fiber.join(c)), "c3 two")
      const [e, f] = yield* start("x", "e5", "e6")
      yield* interrupt(e)
      assert.deepStrictEqual(interrupted, ["x: a1", "x: e5"])
      yield* answer(3, Exit.succeed("four"))
      assert.strictEqual(f && (yield* Fiber.join(f)), "e6 four")
    })
  )
})

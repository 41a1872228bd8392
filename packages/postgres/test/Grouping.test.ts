/** What several callers want at the same time goes to Postgres together, and each gets its own answer. */
import { assert, describe, it } from "@effect/vitest"
import { Lead, LeadStore, Timestamp, Transactor } from "@mailroom/core"
import { Context, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { grouped } from "../src/internal/grouping.ts"
import { newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

interface Item {
  readonly id: string
  readonly n: number
}

/** Calls of `grouped` whose answers come when the test says so. */
const calls = (context: Context.Context<never> = Context.empty()) => {
  const made: Array<{
    readonly key: string
    readonly items: string
    readonly answer: Deferred.Deferred<string, string>
  }> = []
  const join = grouped(
    context,
    ({ id }: Item) => id,
    (key: string, items) => {
      const answer = Deferred.makeUnsafe<string, string>()
      made.push({ key, items: items.map(({ id, n }) => `${id}${n}`).join(" "), answer })
      return Effect.map(
        Deferred.await(answer),
        (text) =>
          ({ id, n }: Item) =>
            `${id}${n} ${text}`
      )
    }
  )
  const start = (key: string, ...items: ReadonlyArray<string>) =>
    Effect.forEach(items, (item) =>
      Effect.forkChild(join(key, { id: item[0] ?? "", n: Number(item.slice(1)) }), { startImmediately: true })
    )
  const seen = () => made.map(({ items, key }) => `${key}: ${items}`)
  const answer = (call: number, exit: Exit.Exit<string, string>) => {
    const { answer } = made[call] ?? assert.fail(`no call ${call}`)
    return Effect.andThen(Deferred.done(answer, exit), Effect.yieldNow)
  }
  return { join, start, seen, answer }
}

describe("grouped", () => {
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
      const { answer, seen, start } = calls(yield* Effect.context<never>())
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

  it.effect("starts others at once while only an id of a slow call waits", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls(yield* Effect.context<never>())
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

  it.effect("has at most a hundred in a call", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls()
      const first = yield* start("x", "a0")
      yield* Effect.forEach(
        Array.from({ length: 101 }, (_, i) => i),
        (i) => start("x", `${String.fromCodePoint(0x4e00 + i)}1`)
      )
      yield* answer(0, Exit.succeed(""))
      yield* answer(1, Exit.succeed(""))
      assert.deepStrictEqual(
        seen().map((call) => call.split(" ").length - 1),
        [1, 100, 1]
      )
      yield* Fiber.joinAll(first)
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
      const join = grouped(Context.empty(), String, () => {
        if (++calls === 1) throw new Error("broken")
        return Effect.succeed((n: number) => n)
      })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(join("x", 1))))
      assert.strictEqual(yield* join("x", 2), 2)
    })
  )

  it.effect("leaves out who no longer waits, and ends a call whose caller is gone", () =>
    Effect.gen(function* () {
      const { answer, seen, start } = calls()
      const [a, b, c] = yield* start("x", "a1", "b2", "c3")
      yield* Effect.forEach([a, b], (fiber) => (fiber === undefined ? Effect.void : Fiber.interrupt(fiber)))
      assert.deepStrictEqual(seen(), ["x: a1"])
      yield* answer(0, Exit.succeed("one"))
      assert.deepStrictEqual(seen(), ["x: a1", "x: c3"])
      yield* answer(1, Exit.succeed("two"))
      assert.strictEqual(c && (yield* Fiber.join(c)), "c3 two")
    })
  )
})

describe("Texts of several leads at the same time", () => {
  it.live("are set together: nobody waits for the lock of another's lead", () =>
    Effect.gen(function* () {
      const { ids, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
      const [a, b, c] = ids
      if (a === undefined || b === undefined || c === undefined) return yield* Effect.die("no leads")
      const store = yield* LeadStore
      const { transaction } = yield* Transactor
      const now = yield* Timestamp.now
      const set = (id: Lead.LeadId) => store.setTexts(organization_id, id, { company: "Engines" }, now)
      const answers = yield* transaction(
        Effect.gen(function* () {
          yield* store.lock(organization_id, [b])
          // Outside of this transaction.
          return yield* Effect.promise(() =>
            Effect.runPromise(Effect.forEach([a, b, c], set, { concurrency: "unbounded" }))
          )
        })
      )
      assert.deepStrictEqual(
        answers.map((answer) => Option.isSome(answer) && answer.value.company),
        ["Engines", false, "Engines"]
      )
      const stored = yield* store.findMany(organization_id, ids)
      assert.deepStrictEqual(
        stored.map(({ company, version }) => [company, version]),
        [
          ["Engines", 2],
          ["", 1],
          ["Engines", 2]
        ]
      )
      assert.deepStrictEqual(yield* transaction(set(b)), yield* store.find(organization_id, b))
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("are set in one statement beside a name that is not ASCII, which is still found", () =>
    Effect.gen(function* () {
      const { ids, organization_id } = yield* newLeadList("a@x.test")
      const [id] = ids
      if (id === undefined) return yield* Effect.die("no lead")
      const store = yield* LeadStore
      const sql = yield* SqlClient.SqlClient
      const now = yield* Timestamp.now
      const names = ["first_name", "last_name", "company"] as const
      for (const kept of names) {
        const before = Option.getOrThrow(yield* store.find(organization_id, id))
        // Folding makes two letters of `ß`.
        const other = { first_name: "Ada", last_name: "King", company: "Engines", [kept]: "Weiß & Å" }
        yield* store.replace(organization_id, { ...before, ...other, version: before.version + 1 }, before.version)
        for (const name of names) {
          if (name === kept) continue
          const lead = Option.getOrThrow(
            yield* store.setTexts(organization_id, id, { [name]: `${other[name]} of ${kept}` }, now)
          )
          const [row] = yield* sql`SELECT search_text FROM mailroom.leads WHERE id = ${id}::bigint`
          assert.deepStrictEqual(row, { search_text: Lead.searchTextOf(lead) })
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { CurrentOrganization, OrganizationId } from "@mailroom/core"
import { Effect, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import { LargePages } from "../src/pipeline/LargePages.ts"

const a = OrganizationId.make(1)
const b = OrganizationId.make(2)

const page = (rows: number) => ({ data: Array.from({ length: rows }, (_, id) => ({ id })) })

/**
 * The order of events when five pieces of work are ready together and a small request arrives in each turn of the event
 * loop.
 */
const observe = Effect.fnUntraced(function* (
  work: (largePages: LargePages["Service"], done: () => void) => Effect.Effect<unknown>
) {
  const largePages = yield* LargePages
  const events: Array<"large" | "small"> = []
  const large = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
    Effect.forkChild(work(largePages, () => void events.push("large")))
  )
  const small = yield* Effect.sync(() => void events.push("small")).pipe(
    Effect.andThen(Effect.yieldNow),
    Effect.repeat({ times: 20 }),
    Effect.forkChild
  )
  yield* Fiber.joinAll(large)
  yield* Fiber.interrupt(small)
  return events
})

const longestRun = (events: ReadonlyArray<"large" | "small">) =>
  Math.max(
    ...events
      .join(" ")
      .split("small")
      .map((run) => run.split("large").length - 1)
  )

const answering = (rows: number) => (largePages: LargePages["Service"], done: () => void) =>
  largePages.page({ data: [{ toJSON: () => String(done()) }, ...page(rows - 1).data] })

/** One request of each organization arrives. */
const shared = Effect.map(LargePages, ({ arrived }) => [a, b].forEach(arrived))

describe("LargePages", () => {
  const [work, small] = [answering(51), answering(50)]

  it.effect("writes large pages one in each turn of the event loop while several organizations send requests", () =>
    Effect.gen(function* () {
      yield* shared
      assert.strictEqual(longestRun(yield* observe(work)), 1)
      assert.strictEqual(longestRun(yield* observe(small)), 5)
    }).pipe(Effect.provide(LargePages.layer))
  )

  it.effect("writes large pages together for one organization, and when the others are gone", () =>
    Effect.gen(function* () {
      const { arrived } = yield* LargePages
      for (const organization of [a, a]) arrived(organization)
      assert.strictEqual(longestRun(yield* observe(work)), 5)
      arrived(b)
      assert.strictEqual(longestRun(yield* observe(work)), 1)
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(longestRun(yield* observe(work)), 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(longestRun(yield* observe(work)), 5)
    }).pipe(Effect.provide(LargePages.layer))
  )

  describe("answers large pages", () => {
    /** Sends these requests. Returns the number that have begun, and the number that are answered once all may end. */
    const begin = Effect.fnUntraced(function* (requests: ReadonlyArray<readonly [OrganizationId, rows: number]>) {
      const largePages = yield* LargePages
      const open = yield* Latch.make()
      let [begun, ended] = [0, 0]
      const handler = Effect.suspend(() => {
        begun++
        return Effect.andThen(
          open.await,
          Effect.sync(() => void ended++)
        )
      })
      const fibers = yield* Effect.forEach(requests, ([organization, rows]) =>
        Effect.forkChild(largePages.answer(organization, rows, handler), { startImmediately: true })
      )
      const end = Effect.gen(function* () {
        yield* open.open
        yield* Fiber.awaitAll(fibers)
        return ended
      })
      return { begun: () => begun, end, fibers }
    })
    const large = [a, 51] as const

    it.effect("one of each organization at a time while several send requests", () =>
      Effect.gen(function* () {
        yield* shared
        const requests = yield* begin([large, large, large, [b, 200], [b, 200]])
        assert.strictEqual(requests.begun(), 2)
        assert.strictEqual(yield* requests.end, 5)
      }).pipe(Effect.provide(LargePages.layer))
    )

    it.effect("and meanwhile small ones, and requests without a limit", () =>
      Effect.gen(function* () {
        yield* shared
        const requests = yield* begin([large, [a, 50], [a, 50], [a, NaN]])
        assert.strictEqual(requests.begun(), 4)
        assert.strictEqual(yield* requests.end, 4)
      }).pipe(Effect.provide(LargePages.layer))
    )

    it.effect("together for one organization, and when the others are gone", () =>
      Effect.gen(function* () {
        const alone = yield* begin([large, large])
        assert.strictEqual(alone.begun(), 2)
        yield* alone.end
        yield* shared
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual((yield* begin([large, large])).begun(), 2)
      }).pipe(Effect.provide(LargePages.layer))
    )

    it.effect("that have waited half a second for a slow one, and keeps the place of that one", () =>
      Effect.gen(function* () {
        yield* shared
        const requests = yield* begin([large, large, large])
        yield* TestClock.adjust("499 millis")
        assert.strictEqual(requests.begun(), 1)
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(requests.begun(), 3)
        yield* Fiber.interruptAll(requests.fibers.slice(1))
        const later = yield* begin([large])
        assert.strictEqual(later.begun(), 0)
        assert.strictEqual(yield* requests.end, 1)
        assert.strictEqual(yield* later.end, 1)
      }).pipe(Effect.provide(LargePages.layer))
    )

    it.effect("after those that were interrupted", () =>
      Effect.gen(function* () {
        yield* shared
        const { begun, end, fibers } = yield* begin([large, large, large])
        yield* Fiber.interruptAll(fibers.slice(0, 2))
        yield* Effect.repeat(Effect.yieldNow, { until: () => begun() === 2 })
        assert.strictEqual(yield* end, 1)
      }).pipe(Effect.provide(LargePages.layer))
    )

    it.effect("after one that failed", () =>
      Effect.gen(function* () {
        const largePages = yield* LargePages
        yield* shared
        const open = yield* Latch.make()
        const broken = yield* Effect.forkChild(
          largePages.answer(...large, Effect.andThen(open.await, Effect.fail("broken"))),
          {
            startImmediately: true
          }
        )
        const next = yield* Effect.forkChild(largePages.answer(...large, Effect.succeed("answered")), {
          startImmediately: true
        })
        yield* open.open
        assert.strictEqual(yield* Fiber.join(next), "answered")
        assert.strictEqual((yield* Fiber.await(broken))._tag, "Failure")
      }).pipe(Effect.provide(LargePages.layer))
    )
  })

  it.effect("lets the organizations alternate, whoever has more to do", () =>
    Effect.gen(function* () {
      const largePages = yield* LargePages
      yield* shared
      const done: Array<OrganizationId> = []
      const work = (id: OrganizationId) =>
        answering(51)(largePages, () => void done.push(id)).pipe(Effect.provideService(CurrentOrganization, { id }))
      yield* Effect.forEach([a, a, a, a, b, b], work, { concurrency: "unbounded" })
      assert.deepStrictEqual(done, [a, a, b, a, b, a])
    }).pipe(Effect.provide(LargePages.layer))
  )

  it.effect("goes on when one that waits is interrupted, or fails", () =>
    Effect.gen(function* () {
      const largePages = yield* LargePages
      yield* shared
      const none = () => assert.fail("was interrupted")
      const first = yield* Effect.forkChild(answering(51)(largePages, none))
      const second = yield* Effect.forkChild(answering(51)(largePages, none))
      const broken = yield* Effect.forkChild(Effect.exit(answering(51)(largePages, () => assert.fail("broken"))))
      const last = yield* Effect.forkChild(answering(51)(largePages, () => {}))
      yield* Fiber.interruptAll([second, first])
      assert.strictEqual((yield* Fiber.join(broken))._tag, "Failure")
      assert.strictEqual((yield* Fiber.join(last)).status, 200)
    }).pipe(Effect.provide(LargePages.layer))
  )
})

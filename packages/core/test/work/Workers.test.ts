import { assert, describe } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { CurrentOrganization } from "../../src/Organization.ts"
import { newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import * as Workers from "../../src/work/Workers.ts"
import { handedOver, WorkStore } from "../../src/work/WorkStore.ts"
import { type Begun, broken, done, kind, pass, settled, test } from "./Working.ts"

describe("Workers", () => {
  test("do what is due when they start, on behalf of its organization, and end it", function* ({
    calls,
    organization_id,
    put,
    startWorkers,
    store
  }) {
    yield* put("a", "b")
    const organizations: Array<number> = []
    yield* startWorkers(() =>
      Effect.as(
        CurrentOrganization.use(({ id }) => Effect.sync(() => void organizations.push(id))),
        null
      )
    )
    assert.deepStrictEqual(calls, ["a", "b"])
    assert.deepStrictEqual(organizations, [organization_id, organization_id])
    assert.strictEqual(yield* store.next(kind), null)
  })

  test("do what is put at once, after the commit", function* ({ calls, put, startWorkers, transactor }) {
    yield* startWorkers(done)
    const open = yield* Deferred.make<void>()
    const writing = yield* Effect.forkChild(transactor.transaction(Effect.andThen(put("a"), Deferred.await(open))))
    yield* settled
    assert.deepStrictEqual(calls, [])
    yield* Deferred.succeed(open, undefined)
    yield* Fiber.join(writing)
    yield* settled
    assert.deepStrictEqual(calls, ["a"])
  })

  test("sleep until work is due, to the millisecond", function* ({ calls, organization_id, startWorkers, store }) {
    yield* startWorkers(done)
    const due_at = Timestamp.plus(yield* Timestamp.now, 10_000)
    yield* store.put(organization_id, kind, [{ lane: "a", key: "a", due_at }])
    yield* pass("9999 millis")
    assert.deepStrictEqual(calls, [])
    yield* pass("1 millis")
    assert.deepStrictEqual(calls, ["a"])
  })

  test("look for work that nothing reports within a minute", function* ({ calls, put, startWorkers, store }) {
    yield* startWorkers(done, { storage: { ...store, onPut: () => Effect.void } })
    yield* put("a")
    yield* pass("14 seconds")
    assert.deepStrictEqual(calls, [])
    yield* pass("46 seconds")
    assert.deepStrictEqual(calls, ["a"])
  })

  test("hand an item that is due again over to others, and do it themselves a little later", function* ({
    calls,
    put,
    startWorkers
  }) {
    const turn = yield* Deferred.make<void>()
    const door = yield* Deferred.make<null>()
    yield* put("a", "b", "c")
    yield* startWorkers(({ key }) =>
      key === "a" && calls.length <= 3 ? Effect.andThen(Deferred.await(turn), Timestamp.now) : Deferred.await(door)
    )
    yield* Deferred.succeed(turn, undefined)
    yield* pass("19 millis")
    const before = [...calls]
    yield* pass("1 millis")
    yield* Deferred.succeed(door, null)
    assert.deepStrictEqual(
      [before, calls],
      [
        ["a", "b", "c"],
        ["a", "b", "c", "a"]
      ]
    )
  })

  test("take what another process hands over: at once if they do nothing, later the more they do", function* ({
    calls,
    put,
    startWorkers,
    store
  }) {
    const door = yield* Deferred.make<null>()
    let tell = () => {}
    yield* startWorkers(() => Deferred.await(door), {
      storage: {
        ...store,
        onPut: (reported, wake) => Effect.sync(() => void (reported === handedOver(kind) && (tell = wake)))
      }
    })
    yield* put("a")
    yield* settled
    assert.deepStrictEqual(calls, [])
    tell()
    yield* pass("0 millis")
    assert.deepStrictEqual(calls, ["a"])
    yield* put("b")
    tell()
    yield* pass("9 millis")
    assert.deepStrictEqual(calls, ["a"])
    yield* pass("1 millis")
    assert.deepStrictEqual(calls, ["a", "b"])
    yield* Deferred.succeed(door, null)
  })

  test("do an item again when its handler says", function* ({ calls, put, startWorkers, store }) {
    const attempts: Array<number> = []
    yield* put("a")
    yield* startWorkers((item) => {
      attempts.push(item.attempts)
      return Effect.map(Timestamp.now, (now) => (calls.length < 3 ? Timestamp.plus(now, 5_000) : null))
    })
    for (const expected of [1, 2, 3, 3]) {
      assert.strictEqual(calls.length, expected)
      yield* pass("5 seconds")
    }
    assert.deepStrictEqual(attempts, [1, 1, 1])
    assert.strictEqual(yield* store.next(kind), null)
  })

  test("do an item again that was put while it was done", function* ({ calls, put, startWorkers, store }) {
    const doors = [yield* Deferred.make<null>(), yield* Deferred.make<null>()]
    yield* startWorkers(() => Deferred.await(doors[calls.length - 1]!))
    yield* put("a")
    yield* settled
    yield* put("a")
    yield* put("a")
    yield* settled
    assert.deepStrictEqual(calls, ["a"])
    for (const door of doors) yield* Effect.andThen(Deferred.succeed(door, null), settled)
    assert.deepStrictEqual(calls, ["a", "a"])
    assert.strictEqual(yield* store.next(kind), null)
  })

  for (const [name, failure] of [
    ["fails", Effect.fail(broken)],
    ["dies", Effect.die(new Error("a bug"))],
    ["takes too long", Effect.never]
  ] as const) {
    test(`log an item that ${name}, and do it again, later each time`, function* ({
      calls,
      logged,
      put,
      startWorkers
    }) {
      yield* put("a", "b")
      yield* startWorkers(({ key }) => (key === "a" ? failure : Effect.succeed(null)), { timeout: Duration.seconds(1) })
      if (name === "takes too long") yield* pass("1 seconds")
      assert.deepStrictEqual(calls.splice(0), ["a", "b"])
      assert.match(logged.join("\n"), /Work failed: test a of organization \d+, attempt 1/u)
      for (const seconds of [5, 10, 20]) {
        yield* pass(Duration.millis(seconds * 1000 - 1))
        assert.deepStrictEqual(calls, [])
        yield* pass("1 millis")
        assert.deepStrictEqual(calls.splice(0), ["a"])
        if (name === "takes too long") yield* pass("1 seconds")
      }
      assert.strictEqual(logged.length, 4)
    })
  }

  test("bound what is done at once: in the process, of an organization, in a lane", function* ({
    organization_id,
    startWorkers,
    store
  }) {
    const other = yield* newOrganization
    const now = yield* Timestamp.now
    const running = new Map<string, number>()
    const door = yield* Deferred.make<null>()
    const work = (lanes: ReadonlyArray<string>, each: number) =>
      lanes.flatMap((lane) => Array.from({ length: each }, (_, i) => ({ lane, key: `${lane}${i}`, due_at: now })))
    yield* store.put(organization_id, kind, work(["a", "b", "c", "d", "e"], 5))
    yield* startWorkers(
      ({ lane, organization_id }) =>
        Effect.suspend(() => {
          for (const id of [`${organization_id} ${lane}`, `${organization_id}`])
            running.set(id, (running.get(id) ?? 0) + 1)
          return Deferred.await(door)
        }),
      { concurrency: 12, room: 2, timeout: Duration.seconds(59) }
    )
    assert.strictEqual(running.get(`${organization_id}`), 6)
    for (const lane of ["a", "b", "c", "d", "e"]) assert.isAtMost(running.get(`${organization_id} ${lane}`) ?? 0, 2)
    yield* store.put(other, kind, work(["a"], 5))
    yield* settled
    assert.strictEqual(running.get(`${other}`), 2)
    yield* Deferred.succeed(door, null)
    yield* settled
    assert.strictEqual(yield* store.next(kind), null)
  })

  test("do another item as soon as one ends", function* ({ calls, put, startWorkers }) {
    const door = yield* Deferred.make<null>()
    yield* put("a", "b")
    yield* startWorkers(() => Deferred.await(door), { concurrency: 1 })
    assert.deepStrictEqual(calls, ["a"])
    yield* Deferred.succeed(door, null)
    yield* settled
    assert.deepStrictEqual(calls, ["a", "b"])
  })

  test("wait for what others hold, without looking all the time, and take it when the lease ends", function* ({
    calls,
    organization_id,
    put,
    startWorkers,
    store
  }) {
    const now = yield* Timestamp.now
    yield* put("a")
    const until = Timestamp.plus(now, 60_000)
    yield* store.claim(organization_id, kind, { lanes: [{ lane: "a", room: 1 }], claim: "another", now, until })
    let looks = 0
    const due: typeof store.due = (...query) =>
      Effect.suspend(() =>
        Effect.andThen(
          Effect.sync(() => looks++),
          store.due(...query)
        )
      )
    yield* startWorkers(done, { storage: { ...store, due } })
    yield* pass("59999 millis")
    assert.deepStrictEqual(calls, [])
    assert.isAtMost(looks, 5)
    yield* pass("1 millis")
    assert.deepStrictEqual(calls, ["a"])
  })

  test("survive an outage of storage, and log it once", function* ({ calls, logged, put, startWorkers, store }) {
    let isDown = true
    const due: typeof store.due = (...query) =>
      Effect.suspend(() => (isDown ? Effect.fail(broken) : store.due(...query)))
    yield* put("a")
    yield* startWorkers(done, { storage: { ...store, due } })
    yield* pass("10 minutes")
    assert.strictEqual(logged.length, 1)
    assert.match(logged[0] ?? "", /Cannot look for work: test/u)
    isDown = false
    yield* pass("30 seconds")
    assert.deepStrictEqual(calls, ["a"])
    isDown = true
    yield* pass("10 minutes")
    assert.strictEqual(logged.length, 2)
  })

  test("store an outcome as soon as storage is there again", function* ({ calls, put, startWorkers, store }) {
    let failures = 3
    const settle: typeof store.settle = (...query) =>
      Effect.suspend(() => (failures-- > 0 ? Effect.fail(broken) : store.settle(...query)))
    yield* put("a")
    yield* startWorkers(done, { storage: { ...store, settle } })
    assert.notStrictEqual(yield* store.next(kind), null)
    yield* pass("3 seconds")
    assert.strictEqual(yield* store.next(kind), null)
    assert.deepStrictEqual(calls, ["a"])
  })
})

describe("Workers that stop", () => {
  /** Workers in a separate fiber, and an effect that interrupts it, as a signal interrupts a process. */
  const stoppable = Effect.fnUntraced(function* (
    { startWorkers }: Begun,
    ...options: Parameters<Begun["startWorkers"]>
  ) {
    const started = yield* Deferred.make<void>()
    const process = yield* startWorkers(...options).pipe(
      Effect.andThen(Deferred.succeed(started, undefined)),
      Effect.andThen(Effect.never),
      Effect.scoped,
      Effect.forkChild
    )
    yield* Deferred.await(started)
    return { stop: Effect.tap(Effect.forkChild(Fiber.interrupt(process)), settled) }
  })

  test("let what has begun end, and store its outcome", function* (begun) {
    const door = yield* Deferred.make<null>()
    yield* begun.put("a", "b")
    const { stop } = yield* stoppable(begun, () => Deferred.await(door), { concurrency: 1 })
    const stopping = yield* stop
    yield* pass("8 seconds")
    assert.strictEqual(stopping.pollUnsafe(), undefined)
    yield* Deferred.succeed(door, null)
    yield* Fiber.join(stopping)
    assert.deepStrictEqual(begun.calls, ["a"])
    const now = yield* Timestamp.now
    assert.deepStrictEqual(
      (yield* begun.store.due(kind, { now, limit: 9 })).map(({ lane }) => lane),
      ["b"]
    )
  })

  test("tell what does one thing after another, which then ends early", function* (begun) {
    const door = yield* Deferred.make<void>()
    const seen: Array<boolean> = []
    yield* begun.put("a")
    const { stop } = yield* stoppable(begun, ({ isStopping }) =>
      Effect.gen(function* () {
        do {
          seen.push(isStopping())
          yield* Deferred.await(door)
        } while (!isStopping())
        return yield* Timestamp.now
      })
    )
    const stopping = yield* stop
    yield* Deferred.succeed(door, undefined)
    yield* Fiber.join(stopping)
    assert.deepStrictEqual(seen, [false])
    assert.strictEqual(yield* begun.store.next(kind), yield* Timestamp.now)
  })

  test("stop at once when nothing has begun", function* (begun) {
    const { stop } = yield* stoppable(begun, done)
    yield* Fiber.join(yield* stop)
  })

  test("interrupt after 9 s what does not end, and leave it to its lease", function* (begun) {
    yield* begun.put("a")
    const started = yield* Timestamp.now
    let isInterrupted = false
    const { stop } = yield* stoppable(begun, () =>
      Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isInterrupted = true)))
    )
    const stopping = yield* stop
    yield* pass("8999 millis")
    assert.isFalse(isInterrupted)
    yield* pass("1 millis")
    yield* Fiber.join(stopping)
    assert.isTrue(isInterrupted)
    assert.strictEqual(yield* begun.store.next(kind), Timestamp.plus(started, 60_000))
    assert.deepStrictEqual(begun.logged, [])
  })

  test("interrupt at the same time what does not end, of all kinds", function* ({ organization_id, store }) {
    const due_at = yield* Timestamp.now
    const kinds = ["one", "two", "three"]
    for (const kind of kinds) yield* store.put(organization_id, kind, [{ lane: "a", key: "a", due_at }])
    const interrupted: Array<string> = []
    const handlers = kinds.map((kind) => ({
      kind,
      room: 1,
      concurrency: 1,
      lease: Duration.seconds(60),
      timeout: Duration.seconds(30),
      handle: () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void interrupted.push(kind)))
    }))
    const scope = yield* Scope.make()
    yield* Layer.buildWithScope(Workers.layer(Effect.succeed(handlers)), scope).pipe(
      Effect.provideService(WorkStore, store)
    )
    yield* settled
    const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* pass("9 seconds")
    yield* Fiber.join(stopping)
    assert.deepStrictEqual(interrupted.toSorted(), kinds.toSorted())
  })

  test("give back at once what was claimed meanwhile, as if it had not been claimed", function* (begun) {
    const { organization_id, put, store } = begun
    const claimed = yield* Deferred.make<void>()
    const door = yield* Deferred.make<void>()
    const claim: typeof store.claim = (...query) =>
      Effect.tap(store.claim(...query), Effect.andThen(Deferred.succeed(claimed, undefined), Deferred.await(door)))
    yield* put("a")
    const now = yield* Timestamp.now
    const { stop } = yield* stoppable(begun, done, { storage: { ...store, claim } })
    yield* Deferred.await(claimed)
    const stopping = yield* stop
    yield* Deferred.succeed(door, undefined)
    yield* Fiber.join(stopping)
    assert.deepStrictEqual(begun.calls, [])
    const query = { lanes: [{ lane: "a", room: 1 }], claim: "next", now, until: Timestamp.plus(now, 60_000) }
    assert.deepStrictEqual(yield* store.claim(organization_id, kind, query), [
      { lane: "a", key: "a", due_at: now, attempts: 1 }
    ])
  })
})

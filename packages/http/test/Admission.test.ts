import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@mailroom/core"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Admission, type Options, type Rejection } from "../src/pipeline/Admission.ts"

const a = OrganizationId.make(1)
const b = OrganizationId.make(2)
const c = OrganizationId.make(3)

const over = ({ isByHost = false, ...options }: Options & { readonly isByHost?: boolean }) =>
  Effect.provide(Admission.layer({ ...options, isByHost, methodsOf: (path) => (path === "/leads" ? ["GET"] : []) }))

const keyOf = (organization: OrganizationId) => ({ authorization: `key of ${organization}` })

interface Request {
  readonly source: object
  readonly leave: () => void
  state: "begun" | "rejected" | "waiting"
  rejection?: Rejection
}

const make = Effect.map(Admission, (admission) => {
  const arrive = (headers: Readonly<Record<string, string>> = {}, path = "/leads") => {
    const request: Request = { source: {}, leave: () => admission.leave(request.source), state: "waiting" }
    admission.enter(
      { source: request.source, method: "GET", path, headers },
      () => void (request.state = "begun"),
      (rejection) => void Object.assign(request, { state: "rejected", rejection })
    )
    return request
  }
  return {
    ...admission,
    arrive,
    /** Sends a request with a valid key. Returns its status if it is rejected at once. */
    ask: Effect.fnUntraced(function* (organization: OrganizationId) {
      const headers = keyOf(organization)
      const { leave, rejection, source } = arrive(headers)
      const answer = rejection ?? (yield* admission.check(organization, { source, headers }))
      return { leave, headers: answer.headers, status: answer.problem?.status }
    })
  }
})

describe("Admission", () => {
  it.effect("bounds the requests that are worked on, until their answers are sent", () =>
    Effect.gen(function* () {
      const { arrive } = yield* make
      const [first, second, third] = [arrive(), arrive(), arrive()]
      assert.deepStrictEqual([first.state, second.state], ["begun", "waiting"])
      first.leave()
      first.leave()
      assert.deepStrictEqual([second.state, third.state], ["begun", "waiting"])
    }).pipe(over({ maxInFlight: 1 }))
  )

  it.effect("keeps nothing of a request that has left", () =>
    Effect.gen(function* () {
      const { arrive, has } = yield* make
      const [begun, waiting] = [arrive(), arrive()]
      assert.deepStrictEqual([has(begun.source), has(waiting.source)], [true, true])
      waiting.leave()
      begun.leave()
      assert.deepStrictEqual([has(begun.source), has(waiting.source)], [false, false])
    }).pipe(over({ maxInFlight: 1 }))
  )

  it.effect("answers probes, and what the routes do not have, also when it is full", () =>
    Effect.gen(function* () {
      const { arrive } = yield* make
      arrive()
      for (const path of ["/livez", "/readyz", "/nowhere"]) assert.strictEqual(arrive({}, path).state, "begun", path)
    }).pipe(over({ maxInFlight: 1 }))
  )

  it.effect("rejects what has waited about a second", () =>
    Effect.gen(function* () {
      const { arrive } = yield* make
      arrive()
      const waiting = arrive()
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(waiting.state, "waiting")
      yield* TestClock.adjust("21 millis")
      assert.deepStrictEqual(waiting.rejection?.headers, { "retry-after": "1" })
      assert.strictEqual(waiting.rejection?.problem.status, 503)
      // The queues are checked again once a new request waits.
      const next = arrive()
      yield* TestClock.adjust("1020 millis")
      assert.strictEqual(next.state, "rejected")
    }).pipe(over({ maxInFlight: 1 }))
  )

  it.effect("lets a burst wait again after a second in which nothing waited", () =>
    Effect.gen(function* () {
      const { arrive } = yield* make
      const first = arrive()
      // One request or another waits for longer than a second.
      for (let i = 0; i < 4; i++) {
        arrive()
        yield* TestClock.adjust("500 millis")
      }
      const refused = [arrive(), arrive(), arrive()].map(({ state }) => state)
      assert.deepStrictEqual(refused, ["waiting", "rejected", "rejected"])
      yield* TestClock.adjust("1 second")
      first.leave()
      yield* TestClock.adjust("1 second")
      const served = [arrive(), arrive(), arrive()].map(({ state }) => state)
      assert.deepStrictEqual(served, ["begun", "waiting", "waiting"])
    }).pipe(over({ maxInFlight: 1 }))
  )

  it.effect("does not count the time in which the process got no processor", () =>
    Effect.gen(function* () {
      let millis = 0
      let wake = () => {}
      const clock: Clock.Clock = {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.sync(() => millis),
        currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
        currentTimeNanos: Effect.sync(() => BigInt(millis) * 1_000_000n),
        monotonicTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
        monotonicTimeNanos: Effect.sync(() => BigInt(millis) * 1_000_000n),
        sleep: () => Effect.callback((resume) => void (wake = () => resume(Effect.void)))
      }
      yield* Effect.gen(function* () {
        const { arrive } = yield* make
        arrive()
        const waiting = arrive()
        const looksAfter = (elapsed: number) => {
          millis += elapsed
          wake()
          return waiting.state
        }
        assert.strictEqual(looksAfter(60_000), "waiting")
        const states = Array.from({ length: 50 }, () => looksAfter(20))
        assert.deepStrictEqual([states.indexOf("rejected"), states.length], [47, 50])
      }).pipe(over({ maxInFlight: 1 }), Effect.provideService(Clock.Clock, clock))
    })
  )

  it.effect("rejects what still waits at the end", () =>
    Effect.gen(function* () {
      const { arrive, waiting } = yield* Effect.map(make, ({ arrive }) => ({
        arrive,
        waiting: [arrive(), arrive()]
      })).pipe(over({ maxInFlight: 1 }))
      assert.isFunction(arrive)
      assert.deepStrictEqual(
        waiting.map(({ state }) => state),
        ["begun", "rejected"]
      )
    })
  )

  it.effect("tells the rate with a 503, where it knows the organization", () =>
    Effect.gen(function* () {
      const { arrive, ask, fieldsOf } = yield* make
      yield* ask(a)
      const known = arrive(keyOf(a))
      yield* ask(b)
      const unknown = arrive(keyOf(c))
      yield* TestClock.adjust("1020 millis")
      const policy = { "ratelimit-policy": '"organization";q=20;w=2' }
      assert.deepStrictEqual(known.rejection?.headers, {
        "retry-after": "1",
        ...policy,
        ratelimit: '"organization";r=20;t=0'
      })
      assert.deepStrictEqual(unknown.rejection?.headers, { "retry-after": "1", ...policy })
      assert.deepStrictEqual(fieldsOf(keyOf(c)), policy)
    }).pipe(over({ maxInFlight: 2, rateLimit: 10 }))
  )

  it.effect("counts requests with no valid key together, and lets them take half of the places", () =>
    Effect.gen(function* () {
      const { arrive, ask } = yield* make
      yield* ask(a)
      const guesses = ["1", "2", "3", "4"].map((authorization) => arrive({ authorization }).state)
      assert.deepStrictEqual(guesses, ["begun", "begun", "begun", "waiting"])
      assert.strictEqual(arrive(keyOf(a)).state, "begun")
    }).pipe(over({ maxInFlight: 6 }))
  )

  it.effect("lets a request of an unknown key wait for a place of its organization", () =>
    Effect.gen(function* () {
      const { arrive, check } = yield* make
      const join = Effect.fnUntraced(function* (authorization: string) {
        const { leave, source } = arrive({ authorization })
        const decision = yield* Effect.forkChild(check(a, { source, headers: { authorization } }), {
          startImmediately: true
        })
        return { leave, decision }
      })
      const first = yield* join("1")
      const second = yield* join("2")
      const third = yield* join("3")
      assert.isDefined(second.decision.pollUnsafe())
      assert.isUndefined(third.decision.pollUnsafe())
      // A request that waits here has given its place back.
      const other = arrive({ authorization: "4" })
      assert.strictEqual(other.state, "begun")
      other.leave()
      first.leave()
      assert.deepStrictEqual(yield* Fiber.join(third.decision), { headers: {} })
      const late = yield* join("5")
      yield* TestClock.adjust("1020 millis")
      const { headers, problem } = yield* Fiber.join(late.decision)
      assert.deepStrictEqual([problem?.status, headers["retry-after"]], [503, "1"])
    }).pipe(over({ maxInFlight: 3 }))
  )

  it.effect("where the host authenticates, remembers by the cookie where a request waits, and rejects by nothing", () =>
    Effect.gen(function* () {
      const { arrive, check, fieldsOf } = yield* make
      const mine = { cookie: "session=a" }
      const first = arrive(mine)
      for (let i = 0; i < 3; i++) yield* check(a, { source: first.source, headers: mine })
      // Each party gets one place: `first` has the one of its organization, the unknown cookie gets the one of unknown
      // requests.
      const states = [arrive({ cookie: "session=b" }), arrive(mine), arrive({})].map(({ state }) => state)
      assert.deepStrictEqual(states, ["begun", "waiting", "waiting"])
      assert.deepStrictEqual(fieldsOf(mine), { "ratelimit-policy": '"organization";q=2;w=2' })
    }).pipe(over({ isByHost: true, maxInFlight: 3, rateLimit: 1 }))
  )

  it.effect("where the host authenticates, also remembers a cookie that is long", () =>
    Effect.gen(function* () {
      const { arrive, check } = yield* make
      const long = (session: string) => ({ cookie: `session=${session.repeat(5_000)}` })
      for (const [organization, headers] of [
        [a, long("a")],
        [b, long("b")]
      ] as const) {
        const { leave, source } = arrive(headers)
        yield* check(organization, { source, headers })
        leave()
      }
      const states = [arrive(long("a")), arrive(long("a")), arrive(long("a")), arrive(long("b"))]
      assert.deepStrictEqual(
        states.map(({ state }) => state),
        ["begun", "begun", "waiting", "begun"]
      )
    }).pipe(over({ isByHost: true, maxInFlight: 4 }))
  )

  it.effect("limits the rate of an organization, after a burst", () =>
    Effect.gen(function* () {
      const { arrive, ask, check, forget } = yield* make
      const askAndLeave = (organization: OrganizationId) =>
        Effect.tap(ask(organization), ({ leave }) => Effect.sync(leave))
      for (let left = 19; left >= 0; left--) {
        const { headers, status } = yield* askAndLeave(a)
        assert.isUndefined(status)
        assert.strictEqual(headers["ratelimit-policy"], '"organization";q=20;w=2')
        assert.strictEqual(headers["ratelimit"], `"organization";r=${left};t=${left >= 10 ? 1 : 2}`)
      }
      for (let i = 0; i < 2; i++) {
        const { headers, status } = yield* askAndLeave(a)
        assert.strictEqual(status, 429)
        assert.strictEqual(headers["retry-after"], "1")
        assert.strictEqual(headers["ratelimit"], '"organization";r=0;t=2')
      }
      assert.isUndefined((yield* askAndLeave(b)).status)
      yield* TestClock.adjust("99 millis")
      assert.strictEqual((yield* askAndLeave(a)).status, 429)
      yield* TestClock.adjust("1 millis")
      assert.isUndefined((yield* askAndLeave(a)).status)
      assert.strictEqual((yield* askAndLeave(a)).status, 429)
      assert.strictEqual(arrive(keyOf(a)).rejection?.problem.status, 429)
      // The limit also applies to another key of the organization.
      const other = { authorization: "another key of 1" }
      const { problem } = yield* check(a, { source: arrive(other).source, headers: other })
      assert.strictEqual(problem?.status, 429)
      // The key was revoked meanwhile. The request begins, so that it can be answered with 401.
      forget(keyOf(a))
      assert.strictEqual(arrive(keyOf(a)).state, "begun")
    }).pipe(over({ rateLimit: 10 }))
  )

  it.effect("has no rate limit unless asked", () =>
    Effect.gen(function* () {
      const { ask } = yield* make
      for (let i = 0; i < 1000; i++) {
        const { headers, leave, status } = yield* ask(a)
        assert.isUndefined(status)
        assert.deepStrictEqual(headers, {})
        leave()
      }
    }).pipe(over({}))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Admission, type Options } from "../src/Admission.ts"

const a = OrganizationId.make(1)
const b = OrganizationId.make(2)
const c = OrganizationId.make(3)

const over = (options: Options) =>
  Effect.provide(Admission.layer({ ...options, methodsOf: (path) => (path === "/leads" ? ["GET"] : []) }))

const make = Effect.map(Admission, (admission) => {
  const arrive = (authorization?: string, path = "/leads") => {
    const source = {}
    const rejection = admission.enter({ source, method: "GET", path, authorization })
    return { rejection, source, status: rejection?.problem.status, leave: () => admission.leave(source) }
  }
  return {
    ...admission,
    arrive,
    /** A request with a valid key: its status when it is rejected. */
    ask: Effect.fnUntraced(function* (organization: OrganizationId) {
      const authorization = `key of ${organization}`
      const arrival = arrive(authorization)
      if (arrival.status !== undefined) return { ...arrival, headers: arrival.rejection?.headers ?? {} }
      const { headers, problem } = yield* admission.check(organization, { source: arrival.source, authorization })
      return { ...arrival, headers, status: problem?.status }
    })
  }
})

describe("Admission", () => {
  it.effect("bounds the requests in flight, until their answers are sent", () =>
    Effect.gen(function* () {
      const { arrive } = yield* make
      const first = arrive()
      assert.isUndefined(first.status)
      assert.strictEqual(arrive().status, 503)
      assert.strictEqual(arrive().rejection?.headers["retry-after"], "1")
      first.leave()
      first.leave()
      assert.isUndefined(arrive().status)
      assert.strictEqual(arrive().status, 503)
    }).pipe(over({ maxInFlight: 1 }))
  )

  it.effect("answers probes and unknown routes also when it is full", () =>
    Effect.gen(function* () {
      const { arrive } = yield* make
      arrive()
      for (const path of ["/livez", "/readyz", "/nowhere"]) assert.isUndefined(arrive(undefined, path).status, path)
    }).pipe(over({ maxInFlight: 1 }))
  )

  it.effect("leaves places to others, whoever takes as many as possible", () =>
    Effect.gen(function* () {
      const { ask } = yield* make
      const admitted = Effect.fnUntraced(function* (organization: OrganizationId) {
        let count = 0
        while ((yield* ask(organization)).status === undefined) count++
        assert.strictEqual((yield* ask(organization)).status, 429)
        return count
      })
      assert.deepStrictEqual(yield* Effect.forEach([a, b, c], admitted), [6, 3, 2])
    }).pipe(over({ maxInFlight: 12 }))
  )

  it.effect("counts requests with no valid key together, and lets them take half of the places", () =>
    Effect.gen(function* () {
      const { arrive, ask } = yield* make
      yield* ask(a)
      for (let i = 0; i < 3; i++) assert.isUndefined(arrive(`guess ${i}`).status)
      assert.strictEqual(arrive("one more").status, 503)
      assert.isUndefined((yield* ask(a)).status)
    }).pipe(over({ maxInFlight: 6 }))
  )

  it.effect("gives the places of an organization back", () =>
    Effect.gen(function* () {
      const { ask } = yield* make
      for (let i = 0; i < 10; i++) {
        const first = yield* ask(a)
        const second = yield* ask(a)
        assert.deepStrictEqual([first.status, second.status], [undefined, undefined])
        assert.strictEqual((yield* ask(a)).status, 429)
        first.leave()
        second.leave()
      }
    }).pipe(over({ maxInFlight: 4 }))
  )

  it.effect("limits the rate of an organization, after a burst", () =>
    Effect.gen(function* () {
      const { arrive, ask, forget } = yield* make
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
      assert.strictEqual(arrive("key of 1").status, 429)
      // Revoked meanwhile: to be answered 401.
      forget("key of 1")
      assert.isUndefined(arrive("key of 1").status)
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

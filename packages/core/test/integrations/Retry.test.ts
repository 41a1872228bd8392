/** When deliveries are attempted again: each rule alone, and their combined effect over days. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Verdict } from "../../src/integrations/Exchange.ts"
import {
  afterTry,
  delays,
  type Health,
  healthy,
  maximumAttempts,
  nextDelivery,
  type Progress,
  retryAfter,
  untried
} from "../../src/integrations/Retry.ts"
import * as Timestamp from "../../src/Timestamp.ts"

const start = Timestamp.Timestamp.make("2026-08-07T09:30:00.000Z")
const inSeconds = (seconds: number) => Timestamp.plus(start, seconds * 1000)
const days = (count: number) => count * 86_400
const wait = (retry_after: string | null = null) => Verdict.Wait({ error: "out of order", retry_after })
const retry = (retry_after: string | null = null) => Verdict.Retry({ error: "rejected", retry_after })
const serverError = (retry_after: string | null = null) => Verdict.ServerError({ error: "a fault", retry_after })
const tried = (attempts: number): Progress => ({ ...untried(start), attempts })
const failing = (consecutive_failures: number, since = start): Health => ({
  ...healthy,
  status: "failing",
  consecutive_failures,
  failing_since: since,
  last_error: "before"
})

describe("Retry-After", () => {
  const table: ReadonlyArray<readonly [value: string | null, seconds: number]> = [
    [null, 0],
    ["", 0],
    ["0", 0],
    ["120", 120],
    [" 120 ", 120],
    ["86400", 86_400],
    ["86401", 86_400],
    ["99999999999999999999", 86_400],
    ["-1", 0],
    ["1.5", 0],
    ["soon", 0],
    ["Fri, 07 Aug 2026 09:31:00 GMT", 60],
    ["Friday, 07-Aug-26 09:31:00 GMT", 60],
    ["Fri Aug  7 09:31:00 2026", 60],
    ["Fri, 07 Aug 2026 09:29:00 GMT", 0],
    ["Sun, 07 Aug 2033 09:31:00 GMT", 86_400],
    ["Fri, 07 Aug 2026 09:31:00 CET", 0]
  ]
  it.each(table)("%j means %d s", (value, seconds) => {
    assert.strictEqual(retryAfter(value, start), inSeconds(seconds))
  })
})

describe("after a try", () => {
  it("that was delivered, the integration is healthy", () => {
    assert.deepStrictEqual(afterTry({ ...failing(7), retry_at: start }, tried(3), Verdict.Delivered(), inSeconds(9)), {
      health: { ...healthy, last_delivery_at: inSeconds(9) },
      progress: { status: "delivered", attempts: 4, next_attempt_at: null }
    })
  })

  it("that was rejected, the delivery waits by itself: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h", () => {
    assert.deepStrictEqual(
      delays.map((delay) => delay / 1000),
      [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
    )
    for (const [attempts, delay] of delays.entries()) {
      const { health, progress } = afterTry(failing(40), tried(attempts), retry(), start)
      assert.deepStrictEqual(progress, {
        status: "pending",
        attempts: attempts + 1,
        next_attempt_at: Timestamp.plus(start, delay)
      })
      assert.deepInclude(health, {
        status: "failing",
        retry_at: null,
        consecutive_failures: 41,
        last_error: "rejected"
      })
    }
    assert.deepInclude(afterTry(healthy, tried(7), retry(), start).progress, {
      status: "failed",
      next_attempt_at: null
    })
  })

  it("without an answer, the integration waits", () => {
    const table: ReadonlyArray<readonly [failures: number, attempts: number, seconds: number]> = [
      [0, 0, 5],
      [1, 1, 300],
      [5, 5, 36_000],
      [6, 6, 36_000],
      // An integration that has just begun to fail is not stopped for hours by a delivery with many attempts.
      [0, 6, 5],
      // Failures of other deliveries do not count for a new one.
      [40, 0, 5],
      [40, 1, 300],
      // The last attempt of a delivery: the next delivery begins.
      [7, 7, 5]
    ]
    for (const [failures, attempts, seconds] of table) {
      const { health, progress } = afterTry(failing(failures), tried(attempts), wait(), start)
      assert.strictEqual(health.retry_at, inSeconds(seconds), `${failures} ${attempts}`)
      assert.strictEqual(progress.next_attempt_at, attempts === 7 ? null : health.retry_at)
      assert.strictEqual(progress.status, attempts === 7 ? "failed" : "pending")
    }
  })

  it("with a server error, the integration waits after the first one, and then only the delivery", () => {
    const first = afterTry(healthy, tried(0), serverError(), start)
    assert.deepInclude(first.health, { retry_at: inSeconds(5), consecutive_failures: 1, first_failures: 1 })
    assert.deepStrictEqual(first.progress, { status: "pending", attempts: 1, next_attempt_at: inSeconds(5) })
    for (const [attempts, delay] of delays.entries()) {
      if (attempts === 0) continue
      const { health, progress } = afterTry(failing(attempts), tried(attempts), serverError(), start)
      assert.deepInclude(health, { status: "failing", retry_at: null, first_failures: 0, last_error: "a fault" })
      assert.strictEqual(progress.next_attempt_at, Timestamp.plus(start, delay))
    }
    const last = afterTry(failing(7), tried(7), serverError(), start)
    assert.deepStrictEqual([last.health.retry_at, last.progress.status], [null, "failed"])
  })

  it("with a server error, the integration waits longer the more deliveries have failed", () => {
    const table: ReadonlyArray<readonly [first_failures: number, failures: number, seconds: number]> = [
      [0, 0, 5],
      // Further attempts of deliveries that were set aside do not count.
      [0, 40, 5],
      [1, 2, 300],
      [2, 9, 1800],
      [6, 9, 36_000],
      [99, 99, 36_000]
    ]
    for (const [first_failures, failures, seconds] of table) {
      const { health, progress } = afterTry({ ...failing(failures), first_failures }, tried(0), serverError(), start)
      assert.strictEqual(health.retry_at, inSeconds(seconds), `${first_failures} ${failures}`)
      assert.strictEqual(progress.next_attempt_at, health.retry_at)
    }
    // A delivery that is set aside waits as long as the integration would wait after the next failing delivery. So
    // deliveries keep their order.
    const aside = afterTry({ ...failing(9), first_failures: 3 }, tried(1), serverError(), start)
    assert.deepStrictEqual([aside.health.retry_at, aside.progress.next_attempt_at], [null, inSeconds(7200)])
    // After eight deliveries have failed, the receiver counts as dead.
    const dead = afterTry({ ...failing(9), first_failures: 8 }, tried(2), serverError(), start)
    assert.deepStrictEqual([dead.health.retry_at, dead.progress.next_attempt_at], [inSeconds(1800), inSeconds(1800)])
  })

  it("that asks for time, it gets it, also after the last try", () => {
    assert.strictEqual(afterTry(healthy, tried(0), wait("60"), start).health.retry_at, inSeconds(60))
    assert.strictEqual(afterTry(healthy, tried(0), wait("1"), start).health.retry_at, inSeconds(5))
    assert.strictEqual(afterTry(healthy, tried(0), retry("60"), start).progress.next_attempt_at, inSeconds(60))
    assert.strictEqual(afterTry(failing(7), tried(7), wait("60"), start).health.retry_at, inSeconds(60))
    for (const attempts of [0, 1, 7]) {
      const { health } = afterTry(failing(attempts), tried(attempts), serverError("60"), start)
      assert.strictEqual(health.retry_at, inSeconds(60))
    }
    const second = (seconds: string) => afterTry(failing(1), tried(1), serverError(seconds), start).progress
    assert.strictEqual(second("60").next_attempt_at, inSeconds(300))
    assert.strictEqual(second("900").next_attempt_at, inSeconds(900))
  })

  it("that will always be rejected, the delivery has failed", () => {
    const { health, progress } = afterTry(healthy, tried(0), Verdict.Fail({ error: "invalid" }), start)
    assert.deepStrictEqual(progress, { status: "failed", attempts: 1, next_attempt_at: null })
    assert.deepInclude(health, { status: "failing", retry_at: null, last_error: "invalid" })
  })

  it("at a receiver that is gone, the integration is disabled and the delivery is kept", () => {
    const { health, progress } = afterTry(healthy, tried(0), Verdict.Disable({ error: "gone" }), start)
    assert.deepInclude(health, { status: "disabled", last_error: "gone" })
    assert.strictEqual(progress.status, "pending")
  })

  it("five days after the last delivered one, the integration is disabled", () => {
    const at = (seconds: number, attempts: number) =>
      afterTry(failing(20), tried(attempts), wait(), inSeconds(seconds)).health.status
    assert.strictEqual(at(days(5) - 1, 5), "failing")
    assert.strictEqual(at(days(5), 5), "disabled")
    assert.strictEqual(at(days(9), 4), "disabled")
    // There may have been nothing to deliver for days, so a receiver that fails for a minute does not count as dead.
    assert.strictEqual(at(days(9), 0), "failing")
    assert.strictEqual(at(days(9), 3), "failing")
    const first = (first_failures: number) =>
      afterTry({ ...failing(20), first_failures }, tried(0), serverError(), inSeconds(days(5))).health.status
    assert.deepStrictEqual([first(3), first(4)], ["failing", "disabled"])
  })
})

interface Delivery extends Progress {
  readonly id: number
}

/** Computes the result of `DeliveryStore.heads`. */
const headsOf = (deliveries: ReadonlyArray<Delivery>): ReadonlyArray<Delivery> => {
  const pending = deliveries.filter(({ status }) => status === "pending")
  const retried = pending.filter(({ attempts }) => attempts > 0)
  const [first] = retried.toSorted((a, b) => (a.next_attempt_at ?? "").localeCompare(b.next_attempt_at ?? ""))
  const untried = pending.find(({ attempts }) => attempts === 0)
  return [first ?? [], untried ?? []].flat()
}
type Receiver = (delivery: Delivery, now: Timestamp.Timestamp) => Verdict

/** Delivers to a receiver as a worker does. Returns every attempt and its consequences. */
const run = (count: number, receiver: Receiver, until = inSeconds(days(30))) => {
  let health: Health = healthy
  let now = start
  let deliveries: ReadonlyArray<Delivery> = Array.from({ length: count }, (_, id) => ({ id, ...untried(start) }))
  const tries: Array<{
    readonly id: number
    readonly at: Timestamp.Timestamp
    readonly verdict: Verdict
    readonly after: ReturnType<typeof afterTry>
  }> = []
  while (now <= until) {
    const next = nextDelivery(health, headsOf(deliveries), now)
    if (next === null) break
    if ("at" in next) {
      assert.isTrue(next.at > now, "a worker that waits for now does not sleep")
      now = next.at
      continue
    }
    const { delivery } = next
    const verdict = receiver(delivery, now)
    const result = afterTry(health, delivery, verdict, now)
    tries.push({ id: delivery.id, at: now, verdict, after: result })
    health = result.health
    deliveries = deliveries.map((other) => (other.id === delivery.id ? { id: other.id, ...result.progress } : other))
  }
  return { health, deliveries, tries }
}

const Answer = Schema.Literals([
  "delivered",
  "retry",
  "wait",
  "fail",
  "error",
  "wait 60",
  "retry 7200",
  "error 60",
  "wait 99999999"
])
const verdictOf = (answer: typeof Answer.Type): Verdict => {
  const [kind, seconds = null] = answer.split(" ")
  if (kind === "delivered") return Verdict.Delivered()
  if (kind === "fail") return Verdict.Fail({ error: "invalid" })
  if (kind === "error") return serverError(seconds)
  return kind === "retry" ? retry(seconds) : wait(seconds)
}

describe("over days", () => {
  it("a delivery that is always rejected blocks no other, and ends failed after eight tries", () => {
    const { deliveries, health, tries } = run(5, ({ id }) => (id === 1 ? retry() : Verdict.Delivered()))
    assert.deepStrictEqual(
      tries.map(({ id }) => id),
      [0, 1, 2, 3, 4, 1, 1, 1, 1, 1, 1, 1]
    )
    assert.isTrue(tries.slice(0, 5).every(({ at }) => at === start))
    assert.deepInclude(deliveries[1], { status: "failed", attempts: maximumAttempts })
    assert.strictEqual(tries.at(-1)?.at, inSeconds(5 + 300 + 1800 + 7200 + 18_000 + 36_000 + 36_000))
    assert.strictEqual(health.status, "failing")
  })

  it("a delivery that always gets a server error blocks the others for 5 seconds, and ends failed", () => {
    const { deliveries, health, tries } = run(5, ({ id }) => (id === 1 ? serverError() : Verdict.Delivered()))
    assert.deepStrictEqual(
      tries.map(({ id }) => id),
      [0, 1, 1, 2, 3, 4, 1, 1, 1, 1, 1, 1]
    )
    assert.deepStrictEqual(
      tries.slice(0, 7).map(({ at }) => at),
      [0, 0, 5, 5, 5, 5, 305].map(inSeconds)
    )
    assert.deepInclude(deliveries[1], { status: "failed", attempts: maximumAttempts })
    assert.strictEqual(tries.at(-1)?.at, inSeconds(5 + 300 + 1800 + 7200 + 18_000 + 36_000 + 36_000))
    assert.deepInclude(health, { status: "failing", consecutive_failures: 6, retry_at: null })
  })

  it("several such deliveries among others block for 5 seconds each, side by side for longer", () => {
    const lastOther = (isBad: (id: number) => boolean) => {
      const { deliveries, tries } = run(100, ({ id }) => (isBad(id) ? serverError() : Verdict.Delivered()))
      assert.isTrue(deliveries.every(({ id, status }) => status === (isBad(id) ? "failed" : "delivered")))
      return tries.findLast(({ verdict }) => verdict._tag === "Delivered")?.at
    }
    assert.strictEqual(
      lastOther((id) => id % 10 === 3),
      inSeconds(10 * 5)
    )
    assert.strictEqual(
      lastOther((id) => id < 2),
      inSeconds(5 + 300)
    )
    assert.strictEqual(
      lastOther((id) => id < 4),
      inSeconds(5 + 300 + 1800 + 7200)
    )
  })

  it("a receiver that answers everything with a server error waits as a whole, and is disabled", () => {
    const { deliveries, health, tries } = run(1000, () => serverError())
    assert.strictEqual(health.status, "disabled")
    assert.isAtMost(deliveries.filter(({ status }) => status === "failed").length, 5)
    assert.isBelow(tries.length, 60)
    assert.strictEqual(deliveries.filter(({ attempts }) => attempts > 0).length, 8)
    // The integration pauses after each failed delivery, so at most one new delivery is attempted at an instant.
    for (const group of Map.groupBy(tries, ({ at }) => at).values()) {
      assert.isAtMost(group.filter(({ after }) => after.progress.attempts === 1).length, 1)
    }
    const last = tries.at(-1)?.at ?? start
    assert.isTrue(last >= inSeconds(days(5)) && last < inSeconds(days(6)), last)
  })

  it("a receiver that fails now so and now otherwise waits as a whole, too", () => {
    for (const isWait of [(attempts: number) => attempts % 2 === 0, (attempts: number) => attempts % 2 === 1]) {
      const { deliveries, tries } = run(1000, ({ attempts }) => (isWait(attempts) ? wait() : serverError()))
      assert.isBelow(tries.length, 60)
      assert.isAtMost(deliveries.filter(({ attempts }) => attempts > 0).length, 8)
    }
  })

  it("a receiver that comes back after server errors gets everything in order", () => {
    for (const seconds of [1, 20, 200, 1800, 7000, 18_000, 60_000]) {
      const { deliveries, tries } = run(20, (_, now) =>
        now < inSeconds(seconds) ? serverError() : Verdict.Delivered()
      )
      assert.deepStrictEqual(
        tries.flatMap(({ id, verdict }) => (verdict._tag === "Delivered" ? [id] : [])),
        deliveries.map(({ id }) => id),
        `${seconds} s`
      )
    }
  })

  it("a dead receiver costs one delivery's tries at a time, and is disabled after five days", () => {
    const { deliveries, health, tries } = run(1000, () => wait())
    assert.strictEqual(health.status, "disabled")
    assert.strictEqual(deliveries.filter(({ status }) => status === "failed").length, 4)
    assert.isBelow(tries.length, 50)
    const last = tries.at(-1)?.at ?? start
    assert.isTrue(last >= inSeconds(days(5)) && last < inSeconds(days(6)), last)
  })

  it("a receiver that comes back gets everything in order", () => {
    const { deliveries, tries } = run(20, (_, now) => (now < inSeconds(days(1)) ? wait() : Verdict.Delivered()))
    assert.isTrue(deliveries.every(({ status }) => status === "delivered"))
    assert.deepStrictEqual(
      tries.slice(-20).map(({ id }) => id),
      deliveries.map(({ id }) => id)
    )
  })

  it("a receiver that rejects everything for five days is disabled", () => {
    const { health } = run(1, () => retry())
    assert.strictEqual(health.status, "failing")
    let state: Health = health
    for (let day = 2; state.status !== "disabled" && day < 9; day++) {
      for (let attempts = 0; attempts < 5; attempts++) {
        state = afterTry(state, tried(attempts), retry(), inSeconds(days(day))).health
      }
      assert.strictEqual(state.status, day < 5 ? "failing" : "disabled", `day ${day}`)
    }
  })

  it.effect.prop(
    "nothing is tried before the receiver allows it, and what was not rejected is delivered in order",
    { answers: Schema.Array(Answer).check(Schema.isMaxLength(60)) },
    ({ answers }) =>
      Effect.sync(() => {
        let next = 0
        const ofDelivery = new Set(["Retry", "ServerError"])
        const { deliveries, health, tries } = run(6, () => verdictOf(answers[next++] ?? "delivered"))
        for (const [i, { at, id, verdict }] of tries.entries()) {
          const asked = "retry_after" in verdict ? retryAfter(verdict.retry_after, at) : at
          const later = tries.slice(i + 1)
          if (verdict._tag === "Wait") assert.isTrue(later.every((other) => other.at >= asked && other.at > at))
          if (verdict._tag === "ServerError") assert.isTrue(later.every((other) => other.at >= asked))
          if (ofDelivery.has(verdict._tag))
            assert.isTrue(later.every((other) => other.id !== id || (other.at >= asked && other.at > at)))
        }
        const rejected = new Set(tries.flatMap(({ id, verdict }) => (ofDelivery.has(verdict._tag) ? [id] : [])))
        const delivered = tries.flatMap(({ id, verdict }) =>
          verdict._tag === "Delivered" && !rejected.has(id) ? [id] : []
        )
        assert.deepStrictEqual(
          delivered,
          delivered.toSorted((a, b) => a - b)
        )
        for (const { attempts, id, status } of deliveries) {
          if (health.status !== "disabled") assert.notStrictEqual(status, "pending")
          assert.strictEqual(attempts, tries.filter((other) => other.id === id).length)
          assert.isAtMost(attempts, maximumAttempts)
        }
      }),
    { arbitrary: { runs: 300 } }
  )
})

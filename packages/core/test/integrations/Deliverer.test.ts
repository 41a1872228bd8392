/** Deliveries over days: when they are attempted, and the state of their integration. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { retention } from "../../src/integrations/Delivery.ts"
import { type DeliveryAnswer, DeliveryFailed } from "../../src/integrations/DeliveryTransport.ts"
import { kind } from "../../src/integrations/DeliveryWork.ts"
import { IntegrationStore } from "../../src/integrations/IntegrationStore.ts"
import { delays } from "../../src/integrations/Retry.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { answer } from "./Answers.ts"
import { test } from "./Deliveries.ts"

const hour = 3_600_000
const day = 24 * hour

/** The instants of the attempts of a delivery. */
const instants = [0, ...delays.map((_, i) => delays.slice(0, i + 1).reduce((sum, delay) => sum + delay))]

const failures: ReadonlyArray<readonly [string, DeliveryAnswer | DeliveryFailed]> = [
  ["answers 429", answer(429)],
  ["hangs", new DeliveryFailed({ reason: "timeout" })],
  ["resets the connection", new DeliveryFailed({ reason: "connection_lost" })]
]

describe("A receiver", () => {
  test("gets what happens at once, in order, and in the same bytes as the log", function* ({
    changes,
    deliveries,
    pass,
    tries
  }) {
    yield* changes(30)
    yield* pass(0)
    assert.deepStrictEqual(
      tries.map(({ payload }) => payload.type),
      Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? "lead_stopped" : "lead_resumed"))
    )
    assert.deepStrictEqual(
      tries.map(({ at }) => at),
      tries.map(() => 0)
    )
    const rows = yield* deliveries
    assert.deepStrictEqual(
      tries.map(({ id }) => id),
      rows.map(({ id }) => `msg_${id}`)
    )
    assert.isTrue(rows.every(({ attempts, status }) => status === "delivered" && attempts === 1))
  })

  for (const [what, failure] of failures) {
    test(`that ${what} makes the others wait, keeps the order, and is tried for days`, function* ({
      changes,
      current,
      deliveries,
      pass,
      receiver,
      tries
    }) {
      receiver.answer = () => failure
      yield* changes(2)
      yield* pass(instants.at(-1) ?? 0)
      // The first eight attempts are of the first delivery, and the next one is of the second.
      const ids = tries.map(({ id }) => id)
      assert.deepStrictEqual(
        tries.slice(0, 8).map(({ at }) => at),
        instants
      )
      assert.strictEqual(new Set(ids.slice(0, 8)).size, 1)
      assert.deepStrictEqual(
        (yield* deliveries).map(({ attempts, status }) => [status, attempts]),
        [
          ["failed", 8],
          ["pending", 0]
        ]
      )
      const failing = yield* current
      assert.deepStrictEqual([failing.status, failing.consecutive_failures], ["failing", 8])
      receiver.answer = () => answer(200)
      yield* changes(1)
      yield* pass(day)
      assert.deepStrictEqual(
        (yield* deliveries).map(({ status }) => status),
        ["failed", "delivered", "delivered"]
      )
      assert.deepStrictEqual(ids, ids.toSorted())
      const healthy = yield* current
      assert.deepStrictEqual([healthy.status, healthy.consecutive_failures, healthy.last_error], ["active", 0, null])
    })
  }

  test("that answers 500 to one delivery gets the others after 5 seconds", function* ({
    changes,
    current,
    deliveries,
    pass,
    receiver,
    tries
  }) {
    let bad: string | undefined
    receiver.answer = ({ id }) => answer(id === (bad ??= id) ? 500 : 200)
    yield* changes(5)
    yield* pass(4_999)
    assert.lengthOf(tries, 1)
    yield* pass(1)
    const healthy = yield* current
    assert.deepStrictEqual([healthy.status, healthy.consecutive_failures, healthy.last_error], ["active", 0, null])
    assert.deepStrictEqual(
      (yield* deliveries).map(({ attempts, status }) => [status, attempts]),
      [["pending", 2], ...Array.from({ length: 4 }, () => ["delivered", 1])]
    )
    // New deliveries do not wait for the failing one, which waits for hours.
    yield* pass(10 * hour)
    yield* changes(1)
    yield* pass(0)
    assert.strictEqual((yield* deliveries).at(-1)?.status, "delivered")
    yield* pass(2 * day)
    assert.deepStrictEqual(
      tries.filter(({ id }) => id === bad).map(({ at }) => at),
      instants
    )
    assert.strictEqual((yield* deliveries)[0]?.status, "failed")
    const failing = yield* current
    assert.deepStrictEqual([failing.status, failing.last_error], ["failing", "The endpoint answered 500"])
  })

  test("that answers 500 to everything waits as a whole, and gets everything in order afterwards", function* ({
    changes,
    current,
    deliveries,
    pass,
    receiver,
    tries
  }) {
    receiver.answer = () => answer(500)
    yield* changes(20)
    yield* pass(2 * hour)
    // Attempts run at 0 s, 5 s, 5 min and 35 min. Each time one more delivery is attempted.
    assert.deepStrictEqual([new Set(tries.map(({ id }) => id)).size, tries.length], [4, 10])
    assert.strictEqual((yield* current).consecutive_failures, tries.length)
    receiver.answer = () => answer(200)
    yield* pass(hour)
    assert.deepStrictEqual(
      tries.slice(10).map(({ id }) => id),
      (yield* deliveries).map(({ id }) => `msg_${id}`)
    )
    assert.isTrue((yield* deliveries).every(({ status }) => status === "delivered"))
  })

  test("that fails for five days is disabled; enabled again, it gets what is pending", function* ({
    changes,
    current,
    deliveries,
    id,
    integrations,
    pass,
    receiver,
    tries
  }) {
    receiver.answer = () => answer(503)
    yield* changes(10)
    yield* pass(8 * day)
    const disabled = yield* current
    assert.deepStrictEqual([disabled.status, disabled.last_error], ["disabled", "The endpoint answered 503"])
    const last = tries.at(-1)?.at ?? 0
    assert.isTrue(last >= 5 * day && last < 5.5 * day, `${last / day} days`)
    const pending = (yield* deliveries).filter(({ status }) => status === "pending")
    assert.isAbove(pending.length, 3)

    receiver.answer = () => answer(200)
    const before = tries.length
    yield* integrations.update(id, { enabled: true })
    yield* pass(0)
    assert.deepStrictEqual(
      tries.slice(before).map(({ id }) => id),
      pending.map(({ id }) => `msg_${id}`)
    )
    assert.strictEqual((yield* current).status, "active")
  })

  test("that asks for time with Retry-After gets it, whatever happens meanwhile", function* ({
    changes,
    pass,
    receiver,
    tries
  }) {
    receiver.answer = () => answer(429, "", "7200")
    yield* changes(1)
    yield* pass(0)
    receiver.answer = () => answer(200)
    yield* pass(hour)
    yield* changes(2)
    yield* pass(hour - 1)
    assert.strictEqual(tries.length, 1)
    yield* pass(1)
    assert.deepStrictEqual(
      tries.map(({ at }) => at),
      [0, 2 * hour, 2 * hour, 2 * hour]
    )
  })

  test("that always rejects one delivery gets the others at once", function* ({
    changes,
    deliveries,
    pass,
    receiver,
    tries
  }) {
    let rejected: string | undefined
    receiver.answer = ({ id }) => answer(id === (rejected ??= id) ? 400 : 200)
    yield* changes(5)
    yield* pass(0)
    assert.deepStrictEqual(
      (yield* deliveries).map(({ status }) => status),
      ["pending", "delivered", "delivered", "delivered", "delivered"]
    )
    // New deliveries do not wait for the rejected one, which waits for hours.
    yield* pass(10 * hour)
    yield* changes(1)
    yield* pass(0)
    assert.deepStrictEqual([tries.at(-1)?.at, (yield* deliveries).at(-1)?.status], [10 * hour, "delivered"])
    yield* pass(2 * day)
    assert.deepStrictEqual(
      tries.filter(({ id }) => id === rejected).map(({ at }) => at),
      instants
    )
    assert.deepStrictEqual((yield* deliveries)[0]?.status, "failed")
  })

  test("that is gone disables the integration, and nothing is made for it meanwhile", function* ({
    changes,
    current,
    deliveries,
    id,
    integrations,
    pass,
    receiver,
    tries
  }) {
    receiver.answer = () => answer(410)
    yield* changes(2)
    yield* pass(day)
    assert.strictEqual(tries.length, 1)
    assert.strictEqual((yield* current).status, "disabled")
    yield* changes(2)
    receiver.answer = () => answer(200)
    yield* integrations.update(id, { enabled: true })
    yield* pass(0)
    assert.deepStrictEqual(
      (yield* deliveries).map(({ status }) => status),
      ["delivered", "delivered"]
    )
    assert.strictEqual(tries[1]?.id, tries[0]?.id)
  })
})

describe("An integration", () => {
  test("that is disabled during a try stays disabled", function* ({
    changes,
    current,
    id,
    integrations,
    pass,
    receiver
  }) {
    const organization = yield* CurrentOrganization
    receiver.answer = () => {
      Effect.runSync(
        Effect.provideService(integrations.update(id, { enabled: false }), CurrentOrganization, organization)
      )
      return answer(200)
    }
    yield* changes(2)
    yield* pass(day)
    assert.strictEqual((yield* current).status, "disabled")
  })

  test("knows its last delivery, also when the next one fails at once", function* ({
    changes,
    current,
    pass,
    receiver,
    tries
  }) {
    receiver.answer = () => answer(tries.length > 2 ? 500 : 200)
    yield* pass(hour)
    yield* changes(3)
    yield* pass(0)
    const { created_at, last_delivery_at, status } = yield* current
    assert.deepStrictEqual([status, last_delivery_at], ["failing", Timestamp.plus(created_at, hour)])
  })

  test("that is deleted loses its deliveries, whatever their number", function* ({
    changes,
    deliveries,
    id,
    integrations,
    log,
    organization_id,
    pass,
    receiver,
    tries
  }) {
    receiver.answer = () => answer(500)
    yield* changes(1)
    const many = Array.from({ length: 2_500 }, () => ({
      integration_id: id,
      event: "sent" as const,
      lead_id: null,
      payload: "{}",
      mentions: [],
      created_at: Timestamp.fromMillis(0)
    }))
    yield* log.insert(organization_id, many)
    yield* pass(0)
    yield* integrations.remove(id)
    yield* pass(0)
    assert.deepStrictEqual(yield* deliveries, [])
    yield* pass(day)
    assert.strictEqual(tries.length, 1)
  })

  test("keeps its log for 30 days", function* ({ changes, deliveries, pass }) {
    yield* changes(2)
    yield* pass(day)
    yield* changes(1)
    yield* pass(retention - day - 1)
    assert.strictEqual((yield* deliveries).length, 3)
    yield* pass(1)
    assert.strictEqual((yield* deliveries).length, 1)
    yield* pass(day)
    assert.deepStrictEqual(yield* deliveries, [])
    assert.isNull(yield* WorkStore.use(({ next }) => next(kind)))
  })

  test("whose secrets cannot be decrypted fails alone, and loses no try", function* ({
    changes,
    current,
    deliveries,
    id,
    integrations,
    organization_id,
    pass,
    tries
  }) {
    const store = yield* IntegrationStore
    const good = yield* current
    // The integration has failed before because of its receiver.
    const failures = {
      status: "failing",
      consecutive_failures: 9,
      first_failures: 9,
      failing_since: good.created_at
    } as const
    yield* store.replace(organization_id, { ...good, ...failures, sealed: "v1.00000000.AAAA.AAAA" })
    yield* integrations.create({ type: "webhook", name: "B", config: { url: "https://b.test/" } })
    yield* changes(1)
    yield* pass(6 * day)
    assert.lengthOf(tries, 1)
    const failing = yield* current
    assert.strictEqual(failing.status, "failing")
    assert.match(failing.last_error ?? "", /damaged|not configured/u)
    assert.deepStrictEqual(
      (yield* deliveries).map(({ attempts, status }) => [status, attempts]),
      [["pending", 0]]
    )
    const tested = yield* integrations.test(id)
    assert.deepStrictEqual([tested.success, tested.error], [false, failing.last_error])
    // With a new config and a new secret the deliveries continue.
    const config = { url: "https://new.test/" }
    const missing = yield* Effect.flip(integrations.update(id, { config }))
    assert.match(missing.message, /rotate_secret/u)
    yield* integrations.update(id, { config, rotate_secret: true })
    yield* pass(2 * hour)
    assert.lengthOf(tries, 2)
    assert.strictEqual((yield* current).status, "active")
  })

  test("stores its secrets encrypted only", function* ({ current, secret }) {
    const stored = JSON.stringify(yield* current)
    for (const text of [Redacted.value(secret ?? Redacted.make("")), "a very long secret"]) {
      assert.isAbove(text.length, 10)
      assert.notInclude(stored, text)
    }
  })
})

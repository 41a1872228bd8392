/** Deliveries over days: a worker over the storage in memory, and receivers that answer as they are told. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Option, Redacted, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { deliverer } from "../../src/integrations/Deliverer.ts"
import { retention } from "../../src/integrations/Delivery.ts"
import { DeliveryStore } from "../../src/integrations/DeliveryStore.ts"
import { type DeliveryAnswer, DeliveryFailed, DeliveryTransport } from "../../src/integrations/DeliveryTransport.ts"
import { kind } from "../../src/integrations/DeliveryWork.ts"
import type { IntegrationId } from "../../src/integrations/Integration.ts"
import { Integrations } from "../../src/integrations/Integrations.ts"
import { IntegrationStore } from "../../src/integrations/IntegrationStore.ts"
import { delays } from "../../src/integrations/Retry.ts"
import { MailParser } from "../../src/intake/MailParser.ts"
import { Leads } from "../../src/leads/Leads.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Encryption } from "../../src/secrets/Encryption.ts"
import { newOrganization } from "../../src/testing/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import * as Workers from "../../src/work/Workers.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { answer } from "./Answers.ts"

const hour = 3_600_000
const day = 24 * hour

/** A moment for fibers that can run. */
const settled = Effect.repeat(Effect.yieldNow, { times: 50 })

interface Try {
  readonly id: string
  /** Since the beginning of the test, in milliseconds. */
  readonly at: number
  readonly payload: any
}

const begin = Effect.gen(function* () {
  const integrations = yield* Integrations
  const { id: organization_id } = yield* CurrentOrganization
  const work = yield* WorkStore
  const log = yield* DeliveryStore
  const start = Timestamp.toMillis(yield* Timestamp.now)
  const campaign = yield* (yield* Campaigns).create({ name: "Spring" })
  const leads = yield* Leads
  const { data } = yield* leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@x.test" }] })
  const lead_id = data[0]?.id ?? assert.fail("The lead is created")

  const tries: Array<Try> = []
  const receiver = { answer: (_: Try): DeliveryAnswer | DeliveryFailed => answer(200) }
  const transport = DeliveryTransport.of({
    check: () => Effect.void,
    send: Effect.fnUntraced(function* ({ body, headers }) {
      const at = Timestamp.toMillis(yield* Timestamp.now) - start
      const made: Try = { id: headers["webhook-id"] ?? "", at, payload: JSON.parse(body) }
      tries.push(made)
      const answered = receiver.answer(made)
      return "status" in answered ? answered : yield* answered
    })
  })

  let active = 0
  const handler = Effect.map(deliverer, (handler): Workers.Handler => ({
    ...handler,
    handle: (item) =>
      Effect.suspend(() => {
        active++
        return Effect.ensuring(
          handler.handle(item),
          Effect.sync(() => void active--)
        )
      })
  }))
  yield* Layer.build(
    Workers.layer(Effect.all([handler])).pipe(Layer.provide(Layer.succeed(DeliveryTransport, transport)))
  )

  /** Until the worker has done what is due. Encryption takes real time. */
  const idle = Effect.gen(function* () {
    yield* settled
    const due = yield* work.due(kind, { now: yield* Timestamp.now, limit: 1 })
    return active === 0 && due.length === 0
  }).pipe(Effect.repeat({ until: (isIdle) => isIdle }), Effect.andThen(settled))

  /** Lets this much time pass, and what is due in it happen at its instant. */
  const pass = Effect.fnUntraced(function* (milliseconds: number) {
    const end = Timestamp.plus(yield* Timestamp.now, milliseconds)
    for (;;) {
      yield* idle
      const now = yield* Timestamp.now
      const next = yield* work.next(kind)
      const until = next === null || next > end ? end : next
      if (until <= now) return
      yield* TestClock.adjust(Timestamp.toMillis(until) - Timestamp.toMillis(now))
    }
  })

  const { integration, secret } = yield* integrations.create({
    type: "webhook",
    name: "Webhook",
    config: { url: "https://receiver.test/hook", headers: { "x-token": "a very long secret" } }
  })
  const { id } = integration
  let isStopped = false
  return {
    id,
    secret,
    integrations,
    organization_id,
    tries,
    receiver,
    pass,
    /** Makes changes that notify. */
    changes: Effect.fnUntraced(function* (count: number) {
      for (let i = 0; i < count; i++) yield* leads.update(lead_id, { stop_sending: (isStopped = !isStopped) })
    }),
    current: Effect.map(
      IntegrationStore.use(({ find }) => find(organization_id, id)),
      Option.getOrThrow
    ),
    deliveries: Effect.map(log.page(organization_id, id, { limit: 1_000 }), (rows) => rows.toReversed()),
    log
  }
})

const layer = Mailroom.layer.pipe(
  Layer.provide(Layer.succeed(MailParser, { parse: () => Effect.die(new Error("There is no mail parser")) })),
  Layer.provide(Layer.succeed(DeliveryTransport, { check: () => Effect.void, send: () => Effect.die("unused") })),
  Layer.provideMerge(Layer.merge(MemoryStorage.layer, Encryption.layerEphemeral))
)
type Services = Layer.Success<typeof layer>

const test = (
  name: string,
  body: (
    begun: Effect.Success<typeof begin>
  ) => Generator<Effect.Effect<unknown, unknown, CurrentOrganization | Scope.Scope | Services>, void, never>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const organization = { id: yield* newOrganization }
      yield* Effect.provideService(
        Effect.flatMap(begin, (begun) => Effect.gen(() => body(begun))),
        CurrentOrganization,
        organization
      )
    }).pipe(Effect.provide(layer, { local: true }))
  )

/** The sums of the first delays: when the tries of a delivery are made. */
const instants = delays.reduce<ReadonlyArray<number>>((all, delay) => [...all, (all.at(-1) ?? 0) + delay], [0])

const failures: ReadonlyArray<readonly [string, DeliveryAnswer | DeliveryFailed]> = [
  ["answers 500", answer(500)],
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
      // All tries so far are of the first delivery, and one is of the next.
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
    // What comes while the rejected one waits for hours does not wait for it.
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
    const { organization_id } = { organization_id: yield* CurrentOrganization }
    receiver.answer = () => {
      Effect.runSync(
        Effect.provideService(integrations.update(id, { enabled: false }), CurrentOrganization, organization_id)
      )
      return answer(200)
    }
    yield* changes(2)
    yield* pass(day)
    assert.strictEqual((yield* current).status, "disabled")
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
      payload: "{}",
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
    yield* store.replace(organization_id, { ...good, sealed: "v1.00000000.AAAA.AAAA" })
    const other = yield* integrations.create({ type: "webhook", name: "B", config: { url: "https://b.test/" } })
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
    // With its config and a new secret it goes on.
    const config = { url: "https://new.test/" }
    const missing = yield* Effect.flip(integrations.update(id, { config }))
    assert.match(missing.message, /rotate_secret/u)
    yield* integrations.update(id, { config, rotate_secret: true })
    yield* pass(2 * hour)
    assert.lengthOf(tries, 2)
    assert.strictEqual((yield* current).status, "active")
    assert.notStrictEqual(other.integration.id satisfies IntegrationId, id)
  })

  test("stores its secrets encrypted only", function* ({ current, secret }) {
    const stored = JSON.stringify(yield* current)
    for (const text of [Redacted.value(secret ?? Redacted.make("")), "a very long secret"]) {
      assert.isAbove(text.length, 10)
      assert.notInclude(stored, text)
    }
  })
})

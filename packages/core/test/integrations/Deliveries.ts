/** A worker over in-memory storage with a test clock, and a receiver whose answers the test sets. */
import { MailParser } from "@mailroom/mail"
import { assert, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Option, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { DeliveryStore } from "../../src/integrations/DeliveryStore.ts"
import { type DeliveryAnswer, DeliveryFailed, DeliveryTransport } from "../../src/integrations/DeliveryTransport.ts"
import { kind } from "../../src/integrations/DeliveryWork.ts"
import { Integrations } from "../../src/integrations/Integrations.ts"
import { IntegrationStore } from "../../src/integrations/IntegrationStore.ts"
import { Leads } from "../../src/leads/Leads.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Encryption } from "../../src/secrets/Encryption.ts"
import { newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import * as Workers from "../../src/work/Workers.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { answer } from "./Answers.ts"

/** Lets fibers run until they wait. */
const settled = Effect.repeat(Effect.yieldNow, { times: 50 })

interface Try {
  readonly id: string
  /** Milliseconds since the beginning of the test. */
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
  const handler = Effect.map(Mailroom.deliverer, (handler): Workers.Handler => ({
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

  /** Waits until the worker has done all due work. Encryption takes real time. */
  const idle = Effect.gen(function* () {
    yield* settled
    const due = yield* work.due(kind, { now: yield* Timestamp.now, limit: 1 })
    return active === 0 && due.length === 0
  }).pipe(Effect.repeat({ until: (isIdle) => isIdle }), Effect.andThen(settled))

  /** Advances the clock step by step, so that due work runs at its instant. */
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
    /** Makes changes that create notifications. */
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

export const test = (
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

/**
 * The integrations of the demo, with deliveries in every state. No delivery is queued as work, so no request is sent.
 */
import {
  CurrentOrganization,
  type Delivery,
  DeliveryStore,
  type Integration,
  Integrations,
  IntegrationStore,
  Mentions,
  sampleOf,
  type Subscription,
  Timestamp
} from "@mailroom/core"
import { Effect } from "effect"

const minute = 60_000

interface Notified {
  readonly given: Integration.NewIntegration
  /** The results of its last tries. */
  readonly health: Partial<Integration.IntegrationRecord>
  /** The deliveries, the oldest first: type, age in minutes, and result. */
  readonly deliveries: ReadonlyArray<
    readonly [Subscription.NotificationType, age: number, progress: Partial<Delivery.Delivery>]
  >
}

const answered = (status_code: number, body = "", duration_ms = 84): Partial<Delivery.Delivery> => ({
  response: { status_code, body, duration_ms }
})
const delivered = { status: "delivered", attempts: 1, next_attempt_at: null, ...answered(204) } as const

/** As many tries as the delivery had, all with its last answer. */
const triesOf = ({ attempts, created_at, response, status }: Delivery.Delivery): ReadonlyArray<Delivery.DeliveryTry> =>
  Array.from({ length: response === null ? 0 : attempts }, (_, i) => ({
    at: Timestamp.plus(created_at, i * 5 * minute),
    status_code: response?.status_code ?? null,
    error: status === "delivered" && i === attempts - 1 ? null : `The endpoint answered ${response?.status_code}`,
    duration_ms: response?.duration_ms ?? 0,
    body: response?.body ?? null
  }))

/** The integrations of the demo with their deliveries, as seen at an instant. */
const notifiedAt = (now: Timestamp.Timestamp): ReadonlyArray<Notified> => {
  const ago = (minutes: number) => Timestamp.plus(now, -minutes * minute)
  return [
    {
      given: {
        type: "webhook",
        name: "Customer records",
        config: {
          url: "https://records.quillmark.example/hooks/mailroom",
          headers: { "X-Quillmark-Token": "demo-token-of-quillmark" }
        },
        events: ["replied", "unsubscribed", "bounced", "lead_tagged"]
      },
      health: { status: "active", last_delivery_at: ago(12) },
      deliveries: [
        ["replied", 4_400, delivered],
        [
          "bounced",
          4_310,
          { ...answered(422, '{"error":"unknown contact"}'), status: "failed", attempts: 8, next_attempt_at: null }
        ],
        ["lead_tagged", 2_900, delivered],
        ["unsubscribed", 130, { ...answered(404, "Not Found", 31), attempts: 3, next_attempt_at: ago(-20) }],
        ["replied", 12, { ...delivered, attempts: 2 }]
      ]
    },
    {
      given: { type: "webhook", name: "Data warehouse", config: { url: "https://warehouse.quillmark.example/ingest" } },
      health: {
        status: "failing",
        consecutive_failures: 4,
        failing_since: ago(155),
        retry_at: ago(-120),
        last_error: "The endpoint answered 503",
        last_delivery_at: ago(400)
      },
      deliveries: [
        ["clicked", 400, delivered],
        ["replied", 155, { ...answered(503, "Service Unavailable"), attempts: 4, next_attempt_at: ago(-120) }],
        ["lead_stopped", 90, {}],
        ["clicked", 41, {}]
      ]
    },
    {
      given: {
        type: "slack",
        name: "#sales",
        config: { url: "https://hooks.slack.com/services/T0DEMO/B0DEMO/demodemodemo" },
        events: ["replied"]
      },
      health: {
        status: "disabled",
        consecutive_failures: 1,
        failing_since: ago(900),
        last_error: "The Slack channel is archived",
        last_delivery_at: ago(3_000)
      },
      deliveries: [
        ["replied", 3_000, { ...delivered, ...answered(200, "ok") }],
        ["replied", 900, { ...answered(410, "channel_is_archived"), attempts: 1, next_attempt_at: ago(899) }]
      ]
    },
    {
      given: {
        type: "telegram",
        name: "Phone of Mara",
        config: { bot_token: "1234567890:demodemodemodemodemodemodemodemo", chat_id: "-1001234567890" }
      },
      health: { status: "disabled" },
      deliveries: []
    }
  ]
}

/** Adds the integrations; returns their number. Adds none without a key to encrypt their secrets. */
export const fillIntegrations = Effect.gen(function* () {
  const { create } = yield* Integrations
  const { id: organization_id } = yield* CurrentOrganization
  const store = yield* IntegrationStore
  const log = yield* DeliveryStore
  const all = notifiedAt(yield* Timestamp.now)
  for (const { deliveries, given, health } of all) {
    const { integration } = yield* create({ ...given, enabled: false })
    const { id } = integration
    yield* store.replace(organization_id, { ...integration, ...health })
    yield* log.insert(
      organization_id,
      deliveries.map(([event, age]) => {
        const created_at = Timestamp.plus(integration.created_at, -age * minute)
        const payload = JSON.stringify({ ...sampleOf(event), timestamp: created_at })
        return { integration_id: id, event, lead_id: null, payload, mentions: Mentions.mentionsIn(payload), created_at }
      })
    )
    const rows = (yield* log.page(organization_id, id, { limit: 100 })).toReversed()
    for (const [i, row] of rows.entries()) {
      const next = { ...row, ...deliveries[i]?.[2] }
      yield* log.replace(organization_id, id, row, next, triesOf(next))
    }
  }
  return all.length
}).pipe(Effect.catchTag("EncryptionNotConfigured", () => Effect.succeed(0)))

/** Counts deliveries, for `GET /metrics`: by the type of their integration, never by organization or address. */
import { Effect, Metric } from "effect"
import type { Attempt } from "./Attempt.ts"
import type { Verdict } from "./Exchange.ts"
import type { Target } from "./Exchanges.ts"

const outcomes = {
  Delivered: "delivered",
  Retry: "rejected",
  Fail: "failed",
  ServerError: "server_error",
  Wait: "unavailable",
  Disable: "gone"
} satisfies Record<Verdict["_tag"], string>
const types = ["webhook", "slack", "telegram", "hubspot"] satisfies ReadonlyArray<Target["type"]>

const tries = Metric.counter("deliveries_total", {
  description: "Tries to deliver to an integration. Every outcome other than `delivered` and `failed` is tried again",
  incremental: true
})
const duration = Metric.histogram("delivery_seconds", {
  description: "How long tries to deliver to an integration took that got an answer",
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]
})

const countOf = (type: Target["type"], outcome: string) => Metric.withAttributes(tries, { type, outcome })

/** Counts a try of a delivery. */
export const countDelivery = (type: Target["type"], { response, verdict }: Attempt) =>
  Effect.andThen(
    Metric.update(countOf(type, outcomes[verdict._tag]), 1),
    response === null ? Effect.void : Metric.update(duration, response.duration_ms / 1000)
  )

/** Every series that a process has from its start. */
export const metrics = [
  duration,
  ...types.flatMap((type) => Object.values(outcomes).map((outcome) => countOf(type, outcome)))
]

/** Makes one try of a delivery, over the network. */
import { Context, Effect } from "effect"
import { Mac } from "effect/crypto"
import { layerMac } from "../secrets/HostCrypto.ts"
import * as Timestamp from "../Timestamp.ts"
import { hide, secretsOf } from "./Config.ts"
import type { DeliveryResponse, DeliveryTry } from "./Delivery.ts"
import { DeliveryTransport } from "./DeliveryTransport.ts"
import { unanswered, type Verdict } from "./Exchange.ts"
import { begin, type Content, origins, type Target } from "./Exchanges.ts"

/** The origins of the services that integrations deliver to. Tests replace them. */
export const Origins = Context.Reference<typeof origins>("@mailroom/core/Origins", { defaultValue: () => origins })

/** The result of a try. */
export interface Attempt {
  readonly verdict: Verdict
  /** The last answer; `null` when none came. `duration_ms` covers all requests of the try. */
  readonly response: DeliveryResponse | null
  /** The try as it is stored with its delivery. */
  readonly record: DeliveryTry
}

/**
 * Makes the function for a try, which may take several requests: each answer leads to the next request, or to the verdict. Secrets
 * of the target are removed from the kept answer. Each request takes at most 15 s.
 */
export const makeAttempt: Effect.Effect<
  (target: Target, content: Content) => Effect.Effect<Attempt>,
  never,
  DeliveryTransport
> = Effect.gen(function* () {
  const transport = yield* DeliveryTransport
  const mac = yield* Mac.Mac
  const services = yield* Origins
  return Effect.fnUntraced(function* (target: Target, content: Content) {
    const at = yield* Timestamp.now
    let step = yield* begin(target, content, at, services).pipe(Effect.provideService(Mac.Mac, mac))
    let response: DeliveryResponse | null = null
    let duration = 0
    while ("request" in step) {
      const { next, request } = step
      const answer = yield* Effect.result(transport.send(request))
      if (answer._tag === "Failure") {
        const verdict = unanswered(answer.failure.message)
        const elapsed = Timestamp.toMillis(yield* Timestamp.now) - Timestamp.toMillis(at)
        return { verdict, response: null, record: { ...tryOf(at, verdict, null), duration_ms: Math.max(elapsed, 0) } }
      }
      const { body, duration_ms, status } = answer.success
      duration += duration_ms
      response = { status_code: status, body: hide(body, secretsOf(target)), duration_ms: duration }
      step = next(answer.success)
    }
    return { verdict: step, response, record: tryOf(at, step, response) }
  })
}).pipe(Effect.provide(layerMac))

/** The try as it is stored, with the duration of its answered requests. */
const tryOf = (at: Timestamp.Timestamp, verdict: Verdict, response: DeliveryResponse | null): DeliveryTry => ({
  at,
  status_code: response?.status_code ?? null,
  error: "error" in verdict ? verdict.error : null,
  duration_ms: response?.duration_ms ?? 0,
  body: response?.body ?? null
})

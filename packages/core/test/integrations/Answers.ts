/** Attempts to deliver to a receiver whose answers the test sets. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import type { DeliveryAnswer, DeliveryRequest } from "../../src/integrations/DeliveryTransport.ts"
import type { Verdict } from "../../src/integrations/Exchange.ts"
import { begin, origins, type Target } from "../../src/integrations/Exchanges.ts"
import type { Payload } from "../../src/integrations/Payload.ts"
import { Timestamp } from "../../src/Timestamp.ts"

export const now = Timestamp.make("2026-08-07T09:30:00.500Z")
const mac = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))

/** An answer with this status. A body that is not a text is written as JSON. */
export const answer = (status: number, body: unknown = "", retry_after: string | null = null): DeliveryAnswer => ({
  status,
  retry_after,
  body: typeof body === "string" ? body : JSON.stringify(body),
  duration_ms: 12
})

/** Attempts to deliver, with one answer for each request. Returns the requests and the verdict. */
export const attempt = Effect.fnUntraced(function* (
  target: Target,
  payload: Payload,
  answers: ReadonlyArray<DeliveryAnswer>,
  others: Partial<typeof origins> = {}
) {
  const requests: Array<DeliveryRequest> = []
  const content = { id: "msg_7", body: JSON.stringify(payload) }
  let step = yield* begin(target, content, now, { ...origins, ...others })
  for (const next of answers) {
    if (!("request" in step)) break
    requests.push(step.request)
    step = step.next(next)
  }
  if ("request" in step) return assert.fail("the exchange expects more answers")
  return { requests, verdict: step satisfies Verdict }
}, Effect.provide(mac))

/** The body of a request. */
export const bodyOf = ({ body }: DeliveryRequest) => JSON.parse(body)

/** Deliveries to a webhook, as the Standard Webhooks specification (version 1.0.0) defines them. */
import { Effect } from "effect"
import * as Timestamp from "../Timestamp.ts"
import type { Configs } from "./Config.ts"
import { type Exchange, post, verdictOf } from "./Exchange.ts"
import { sign, signingSecrets, type SigningSecrets } from "./Signature.ts"

/**
 * `body` is sent unchanged, the same on every try. The signature contains the time of this try. Any 2xx answer means
 * that the delivery was received.
 */
export const exchange = Effect.fnUntraced(function* (
  { headers = {}, url }: Configs["webhook"],
  secrets: SigningSecrets,
  { body, id }: { readonly id: string; readonly body: string },
  now: Timestamp.Timestamp
) {
  const seconds = Math.floor(Timestamp.toMillis(now) / 1000)
  const signature = yield* sign(signingSecrets(secrets, now), { id, seconds, body })
  const exchange: Exchange = {
    request: post(url, body, {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature
    }),
    next: (answer) => verdictOf(answer, "The endpoint")
  }
  return exchange
})

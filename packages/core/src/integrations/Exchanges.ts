/** How a try to deliver begins, for each type of integration. */
import { Effect } from "effect"
import type { Mac } from "effect/crypto"
import type { Timestamp } from "../Timestamp.ts"
import { type Configs, hide, secretsOf } from "./Config.ts"
import type { Exchange, Verdict } from "./Exchange.ts"
import * as HubSpot from "./HubSpot.ts"
import type { Payload } from "./Payload.ts"
import type { SigningSecrets } from "./Signature.ts"
import * as Slack from "./Slack.ts"
import * as Telegram from "./Telegram.ts"
import * as Webhook from "./Webhook.ts"

/** The target of an integration. */
export type Target =
  | { readonly type: "webhook"; readonly config: Configs["webhook"]; readonly secrets: SigningSecrets }
  | { readonly type: "slack"; readonly config: Configs["slack"] }
  | { readonly type: "telegram"; readonly config: Configs["telegram"] }
  | { readonly type: "hubspot"; readonly config: Configs["hubspot"] }

/** The content of a delivery, the same on every try. */
export interface Content {
  /** Identifies the delivery: `msg_` and its number. It is the value of `webhook-id`. */
  readonly id: string
  /** The payload as JSON. */
  readonly body: string
}

/** The origins of the services, which tests replace. */
export const origins = {
  slack: "https://hooks.slack.com",
  telegram: "https://api.telegram.org",
  hubspot: "https://api.hubapi.com"
}

/**
 * Begins a try: returns the first request, or a verdict if no request is needed. Errors in verdicts contain no secret
 * of the config.
 */
export const begin = (
  target: Target,
  { body, id }: Content,
  now: Timestamp,
  { hubspot, slack, telegram }: typeof origins = origins
): Effect.Effect<Exchange | Verdict, never, Mac.Mac> => {
  // Only Mailroom can have written the payload, so it is not decoded by a schema.
  const payload = () => JSON.parse(body) as Payload
  const first = (): Effect.Effect<Exchange | Verdict, never, Mac.Mac> => {
    switch (target.type) {
      case "webhook":
        return Webhook.exchange(target.config, target.secrets, { body, id }, now)
      case "slack":
        return Effect.succeed(Slack.exchange(target.config, payload(), slack))
      case "telegram":
        return Effect.succeed(Telegram.exchange(target.config, payload(), telegram))
      case "hubspot":
        return Effect.succeed(HubSpot.exchange(target.config, payload(), id, hubspot))
    }
  }
  const secrets = secretsOf(target)
  return Effect.map(first(), (step) => withoutSecrets(step, secrets))
}

/** The same step, except that the errors of its verdict, and of the steps after it, are without secrets. */
const withoutSecrets = (step: Exchange | Verdict, secrets: ReadonlyArray<string>): Exchange | Verdict => {
  if ("request" in step) return { ...step, next: (answer) => withoutSecrets(step.next(answer), secrets) }
  return "error" in step ? { ...step, error: hide(step.error, secrets) } : step
}

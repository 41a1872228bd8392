/** Changes (`Changes`) that are reported when an integration changes. */
import { Data } from "effect"
import type { IntegrationType } from "./Subscription.ts"
import type { IntegrationId } from "../ids.ts"

/** Mailroom disabled the integration, because nothing can be delivered to it. */
export class IntegrationDisabled extends Data.TaggedClass("IntegrationDisabled")<{
  readonly integration: { readonly id: IntegrationId; readonly type: IntegrationType; readonly name: string }
  readonly error: string
}> {}

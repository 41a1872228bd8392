/** An integration: where an organization is notified, of what, and how its deliveries go (contract, section 8). */
import { Schema } from "effect"
import { CampaignId, CampaignIdInput } from "../campaigns/Campaign.ts"
import { Count, Id } from "../Id.ts"
import { Name } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { type Config, configs } from "./Config.ts"
import { type Health, healthy, IntegrationStatus } from "./Retry.ts"
import { IntegrationType, NotificationType, type Subscription } from "./Subscription.ts"

export const IntegrationId = Id.pipe(Schema.brand("IntegrationId"))
export type IntegrationId = typeof IntegrationId.Type

/** How many integrations an organization may have. Several creations at once may exceed it by their number. */
export const maximumIntegrations = 100

/** A config as answers show it: its secrets masked. The same field names as in `configs`. */
const MaskedConfig = Schema.Union([
  Schema.Struct({
    url: Schema.String,
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
  }).annotate({ identifier: "MaskedUrlConfig" }),
  Schema.Struct({ bot_token: Schema.String, chat_id: Schema.String }).annotate({ identifier: "MaskedTelegramConfig" }),
  Schema.Struct({ access_token: Schema.String }).annotate({ identifier: "MaskedHubSpotConfig" })
]).annotate({ identifier: "MaskedConfig" })

/** `status`: `failing` when the last try was not delivered. `enabled` is false exactly while it is `disabled`. */
export const Integration = Schema.Struct({
  id: IntegrationId,
  type: IntegrationType,
  name: Name,
  enabled: Schema.Boolean,
  events: Schema.Array(NotificationType),
  campaign_ids: Schema.NullOr(Schema.Array(CampaignId)),
  config: MaskedConfig,
  status: IntegrationStatus,
  last_error: Schema.NullOr(Schema.String),
  last_delivery_at: Schema.NullOr(Timestamp),
  consecutive_failures: Count,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Integration" })
export type Integration = typeof Integration.Type

/** An integration as it is stored. */
export interface IntegrationRecord extends Health, Subscription {
  readonly id: IntegrationId
  readonly name: string
  /** Masked: reading integrations needs no key. */
  readonly config: Config["config"]
  /** The config and the signing secrets, encrypted (`Sealing.ts`). */
  readonly sealed: string
  readonly created_at: Timestamp
  /** When a person last changed it. */
  readonly updated_at: Timestamp
}

const settings = {
  name: Name,
  enabled: Schema.optionalKey(Schema.Boolean),
  /** Empty, the default: all types but `sent` and `opened`. */
  events: Schema.optionalKey(Schema.Array(NotificationType).check(Schema.isMaxLength(100))),
  /** `null`, the default: all campaigns, and what belongs to none. */
  campaign_ids: Schema.optionalKey(
    Schema.NullOr(Schema.Array(CampaignIdInput).check(Schema.isMinLength(1), Schema.isMaxLength(500)))
  )
}

const newOf = <T extends IntegrationType>(type: T) =>
  Schema.Struct({ type: Schema.Literal(type), ...settings, config: configs[type] })

export const NewIntegration = Schema.Union([
  newOf("webhook").annotate({ identifier: "NewWebhook" }),
  newOf("slack").annotate({ identifier: "NewSlack" }),
  newOf("telegram").annotate({ identifier: "NewTelegram" }),
  newOf("hubspot").annotate({ identifier: "NewHubSpot" })
]).annotate({ identifier: "NewIntegration" })
export type NewIntegration = typeof NewIntegration.Type

export const IntegrationPatch = Schema.Struct({
  ...settings,
  name: Schema.optionalKey(settings.name),
  /** Replaces these fields of the config; `headers` as a whole. */
  config: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  /** `true`: a new signing secret. The old one signs beside it for 24 hours. */
  rotate_secret: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "IntegrationPatch" })
export type IntegrationPatch = typeof IntegrationPatch.Type

export class IntegrationNotFound extends Schema.TaggedError<IntegrationNotFound>()("IntegrationNotFound", {
  id: IntegrationId
}) {
  override get message(): string {
    return `There is no integration ${this.id}`
  }
}

export class TooManyIntegrations extends Schema.TaggedError<TooManyIntegrations>()("TooManyIntegrations", {}) {
  override get message(): string {
    return `An organization has at most ${maximumIntegrations} integrations`
  }
}

/** The integration as answers show it. */
export const toIntegration = (record: IntegrationRecord): Integration => ({
  id: record.id,
  type: record.type,
  name: record.name,
  enabled: record.status !== "disabled",
  events: record.events,
  campaign_ids: record.campaign_ids,
  config: record.config,
  status: record.status,
  last_error: record.last_error,
  last_delivery_at: record.last_delivery_at,
  consecutive_failures: record.consecutive_failures,
  created_at: record.created_at,
  updated_at: record.updated_at
})

/** Enables or disables an integration. One that was disabled begins without failures; `undefined` changes nothing. */
export const switched = (record: IntegrationRecord, enabled: boolean | undefined): IntegrationRecord => {
  const isEnabled = record.status !== "disabled"
  if (enabled === undefined || enabled === isEnabled) return record
  return enabled
    ? { ...record, ...healthy, last_delivery_at: record.last_delivery_at }
    : { ...record, status: "disabled", retry_at: null }
}

/** The integration after a try: one that was disabled meanwhile stays so. */
export const tried = (record: IntegrationRecord, health: Health): IntegrationRecord => ({
  ...record,
  ...health,
  status: record.status === "disabled" ? "disabled" : health.status
})

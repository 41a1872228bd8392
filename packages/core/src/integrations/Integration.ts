/** An integration: where an organization is notified, of what, and how its deliveries go (contract, section 8). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { CampaignId, CampaignIdInput } from "../campaigns/Campaign.ts"
import { Count, Id } from "../Id.ts"
import { Name } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { type Config, configs } from "./Config.ts"
import { type Health, healthy, IntegrationStatus } from "./Retry.ts"
import { IntegrationType, NotificationType, type Subscription } from "./Subscription.ts"

export const IntegrationId = Id.annotate({ description: "The id of an integration." }).pipe(
  Schema.brand("IntegrationId")
)
export type IntegrationId = typeof IntegrationId.Type

/** How many integrations an organization may have. Several creations at once may exceed it by their number. */
export const maximumIntegrations = 100

/** A config as answers show it: its secrets masked. The same field names as in `configs`. */
const MaskedConfig = Schema.Union([
  Schema.Struct({
    url: described(Schema.String, "Where deliveries go. Of Slack, the path is masked."),
    headers: described(
      Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
      "Header fields of each delivery, by name: their values are masked."
    )
  }).annotate({ identifier: "MaskedUrlConfig", description: "The config of a webhook or of Slack." }),
  Schema.Struct({
    bot_token: described(Schema.String, "The token of the bot: masked after its id."),
    chat_id: described(Schema.String, "The chat.")
  }).annotate({ identifier: "MaskedTelegramConfig", description: "The config of Telegram." }),
  Schema.Struct({ access_token: described(Schema.String, "The access token: masked.") }).annotate({
    identifier: "MaskedHubSpotConfig",
    description: "The config of HubSpot."
  })
]).annotate({
  identifier: "MaskedConfig",
  description: "A config with its secrets masked: the same fields as when it was given."
})

export const Integration = Schema.Struct({
  id: IntegrationId,
  type: IntegrationType,
  name: described(Name, "A name for people."),
  enabled: described(Schema.Boolean, "Whether deliveries are sent: false exactly while `status` is `disabled`."),
  events: described(Schema.Array(NotificationType), "The types it is notified of; empty: all but `sent` and `opened`."),
  campaign_ids: described(
    Schema.NullOr(Schema.Array(CampaignId)),
    "The campaigns it is notified of; `null`: all, and what belongs to none."
  ),
  config: MaskedConfig,
  status: IntegrationStatus,
  last_error: described(Schema.NullOr(Schema.String), "Why the last try was not delivered; `null` when it was."),
  last_delivery_at: described(Schema.NullOr(Timestamp), "When a try was last delivered; `null`: never."),
  consecutive_failures: described(Count, "Tries since the last delivered one."),
  created_at: described(Timestamp, "When the integration was created."),
  updated_at: described(Timestamp, "When a person last changed it.")
}).annotate({
  identifier: "Integration",
  description: "Where the organization is notified, of what, and how that goes."
})
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
  name: described(Name, "A name for people: 1 to 200 characters."),
  enabled: described(
    Schema.optionalKey(Schema.Boolean),
    "`true` unless given. Of a disabled integration: `true` forgets its failures and sends what is pending."
  ),
  events: described(
    Schema.optionalKey(Schema.Array(NotificationType).check(Schema.isMaxLength(100))),
    "The types to be notified of. Empty, the default: all types but `sent` and `opened`."
  ),
  campaign_ids: described(
    Schema.optionalKey(
      Schema.NullOr(Schema.Array(CampaignIdInput).check(Schema.isMinLength(1), Schema.isMaxLength(500)))
    ),
    "The campaigns to be notified of: 1 to 500. `null`, the default: all, and what belongs to none."
  )
}

const newOf = <T extends IntegrationType>(type: T) =>
  Schema.Struct({
    type: described(Schema.Literal(type), "Where notifications go."),
    ...settings,
    config: configs[type]
  })

export const NewIntegration = Schema.Union([
  newOf("webhook").annotate({ identifier: "NewWebhook", description: "A webhook: HTTP requests to a URL, signed." }),
  newOf("slack").annotate({ identifier: "NewSlack", description: "Messages in a channel of Slack." }),
  newOf("telegram").annotate({ identifier: "NewTelegram", description: "Messages in a chat of Telegram." }),
  newOf("hubspot").annotate({ identifier: "NewHubSpot", description: "Notes at contacts of HubSpot." })
]).annotate({ identifier: "NewIntegration", description: "An integration to add." })
export type NewIntegration = typeof NewIntegration.Type

export const IntegrationPatch = Schema.Struct({
  ...settings,
  name: Schema.optionalKey(settings.name),
  config: described(
    Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    "Replaces these fields of the config; `headers` as a whole. A `url` with another origin (scheme, host or port) and without `headers` removes the stored headers: they are not sent there."
  ),
  rotate_secret: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: a new signing secret. The old one signs beside it for 24 hours."
  )
}).annotate({
  identifier: "IntegrationPatch",
  description: "What to change of an integration. A field that is left out stays as it is."
})
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

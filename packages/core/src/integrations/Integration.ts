/** An integration: the target of notifications, their types, and the state of its deliveries (contract, section 8). */
import { Name, Plain } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { configs, Include } from "./Config.ts"
import { Health, healthy, IntegrationStatus } from "./Retry.ts"
import { IntegrationType, NotificationType } from "./Subscription.ts"
import { CampaignId, CampaignIdInput, IntegrationId } from "../ids.ts"

export { IntegrationId } from "../ids.ts"

/** Maximum number of integrations of an organization. Concurrent creations may exceed it by their number. */
export const maximumIntegrations = 100

/** A config as answers show it, with its secrets masked. It has the same field names as in `configs`. */
const MaskedConfig = Schema.Union([
  Schema.Struct({
    url: described(
      Schema.String,
      "The target of deliveries. For Slack, the path is masked.",
      "https://app.example.com/mailroom"
    ),
    headers: described(
      Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
      "Header fields of each delivery, by name: their values are masked."
    ),
    include: described(Schema.optionalKey(Include), "What `lead` has in addition in each payload of a webhook.")
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
  description: "A config with its secrets masked. It has the same fields as in the request."
})

export const Integration = Schema.Struct({
  id: IntegrationId,
  type: IntegrationType,
  name: described(Name, "A name for people.", "Our application"),
  enabled: described(Schema.Boolean, "Whether deliveries are sent: false exactly while `status` is `disabled`.", true),
  events: described(
    Schema.Array(NotificationType),
    "The types of its notifications; empty: all types except `sent` and `opened`.",
    ["replied", "unsubscribed"]
  ),
  campaign_ids: described(
    Schema.NullOr(Schema.Array(CampaignId)),
    "The campaigns of its notifications; `null`: all campaigns, and notifications that belong to none.",
    null
  ),
  config: MaskedConfig,
  status: IntegrationStatus,
  last_error: described(Schema.NullOr(Schema.String), "Why the last try failed; `null` if it was delivered.", null),
  last_delivery_at: described(
    Schema.NullOr(Timestamp),
    "When a try last succeeded; `null`: never.",
    "2026-03-02T10:30:00.000Z"
  ),
  consecutive_failures: described(Count, "The number of failed tries since the last successful one.", 0),
  created_at: described(Timestamp, "When the integration was created.", "2026-03-02T08:00:00.000Z"),
  updated_at: described(Timestamp, "When a person last changed it.", "2026-03-02T08:00:00.000Z")
}).annotate({
  identifier: "Integration",
  description: "The target of the organization's notifications, their types, and the state of their delivery."
})
export type Integration = typeof Integration.Type

/** An integration as it is stored. */
export const IntegrationRecord = Schema.Struct({
  ...Struct.omit(Integration.fields, ["enabled"]),
  ...Health.fields,
  sealed: described(Plain, "The config and the signing secrets, encrypted (`Sealing.ts`).")
})
/** `config` is masked, so that reading integrations needs no encryption key. */
export type IntegrationRecord = typeof IntegrationRecord.Type

export const table = Table.of("integrations", IntegrationRecord, { key: ["id"], fixed: ["type", "created_at"] })

const settings = {
  name: described(Name, "A name for people: 1 to 200 characters."),
  enabled: described(
    Schema.optionalKey(Schema.Boolean),
    "Default: `true`. Enabling a disabled integration resets its failures and sends its pending deliveries."
  ),
  events: described(
    Schema.optionalKey(Schema.Array(NotificationType).check(Schema.isMaxLength(100))),
    "The types of notifications. Empty, the default: all types except `sent` and `opened`."
  ),
  campaign_ids: described(
    Schema.optionalKey(
      Schema.NullOr(Schema.Array(CampaignIdInput).check(Schema.isMinLength(1), Schema.isMaxLength(500)))
    ),
    "The campaigns of the notifications: 1 to 500. `null`, the default: all campaigns, and notifications that belong to none."
  )
}

const newOf = <T extends IntegrationType>(type: T) =>
  Schema.Struct({
    type: described(Schema.Literal(type), "The type of the integration."),
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
    "The fields of the config to replace; `headers` is replaced as a whole. A `url` with another origin (scheme, host or port) and without `headers` removes the stored headers, so that they are not sent there."
  ),
  rotate_secret: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: makes a new signing secret. For 24 hours, deliveries are signed with both the new and the old one."
  )
}).annotate({
  identifier: "IntegrationPatch",
  description: "The changes of an integration. Absent fields stay unchanged."
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

/** Whether the leads in the payloads of an integration have their custom fields. */
export const includesCustomFields = ({ config }: Pick<IntegrationRecord, "config">): boolean =>
  "include" in config && config.include?.includes("custom_fields") === true

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

/** Enables or disables an integration. When it is enabled, its failures are reset; `undefined` changes nothing. */
export const setEnabled = (record: IntegrationRecord, enabled: boolean | undefined): IntegrationRecord => {
  const isEnabled = record.status !== "disabled"
  if (enabled === undefined || enabled === isEnabled) return record
  return enabled
    ? { ...record, ...healthy, last_delivery_at: record.last_delivery_at }
    : { ...record, status: "disabled", retry_at: null }
}

/** The integration after a try. If it was disabled meanwhile, it stays disabled. */
export const recordTry = (record: IntegrationRecord, health: Health): IntegrationRecord => ({
  ...record,
  ...health,
  status: record.status === "disabled" ? "disabled" : health.status
})

/**
 * The payload of a delivery: `{ type, timestamp, data }`, with a schema for each type (contract, section 8). Its JSON
 * has at most 512 KiB, usually 1 KiB: a lead's texts have at most 10 000 characters each, a change of the blacklist has
 * at most 1 000 values. A webhook may include custom fields, at most 100 with 4 096 characters each. Fields may be
 * added, and are never removed.
 */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { described } from "../Described.ts"
import { BlacklistKind } from "../blacklist/BlacklistEntry.ts"
import { StatusReason } from "../campaigns/Campaign.ts"
import { Count } from "../Id.ts"
import { Lead, LeadWithCustomFields } from "../leads/Lead.ts"
import { labelledBy } from "../leads/LeadLabel.ts"
import { MovedTo } from "../leads/LeadMove.ts"
import { Timestamp } from "../Timestamp.ts"
import { IntegrationType, type NotificationType } from "./Subscription.ts"
import { AccountId, CampaignId, EventId, IntegrationId, OrganizationId, ThreadId } from "../ids.ts"

const PayloadCampaign = Schema.Struct({
  id: CampaignId,
  name: described(Schema.String, "The name of the campaign.")
}).annotate({ identifier: "PayloadCampaign", description: "The campaign of the lead, or the campaign that changed." })

const PayloadAccount = Schema.Struct({
  id: AccountId,
  email: described(Schema.String, "The address of the account.")
}).annotate({ identifier: "PayloadAccount", description: "The account that is failing." })

/** The id of a change that is not an event: a UUID, made with the change, the same for every integration. */
const ChangeId = Schema.String.check(Schema.isUUID()).annotate({
  description: "The id of the change: the same for every integration."
})

const PayloadLead = Schema.Struct({
  ...Lead.fields,
  custom_fields: Schema.optionalKey(LeadWithCustomFields.fields.custom_fields).annotate({
    description: "Values under names of your choice, by name. Only if the webhook's `include` has `custom_fields`."
  })
}).annotate({ identifier: "PayloadLead", description: "A lead: all its fields are present, except `custom_fields`." })

const ofEvent = {
  organization_id: OrganizationId,
  id: EventId.annotate({ description: "The id of the event: the same for every integration." }),
  lead: described(PayloadLead, "The lead after the event."),
  campaign: PayloadCampaign
}
const ofReply = {
  ...ofEvent,
  reply_text: Schema.NullOr(Schema.String).annotate({
    description: "The text that the author wrote; `null` if it is unknown, for instance for an automatic reply."
  }),
  thread_id: Schema.NullOr(ThreadId).annotate({
    description: "The thread of the mail; `null` when the reply was reported by `POST /events`."
  }),
  message_id: Schema.NullOr(Schema.String).annotate({ description: "The Message-ID of the mail." })
}
const ofAutoReply = {
  ...ofReply,
  returns_on: Schema.NullOr(CalendarDate).annotate({
    description:
      "The day on which the person returns, or the last day of the absence; `null`: the reply names no day, or one that was over."
  })
}
const ofBounce = {
  ...ofEvent,
  email: Schema.String.annotate({ description: "The address that the mail did not reach." }),
  hard: Schema.Boolean.annotate({ description: "Whether the address is dead." }),
  reason: Schema.NullOr(Schema.String).annotate({
    description: "The reason: a `BounceReason` such as `unknown_address`, or the text that the host reported."
  })
}
const ofLead = { organization_id: OrganizationId, id: ChangeId, lead: PayloadLead, campaign: PayloadCampaign }
const ofTag = { ...ofLead, reply_status_by: labelledBy }
const ofMove = { ...ofLead, moved_to: MovedTo }
const ofBlacklist = {
  organization_id: OrganizationId,
  id: ChangeId,
  kind: BlacklistKind,
  values: Schema.Array(Schema.String).annotate({
    description:
      "The normalized addresses or domains. Empty when only leads changed: existing entries stopped further leads."
  }),
  leads: Count.annotate({
    description:
      "The number of leads that were stopped or resumed. They get no separate `lead_stopped` or `lead_resumed`."
  })
}
const ofCampaign = { organization_id: OrganizationId, id: ChangeId, campaign: PayloadCampaign }
const ofPause = {
  ...ofCampaign,
  reason: described(Schema.NullOr(StatusReason), "Why Mailroom paused the campaign; `null`: a person did.")
}
const ofAccount = {
  organization_id: OrganizationId,
  id: ChangeId,
  account: PayloadAccount,
  reason: described(Schema.String, "Why the account fails, for people.")
}

const PayloadIntegration = Schema.Struct({
  id: IntegrationId,
  type: IntegrationType,
  name: described(Schema.String, "The name of the integration.")
}).annotate({ identifier: "PayloadIntegration", description: "The integration that was disabled." })
const ofIntegration = {
  organization_id: OrganizationId,
  id: ChangeId,
  integration: PayloadIntegration,
  reason: described(Schema.String, "Why nothing can be delivered, for people.")
}

const payload = <T extends NotificationType, F extends Schema.Struct.Fields>(
  type: T,
  description: string,
  fields: F
) => {
  const name = type.replaceAll(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase())
  return Schema.Struct({
    type: described(Schema.Literal(type), "What happened."),
    timestamp: described(Timestamp, "When it happened."),
    data: Schema.Struct(fields).annotate({ identifier: `${name}Data`, description })
  }).annotate({ identifier: `${name}Payload`, description })
}

/** The schema of each type. */
export const payloads = {
  sent: payload("sent", "A mail was sent to a lead.", ofEvent),
  delivered: payload("delivered", "The lead's mail system accepted a mail.", ofEvent),
  opened: payload("opened", "A lead opened a mail.", ofEvent),
  machine_opened: payload("machine_opened", "A mail was opened by a machine, such as a prefetching proxy.", ofEvent),
  clicked: payload("clicked", "A lead clicked a link.", ofEvent),
  replied: payload("replied", "A person replied.", ofReply),
  auto_replied: payload("auto_replied", "A machine replied, such as an out-of-office notice.", ofAutoReply),
  bounced: payload("bounced", "A mail could not be delivered.", ofBounce),
  soft_bounced: payload("soft_bounced", "A mail could not be delivered; a later attempt may succeed.", ofBounce),
  unsubscribed: payload("unsubscribed", "A lead unsubscribed.", ofEvent),
  complained: payload("complained", "A lead reported a mail as spam.", ofEvent),
  lead_stopped: payload("lead_stopped", "A rule other than the blacklist stops sending to a lead.", ofLead),
  lead_resumed: payload(
    "lead_resumed",
    "Sending to a lead resumes: a person resumed it, or it has a new address.",
    ofLead
  ),
  lead_tagged: payload(
    "lead_tagged",
    "A lead's reply tag was set, replaced or removed, by a person or automatically.",
    ofTag
  ),
  lead_moved: payload("lead_moved", "A rule of its campaign moved a lead to another campaign.", ofMove),
  blacklist_added: payload("blacklist_added", "Entries were added to the blacklist.", ofBlacklist),
  blacklist_removed: payload("blacklist_removed", "Entries were removed from the blacklist.", ofBlacklist),
  campaign_started: payload("campaign_started", "A campaign was started.", ofCampaign),
  campaign_paused: payload("campaign_paused", "A campaign was paused.", ofPause),
  campaign_completed: payload("campaign_completed", "A campaign has nothing left to send.", ofCampaign),
  account_failing: payload("account_failing", "A sender account cannot send or receive.", ofAccount),
  integration_disabled: payload(
    "integration_disabled",
    "Mailroom disabled another integration: nothing could be delivered to it.",
    ofIntegration
  )
} satisfies Record<NotificationType, Schema.Top>

export const Payload = Schema.Union(Object.values(payloads)).annotate({ identifier: "Payload" })
export type Payload = typeof Payload.Type

/** A payload of one type. */
export type PayloadOf<T extends NotificationType> = Extract<Payload, { readonly type: T }>

/** The types of integrations and notifications, and which notifications an integration wants (contract, section 8). */
import { Schema } from "effect"
import { EventType } from "../activity/Event.ts"
import type { CampaignId } from "../ids.ts"

export const IntegrationType = Schema.Literals(["webhook", "slack", "telegram", "hubspot"]).annotate({
  identifier: "IntegrationType",
  description: "The service that notifications are sent to."
})
export type IntegrationType = typeof IntegrationType.Type

/** The types of events, and of other changes. */
export const NotificationType = Schema.Literals([
  ...EventType.literals,
  "lead_stopped",
  "lead_resumed",
  "lead_tagged",
  "lead_moved",
  "blacklist_added",
  "blacklist_removed",
  "campaign_started",
  "campaign_paused",
  "campaign_completed",
  "account_failing",
  "integration_disabled"
]).annotate({
  identifier: "NotificationType",
  description: "The type of a notification: an event, or another change."
})
export type NotificationType = typeof NotificationType.Type

/** The notifications that an integration wants. */
export interface Subscription {
  readonly type: IntegrationType
  /** Empty: all types except `sent` and `opened`. */
  readonly events: ReadonlyArray<NotificationType>
  /** `null`: all campaigns, and notifications that belong to none. */
  readonly campaign_ids: ReadonlyArray<CampaignId> | null
}

/** Types that occur with nearly every mail. Only integrations that name them get them. */
const frequent: ReadonlySet<NotificationType> = new Set<NotificationType>(["sent", "opened"])

/** Types of notifications that are not about one lead. */
const withoutLead: ReadonlySet<NotificationType> = new Set<NotificationType>([
  "blacklist_added",
  "blacklist_removed",
  "campaign_started",
  "campaign_paused",
  "campaign_completed",
  "account_failing",
  "integration_disabled"
])

/**
 * Whether an integration wants notifications of this type. HubSpot only wants notifications about a lead, because a
 * note belongs to a contact.
 */
export const wantsType = ({ events, type }: Subscription, notification: NotificationType): boolean => {
  if (type === "hubspot" && withoutLead.has(notification)) return false
  return events.length === 0 ? !frequent.has(notification) : events.includes(notification)
}

/**
 * Whether a notification goes to an integration. Changes of the blacklist, of accounts and of integrations do not belong to a campaign:
 * an integration that is limited to campaigns does not get them.
 */
export const wants = (
  subscription: Subscription,
  { campaign_id, type }: { readonly type: NotificationType; readonly campaign_id: CampaignId | null }
): boolean =>
  wantsType(subscription, type) &&
  (subscription.campaign_ids === null || (campaign_id !== null && subscription.campaign_ids.includes(campaign_id)))

/** What an integration can be notified of, and what it wants (contract, section 8). */
import { Schema } from "effect"
import { EventType } from "../activity/Event.ts"
import type { CampaignId } from "../campaigns/Campaign.ts"

export const IntegrationType = Schema.Literals(["webhook", "slack", "telegram", "hubspot"]).annotate({
  identifier: "IntegrationType",
  description: "Where notifications go."
})
export type IntegrationType = typeof IntegrationType.Type

/** The types of events, and of other changes. */
export const NotificationType = Schema.Literals([
  ...EventType.literals,
  "lead_stopped",
  "lead_resumed",
  "lead_tagged",
  "blacklist_added",
  "blacklist_removed",
  "campaign_started",
  "campaign_paused",
  "campaign_completed",
  "account_failing"
]).annotate({
  identifier: "NotificationType",
  description: "What an integration can be notified of: an event, or another change."
})
export type NotificationType = typeof NotificationType.Type

/** What an integration wants to be notified of. */
export interface Subscription {
  readonly type: IntegrationType
  /** Empty: all types but `sent` and `opened`. */
  readonly events: ReadonlyArray<NotificationType>
  /** `null`: all campaigns, and what belongs to none. */
  readonly campaign_ids: ReadonlyArray<CampaignId> | null
}

/** Types that come with nearly every mail: only an integration that names them gets them. */
const frequent: ReadonlySet<NotificationType> = new Set<NotificationType>(["sent", "opened"])

const withoutLead: ReadonlySet<NotificationType> = new Set<NotificationType>([
  "blacklist_added",
  "blacklist_removed",
  "campaign_started",
  "campaign_paused",
  "campaign_completed",
  "account_failing"
])

/** Whether an integration wants notifications of this type. HubSpot wants what is about a lead: a note there belongs to a contact. */
export const wantsType = ({ events, type }: Subscription, of: NotificationType): boolean =>
  (events.length === 0 ? !frequent.has(of) : events.includes(of)) && (type !== "hubspot" || !withoutLead.has(of))

/**
 * Whether a notification goes to an integration. Changes of the blacklist and of accounts belong to no campaign: an
 * integration that is limited to campaigns does not get them.
 */
export const wants = (
  subscription: Subscription,
  { campaign_id, type }: { readonly type: NotificationType; readonly campaign_id: CampaignId | null }
): boolean =>
  wantsType(subscription, type) &&
  (subscription.campaign_ids === null || (campaign_id !== null && subscription.campaign_ids.includes(campaign_id)))

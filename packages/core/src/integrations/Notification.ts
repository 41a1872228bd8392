/** Derives the notifications of integrations from changes. Pure functions. */
import { EventRecorded } from "../activity/ActivityChange.ts"
import { EventType } from "../activity/Event.ts"
import { isHard } from "../activity/Transition.ts"
import { BlacklistAdded, BlacklistRemoved } from "../blacklist/BlacklistChange.ts"
import { CampaignCompleted, CampaignPaused, CampaignStarted } from "../campaigns/CampaignChange.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { Change, ChangeKind } from "../Changes.ts"
import { MailStored } from "../intake/IntakeChange.ts"
import { type LeadRecord, toLead } from "../leads/Lead.ts"
import { AccountFailing } from "../mailboxes/MailboxChange.ts"
import { LeadMoved, LeadResumed, LeadStopped, LeadTagged } from "../leads/LeadChange.ts"
import type { Timestamp } from "../Timestamp.ts"
import { IntegrationDisabled } from "./IntegrationChange.ts"
import type { Payload, PayloadOf } from "./Payload.ts"
import type { NotificationType } from "./Subscription.ts"
import type { CampaignId, EventId, LeadId, OrganizationId, ThreadId } from "../ids.ts"

/** Data for a payload that its change does not contain. */
export interface PayloadContext {
  readonly organization_id: OrganizationId
  /** The instant of the transaction. */
  readonly now: Timestamp
  /** A new UUID for a change that is not an event. */
  readonly newId: () => string
  /** The name of a campaign; `undefined` if it does not exist any more. */
  readonly nameOf: (id: CampaignId) => string | undefined
  /** Whether leads have their custom fields. */
  readonly with_custom_fields: boolean
}

export interface Notification {
  readonly type: NotificationType
  /** `null` for a notification without a campaign. */
  readonly campaign_id: CampaignId | null
  /** `null` for a notification about many leads or none. */
  readonly lead_id: LeadId | null
  /**
   * Makes the payload. All integrations get the same id, so each call for a notification needs the same `newId`.
   * `undefined` if the campaign does not exist any more.
   */
  readonly toPayload: (context: PayloadContext) => Payload | undefined
}

/**
 * The notifications of one transaction's changes, in their order. Changes of a tag (`TagChanged`) and removed leads
 * make no notification: they are commands on many leads, not events of a single lead.
 */
export const notificationsOf = (changes: ReadonlyArray<Change>): ReadonlyArray<Notification> => {
  /** The threads of the mails that reported events, by event. */
  const threads = new Map(
    changes.flatMap((change) =>
      change instanceof MailStored ? change.event_ids.map((id) => [id, change.thread_id] as const) : []
    )
  )
  return changes.flatMap((change) => notificationOf(change, threads) ?? [])
}

/** The types of the notifications that changes of a kind may make. */
export const typesOf: ReadonlyMap<ChangeKind, ReadonlyArray<NotificationType>> = new Map<
  ChangeKind,
  ReadonlyArray<NotificationType>
>([
  [EventRecorded, EventType.literals],
  [LeadStopped, ["lead_stopped"]],
  [LeadResumed, ["lead_resumed"]],
  [LeadTagged, ["lead_tagged"]],
  [LeadMoved, ["lead_moved"]],
  [BlacklistAdded, ["blacklist_added"]],
  [BlacklistRemoved, ["blacklist_removed"]],
  [CampaignStarted, ["campaign_started"]],
  [CampaignPaused, ["campaign_paused"]],
  [CampaignCompleted, ["campaign_completed"]],
  [AccountFailing, ["account_failing"]],
  [IntegrationDisabled, ["integration_disabled"]]
])

/** The changes that `notificationsOf` reads. A stored mail only contributes the thread of an event's mail. */
export const kinds: ReadonlySet<ChangeKind> = new Set([...typesOf.keys(), MailStored])

const notificationOf = (change: Change, threads: ReadonlyMap<EventId, ThreadId>): Notification | undefined => {
  if (change instanceof EventRecorded) return eventNotification(change, threads)
  if (change instanceof LeadStopped) return leadNotification("lead_stopped", change.lead)
  if (change instanceof LeadResumed) return leadNotification("lead_resumed", change.lead)
  if (change instanceof LeadTagged) return leadNotification("lead_tagged", change.lead)
  if (change instanceof LeadMoved) return leadNotification("lead_moved", change.lead)
  if (change instanceof BlacklistAdded) return blacklistNotification("blacklist_added", change)
  if (change instanceof BlacklistRemoved) return blacklistNotification("blacklist_removed", change)
  if (change instanceof CampaignStarted) return campaignNotification("campaign_started", change, {})
  if (change instanceof CampaignPaused) {
    return campaignNotification("campaign_paused", change, { reason: change.campaign.status_reason })
  }
  if (change instanceof CampaignCompleted) return campaignNotification("campaign_completed", change, {})
  if (change instanceof AccountFailing) return accountNotification(change)
  if (change instanceof IntegrationDisabled) return integrationNotification(change)
  return undefined
}

/** The fields of a payload that show a lead and its campaign; `undefined` if the campaign does not exist any more. */
const leadFieldsOf = (lead: LeadRecord, { nameOf, organization_id, with_custom_fields }: PayloadContext) => {
  const name = nameOf(lead.campaign_id)
  return name === undefined
    ? undefined
    : {
        organization_id,
        lead: with_custom_fields ? { ...toLead(lead), custom_fields: lead.custom_fields } : toLead(lead),
        campaign: { id: lead.campaign_id, name }
      }
}

const eventNotification = ({ event, lead }: EventRecorded, threads: ReadonlyMap<EventId, ThreadId>): Notification => ({
  type: event.type,
  campaign_id: event.campaign_id,
  lead_id: lead.id,
  toPayload: (context) => {
    const fields = leadFieldsOf(lead, context)
    if (fields === undefined) return undefined
    const { organization_id, ...about } = fields
    const { data: details, id, occurred_at: timestamp, type } = event
    const data = { organization_id, id, ...about }
    switch (type) {
      case "replied":
      case "auto_replied": {
        const { reply_text = null, returns_on = null } = details
        const reply = { ...data, reply_text, thread_id: threads.get(id) ?? null, message_id: event.message_id }
        return type === "replied"
          ? { type, timestamp, data: reply }
          : { type, timestamp, data: { ...reply, returns_on } }
      }
      case "bounced":
      case "soft_bounced": {
        const { email = lead.email, reason = null } = details
        return { type, timestamp, data: { ...data, email, hard: type === "bounced" && isHard(event), reason } }
      }
      default:
        return { type, timestamp, data }
    }
  }
})

const leadNotification = (
  type: "lead_moved" | "lead_resumed" | "lead_stopped" | "lead_tagged",
  lead: LeadRecord
): Notification => ({
  type,
  campaign_id: lead.campaign_id,
  lead_id: lead.id,
  toPayload: (context) => {
    const fields = leadFieldsOf(lead, context)
    if (fields === undefined) return undefined
    const { organization_id, ...about } = fields
    const data = { organization_id, id: context.newId(), ...about }
    const timestamp = context.now
    switch (type) {
      case "lead_moved":
        return lead.moved_to === null ? undefined : { type, timestamp, data: { ...data, moved_to: lead.moved_to } }
      case "lead_tagged":
        return { type, timestamp, data: { ...data, reply_status_by: lead.reply_status_by } }
      default:
        return { type, timestamp, data }
    }
  }
})

const blacklistNotification = (
  type: "blacklist_added" | "blacklist_removed",
  { kind, leads, values }: BlacklistAdded | BlacklistRemoved
): Notification => ({
  type,
  campaign_id: null,
  lead_id: null,
  toPayload: ({ newId, now: timestamp, organization_id }) => ({
    type,
    timestamp,
    data: { organization_id, id: newId(), kind, values, leads }
  })
})

const campaignNotification = <T extends "campaign_completed" | "campaign_paused" | "campaign_started">(
  type: T,
  { campaign: { id, name } }: { readonly campaign: Pick<CampaignRecord, "id" | "name"> },
  more: Omit<PayloadOf<T>["data"], "campaign" | "id" | "organization_id">
): Notification => ({
  type,
  campaign_id: id,
  lead_id: null,
  toPayload: ({ newId, now: timestamp, organization_id }) =>
    ({ type, timestamp, data: { organization_id, id: newId(), campaign: { id, name }, ...more } }) as PayloadOf<T>
})

const accountNotification = ({ account_id, email, error }: AccountFailing): Notification => ({
  type: "account_failing",
  campaign_id: null,
  lead_id: null,
  toPayload: ({ newId, now: timestamp, organization_id }) => ({
    type: "account_failing",
    timestamp,
    data: { organization_id, id: newId(), account: { id: account_id, email }, reason: error }
  })
})

const integrationNotification = ({ error, integration }: IntegrationDisabled): Notification => ({
  type: "integration_disabled",
  campaign_id: null,
  lead_id: null,
  toPayload: ({ newId, now: timestamp, organization_id }) => ({
    type: "integration_disabled",
    timestamp,
    data: { organization_id, id: newId(), integration, reason: error }
  })
})

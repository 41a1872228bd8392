/** An example payload of each type, for test deliveries and for the documentation. */
import { type Lead } from "../leads/Lead.ts"
import { Timestamp } from "../Timestamp.ts"
import type { Payload, PayloadOf } from "./Payload.ts"
import type { NotificationType } from "./Subscription.ts"
import { AccountId, CampaignId, EventId, IntegrationId, LeadId, OrganizationId, TagId, ThreadId } from "../ids.ts"

const campaign = { id: CampaignId.make("0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70"), name: "Spring launch" }
const lead: Lead = {
  id: LeadId.make(4711),
  email: "ada@analytical.example",
  first_name: "Ada",
  last_name: "Lovelace",
  company: "Analytical Engines",
  website: "https://analytical.example",
  personalization: "",
  sender: "grace@ours.example",
  verification_status: "valid",
  status: "Sent",
  campaign_id: campaign.id,
  id_previous_sending_sequence: 12,
  amount_sequences_sent: 1,
  date_last_sequence_send: Timestamp.make("2026-08-06T08:00:00.000Z"),
  reply_text: null,
  reply_status: null,
  reply_status_tag_id: null,
  stop_sending: false,
  stop_sending_type: null,
  chosen_sender: AccountId.make(3),
  provider: "google"
}
const reply_text = "Yes, that sounds interesting.\nCould we talk on Thursday?"
const timestamp = Timestamp.make("2026-08-07T09:30:00.000Z")
const organization_id = OrganizationId.make(1)
const ofEvent = { organization_id, id: EventId.make(90210), lead, campaign }
const ofChange = { organization_id, id: "0198f3b2-77aa-7c10-8e55-6d2f4b9a1e03" }

const samples: { readonly [T in NotificationType]: PayloadOf<T>["data"] } = {
  sent: ofEvent,
  delivered: ofEvent,
  opened: { ...ofEvent, lead: { ...lead, status: "Opened" } },
  machine_opened: ofEvent,
  clicked: { ...ofEvent, lead: { ...lead, status: "Opened" } },
  replied: {
    ...ofEvent,
    lead: { ...lead, status: "Replied", reply_text, stop_sending: true, stop_sending_type: "reply" },
    reply_text,
    thread_id: ThreadId.make(815),
    message_id: "<CAF3x9@mail.analytical.example>"
  },
  auto_replied: {
    ...ofEvent,
    reply_text: null,
    thread_id: ThreadId.make(815),
    message_id: "<auto-77@mail.analytical.example>",
    returns_on: "2026-12-07"
  },
  bounced: {
    ...ofEvent,
    lead: { ...lead, status: "Bounce", stop_sending: true, stop_sending_type: "bounce" },
    email: lead.email,
    hard: true,
    reason: "unknown_address"
  },
  soft_bounced: { ...ofEvent, email: lead.email, hard: false, reason: "mailbox_full" },
  unsubscribed: { ...ofEvent, lead: { ...lead, stop_sending: true, stop_sending_type: "unsubscribe" } },
  complained: { ...ofEvent, lead: { ...lead, stop_sending: true, stop_sending_type: "complaint" } },
  lead_stopped: { ...ofChange, lead: { ...lead, stop_sending: true, stop_sending_type: "manual" }, campaign },
  lead_resumed: { ...ofChange, lead, campaign },
  lead_tagged: {
    ...ofChange,
    lead: { ...lead, reply_status: "Interested", reply_status_tag_id: TagId.make(2) },
    campaign,
    reply_status_by: "person"
  },
  lead_moved: {
    ...ofChange,
    lead: { ...lead, stop_sending: true, stop_sending_type: "moved" },
    campaign,
    moved_to: {
      lead_id: LeadId.make(4712),
      campaign_id: CampaignId.make("0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d71"),
      at: timestamp
    }
  },
  blacklist_added: { ...ofChange, kind: "domain", values: ["competitor.example"], leads: 3 },
  blacklist_removed: { ...ofChange, kind: "email", values: ["bob@customer.example"], leads: 1 },
  campaign_started: { ...ofChange, campaign },
  campaign_paused: { ...ofChange, campaign, reason: "bounces" },
  campaign_completed: { ...ofChange, campaign },
  account_failing: {
    ...ofChange,
    account: { id: AccountId.make(3), email: "grace@ours.example" },
    reason: "The server rejected the password"
  },
  integration_disabled: {
    ...ofChange,
    integration: { id: IntegrationId.make(4), type: "slack", name: "Sales channel" },
    reason: "The endpoint answered 404"
  }
}

/** The example of a type. */
export const sampleOf = (type: NotificationType): Payload => ({ type, timestamp, data: samples[type] }) as Payload

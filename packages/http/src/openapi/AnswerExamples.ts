/**
 * Examples of bodies that are not composed of the examples of their fields (`composed.ts`), by the name of their schema: they
 * have several items, or parts that depend on each other. Examples are about the same lead, campaign and so on.
 */
import { type Payload, sampleOf } from "@mailroom/core"
import { account, created_at, dnsReport, replied_at, sent_at } from "./AccountExamples.ts"
import { campaign_id, lastPage, page, reply_text } from "./Examples.ts"
import { delivery } from "./IntegrationExamples.ts"

const lead = {
  // The fields in the order of the API.
  ...(sampleOf("replied") as Payload.PayloadOf<"replied">).data.lead,
  id: 42,
  email: "ada@example.com",
  company: "Engines Ltd",
  website: "https://engines.example",
  sender: "sales@mailroom.example",
  campaign_id,
  date_last_sequence_send: sent_at,
  reply_text,
  reply_status: "Interested",
  reply_status_tag_id: 7,
  chosen_sender: null
}
const campaign = { name: "Spring launch", status: "active" }
const sequence = { id: 12, subject: "A question" }
const message = {
  id: 501,
  thread_id: 311,
  subject: "Re: A question",
  body: reply_text,
  date_sent: replied_at,
  from_name: "Ada Lovelace",
  from_email: lead.email,
  to_email: account.email,
  is_new: true,
  is_our_email: false,
  kind: "reply",
  message_id: "<reply-1@example.com>",
  attachments: [
    {
      id: 31,
      filename: "Needs.pdf",
      ext: "pdf",
      type: 2,
      url: "https://mail.example.com/attachments/31?expires=1772447400&signature=q0c3kzG2wSPQk4N0uXc1pA"
    }
  ]
}
const thread = {
  id: 311,
  tab: "replies",
  state: "open",
  thread_id: 311,
  lead_id: lead.id,
  campaign_id,
  last_message: message,
  message_count: 2,
  account_id: account.id,
  lead: {
    email: lead.email,
    first_name: lead.first_name,
    last_name: lead.last_name,
    company: lead.company,
    reply_status: lead.reply_status
  },
  campaign_name: campaign.name
}

/** The metrics in an answer to `types=replied`. */
const replies = { replied: 14, unique_replied: 12 }
const series = {
  period: {
    preset: null,
    start: "2026-02-23T23:00:00.000Z",
    end: "2026-03-02T23:00:00.000Z",
    timezone: "Europe/Oslo"
  },
  interval: "week",
  data: [{ date: "2026-02-24", ...replies }],
  totals: replies
}
const listed = { source: "manual", reason: "Asked us by phone", campaign_id: null, created_at }
const added = { added: 1, existing: 0, invalid: 0, leads_stopped: 2 }
const removed = { removed: 1, not_found: 0, leads_resumed: 2 }
const email = "grace@example.com"
const domain = "competitor.example"

export const answerExamples: Readonly<Record<string, unknown>> = {
  LeadWithState: {
    ...lead,
    custom_fields: { city: "London" },
    effective_state: {
      may_be_mailed: false,
      reason: "lead_stopped",
      obstacles: ["lead_stopped", "no_step"],
      entry: null
    }
  },
  LeadList: { data: [lead], has_more: true, next_cursor: "1.MjAyNi0wMy0wMiA0Mg.eFOJ7xM2cCsd0qE5yq0h9w" },
  CreateLeadsResult: {
    created: 1,
    updated: 0,
    skipped: 1,
    data: [
      { index: 0, id: lead.id, status: "created" },
      {
        index: 1,
        id: null,
        status: "invalid",
        errors: [{ pointer: "/email", message: "must be one e-mail address" }]
      }
    ]
  },
  DeleteLeadsResult: {
    deleted: 1,
    not_found: 1,
    data: [
      { id: lead.id, status: "deleted" },
      { id: 43, status: "not_found" }
    ]
  },
  Thread: thread,
  ThreadPage: lastPage(thread),
  ThreadWithMessages: {
    thread,
    reply: {
      allowed: true,
      reason: null,
      account_id: account.id,
      from_email: account.email,
      to_email: lead.email,
      subject: message.subject
    },
    ...lastPage({
      ...message,
      body_text: `${reply_text}\n\n> Hello Ada, do you have a minute?\n`,
      reply_text,
      trust: "plausible"
    })
  },
  UpdateThreadsResult: {
    updated: 1,
    not_found: 1,
    data: [
      { id: thread.id, status: "updated", tab: "replies", state: "open", new_message_ids: [message.id] },
      { id: 312, status: "not_found" }
    ]
  },
  UpdateLeadsResult: {
    updated: 1,
    not_found: 1,
    data: [
      { id: lead.id, status: "updated", stop_sending: true, stop_sending_type: "reply" },
      { id: 43, status: "not_found" }
    ]
  },
  IntakeResult: {
    message_id: message.message_id,
    kind: "reply",
    trust: "plausible",
    thread_id: thread.id,
    lead_id: lead.id,
    reply_text,
    events: ["replied"]
  },
  DnsReport: dnsReport,
  UpdateAccountsResult: { updated: 1, failed: 0, data: [{ id: account.id, status: "updated" }] },
  DeleteAccountsResult: { deleted: 1, failed: 0, data: [{ id: account.id, status: "deleted" }] },
  MailboxTest: {
    smtp: { success: true, error: null, response_time_ms: 230 },
    imap: { success: true, error: null, response_time_ms: 310, folders: [{ path: "INBOX", role: "inbox" }] }
  },
  Upcoming: {
    reason: null,
    window: { is_open: true, opens_at: null },
    skipped: 2,
    unknown: 0,
    accounts: [
      {
        account_id: account.id,
        email: account.email,
        reason: "pace",
        next_at: "2026-08-07T09:36:12.000Z",
        remaining_today: 31,
        next: { lead_id: lead.id, email, position: 2, due_at: "2026-08-07T09:31:00.000Z" }
      }
    ]
  },
  Preview: {
    data: [
      {
        sequence_id: sequence.id,
        position: 1,
        account_id: account.id,
        from_email: account.email,
        to_email: email,
        subject: "A question about Analytical Engines",
        body_text: "Hello Ada,\n\nshall we talk?",
        body_html: null,
        missing: [],
        warnings: []
      }
    ]
  },
  BlacklistedEmailPage: page({ id: 61, email, ...listed }),
  BlacklistedDomainPage: page({ id: 62, domain, ...listed }),
  BlacklistEmailsResult: { ...added, data: [{ input: email, status: "added", id: 61, email }] },
  BlacklistDomainsResult: { ...added, data: [{ input: `www.${domain}`, status: "added", id: 62, domain }] },
  UnblacklistEmailsResult: { ...removed, data: [{ id: 61, status: "removed", email }] },
  UnblacklistDomainsResult: { ...removed, data: [{ id: 62, status: "removed", domain }] },
  RecordEventsResult: {
    recorded: 1,
    duplicate: 1,
    rejected: 0,
    data: [
      { index: 0, id: 90210, status: "recorded" },
      { index: 1, id: 90104, status: "duplicate" }
    ]
  },
  EventPage: lastPage({
    id: 90210,
    type: "replied",
    occurred_at: replied_at,
    campaign_id,
    lead_id: lead.id,
    account_id: account.id,
    sequence_id: null,
    message_id: message.message_id,
    data: { reply_text }
  }),
  AnalyticsEvents: { campaign_id, ...series },
  OverviewEvents: { campaign_ids: [campaign_id], ...series },
  DeliveryDetails: {
    ...delivery,
    payload: sampleOf("replied"),
    tries: [{ at: replied_at, status_code: 204, error: null, duration_ms: 85, body: "" }]
  },
  About: {
    name: "Mailroom",
    version: "0.1.0",
    links: {
      docs: "https://mail.example.com/docs",
      openapi: "https://mail.example.com/openapi.json",
      health: "https://mail.example.com/readyz"
    }
  }
}

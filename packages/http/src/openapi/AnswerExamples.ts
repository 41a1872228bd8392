/**
 * Examples of bodies that are not composed of the examples of their fields (`composed.ts`), by the name of their schema: they
 * have several items, or parts that depend on each other. Examples are about the same lead, campaign and so on.
 */
import { Delivery, Lead, sampleOf } from "@mailroom/core"
import { composed } from "./composed.ts"
import { campaign_id, lastPage, reply_text } from "./Examples.ts"

const lead = composed(Lead.Lead, "Lead")
const account = { id: 3, email: "sales@mailroom.example" }
const replied_at = "2026-03-02T10:30:00.000Z"
const lead_id = 42
const thread_id = 311
const message_id = "<reply-1@example.com>"
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
const added = { added: 1, existing: 0, invalid: 0, leads_stopped: 2 }
const removed = { removed: 1, not_found: 0, leads_resumed: 2 }
const email = "grace@example.com"
const domain = "competitor.example"

const scheduledAnswer = {
  send_id: 77,
  at: "2026-08-07T12:30:00.000Z",
  thread_id,
  lead_id,
  campaign_id,
  account_id: account.id,
  to_email: email,
  subject: "Re: A question"
}

const dnsReport = {
  account_id: account.id,
  domain: "mailroom.example",
  organizational_domain: "mailroom.example",
  checked_at: "2026-03-02T09:30:00.000Z",
  status: "error",
  checks: [
    {
      check: "spf",
      status: "error",
      result: "provider_missing",
      message:
        "The SPF record of mailroom.example does not include _spf.google.com: publish the TXT record " +
        '"v=spf1 include:_spf.google.com mx -all" for mailroom.example',
      publish: { type: "TXT", name: "mailroom.example", value: "v=spf1 include:_spf.google.com mx -all" },
      found: ["v=spf1 mx -all"]
    }
  ]
}

export const answerExamples: Readonly<Record<string, unknown>> = {
  LeadList: { data: [lead], has_more: true, next_cursor: "1.MjAyNi0wMy0wMiA0Mg.eFOJ7xM2cCsd0qE5yq0h9w" },
  CreateLeadsResult: {
    created: 1,
    updated: 0,
    skipped: 1,
    data: [
      { index: 0, id: lead_id, status: "created" },
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
      { id: lead_id, status: "deleted" },
      { id: 43, status: "not_found" }
    ]
  },
  UpdateThreadsResult: {
    updated: 1,
    not_found: 1,
    data: [
      { id: thread_id, status: "updated", tab: "replies", state: "open", assigned_to: null, new_message_ids: [501] },
      { id: 312, status: "not_found" }
    ]
  },
  UpdateLeadsResult: {
    updated: 1,
    not_found: 1,
    data: [
      { id: lead_id, status: "updated", stop_sending: true, stop_sending_type: "reply" },
      { id: 43, status: "not_found" }
    ]
  },
  PauseLeadsResult: {
    updated: 1,
    not_found: 1,
    data: [
      { id: lead_id, status: "updated", paused_until: null },
      { id: 43, status: "not_found" }
    ]
  },
  IntakeResult: {
    message_id,
    kind: "reply",
    trust: "plausible",
    thread_id,
    lead_id,
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
    paused: 3,
    unknown: 0,
    accounts: [
      {
        account_id: account.id,
        email: account.email,
        reason: "pace",
        other_campaign: null,
        waits_for: null,
        next_at: "2026-08-07T09:36:12.000Z",
        remaining_today: 31,
        next: { lead_id, email, position: 2, due_at: "2026-08-07T09:31:00.000Z" }
      }
    ],
    moves: [
      {
        when: "labelled",
        label: "interested",
        campaign_id: "0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d71",
        after_days: 3,
        name: "Follow-up",
        status: "active"
      }
    ],
    leads_moving: [
      {
        lead_id: 44,
        email: "mary@example.com",
        campaign_id: "0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d71",
        name: "Follow-up",
        status: "active",
        at: "2026-08-10T07:12:00.000Z"
      }
    ],
    scheduled: [scheduledAnswer]
  },
  Outlook: {
    timezone: "Europe/Berlin",
    days: ["2026-08-07", "2026-08-08", "2026-08-09", "2026-08-10", "2026-08-11", "2026-08-12", "2026-08-13"].map(
      (date, i) => ({
        date,
        mails: i === 0 ? 31 : 0,
        campaigns: i === 0 ? [{ campaign_id, mails: 31 }] : [],
        accounts: i === 0 ? [{ account_id: account.id, mails: 31 }] : []
      })
    ),
    mails: [
      {
        at: "2026-08-07T09:36:12.000Z",
        lead_id,
        email,
        campaign_id,
        account_id: account.id,
        sequence_id: 12,
        position: 2
      }
    ],
    scheduled: [scheduledAnswer],
    held: [
      {
        lead_id: 43,
        email: "charles@example.com",
        campaign_id,
        account_id: account.id,
        due_at: "2026-08-07T08:00:00.000Z",
        reason: "missing_variable",
        other_campaign: null,
        waits_for: null,
        missing: { sequence_id: 12, position: 1, variables: ["company"] }
      }
    ],
    campaigns: [{ campaign_id, name: "Spring launch", reason: null, skipped: 2 }],
    accounts: [{ account_id: account.id, email: account.email, reason: null }],
    accounts_left_out: 0,
    complete_until: null
  },
  Preview: {
    data: [
      {
        sequence_id: 12,
        position: 1,
        account_id: account.id,
        from_email: account.email,
        to_email: email,
        subject: "A question about Analytical Engines",
        body_text: "Hello Ada,\n\nshall we talk?",
        body_html: null,
        attachments: [],
        missing: [],
        texts: 1,
        warnings: []
      }
    ]
  },
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
    lead_id,
    account_id: account.id,
    sequence_id: null,
    message_id,
    data: { reply_text },
    lead: { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", company: "Analytical Engines" }
  }),
  AnalyticsEvents: { campaign_id, ...series },
  OverviewEvents: { campaign_ids: [campaign_id], ...series },
  DeliveryDetails: {
    ...Object(composed(Delivery.Delivery, "Delivery")),
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

/** Examples of requests, for the OpenAPI document and `/docs`. */

export const campaign_id = "0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70"

/** Examples of parameters, by name. Parameters with a default or few values need none. */
export const parameterExamples: Readonly<Record<string, unknown>> = {
  id: 42,
  campaignId: campaign_id,
  deliveryId: 4711,
  campaign_id,
  campaign_ids: [campaign_id],
  lead_id: 42,
  account_id: 3,
  sequence_id: 12,
  tag_id: 7,
  ids: [3, 4],
  after_id: 42,
  before_id: 88,
  cursor: "1.MjAyNi0wMy0wMiA0Mg.eFOJ7xM2cCsd0qE5yq0h9w",
  search: "ada",
  types: ["replied", "auto_replied"],
  start_date: "2026-03-01",
  end_date: "2026-03-31",
  timezone: "Europe/Oslo",
  currency: "EUR",
  from: "2026-03-01",
  to: "2026-03-31",
  min_amount: 1000,
  max_amount: 5000,
  expires: 1_772_447_400,
  signature: "q0c3kzG2wSPQk4N0uXc1pA",
  selector: "google",
  ip: "8.8.8.8",
  "If-Match": '"3"'
}

/** Examples of parameters of one operation, by `operationId`. They override `parameterExamples`. */
export const ownParameterExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "campaigns.page": { after_id: campaign_id }
}

/** An example of each request body, by `operationId`. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  "leads.create": {
    campaign_id,
    leads: [
      { email: "ada@example.com", first_name: "Ada", company: "Engines Ltd", custom_fields: { city: "London" } },
      { email: "grace@example.com" }
    ],
    on_duplicate: "update"
  },
  "leads.update": { first_name: "Ada", custom_fields: { city: "London", nickname: null }, stop_sending: true },
  "leads.tag": { tag_id: 7 },
  "leads.remove": { ids: [42, 43] },
  "tags.create": { name: "Interested", sentiment: "positive" },
  "tags.update": { name: "Wants a call" },
  "unibox.updateMany": { ids: [311, 312], is_new: false },
  "unibox.update": { is_new: false, tab: "other" },
  "intake.receive": [
    "From: Ada Lovelace <ada@example.com>",
    "To: sales@mailroom.example",
    "Subject: Re: Your offer",
    "Date: Mon, 02 Mar 2026 11:30:00 +0100",
    "Message-ID: <reply-1@example.com>",
    "",
    "Yes, please call me.",
    ""
  ].join("\r\n"),
  "campaigns.create": { name: "Spring launch", timezone: "Europe/Oslo", daily_limit: 100 },
  "campaigns.update": { daily_limit: 200, track_opens: false },
  "campaigns.start": {},
  "campaigns.pause": {},
  "sequences.create": { subject: "A question", body: "Hello {{first_name}}, do you have a minute?" },
  "sequences.update": { position: 1, delay_days: 3 },
  "accounts.create": { email: "sales@mailroom.example", provider: "google", settings: { first_name: "Lee" } },
  "accounts.update": { ids: [3, 4], settings: { daily_limit: 40, ramp_up: { enabled: true } } },
  "accounts.remove": { ids: [3, 4] },
  "blacklist.addEmails": { emails: ["grace@example.com"], reason: "Asked us by phone" },
  "blacklist.removeEmails": { emails: ["grace@example.com"] },
  "blacklist.addDomains": { domains: ["competitor.example"], reason: "A competitor" },
  "blacklist.removeDomains": { domains: ["competitor.example"] },
  "activity.record": {
    events: [
      {
        type: "sent",
        campaign_id,
        email: "ada@example.com",
        occurred_at: "2026-03-02T09:30:00Z",
        account_id: 3,
        sequence_id: 12,
        message: {
          message_id: "<offer-1@mailroom.example>",
          subject: "A question",
          body_text: "Hello Ada, do you have a minute?",
          from_email: "sales@mailroom.example",
          to_email: "ada@example.com"
        }
      },
      { type: "opened", lead_id: 42, occurred_at: "2026-03-02T09:41:00Z", idempotency_key: "open-1" }
    ]
  },
  "auth.create": { name: "Reporting", access: "read" },
  "auth.rotate": { grace_seconds: 3600 },
  "billing.record": {
    type: "payment",
    status: "succeeded",
    amount: 4900,
    currency: "EUR",
    description: "March",
    reference: "invoice-2026-0302",
    paid_at: "2026-03-02T09:30:00Z"
  },
  "integrations.create": {
    type: "webhook",
    name: "Our application",
    events: ["replied", "unsubscribed"],
    config: { url: "https://app.example.com/mailroom" }
  },
  "integrations.update": { enabled: true, rotate_secret: true }
}

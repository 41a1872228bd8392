/** Examples of requests, for the OpenAPI document and `/docs`. */

export const reply_text = "Yes, please call me."
export const campaign_id = "0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70"

/** The last page of a list with a cursor. */
export const lastPage = (...data: ReadonlyArray<object>) => ({ data, has_more: false })

/** Examples of parameters, by name. Parameters with a default or few values need none. */
export const parameterExamples: Readonly<Record<string, unknown>> = {
  id: 42,
  threadId: 311,
  thread_id: 311,
  campaignId: campaign_id,
  deliveryId: 4711,
  campaign_id,
  campaign_ids: [campaign_id],
  lead_id: 42,
  account_id: 3,
  sequence_id: 12,
  tag_id: 7,
  assigned_to: "me",
  person_id: 4,
  subject: "leads/42",
  ids: [3, 4],
  after_id: 42,
  before_id: 88,
  cursor: "1.MjAyNi0wMy0wMiA0Mg.eFOJ7xM2cCsd0qE5yq0h9w",
  search: "ada",
  email: "ada@example.com",
  updated_since: "2026-03-01T09:00:00Z",
  is_positive: true,
  first_event: "replied",
  first_since: "2026-03-01T00:00:00Z",
  first_until: "2026-04-01T00:00:00Z",
  first_account_id: 3,
  first_sequence_id: 12,
  since: "2026-03-01T00:00:00Z",
  until: "2026-04-01T00:00:00Z",
  day: "2026-03-02",
  include: ["custom_fields"],
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
  "campaigns.page": { after_id: campaign_id },
  "uploads.create": { filename: "Offer.pdf", content_type: "application/pdf" }
}

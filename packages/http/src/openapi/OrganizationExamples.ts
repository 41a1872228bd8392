/** Examples of answers about an organization. */
import { sent_at } from "./AccountExamples.ts"

export const organizationExamples = {
  Session: { organization: { id: 1, name: "Acme" }, access: "full", key: { id: 1, name: "First key" } },
  OrganizationSettings: {
    id: 1,
    name: "Acme",
    public_url: "https://mail.example.com",
    tracking_domain: "links.example.com",
    tracking_domain_proof: "mailroom-organization=Yk3v0rX1n8QbT5c7ZpLw2A",
    created_at: "2026-01-05T09:00:00.000Z",
    updated_at: "2026-03-02T10:15:00.000Z"
  },
  TrackingDomainState: {
    tracking_domain: "links.example.com",
    status: "ok",
    reason: null,
    message: "Links by links.example.com reach this service",
    record: { name: "links.example.com", type: "CNAME", value: "mail.example.com" },
    proof: {
      name: "_mailroom.links.example.com",
      type: "TXT",
      value: "mailroom-organization=Yk3v0rX1n8QbT5c7ZpLw2A"
    },
    checked_at: "2026-03-02T10:15:00.000Z"
  }
}

/** An entry of the billing history. */
export const transaction = {
  id: 88,
  type: "payment",
  status: "succeeded",
  amount: 4900,
  currency: "EUR",
  credits: null,
  balance_after: null,
  description: "March",
  reference: "invoice-2026-0302",
  invoice_number: null,
  invoice_url: null,
  period_start: null,
  period_end: null,
  created_at: sent_at,
  paid_at: sent_at
}

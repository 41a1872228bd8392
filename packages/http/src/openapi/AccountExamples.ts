/** Examples of the account that all examples of answers describe, and of the check of its DNS. */
import { Account } from "@mailroom/core"
import { campaign_id } from "./Examples.ts"

export const created_at = "2026-03-02T08:00:00.000Z"
export const sent_at = "2026-03-02T09:30:00.000Z"
export const replied_at = "2026-03-02T10:30:00.000Z"

export const account = {
  id: 3,
  email: "sales@mailroom.example",
  provider: "google",
  created_at,
  updated_at: created_at,
  settings: { ...Account.defaults, first_name: "Lee" },
  connection: {
    smtp: {
      host: "smtp.mailroom.example",
      port: 465,
      security: "tls",
      user: "sales@mailroom.example",
      auth: "password"
    },
    imap: {
      host: "imap.mailroom.example",
      port: 993,
      security: "tls",
      user: "sales@mailroom.example",
      auth: "password",
      keep_unrelated: false
    }
  },
  inbox: {
    synced_at: sent_at,
    failing_since: null,
    folders: [
      { path: "INBOX", role: "inbox" },
      { path: "Sent", role: "sent" }
    ],
    history: { since: "2026-02-01T00:00:00.000Z", done: 120, total: 240, finished_at: null }
  },
  state: {
    status: "active",
    status_message: null,
    last_error_at: null,
    sent_today: 12,
    remaining_today: 38,
    last_sent_at: sent_at,
    bounce_rate_7d: 0.0142,
    campaigns: [{ id: campaign_id, name: "Spring launch", status: "active" }]
  }
}

export const dnsReport = {
  account_id: account.id,
  domain: "mailroom.example",
  organizational_domain: "mailroom.example",
  checked_at: sent_at,
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

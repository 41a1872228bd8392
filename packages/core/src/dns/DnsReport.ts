/** The report on the DNS of an account's domain: findings, and the records to publish (docs/dns.md). */
import { DnsCheck, DnsStatus } from "@mailroom/mail/dns"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { AccountId } from "../ids.ts"
import { Timestamp } from "../Timestamp.ts"

export const DnsReport = Schema.Struct({
  account_id: AccountId,
  domain: described(Schema.String, "The domain of the account's address, in ASCII."),
  organizational_domain: described(Schema.String, "The domain below the public suffix, which DMARC compares."),
  checked_at: described(Timestamp, "When the name servers were asked."),
  status: described(DnsStatus, "The worst status of the checks: `error`, then `unknown`, then `warning`."),
  checks: described(Schema.Array(DnsCheck), "All checks, always in the same order.")
}).annotate({
  identifier: "DnsReport",
  description: "The findings about the DNS of the domain that an account sends from."
})
export type DnsReport = typeof DnsReport.Type

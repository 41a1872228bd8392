/** The report on the DNS of an account's domain: findings, and the records to publish (docs/dns.md). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { AccountId } from "../ids.ts"
import { Timestamp } from "../Timestamp.ts"
import { withoutInside } from "./PublicAnswer.ts"

export const DnsStatus = Schema.Literals(["ok", "warning", "error", "unknown", "not_applicable"]).annotate({
  identifier: "DnsStatus",
  description:
    "`error`: receivers may reject mail, or answers do not arrive. `warning`: mail arrives, but should be set up better. " +
    "`unknown`: the name servers did not answer. `not_applicable`: nothing is to be set."
})
export type DnsStatus = typeof DnsStatus.Type

export const DnsResult = Schema.Literals([
  "ok",
  "no_record",
  "server_failed",
  "timed_out",
  "not_configured",
  "several_records",
  "invalid_record",
  "too_many_lookups",
  "too_many_void_lookups",
  "included_domain_failed",
  "provider_missing",
  "address_not_allowed",
  "allows_everyone",
  "no_default",
  "no_mail",
  "revoked_key",
  "short_key",
  "weak_key",
  "test_key",
  "not_aligned",
  "only_spf",
  "name_mismatch",
  "blacklisted",
  "not_applicable"
]).annotate({
  identifier: "DnsResult",
  description: "The finding of a check, for programs; `docs/dns.md` explains each."
})
export type DnsResult = typeof DnsResult.Type

export const DnsRecord = Schema.Struct({
  type: described(Schema.Literals(["CNAME", "MX", "PTR", "TXT"]), "The type of the record."),
  name: described(Schema.String, "The full name of the record, without a trailing dot."),
  value: described(Schema.String, "The value. A part in `<…>` is to be filled in.")
}).annotate({ identifier: "DnsRecord", description: "A record to publish in the DNS." })
export type DnsRecord = typeof DnsRecord.Type

export const DnsCheck = Schema.Struct({
  check: described(
    Schema.Literals(["mx", "spf", "dkim", "dmarc", "alignment", "ptr", "blacklist"]),
    "The subject of the check. `alignment`: whether DMARC accepts the mail by DKIM or SPF."
  ),
  status: DnsStatus,
  result: DnsResult,
  message: described(Schema.String, "The finding and the cure, for people, in one line."),
  publish: described(Schema.NullOr(DnsRecord), "The record to publish, in place of the one that is found."),
  found: described(
    Schema.Array(Schema.String),
    "The records that the check is about: at most 10, each cut at 500 characters."
  )
}).annotate({ identifier: "DnsCheck", description: "One check of the DNS." })
export type DnsCheck = typeof DnsCheck.Type

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

const severity: ReadonlyArray<DnsStatus> = ["error", "unknown", "warning"]

/** The worst status of these checks. */
export const worstOf = (checks: ReadonlyArray<DnsCheck>): DnsStatus =>
  severity.find((status) => checks.some((check) => check.status === status)) ?? "ok"

/** The outcome of a check, without its name. Records are reduced to printable texts, without addresses inside a network. */
export const outcome = (
  status: DnsStatus,
  result: DnsResult,
  message: string,
  { found = [], publish = null }: Partial<Pick<DnsCheck, "found" | "publish">> = {}
): Omit<DnsCheck, "check"> => ({
  status,
  result,
  message: printable(message),
  publish: publish && { ...publish, value: printable(publish.value) },
  found: found.slice(0, 10).map((record) => printable(withoutInside(record).slice(0, 500)))
})
export type Outcome = ReturnType<typeof outcome>

/** The text without control characters, which a terminal would obey, and without halves of characters. */
const printable = (text: string) =>
  withoutInside(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .toWellFormed()

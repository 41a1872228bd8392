/** One check of the DNS of a domain: the finding, and the record to publish (docs/dns.md). */
import { Schema } from "effect"
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
  type: Schema.Literals(["CNAME", "MX", "PTR", "TXT"]).annotateKey({ description: "The type of the record." }),
  name: Schema.String.annotateKey({ description: "The full name of the record, without a trailing dot." }),
  value: Schema.String.annotateKey({ description: "The value. A part in `<…>` is to be filled in." })
}).annotate({ identifier: "DnsRecord", description: "A record to publish in the DNS." })
export type DnsRecord = typeof DnsRecord.Type

export const DnsCheck = Schema.Struct({
  check: Schema.Literals(["mx", "spf", "dkim", "dmarc", "alignment", "ptr", "blacklist"]).annotateKey({
    description: "The subject of the check. `alignment`: whether DMARC accepts the mail by DKIM or SPF."
  }),
  status: DnsStatus,
  result: DnsResult,
  message: Schema.String.annotateKey({ description: "The finding and the cure, for people, in one line." }),
  publish: Schema.NullOr(DnsRecord).annotateKey({
    description: "The record to publish, in place of the one that is found."
  }),
  found: Schema.Array(Schema.String).annotateKey({
    description: "The records that the check is about: at most 10, each cut at 500 characters."
  })
}).annotate({ identifier: "DnsCheck", description: "One check of the DNS." })
export type DnsCheck = typeof DnsCheck.Type

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

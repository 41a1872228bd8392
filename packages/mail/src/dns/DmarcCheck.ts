/** Whether the domain has a DMARC record, and whether the account's mail is aligned with it (RFC 7489). */
import { Result } from "effect"
import type { Ask } from "./Asking.ts"
import type { DkimOutcome } from "./DkimCheck.ts"
import { type DmarcRecord, isDmarc, parseDmarc } from "./Dmarc.ts"
import { type DnsRecord, type DnsResult, type Outcome, outcome } from "./DnsCheck.ts"
import { isUnanswered, unansweredOutcome } from "./Unanswered.ts"

export interface DmarcOutcome {
  readonly outcome: Outcome
  /** The record that applies, if it is valid. */
  readonly record: DmarcRecord | undefined
}

/** Looks for the record at these domains: that of the account first, then its organizational domain. */
export const dmarcCheck = (domains: readonly [domain: string, organizational: string], ask: Ask): DmarcOutcome => {
  const [domain, organizational] = domains
  const publish: DnsRecord = { type: "TXT", name: `_dmarc.${organizational}`, value: "v=DMARC1; p=none" }
  const fault = (result: DnsResult, message: string, found: ReadonlyArray<string> = []): DmarcOutcome => ({
    record: undefined,
    outcome: outcome("error", result, `${message}: publish the TXT record "${publish.value}" for ${publish.name}`, {
      found,
      publish
    })
  })
  for (const at of new Set(domains)) {
    const name = `_dmarc.${at}`
    const answer = ask(name, "TXT")
    if (isUnanswered(answer.status)) return { record: undefined, outcome: unansweredOutcome(answer.status, name) }
    const found = answer.status === "found" ? answer.records.filter(isDmarc) : []
    const [text] = found
    if (text === undefined) continue
    if (found.length > 1) {
      return {
        record: undefined,
        outcome: outcome(
          "error",
          "several_records",
          `${name} has ${found.length} DMARC records, so receivers ignore all: leave one of them`,
          { found }
        )
      }
    }
    const parsed = parseDmarc(text)
    if (Result.isFailure(parsed))
      return fault("invalid_record", `The DMARC record of ${name} is not valid: ${parsed.failure}`, found)
    const policy = at === domain ? parsed.success.policy : parsed.success.subdomainPolicy
    const message = `Mail that fails DMARC is ${effects[policy]} (${name})`
    return { record: parsed.success, outcome: outcome("ok", "ok", message, { found }) }
  }
  return fault(
    "no_record",
    organizational === domain
      ? `${domain} has no DMARC record`
      : `Neither ${domain} nor ${organizational} has a DMARC record`
  )
}

/** How receivers treat mail that fails DMARC, by the policy of its domain. */
const effects = {
  none: "still delivered, only reported",
  quarantine: "put into the spam folder",
  reject: "rejected"
} as const satisfies Record<DmarcRecord["policy"], string>

/**
 * Whether DMARC accepts the account's mail: by a DKIM signature of the domain, or by SPF. The sender of the envelope is
 * the account's address, so SPF is always aligned.
 */
export const alignmentCheck = (
  [domain, organizational]: readonly [domain: string, organizational: string],
  { dkim, dmarc, spf }: { readonly dkim: DkimOutcome; readonly dmarc: DmarcOutcome; readonly spf: Outcome }
): Outcome => {
  // A strict record wants a signature of the domain itself.
  const isStrict = dmarc.record?.dkim === "s"
  const bySpf = spf.status === "ok" || spf.status === "warning"
  const byDkim = dkim.domains.has(domain) || (!isStrict && dkim.domains.has(organizational))
  const publish: DnsRecord | null = dkim.outcome.publish
  if (byDkim)
    return outcome("ok", "ok", `A DKIM signature of the key counts for ${domain}${bySpf ? ", as does SPF" : ""}`)
  const unknown = [dkim.outcome, spf, dmarc.outcome].find(({ status }) => status === "unknown")
  if (unknown !== undefined && !bySpf) return outcome("unknown", unknown.result, unknown.message)
  const reason = dkim.domains.has(organizational)
    ? `The DKIM key of ${organizational} does not count for ${domain}, because the DMARC record says adkim=s: publish a key of ${domain}, or remove adkim=s`
    : `No DKIM key counts for ${domain}: publish one, as the check of DKIM says`
  return bySpf
    ? outcome("warning", "only_spf", `Only SPF counts for ${domain}, which fails for forwarded mail. ${reason}`, {
        publish
      })
    : outcome("error", "not_aligned", `DMARC fails for ${domain}, neither SPF nor DKIM counts. ${reason}`, { publish })
}

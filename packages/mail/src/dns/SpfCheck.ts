/** Whether the SPF record of the domain allows the servers that send for the account (RFC 7208). */
import ipaddr from "ipaddr.js"
import type { Ask } from "./Asking.ts"
import { type DnsRecord, type DnsResult, type Outcome, outcome } from "./DnsCheck.ts"
import { namesInside } from "./PublicAnswer.ts"
import { maximumLookups, maximumVoids, type SpfFault, walkSpf } from "./SpfWalk.ts"
import { type Provider, providers } from "./Providers.ts"
import { isUnanswered, unansweredOutcome } from "./Unanswered.ts"

/** The mechanism that allows the account's servers. */
const allowing = (provider: Provider, ip: string | undefined): string | undefined => {
  const { include } = providers[provider]
  if (include !== undefined) return `include:${include}`
  return ip === undefined ? undefined : `${ipaddr.process(ip).kind() === "ipv4" ? "ip4" : "ip6"}:${ip}`
}

/** Whether a term decides about all other servers, and so stands at the end of its record. */
const isDefault = (term: string) => /^(?:[+?~-]?all$|redirect=)/iu.test(term)
const allowsOrIgnores = (term: string) => /^[+?]?all$/iu.test(term)

/**
 * A record with all these terms, each once, except addresses inside a network that another term names. At its end is the first default
 * that rejects other servers; without one, `~all`.
 */
const merged = (terms: ReadonlyArray<string>): string => {
  const others = [...new Set(terms.filter((term) => !isDefault(term) && !namesInside(term)))]
  const last = terms.find((term) => isDefault(term) && !allowsOrIgnores(term)) ?? "~all"
  return ["v=spf1", ...others, last].join(" ")
}

const termsOf = (text: string) =>
  text
    .split(" ")
    .slice(1)
    .filter((term) => term !== "")

/** Checks whether the SPF record of a domain allows the servers of a provider, or the address `ip`. */
export const spfCheck = (domain: string, provider: Provider, ip: string | undefined, ask: Ask): Outcome => {
  const walk = walkSpf(domain, ask, ip)
  const allow = allowing(provider, ip)
  const recordOf = (terms: ReadonlyArray<string>): DnsRecord => ({ type: "TXT", name: domain, value: merged(terms) })
  if (walk.fault !== undefined) return ofFault(walk.fault, domain, recordOf, allow ?? "mx")
  const { all, followed, lookups, matched, record, text = "" } = walk
  const terms = record?.terms ?? []
  const found = [text]
  /** The outcome for a record that needs other terms. `finding`: the predicate of a sentence about it. */
  const problem = (
    status: "error" | "warning",
    result: DnsResult,
    finding: string,
    betterTerms: ReadonlyArray<string>
  ) => {
    const publish = recordOf(betterTerms)
    const message = `The SPF record of ${domain} ${finding}: publish the TXT record "${publish.value}" for ${domain}`
    return outcome(status, result, message, { found, publish })
  }

  if (all === "+") return problem("error", "allows_everyone", "allows every server", terms)
  const { include } = providers[provider]
  if (include !== undefined && !followed.has(include)) {
    return problem("error", "provider_missing", `does not include ${include}`, [`include:${include}`, ...terms])
  }
  if (include === undefined && ip !== undefined && matched !== "+") {
    return problem("error", "address_not_allowed", `does not allow ${ip}`, [allow ?? "mx", ...terms])
  }
  if (all === undefined || all === "?") {
    return problem("warning", "no_default", "says nothing about other servers", terms)
  }
  const finding =
    include === undefined && ip === undefined
      ? "is valid; give `ip` to check that it allows your server"
      : "allows the account's servers"
  const message = `The SPF record of ${domain} ${finding} (${lookups} of ${maximumLookups} look-ups)`
  return outcome("ok", "ok", message, { found })
}

/** The outcome for a record that receivers cannot evaluate, with the record to publish instead. */
const ofFault = (
  fault: SpfFault,
  domain: string,
  recordOf: (terms: ReadonlyArray<string>) => DnsRecord,
  allow: string
): Outcome => {
  const { name } = fault
  if (fault.fault === "several_records" && name === domain) {
    const publish = recordOf(fault.records.flatMap(termsOf))
    return outcome(
      "error",
      "several_records",
      `${domain} has ${fault.records.length} SPF records, so none is valid: publish only "${publish.value}"`,
      { found: fault.records, publish }
    )
  }
  if (fault.fault === "invalid_record" && name === domain) {
    return outcome("error", "invalid_record", `The SPF record of ${domain} is not valid: ${fault.reason}`, {
      publish: recordOf([allow])
    })
  }
  if (fault.fault === "too_many_lookups") {
    return outcome(
      "error",
      "too_many_lookups",
      `The SPF record of ${domain} needs more than ${maximumLookups} look-ups, so it is not valid: remove includes that nobody sends by, or write ip4: and ip6: instead`
    )
  }
  if (fault.fault === "too_many_voids") {
    return outcome(
      "error",
      "too_many_void_lookups",
      `The SPF record of ${domain} asks for more than ${maximumVoids} names without records, so it is not valid: remove ${name}`
    )
  }
  if (isUnanswered(fault.fault)) return unansweredOutcome(fault.fault, name)
  if (name !== domain) {
    const reason =
      fault.fault === "invalid_record" ? `whose record is not valid (${fault.reason})` : whyNot[fault.fault]
    return outcome(
      "error",
      "included_domain_failed",
      `The SPF record of ${domain} includes ${name}, ${reason}: correct or remove this include`
    )
  }
  const publish = recordOf([allow])
  return outcome("error", "no_record", `${domain} has no SPF record: publish the TXT record "${publish.value}"`, {
    publish
  })
}

const whyNot = {
  no_records: "which has no SPF record",
  no_spf: "which has no SPF record",
  several_records: "which has several SPF records"
}

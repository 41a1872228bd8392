/** Whether the key of the account's DKIM signatures is published (RFC 6376). */
import { Result } from "effect"
import type { Ask } from "./Asking.ts"
import { type DkimKey, isDkim, parseDkim } from "./Dkim.ts"
import { type DnsRecord, type DnsResult, type Outcome, outcome } from "./DnsCheck.ts"
import { type Provider, providers } from "./Providers.ts"
import { isUnanswered, unansweredOutcome } from "./Unanswered.ts"

export interface DkimOutcome {
  readonly outcome: Outcome
  /** The domains at which a valid key was found. */
  readonly domains: ReadonlySet<string>
}

const problems: ReadonlyArray<readonly [fault: (key: DkimKey) => boolean, result: DnsResult, message: string]> = [
  [({ strength }) => strength === "revoked", "revoked_key", "is withdrawn: publish the present key"],
  [
    ({ strength }) => strength === "short",
    "short_key",
    "is shorter than 1024 bits, which receivers reject: publish one of 2048 bits"
  ],
  [({ isTest }) => isTest, "test_key", "is marked as a test: remove t=y"],
  [({ strength }) => strength === "weak", "weak_key", "has less than 2048 bits: publish one of 2048 bits"]
]

/** Looks for keys at these domains: that of the account, and its organizational domain. */
export const dkimCheck = (
  domains: ReadonlyArray<string>,
  provider: Provider,
  selector: string | undefined,
  ask: Ask
): DkimOutcome => {
  const [domain = ""] = domains
  const selectors = selector === undefined ? providers[provider].selectors : [selector]
  const publish: DnsRecord =
    provider === "microsoft" && selector === undefined
      ? { type: "CNAME", name: `selector1._domainkey.${domain}`, value: "<the target that Microsoft 365 shows>" }
      : { type: "TXT", name: `${selectors[0]}._domainkey.${domain}`, value: "v=DKIM1; k=rsa; p=<the public key>" }
  const places = [...new Set(domains)].flatMap((domain) =>
    selectors.map((selector) => ({ domain, name: `${selector}._domainkey.${domain}` }))
  )
  const answers = places.map((place) => ({ ...place, answer: ask(place.name, "TXT") }))
  const found = answers.flatMap(({ answer, domain, name }) =>
    answer.status === "found"
      ? answer.records.filter(isDkim).map((text) => ({ domain, name, text, key: parseDkim(text) }))
      : []
  )
  const none = (outcome: Outcome): DkimOutcome => ({ outcome, domains: new Set() })
  const valid = found.flatMap(({ key, ...place }) => (Result.isSuccess(key) ? [{ ...place, key: key.success }] : []))
  const texts = found.map(({ name, text }) => `${name}: ${text}`)

  /** The best key: the one with the fewest problems. */
  const [best] = valid
    .map((place) => ({ ...place, problem: problems.findIndex(([isFault]) => isFault(place.key)) }))
    .toSorted((a, b) => rankOf(b.problem) - rankOf(a.problem))
  if (best !== undefined) {
    const problem = problems[best.problem]
    const usable = valid.filter(({ key }) => key.strength === "strong" || key.strength === "weak")
    const domains = new Set(usable.map(({ domain }) => domain))
    if (problem === undefined)
      return { domains, outcome: outcome("ok", "ok", `A DKIM key is published at ${best.name}`, { found: texts }) }
    const [, result, message] = problem
    const status = domains.size === 0 ? "error" : "warning"
    return {
      domains,
      outcome: outcome(status, result, `The DKIM key at ${best.name} ${message}`, {
        found: texts,
        publish: { ...publish, name: best.name }
      })
    }
  }
  const [invalid] = found
  if (invalid !== undefined && Result.isFailure(invalid.key)) {
    return none(
      outcome("error", "invalid_record", `The DKIM record at ${invalid.name} is not valid: ${invalid.key.failure}`, {
        found: texts,
        publish: { ...publish, name: invalid.name }
      })
    )
  }
  for (const { answer, name } of answers) {
    if (isUnanswered(answer.status)) return none(unansweredOutcome(answer.status, name))
  }
  if (selector !== undefined) {
    return none(
      outcome("error", "no_record", `There is no DKIM key at ${publish.name}: ${providers[provider].dkim}`, { publish })
    )
  }
  return none(
    outcome(
      "warning",
      "no_record",
      `No DKIM key was found under the usual selectors of ${domain}: ${providers[provider].dkim}, or name your selector with \`selector\``,
      { publish }
    )
  )
}

/** No problem is best, then the later ones of the list. */
const rankOf = (problem: number) => (problem === -1 ? problems.length : problem)

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

interface Problem {
  readonly isIn: (key: DkimKey) => boolean
  readonly result: DnsResult
  /** The predicate of a sentence about the key. */
  readonly message: string
}

/** The problems that a valid key may have, the worst first. */
const problems: ReadonlyArray<Problem> = [
  {
    isIn: ({ strength }) => strength === "revoked",
    result: "revoked_key",
    message: "is withdrawn: publish the present key"
  },
  {
    isIn: ({ strength }) => strength === "short",
    result: "short_key",
    message: "is shorter than 1024 bits, which receivers reject: publish one of 2048 bits"
  },
  { isIn: ({ isTest }) => isTest, result: "test_key", message: "is marked as a test: remove t=y" },
  {
    isIn: ({ strength }) => strength === "weak",
    result: "weak_key",
    message: "has less than 2048 bits: publish one of 2048 bits"
  }
]

/** How good a key is: the later its worst problem is in the list, the better; without a problem it is best. */
const rankOf = (key: DkimKey) => {
  const index = problems.findIndex(({ isIn }) => isIn(key))
  return index === -1 ? problems.length : index
}

/** A record of a key, and where it was found. */
interface FoundKey {
  readonly domain: string
  readonly name: string
  readonly key: DkimKey
}

/** The outcome for the best of the valid keys, of which there is at least one. `found`: the texts of all records. */
const outcomeOfKeys = (
  best: FoundKey,
  valid: ReadonlyArray<FoundKey>,
  found: ReadonlyArray<string>,
  publish: DnsRecord
): DkimOutcome => {
  const usable = valid.filter(({ key }) => key.strength === "strong" || key.strength === "weak")
  const domains = new Set(usable.map(({ domain }) => domain))
  const problem = problems[rankOf(best.key)]
  if (problem === undefined) {
    return { domains, outcome: outcome("ok", "ok", `A DKIM key is published at ${best.name}`, { found }) }
  }
  const status = domains.size === 0 ? "error" : "warning"
  const message = `The DKIM key at ${best.name} ${problem.message}`
  return {
    domains,
    outcome: outcome(status, problem.result, message, { found, publish: { ...publish, name: best.name } })
  }
}

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

  const [best] = valid.toSorted((a, b) => rankOf(b.key) - rankOf(a.key))
  if (best !== undefined) return outcomeOfKeys(best, valid, texts, publish)
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

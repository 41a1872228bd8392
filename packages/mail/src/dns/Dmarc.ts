/** Records of DMARC, and the domains that they are looked for at (RFC 7489, section 3.2 and 6). */
import { Result } from "effect"
import { getDomain } from "tldts"
import { parseTags } from "./TagList.ts"

type Policy = "none" | "quarantine" | "reject"

export interface DmarcRecord {
  readonly policy: Policy
  readonly subdomainPolicy: Policy
  /** Alignment of DKIM and SPF: the same domain (`s`), or the same organizational domain (`r`). */
  readonly dkim: "r" | "s"
  readonly spf: "r" | "s"
}

/** The organizational domain: the domain below the public suffix. A domain without one is its own. */
export const organizationalDomain = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain

/** Whether a TXT record is one of DMARC; others are ignored (section 6.6.3). */
export const isDmarc = (text: string): boolean => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/u.test(text)

const policies: ReadonlySet<string> = new Set(["none", "quarantine", "reject"])
const isPolicy = (text: string): text is Policy => policies.has(text)
const isAlignment = (text: string): text is "r" | "s" => text === "r" || text === "s"

/** Parses a record, or says why receivers ignore it. */
export const parseDmarc = (text: string): Result.Result<DmarcRecord, string> =>
  Result.flatMap(parseTags(text), (tags) => {
    const [first] = tags.keys()
    if (first !== "v" || tags.get("v") !== "DMARC1") return Result.fail("it must begin with v=DMARC1")
    const valueOf = (tag: string, otherwise: string) => (tags.get(tag) ?? otherwise).toLowerCase()
    const policy = valueOf("p", "")
    if (policy === "") return Result.fail("it has no policy, p=")
    const subdomainPolicy = valueOf("sp", policy)
    if (!isPolicy(policy) || !isPolicy(subdomainPolicy)) {
      return Result.fail("its policies, p= and sp=, must be none, quarantine or reject")
    }
    const dkim = valueOf("adkim", "r")
    const spf = valueOf("aspf", "r")
    if (!isAlignment(dkim) || !isAlignment(spf)) return Result.fail("its alignments, adkim= and aspf=, must be r or s")
    return Result.succeed({ policy, subdomainPolicy, dkim, spf })
  })

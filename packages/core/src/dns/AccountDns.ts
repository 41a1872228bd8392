/** Checks the DNS of the domain that an account sends from. */
import {
  alignmentCheck,
  answered,
  type Ask,
  dkimCheck,
  dmarcCheck,
  type DnsCheck,
  DnsResolver,
  isPublicAddress,
  mxCheck,
  organizationalDomain,
  outcome,
  type Outcome,
  type Provider,
  ptrCheck,
  spfCheck,
  worstOf
} from "@mailroom/mail/dns"
import { domainsOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Schema } from "effect"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { outside } from "../Deadline.ts"
import { described } from "../Described.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import type { DnsReport } from "./DnsReport.ts"

export const DnsQuery = Schema.Struct({
  selector: described(
    Schema.optionalKey(
      Schema.String.check(
        Schema.isMaxLength(63, { message: "must have at most 63 characters" }),
        Schema.isPattern(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/u, {
          message: "must be a DKIM selector, such as google"
        })
      )
    ),
    "The selector of the DKIM key, as `s=` of a signature says. Default: the usual ones of the provider are tried."
  ),
  ip: described(
    Schema.optionalKey(
      Schema.String.check(
        Schema.makeFilter((text) => (isPublicAddress(text) ? undefined : "must be a public IP address"))
      )
    ),
    "The address of the server that sends for the account, if it is your own. Checked by SPF and PTR."
  )
})
export type DnsQuery = typeof DnsQuery.Type

/** The domain of an account to check. */
export interface Checked {
  readonly domain: string
  readonly provider: Provider
  /** The entry of the blacklist that covers the domain. */
  readonly blacklisted: string | undefined
}

const blacklistCheck = ({ blacklisted, domain }: Checked): Outcome =>
  blacklisted === undefined
    ? outcome("ok", "ok", `${domain} is not on the organization's blacklist`)
    : outcome(
        "error",
        "blacklisted",
        `${domain} is covered by ${blacklisted} on the organization's blacklist, so nothing is sent to it: remove the entry unless it is meant`
      )

/** All checks of a domain: a pure function of the answers. */
export const checksOf = (checked: Checked, { ip, selector }: DnsQuery, ask: Ask): ReadonlyArray<DnsCheck> => {
  const { domain, provider } = checked
  const domains = [domain, organizationalDomain(domain)] as const
  const spf = spfCheck(domain, provider, ip, ask)
  const dkim = dkimCheck(domains, provider, selector, ask)
  const dmarc = dmarcCheck(domains, ask)
  return [
    { check: "mx", ...mxCheck(domain, provider, ask) },
    { check: "spf", ...spf },
    { check: "dkim", ...dkim.outcome },
    { check: "dmarc", ...dmarc.outcome },
    { check: "alignment", ...alignmentCheck(domains, { dkim, dmarc, spf }) },
    { check: "ptr", ...ptrCheck(domain, provider, ip, ask) },
    { check: "blacklist", ...blacklistCheck(checked) }
  ]
}

/** Makes the check of the domain of an account's address. It takes at most `totalLimit`. */
export const makeDnsCheck = Effect.gen(function* () {
  const blacklist = yield* BlacklistStore
  const resolver = yield* DnsResolver.orNone
  return Effect.fnUntraced(function* (
    { email, id, provider }: { readonly email: string; readonly id: AccountId; readonly provider: Provider },
    query: DnsQuery
  ): Effect.fn.Return<DnsReport, StorageError, CurrentOrganization> {
    const organization = yield* CurrentOrganization
    const domains = domainsOf(normalizeEmail(email))
    const [domain = ""] = domains
    const [blacklisted] = yield* blacklist.findCovering(organization.id, { addresses: [], domains })
    const checks = yield* outside(answered(resolver, (ask) => checksOf({ domain, provider, blacklisted }, query, ask)))
    return {
      account_id: id,
      domain,
      organizational_domain: organizationalDomain(domain),
      checked_at: yield* Timestamp.now,
      status: worstOf(checks),
      checks
    }
  })
})

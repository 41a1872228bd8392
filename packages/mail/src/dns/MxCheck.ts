/** Whether answers to the account can arrive: its domain has hosts that take mail (RFC 5321, section 5.1). */
import ipaddr from "ipaddr.js"
import type { Ask } from "./Asking.ts"
import { type DnsRecord, type Outcome, outcome } from "./DnsCheck.ts"
import { type Provider, providers } from "./Providers.ts"
import { isUnanswered, unansweredOutcome } from "./Unanswered.ts"

/** Maximum number of hosts that are looked up. */
const maximumHosts = 10

/** Whether the Internet knows an address of a host. `undefined`: the name servers do not answer. */
const hasAddress = (host: string, ask: Ask): boolean | undefined => {
  if (ipaddr.isValid(host)) return true
  const statuses = (["A", "AAAA"] as const).map((type) => ask(host, type).status)
  if (statuses.includes("found")) return true
  return statuses.some(isUnanswered) ? undefined : false
}

/** Checks the MX records of a domain. Without one, mail goes to the addresses of the domain itself. */
export const mxCheck = (domain: string, provider: Provider, ask: Ask): Outcome => {
  const answer = ask(domain, "MX")
  const publish: DnsRecord = { type: "MX", name: domain, value: providers[provider].mx(domain) }
  const cure = `publish the MX record "${publish.value}" for ${domain}`
  if (answer.status === "found") {
    // RFC 7505: the one record "0 ." says that the domain takes no mail.
    if (answer.records.every((record) => /^\d+ \.?$/u.test(record))) {
      return outcome("error", "no_mail", `${domain} says that it takes no mail, so no answer arrives: ${cure}`, {
        found: answer.records,
        publish
      })
    }
    const found = answer.records
      .slice(0, maximumHosts)
      .filter((record) => hasAddress(record.replace(/^\d+ /u, ""), ask) !== false)
    if (found.length > 0) {
      const hosts = found.length === 1 ? "one host" : `${found.length} hosts`
      return outcome("ok", "ok", `Mail to ${domain} is taken by ${hosts}`, { found })
    }
  }
  if (isUnanswered(answer.status)) return unansweredOutcome(answer.status, domain)
  return hasAddress(domain, ask) === true && answer.status !== "found"
    ? outcome("warning", "no_record", `${domain} has no MX record, so mail goes to the host itself: ${cure}`, {
        publish
      })
    : outcome(
        "error",
        "no_record",
        `${domain} has no MX record with a public address, and none itself, so no answer arrives: ${cure}, or correct the account's address`,
        {
          publish
        }
      )
}

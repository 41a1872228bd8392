/** Whether answers to the account can arrive: its domain has hosts that take mail (RFC 5321, section 5.1). */
import type { Ask } from "./Asking.ts"
import { type DnsRecord, type Outcome, outcome } from "./DnsReport.ts"
import { type Provider, providers } from "./Providers.ts"
import { isUnanswered, unansweredOutcome } from "./Unanswered.ts"

export const mxCheck = (domain: string, provider: Provider, ask: Ask): Outcome => {
  const answer = ask(domain, "MX")
  const publish: DnsRecord = { type: "MX", name: domain, value: providers[provider].mx(domain) }
  const cure = `publish the MX record "${publish.value}" for ${domain}`
  if (answer.status === "found") {
    const found = answer.records
    // RFC 7505: the one record "0 ." says that the domain takes no mail.
    if (found.every((record) => /^\d+ \.?$/u.test(record))) {
      return outcome("error", "no_mail", `${domain} says that it takes no mail, so no answer arrives: ${cure}`, {
        found,
        publish
      })
    }
    return outcome(
      "ok",
      "ok",
      `Mail to ${domain} is taken by ${found.length === 1 ? "one host" : `${found.length} hosts`}`,
      { found }
    )
  }
  if (isUnanswered(answer.status)) return unansweredOutcome(answer.status, domain)
  if (answer.status === "no_such_name") {
    return outcome(
      "error",
      "no_such_name",
      `${domain} does not exist in the DNS: register it, or correct the account's address`
    )
  }
  const isHost = ask(domain, "A").status === "found" || ask(domain, "AAAA").status === "found"
  return isHost
    ? outcome("warning", "no_record", `${domain} has no MX record, so mail goes to the host itself: ${cure}`, {
        publish
      })
    : outcome("error", "no_record", `${domain} has no MX record and no address, so no answer arrives: ${cure}`, {
        publish
      })
}

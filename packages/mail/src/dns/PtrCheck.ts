/** Whether the address of the account's own server has a name that leads back to it (RFC 1912, section 2.1). */
import ipaddr from "ipaddr.js"
import type { Ask } from "./Asking.ts"
import { type Outcome, outcome } from "./DnsCheck.ts"
import type { Provider } from "./Providers.ts"
import { isUnanswered, unansweredOutcome } from "./Unanswered.ts"

/** The name under which the PTR record of an address is (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export const reverseName = (ip: string): string => {
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return `${address.octets.toReversed().join(".")}.in-addr.arpa`
  // Each of the 32 hexadecimal digits is a label, the last one first.
  const digits = address.toByteArray().flatMap((byte) => [...byte.toString(16).padStart(2, "0")])
  return `${digits.toReversed().join(".")}.ip6.arpa`
}

/** Maximum number of names of an address that are looked up. */
const maximumNames = 10

/** Checks that the address `ip` has a name, and that the name has the address. Without `ip`, nothing is to be checked. */
export const ptrCheck = (domain: string, provider: Provider, ip: string | undefined, ask: Ask): Outcome => {
  if (ip === undefined) {
    return outcome(
      "not_applicable",
      "not_applicable",
      provider === "smtp"
        ? "If your own server sends the mail, give its address as `ip`"
        : "The servers of the provider send the mail: nothing is to be set"
    )
  }
  const address = ipaddr.process(ip)
  const name = reverseName(ip)
  const answer = ask(name, "PTR")
  if (isUnanswered(answer.status)) return unansweredOutcome(answer.status, name)
  const publish = { type: "PTR", name, value: `mail.${domain}` } as const
  const cure = "let the provider of the server set a name, and publish the address under that name"
  if (answer.status !== "found") {
    return outcome("error", "no_record", `${ip} has no name (PTR): ${cure}`, { publish })
  }
  const type = address.kind() === "ipv4" ? "A" : "AAAA"
  const leadsBack = answer.records.slice(0, maximumNames).find((host) => {
    const forward = ask(host, type)
    return forward.status === "found" && forward.records.some((record) => isSame(address, record))
  })
  return leadsBack === undefined
    ? outcome("error", "name_mismatch", `The name of ${ip} does not lead back to it: ${cure}`, {
        found: answer.records,
        publish
      })
    : outcome("ok", "ok", `${ip} has the name ${leadsBack}, which leads back to it`, { found: answer.records })
}

const isSame = (address: ipaddr.IPv4 | ipaddr.IPv6, text: string) =>
  ipaddr.isValid(text) && ipaddr.process(text).toNormalizedString() === address.toNormalizedString()

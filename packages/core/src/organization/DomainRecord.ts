/** The record that leads a tracking domain to the host of the public URL. Pure functions. */
import ipaddr from "ipaddr.js"
import { Schema } from "effect"
import { described } from "../Described.ts"
import type { Ask } from "../dns/Asking.ts"

export const DomainRecord = Schema.Struct({
  name: described(Schema.String, "The tracking domain."),
  type: described(Schema.Literals(["CNAME", "A", "AAAA"]), "`CNAME`, unless the host of the public URL is an address."),
  value: described(Schema.String, "The host of the public URL.")
}).annotate({ identifier: "DomainRecord", description: "A record of the DNS." })
export type DomainRecord = typeof DomainRecord.Type

export type DnsFault = "dns_unanswered" | "no_records" | "points_elsewhere"

/** A fault, with the predicate of a sentence about the domain. */
export interface FoundFault<Reason extends string> {
  readonly reason: Reason
  readonly message: string
}

/** The record to add. A host that is an address has no CNAME. */
export const recordFor = (name: string, host: string): DomainRecord => ({
  name,
  type: !ipaddr.isValid(host) ? "CNAME" : ipaddr.IPv4.isValid(host) ? "A" : "AAAA",
  value: host
})

const cureOf = ({ name, type, value }: DomainRecord) => `add the record ${type} ${name} → ${value}`

/** Maximum number of records in a message: strangers choose how many there are. */
const shownRecords = 4

const normal = (name: string) => name.toLowerCase().replace(/\.$/u, "")

/** Whether a domain leads to a host: by a CNAME, or by an address that both have. `undefined`: it does. */
export const dnsFaultOf = (domain: string, host: string, ask: Ask): FoundFault<DnsFault> | undefined => {
  const cure = cureOf(recordFor(domain, host))
  const recordsOf = (name: string, type: "A" | "AAAA" | "CNAME") => {
    const answer = ask(name, type)
    return answer.status === "found" ? answer.records.map(normal) : []
  }
  const addressesOf = (name: string) =>
    ipaddr.isValid(name) ? [name] : [...recordsOf(name, "A"), ...recordsOf(name, "AAAA")]
  const names = recordsOf(domain, "CNAME")
  const [found, wanted] = [addressesOf(domain), addressesOf(host)]
  if (names.includes(host) || found.some((address) => wanted.includes(address))) return undefined
  if (names.length > 0 || found.length > 0) {
    const others = (names.length > 0 ? names : found).slice(0, shownRecords)
    return { reason: "points_elsewhere", message: `leads to ${others.join(", ")}, and not to ${host}: ${cure}` }
  }
  const statuses = (["CNAME", "A", "AAAA"] as const).map((type) => ask(domain, type).status)
  if (statuses.includes("not_configured")) {
    return { reason: "dns_unanswered", message: "cannot be checked: this service has no resolver of names" }
  }
  return statuses.some((status) => status === "timed_out" || status === "server_failed")
    ? {
        reason: "dns_unanswered",
        message: `cannot be checked, because the name servers do not answer: try again, or ${cure}`
      }
    : { reason: "no_records", message: `has no record CNAME, A or AAAA: ${cure}, and wait until it is published` }
}

/** The records of a tracking domain: one proves whose it is, one leads it to the host of the public URL. Pure functions. */
import { type Ask, isUnanswered, type PublicAnswer, recordTypeOf } from "@mailroom/mail/dns"
import { Schema } from "effect"
import { described } from "../Described.ts"

export const DomainRecord = Schema.Struct({
  name: described(Schema.String, "The full name of the record, without a trailing dot."),
  type: described(Schema.Literals(["CNAME", "A", "AAAA", "TXT"]), "The type of the record."),
  value: described(Schema.String, "The value.")
}).annotate({ identifier: "DomainRecord", description: "A record of the DNS." })
export type DomainRecord = typeof DomainRecord.Type

export type DnsFault = "dns_unanswered" | "no_records" | "not_proved" | "points_elsewhere"

/** A fault, with the predicate of a sentence about the domain. */
export interface FoundFault<Reason extends string> {
  readonly reason: Reason
  readonly message: string
}

/** The record that proves that a name belongs to the organization with this proof. */
export const proofFor = (name: string, proof: string): DomainRecord => ({
  name: `_mailroom.${name}`,
  type: "TXT",
  value: proof
})

/** The record that leads a name to the host. A host that is an address has no CNAME. */
export const recordFor = (name: string, host: string): DomainRecord => ({
  name,
  type: recordTypeOf(host) ?? "CNAME",
  value: host
})

const cureOf = ({ name, type, value }: DomainRecord) => `add the record ${type} ${name} → ${value}`

/** Maximum number of records in a message: strangers choose how many there are. */
const shownRecords = 4

const noResolver: FoundFault<DnsFault> = {
  reason: "dns_unanswered",
  message: "cannot be checked: this service has no resolver of names"
}

const unanswered = (cure: string): FoundFault<DnsFault> => ({
  reason: "dns_unanswered",
  message: `cannot be checked, because the name servers do not answer: try again, or ${cure}`
})

/** The fault of a name whose answer does not have the record of its proof. */
export const proofFaultOf = (record: DomainRecord, { status }: Pick<PublicAnswer, "status">): FoundFault<DnsFault> => {
  if (status === "not_configured") return noResolver
  if (isUnanswered(status)) return unanswered(cureOf(record))
  return {
    reason: "not_proved",
    message: `is not proved to be yours: ${cureOf(record)}, and wait until it is published`
  }
}

const normal = (name: string) => name.toLowerCase().replace(/\.$/u, "")

/**
 * The fault of a domain that does not lead to a host; `undefined`: it does, by a CNAME, or by an address that both have. A name without
 * a public address has the same fault whether it exists or not, so that nobody can ask for names of the network of the service.
 */
export const dnsFaultOf = (domain: string, host: string, ask: Ask): FoundFault<DnsFault> | undefined => {
  const cure = cureOf(recordFor(domain, host))
  const recordsOf = (name: string, type: "A" | "AAAA" | "CNAME") => {
    const answer = ask(name, type)
    return answer.status === "found" ? answer.records.map(normal) : []
  }
  const addressesOf = (name: string) =>
    recordTypeOf(name) !== undefined ? [name] : [...recordsOf(name, "A"), ...recordsOf(name, "AAAA")]
  const targets = recordsOf(domain, "CNAME")
  const addresses = addressesOf(domain)
  const addressesOfHost = addressesOf(host)
  if (targets.includes(host) || addresses.some((address) => addressesOfHost.includes(address))) return undefined
  if (addresses.length > 0) {
    const others = (targets.length > 0 ? targets : addresses).slice(0, shownRecords)
    return { reason: "points_elsewhere", message: `leads to ${others.join(", ")}, and not to ${host}: ${cure}` }
  }
  const statuses = (["A", "AAAA"] as const).map((type) => ask(domain, type).status)
  if (statuses.includes("not_configured")) return noResolver
  return statuses.some(isUnanswered)
    ? unanswered(cure)
    : { reason: "no_records", message: `has no public address: ${cure}, and wait until it is published` }
}

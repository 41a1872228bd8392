/**
 * The part of an answer of the name servers that a customer may see: the resolver of the service may also know names and
 * addresses of the network in which it runs. Pure functions.
 */
import ipaddr from "ipaddr.js"
import { isPublicAddress } from "./PublicAddress.ts"
import type { DnsAnswer, RecordType } from "./DnsResolver.ts"

/** An answer of the name servers, without what is not public. A name that does not exist is one without records. */
export type PublicAnswer =
  | Extract<DnsAnswer, { status: "found" }>
  | { readonly status: Exclude<DnsAnswer["status"], "found" | "no_such_name"> }

const noRecords: PublicAnswer = { status: "no_records" }

/** Whether a record has no address that is not public: as its value or, for `MX`, in place of a host. */
const isShown = (type: RecordType, record: string): boolean => {
  if (type === "A" || type === "AAAA") return isPublicAddress(record)
  const host = type === "MX" ? record.replace(/^\d+ /u, "") : ""
  return !ipaddr.isValid(host) || isPublicAddress(host)
}

/** An answer without the records that are not public. */
export const publicAnswer = (type: RecordType, answer: DnsAnswer): PublicAnswer => {
  if (answer.status === "no_such_name") return noRecords
  if (answer.status !== "found") return { status: answer.status }
  const records = answer.records.filter((record) => isShown(type, record))
  return records.length === 0 && answer.records.length > 0 ? noRecords : { status: "found", records }
}

/** Ranges of private addresses (RFC 1918, 3927, 4193, 4291, 6598), and of this machine. */
const insideRanges: ReadonlySet<string> = new Set([
  "carrierGradeNat",
  "linkLocal",
  "loopback",
  "private",
  "uniqueLocal"
])

const isInside = (address: string) => ipaddr.isValid(address) && insideRanges.has(ipaddr.process(address).range())

/** IPv4 addresses anywhere in a text, and IPv6 addresses after the mechanism of SPF. */
const addresses = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|(?<=\bip6:)[\da-f:.]+/giu

/** Whether a text, such as a term of SPF, names an address inside a network. */
export const namesInside = (text: string): boolean =>
  [...text.matchAll(addresses)].some(([address]) => isInside(address))

/** A text of a record without addresses inside a network. */
export const withoutInside = (text: string): string =>
  text.replaceAll(addresses, (address) => (isInside(address) ? "(not public)" : address))

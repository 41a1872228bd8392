/** IP addresses that the Internet routes to: the rule of every connection to a host that a customer names. */
import ipaddr from "ipaddr.js"

/** Serves the machines in Azure, like a metadata service, although its address belongs to a public range. */
const azureWireServer = "168.63.129.16"

/**
 * Whether the Internet routes to an IP address, by IANA's registries of special-purpose addresses. IPv6 forms of an
 * IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are not public, except a mapped form of a public address. A
 * text that is not an address is not public either.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== "unicast") return false
  if (address instanceof ipaddr.IPv6) return address.match(assignedIPv6)
  return address.toString() !== azureWireServer
}

/** All public IPv6 addresses are in this range (RFC 4291, section 2.4); others are not yet assigned. */
const assignedIPv6 = ipaddr.IPv6.parseCIDR("2000::/3")

/** The type of the record for an IP address; `undefined` if the text is not an address. */
export const recordTypeOf = (text: string): "A" | "AAAA" | undefined => {
  if (ipaddr.IPv4.isValid(text)) return "A"
  return ipaddr.isValid(text) ? "AAAA" : undefined
}

/** The names of this machine (RFC 6761, section 6.3). */
const isLocalhost = (host: string) => /^(?:.*\.)?localhost\.?$/u.test(host)

/**
 * Whether a host can be reached without resolving it first: an IP address must be public, and `localhost` is rejected.
 * Other names pass: their addresses are checked when they are resolved.
 */
export const mayBePublic = (host: string): boolean =>
  ipaddr.isValid(host) ? isPublicAddress(host) : !isLocalhost(host)

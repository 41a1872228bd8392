/** The targets that deliveries may have. */
import { Result } from "effect"
import ipaddr from "ipaddr.js"
import { DeliveryFailed } from "./DeliveryTransport.ts"

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
  // All public IPv6 addresses begin with the bits 001 (RFC 4291, section 2.4); others are not yet assigned.
  return address instanceof ipaddr.IPv6 ? (address.parts[0] ?? 0) >> 13 === 1 : address.toString() !== azureWireServer
}

/** The names of this machine (RFC 6761, section 6.3). */
const isLocalhost = (hostname: string) => /^(?:.*\.)?localhost\.?$/u.test(hostname)

/**
 * The URL of a target: `http` or `https`, without user name and password. Unless private targets are allowed, a host
 * that is an IP address must be public, and `localhost` is rejected. Names are not resolved here.
 */
export const parse = (
  text: string,
  options: { readonly allowPrivateTargets: boolean }
): Result.Result<URL, DeliveryFailed> => {
  // Parsing normalizes the host: `127.1`, `0x7f000001` and full-width digits become `127.0.0.1`.
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol)) return rejected("invalid_url")
  if (url.username !== "" || url.password !== "") return rejected("url_with_password")
  if (options.allowPrivateTargets) return Result.succeed(url)
  const host = url.hostname.replaceAll(/^\[|\]$/gu, "")
  const isPrivate = ipaddr.isValid(host) ? !isPublicAddress(host) : isLocalhost(host)
  return isPrivate ? rejected("blocked") : Result.succeed(url)
}

const rejected = (reason: DeliveryFailed["reason"]) => Result.fail(new DeliveryFailed({ reason }))

/** Resolves the name of a host to its addresses. */
import type { LookupAddress } from "node:dns"
import { lookup, Resolver } from "node:dns/promises"

/** Returns all addresses of a host; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<LookupAddress>>

/**
 * Resolves by the name servers of the resolver: returns the addresses of both families, or of the family that has some.
 */
export const resolveBy =
  (resolver: Resolver): Resolve =>
  async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason
    return [...addresses(ipv6, 6), ...addresses(ipv4, 4)]
  }

const addresses = (answer: PromiseSettledResult<ReadonlyArray<string>>, family: 4 | 6) =>
  answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : []

/**
 * Resolves only by the machine's name servers, without the hosts file and search domains, which contain private names.
 * The operating system's resolver is not used, because it would occupy one of Node's few threads for as long as a
 * customer's name server does not answer.
 */
export const resolvePublicly = resolveBy(new Resolver({ timeout: 4000, tries: 2 }))

/** Resolves like other programs on the machine. */
export const resolveLocally: Resolve = (hostname) => lookup(hostname, { all: true })

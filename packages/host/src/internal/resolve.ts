/** From the name of a host to its addresses. */
import type { LookupAddress } from "node:dns"
import { lookup, Resolver } from "node:dns/promises"

/** All addresses of a host; rejects when there is none. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<LookupAddress>>

/** From the name servers that the resolver asks: both families, or the one that has addresses. */
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
 * From the machine's name servers alone: no hosts file, no search domains, which serve private names. The system's own
 * resolver would occupy one of Node's few threads for as long as a customer's name server does not answer.
 */
export const resolvePublicly = resolveBy(new Resolver({ timeout: 4000, tries: 2 }))

/** As other programs of the machine do it. */
export const resolveLocally: Resolve = (hostname) => lookup(hostname, { all: true })

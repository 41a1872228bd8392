/** The addresses of hosts that customers name, such as their mail servers: only checked, public ones. */
import { mayBePublic } from "@mailroom/core"
import { Data, Effect, Predicate } from "effect"
import net from "node:net"
import { addresses as budget } from "./budgets.ts"
import { checkedAddresses, type Guard, Unreachable } from "./guard.ts"

/** The name of the host has no address that may be connected to. */
export class NoAddress extends Data.TaggedError("NoAddress")<{
  readonly reason: "blocked" | "dns" | "invalid_host"
}> {}

/** An address to connect to. Pass `address` as the host, and `servername` as the name that the certificate must have. */
export interface Address {
  readonly address: string
  readonly family: number
  /** The name of the host; `undefined` if the host is an IP address. */
  readonly servername: string | undefined
}

/** The host in its normal form: `127.1`, `0x7f000001` and full-width digits become `127.0.0.1`. */
const normalHost = (host: string): string | undefined => {
  if (/[\s/\\?#@]/u.test(host)) return undefined
  const isIpv6 = net.isIPv6(host)
  const url = URL.parse(`http://${isIpv6 ? `[${host}]` : host}/`)
  // A port is not a part of the host. `URL` drops the usual one and an empty one: `mail.example.com:80`, `mail.example.com:`.
  const hasPort = !isIpv6 && /:\d*$/u.test(host) && !host.startsWith("[")
  if (url === null || url.port !== "" || hasPort) return undefined
  return url.hostname.replaceAll(/^\[|\]$/gu, "")
}

/**
 * The addresses of a host, IPv4 first. Every address must be public: a host with any other address is `blocked`. A host
 * that is an IP address is not resolved.
 */
export const addressesOf = Effect.fnUntraced(function* (
  host: string,
  guard: Guard
): Effect.fn.Return<ReadonlyArray<Address>, NoAddress> {
  const name = normalHost(host)
  if (name === undefined) return yield* new NoAddress({ reason: "invalid_host" })
  if (!guard.allowPrivateTargets && !mayBePublic(name)) return yield* new NoAddress({ reason: "blocked" })
  const family = net.isIP(name)
  if (family !== 0) return [{ address: name, family, servername: undefined }]
  const addresses = yield* Effect.tryPromise({
    try: () => checkedAddresses(name, guard),
    catch: (error) => new NoAddress({ reason: error instanceof Unreachable ? error.reason : "dns" })
  }).pipe(
    Effect.timeoutOrElse({
      duration: budget.time,
      orElse: () => Effect.fail(new NoAddress({ reason: "dns" }))
    })
  )
  return addresses
    .toSorted((a, b) => a.family - b.family)
    .map(({ address, family }) => ({ address, family, servername: name }))
})

/** The address of a host to connect to, IPv4 first. Fails with the reason, for the customer, why there is none. */
export const addressOf = (host: string, guard: Guard): Effect.Effect<Address, string> =>
  addressesOf(host, guard).pipe(
    Effect.map(([first]) => first),
    Effect.filterOrFail(Predicate.isNotUndefined, () => new NoAddress({ reason: "dns" })),
    Effect.mapError(({ reason }) =>
      reason === "blocked"
        ? `${host} is not a public address, or its name has one that is not`
        : `The name ${host} cannot be resolved`
    )
  )

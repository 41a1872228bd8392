/**
 * Connections over TCP and TLS to hosts that customers name, such as their mail servers: only to checked, public
 * addresses. Deliveries over HTTP have the same guard (`UndiciTransport`).
 */
import { type FailureReason, mayBePublic } from "@mailroom/core"
import { Data, Effect, type Scope } from "effect"
import net from "node:net"
import tls from "node:tls"
import { reasonOf } from "./internal/failures.ts"
import { checkedAddresses, type Guard, Unreachable } from "./internal/guard.ts"
import { type Resolve, resolveLocally, resolvePublicly } from "./internal/resolve.ts"

export interface Options {
  /** Also connect to this machine and its private network, for development. Default: no. */
  readonly allowPrivateTargets?: boolean
  /** Accept any certificate, for development. Default: no. */
  readonly acceptAnyCertificate?: boolean
  /**
   * Resolves a host to its addresses. Default: by the name servers only; with private targets, like the operating
   * system.
   */
  readonly resolve?: Resolve
}

/** No connection was made. `message` may be shown to the customer: it contains no address. */
export class ConnectionFailed extends Data.TaggedError("ConnectionFailed")<{
  readonly reason: FailureReason | "invalid_host"
  /** The code of OpenSSL for a fault of `tls`, such as `CERT_HAS_EXPIRED`. */
  readonly code?: string
}> {}

/** An address to connect to. Pass `address` as the host, and `servername` as the name that the certificate must have. */
export interface Address {
  readonly address: string
  readonly family: number
  /** The name of the host; `undefined` if the host is an IP address. */
  readonly servername: string | undefined
}

const guardOf = ({ allowPrivateTargets = false, resolve }: Options): Guard => ({
  allowPrivateTargets,
  resolve: resolve ?? (allowPrivateTargets ? resolveLocally : resolvePublicly)
})

/** The host in its normal form: `127.1`, `0x7f000001` and full-width digits become `127.0.0.1`. */
const normalHost = (host: string): string | undefined => {
  if (/[\s/\\?#@]/u.test(host)) return undefined
  const isIpv6 = net.isIPv6(host)
  const url = URL.parse(`http://${isIpv6 ? `[${host}]` : host}/`)
  if (url === null || url.port !== "" || (!isIpv6 && /:\d*$/u.test(host) && !host.startsWith("["))) return undefined
  return url.hostname.replaceAll(/^\[|\]$/gu, "")
}

/**
 * The addresses of a host, IPv4 first. Every address must be public: a host with any other address is `blocked`. A host
 * that is an IP address is not resolved.
 */
export const addressesOf = Effect.fnUntraced(function* (
  host: string,
  options: Options = {}
): Effect.fn.Return<ReadonlyArray<Address>, ConnectionFailed> {
  const guard = guardOf(options)
  const name = normalHost(host)
  if (name === undefined) return yield* new ConnectionFailed({ reason: "invalid_host" })
  if (!guard.allowPrivateTargets && !mayBePublic(name)) return yield* new ConnectionFailed({ reason: "blocked" })
  const family = net.isIP(name)
  if (family !== 0) return [{ address: name, family, servername: undefined }]
  const addresses = yield* Effect.tryPromise({
    try: () => checkedAddresses(name, guard),
    catch: (error) => new ConnectionFailed({ reason: error instanceof Unreachable ? error.reason : "dns" })
  })
  return addresses
    .toSorted((a, b) => a.family - b.family)
    .map(({ address, family }) => ({ address, family, servername: name }))
})

export interface Target {
  readonly host: string
  readonly port: number
  /** Whether TLS begins at once. The certificate must be valid for the host. */
  readonly tls: boolean
}

/** Maximum duration of `connect`, with resolution, all addresses and TLS. */
const timeout = "10 seconds"

/**
 * Connects to one of the host's addresses, IPv4 first, within 10 s. The socket is destroyed when the scope closes. The
 * error is that of the last address.
 */
export const connect = (
  target: Target,
  options: Options = {}
): Effect.Effect<net.Socket, ConnectionFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const [first, ...others] = yield* addressesOf(target.host, options)
    if (first === undefined) return yield* new ConnectionFailed({ reason: "dns" })
    return yield* others.reduce(
      (connection, address) => Effect.catchTag(connection, "ConnectionFailed", () => open(address, target, options)),
      open(first, target, options)
    )
  }).pipe(Effect.timeoutOrElse({ duration: timeout, orElse: () => new ConnectionFailed({ reason: "timeout" }) }))

const open = Effect.fnUntraced(function* (
  { address, servername }: Address,
  { port, tls: isSecure }: Target,
  { acceptAnyCertificate = false }: Options
) {
  const begin = () =>
    isSecure
      ? tls.connect({
          host: address,
          port,
          ...(servername !== undefined && { servername }),
          rejectUnauthorized: !acceptAnyCertificate
        })
      : net.connect({ host: address, port })
  const socket = yield* Effect.acquireRelease(Effect.sync(begin), (socket) => Effect.sync(() => void socket.destroy()))
  return yield* Effect.callback<net.Socket, ConnectionFailed>((resume) => {
    // This listener stays: an error without a listener would end the process.
    socket.on("error", (error) => {
      socket.destroy()
      resume(Effect.fail(new ConnectionFailed(reasonOf(error, isSecure ? "tls" : "connection_refused"))))
    })
    socket.once(isSecure ? "secureConnect" : "connect", () => resume(Effect.succeed(socket)))
  })
})

/** Connects to checked addresses only. */
import { DeliveryFailed, type FailureReason, isPublicAddress, maximumAnswer } from "@mailroom/core"
import type { LookupAddress } from "node:dns"
import type { LookupFunction, Socket } from "node:net"
import { buildConnector } from "undici"
import { failureOf } from "./failures.ts"
import type { Resolve } from "./resolve.ts"

/** In milliseconds: the limit of a connection attempt, also after its request was aborted. */
const timeout = 15_000

export interface Guard {
  readonly allowPrivateTargets: boolean
  readonly resolve: Resolve
}

/**
 * Resolves names for connections. The client connects to exactly the returned addresses, so no second resolution can
 * differ from the checked one. A name with any address that is not public is blocked.
 */
export const guardedLookup = ({ allowPrivateTargets, resolve }: Guard): LookupFunction => {
  const isAllowed = ({ address }: LookupAddress) => allowPrivateTargets || isPublicAddress(address)
  return (hostname, _, callback) => {
    const fail = (reason: FailureReason) => callback(new DeliveryFailed({ reason }), [])
    resolve(hostname).then(
      (addresses) => {
        if (addresses.length === 0) return fail("dns")
        return addresses.every(isAllowed) ? callback(null, [...addresses]) : fail("blocked")
      },
      () => fail("dns")
    )
  }
}

/**
 * Closes the connection when more than `maximumAnswer` bytes arrive without a write in between, that is, for one
 * request. The client's parser limits only the header fields of an answer.
 */
const bounded = <S extends Socket>(socket: S): S => {
  const read = socket.read.bind(socket)
  let written = 0
  let received = 0
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null) return chunk
    const { bytesWritten } = socket
    received = (bytesWritten === written ? received : 0) + chunk.length
    written = bytesWritten
    if (received <= maximumAnswer) return chunk
    socket.destroy(new DeliveryFailed({ reason: "too_long" }))
    return null
  }
  return socket
}

/** The connector of the client. Hosts that are IP addresses are not looked up: `Target.parse` has checked them. */
export const guardedConnector = (guard: Guard): buildConnector.connector => {
  const connect = buildConnector({
    lookup: guardedLookup(guard),
    // With this option, Node requests all addresses of a name, and tries them one after the other.
    autoSelectFamily: true,
    // HTTP/2 is disabled, because it would only add ways to attack the client.
    allowH2: false,
    timeout
  })
  return (target, callback) =>
    connect(target, (...[error, socket]) =>
      error === null
        ? callback(null, bounded(socket))
        : callback(failureOf(error, target.protocol === "https:" ? "tls" : "connection_refused"), null)
    )
}

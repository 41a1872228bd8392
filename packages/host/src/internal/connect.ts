/** Connects to checked addresses only. */
import { DeliveryFailed, maximumAnswer } from "@mailroom/core"
import type { LookupFunction, Socket } from "node:net"
import { buildConnector } from "undici"
import { failureOf } from "./failures.ts"
import { checkedAddresses, type Guard, Unreachable } from "./guard.ts"

/** In milliseconds: the limit of a connection attempt, also after its request was aborted. */
const timeout = 15_000

/**
 * Resolves names for connections. The client connects to exactly the returned addresses. A name with any address that
 * is not public is blocked.
 */
export const guardedLookup =
  (guard: Guard): LookupFunction =>
  (hostname, _, callback) =>
    void checkedAddresses(hostname, guard).then(
      (addresses) => callback(null, [...addresses]),
      (error: unknown) =>
        callback(new DeliveryFailed({ reason: error instanceof Unreachable ? error.reason : "dns" }), [])
    )

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

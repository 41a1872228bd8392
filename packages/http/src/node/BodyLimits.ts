/**
 * Limits how slowly the body of a request may arrive. A client that sends a byte now and then must not occupy a
 * connection or a place (`Admission`), with or without an API key.
 */
import { Duration, Effect, Schedule, type Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { sendProblem } from "./NodeAnswer.ts"
import * as Problems from "../contract/Problems.ts"
import * as RequestId from "../contract/RequestId.ts"

/** The maximum time for a whole request to arrive. */
export const longest = Duration.minutes(15)

/** The time without a byte after which a body is rejected, in milliseconds. */
const longestSilence = Duration.toMillis("10 seconds")
/** The time that a body has to reach the minimum rate, in milliseconds. */
const measuredAfter = Duration.toMillis("15 seconds")
/** The minimum rate, in bytes per second. */
const slowest = 32 * 1024

/**
 * How much of a body has arrived. Times are in milliseconds, and include only the time in which the server waited for
 * the body.
 */
export interface Progress {
  readonly elapsed: number
  /** The time since the last byte. */
  readonly silent: number
  readonly bytes: number
}

export const isTooSlow = ({ bytes, elapsed, silent }: Progress): boolean =>
  silent >= longestSilence ||
  elapsed >= Duration.toMillis(longest) ||
  (elapsed >= measuredAfter && bytes * 1000 < slowest * elapsed)

interface Body extends Progress {
  readonly response: ServerResponse
  /** The number of bytes that the connection had read at the last check. */
  readonly read: number
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Whether no more of the body can arrive. A finished answer does not imply that: the connection stays open until the
 * body has arrived.
 */
const isOver = ({ complete, socket }: IncomingMessage) => complete || socket.destroyed

/** Rejects with 408, or ends the connection when the answer has begun. */
const reject = (request: IncomingMessage, response: ServerResponse) => {
  if (response.headersSent) return void request.socket.destroy()
  response.shouldKeepAlive = false
  sendProblem(response, Problems.unparsed(408, RequestId.requestIdOf(request.headers[RequestId.header]?.toString())))
}

/** How often arriving bodies are checked. */
const interval = Duration.toMillis("1 second")

/** The progress of a body one `interval` later. */
const progressOf = ({ bytes, elapsed, read, response, silent }: Body, request: IncomingMessage): Body => {
  const { bytesRead } = request.socket
  const arrived = bytesRead - read
  // Node has paused reading from the connection, so the server is slow, not the client.
  if (request.readableLength >= request.readableHighWaterMark) return { bytes, elapsed, silent: 0, read, response }
  return {
    response,
    read: bytesRead,
    bytes: bytes + arrived,
    elapsed: elapsed + interval,
    silent: arrived > 0 ? 0 : silent + interval
  }
}

/**
 * Creates a function that starts watching the body of a request. Until the scope is closed, bodies are checked each
 * second, and requests that are too slow are rejected.
 */
export const make: Effect.Effect<(request: IncomingMessage, response: ServerResponse) => void, never, Scope.Scope> =
  Effect.gen(function* () {
    const bodies = new Map<IncomingMessage, Body>()
    const checkBodies = Effect.sync(() => {
      for (const [request, body] of bodies) {
        const progress = progressOf(body, request)
        if (isOver(request) || isTooSlow(progress)) bodies.delete(request)
        else bodies.set(request, progress)
        if (!isOver(request) && isTooSlow(progress)) reject(request, body.response)
      }
    })
    yield* Effect.forkScoped(Effect.repeat(checkBodies, Schedule.spaced(interval)))
    return (request, response) => {
      if (!hasBody(request)) return
      const { bytesRead } = request.socket
      // A watched request stays in memory until its answer is closed. A short body arrives with its headers, so it is
      // complete at the next iteration of the event loop and needs no watch.
      setImmediate(() => {
        if (request.complete) return
        // The time until the first check is less than one interval, so it does not count.
        bodies.set(request, { response, read: bytesRead, bytes: 0, elapsed: -interval, silent: -interval })
        response.once("close", () => {
          if (isOver(request)) bodies.delete(request)
        })
      })
    }
  })

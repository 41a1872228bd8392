/**
 * How fast the body of a request must arrive: whoever sends a byte now and then keeps neither a connection nor a place
 * (`Admission`), with and without an API key.
 */
import { Duration, Effect, Schedule, type Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { sendProblem } from "./NodeAnswer.ts"
import * as Problems from "./Problems.ts"
import * as RequestId from "./RequestId.ts"

/** The longest that a whole request may take to arrive. */
export const longest = Duration.minutes(15)

const longestSilence = Duration.toMillis("10 seconds")
const measuredAfter = Duration.toMillis("15 seconds")
/** Bytes per second. */
const slowest = 32 * 1024

/** What arrived of a body, counting only the time (in milliseconds) in which the server waited for it. */
export interface Progress {
  readonly elapsed: number
  /** Since the last byte. */
  readonly silent: number
  readonly bytes: number
}

export const isTooSlow = ({ bytes, elapsed, silent }: Progress): boolean =>
  silent >= longestSilence ||
  elapsed >= Duration.toMillis(longest) ||
  (elapsed >= measuredAfter && bytes * 1000 < slowest * elapsed)

interface Body extends Progress {
  readonly response: ServerResponse
  /** The bytes that the connection had read at the last look. */
  readonly read: number
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** Whether nothing more can arrive of a body. Its answer does not end it: the connection is kept until it has arrived. */
const isOver = ({ complete, socket }: IncomingMessage) => complete || socket.destroyed

/** Rejects with 408, or ends the connection when the answer has begun. */
const reject = (request: IncomingMessage, response: ServerResponse) => {
  if (response.headersSent) return void request.socket.destroy()
  response.shouldKeepAlive = false
  sendProblem(response, Problems.unparsed(408, RequestId.requestIdOf(request.headers[RequestId.header]?.toString())))
}

/** How often bodies that are arriving are looked at. */
const interval = Duration.toMillis("1 second")

const next = ({ bytes, elapsed, read, response, silent }: Body, request: IncomingMessage): Body => {
  const { bytesRead } = request.socket
  const arrived = bytesRead - read
  // Node has stopped reading from the connection: it is the server that is slow.
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
 * Gives a function that begins to watch the body of a request: each second, until the scope is closed, those are
 * rejected that are too slow.
 */
export const make: Effect.Effect<(request: IncomingMessage, response: ServerResponse) => void, never, Scope.Scope> =
  Effect.gen(function* () {
    const bodies = new Map<IncomingMessage, Body>()
    const look = Effect.sync(() => {
      for (const [request, body] of bodies) {
        const progress = next(body, request)
        if (isOver(request) || isTooSlow(progress)) bodies.delete(request)
        else bodies.set(request, progress)
        if (!isOver(request) && isTooSlow(progress)) reject(request, body.response)
      }
    })
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(interval)))
    return (request, response) => {
      if (!hasBody(request)) return
      const { bytesRead } = request.socket
      // A watched request stays in memory until its answer is closed. By the next turn of the event loop a short body has
      // arrived with its headers, and needs no watch.
      setImmediate(() => {
        if (request.complete) return
        // Until the first look less than a second passes: not counted.
        bodies.set(request, { response, read: bytesRead, bytes: 0, elapsed: -interval, silent: -interval })
        response.once("close", () => {
          if (isOver(request)) bodies.delete(request)
        })
      })
    }
  })

/** What happens to a request on Node before it is routed: see `Admission`. */
import { Effect, FiberSet, Random } from "effect"
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Admission } from "./Admission.ts"
import { TrustedOrigins } from "./Cors.ts"
import { corsOf, sendProblem } from "./NodeAnswer.ts"
import { Readiness } from "./Readiness.ts"
import * as RequestId from "./RequestId.ts"

/** Answers a request that is rejected at once, for a fraction of what routing it costs; then it is true. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean

export const makeGate = Effect.gen(function* () {
  const admission = yield* Admission
  const readiness = yield* Readiness
  const trusted = yield* TrustedOrigins
  const run = yield* FiberSet.makeRuntime()
  const gate: Gate = (request, response) => {
    // So that clients with an open connection move on.
    if (readiness.isDraining()) response.shouldKeepAlive = false
    const { headers, method = "", url = "" } = request
    const query = url.indexOf("?")
    const path = query === -1 ? url : url.slice(0, query)
    const rejection = admission.enter({ source: request, method, path, authorization: headers.authorization })
    if (rejection === undefined) {
      response.once("close", () => admission.leave(request))
      return false
    }
    // What was announced may come or not.
    if (headers.expect !== undefined) response.shouldKeepAlive = false
    const request_id = RequestId.requestIdOf(headers[RequestId.header]?.toString())
    if (rejection.mustWait === true) response.once("close", () => run(pauseReading(request.socket)))
    sendProblem(response, { ...rejection.problem, request_id }, { ...rejection.headers, ...corsOf(request, trusted) })
    return true
  }
  return gate
})

/**
 * Leaves what comes next in the buffers of the connection for one to two seconds. A client that ignores `Retry-After`
 * would ask again at once, and rejecting it costs processor time, too. The time differs, so that connections do not
 * come back together.
 */
const pauseReading = (socket: Socket) =>
  Effect.acquireUseRelease(
    // Node resumes the connection itself when an answer is finished, so let it do that first.
    Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => socket.pause())
    ),
    () => Effect.flatMap(Random.nextBetween(1_000, 2_000), Effect.sleep),
    () => Effect.sync(() => socket.resume())
  )

/** A server with a gate before its listeners. */
export class GatedServer extends Server {
  readonly #gate: Gate
  constructor(options: ServerOptions, gate: Gate) {
    super(options)
    this.#gate = gate
  }
  override emit(event: string, ...args: Array<any>): boolean {
    const isRequest = event === "request" || event === "checkContinue"
    return (isRequest && this.#gate(args[0], args[1])) || super.emit(event, ...args)
  }
}

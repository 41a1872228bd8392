/** Admits requests on Node before they are routed: see `Admission`. */
import { Effect } from "effect"
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from "node:http"
import { Admission, type Rejection } from "../pipeline/Admission.ts"
import { TrustedOrigins } from "../pipeline/Cors.ts"
import { corsOf, sendProblem } from "./NodeAnswer.ts"
import { Readiness } from "../pipeline/Readiness.ts"
import { Recording } from "../pipeline/Recording.ts"
import * as RequestId from "../contract/RequestId.ts"

/**
 * Calls `begin` when the request has a place, or answers a rejected request at a fraction of the cost of routing. Does
 * neither when the client has left.
 */
export type Gate = (request: IncomingMessage, response: ServerResponse, begin: () => void) => void

export const makeGate = Effect.gen(function* () {
  const admission = yield* Admission
  const readiness = yield* Readiness
  const trusted = yield* TrustedOrigins
  const recording = yield* Recording
  const run = Effect.runSyncWith(yield* Effect.context<never>())
  const gate: Gate = (request, response, begin) => {
    // The client left before the host passed the request on: "close" was emitted, so nothing would release the place.
    if (response.destroyed) return
    // Closes the connection after the answer, so that clients with an open connection move to another server.
    if (readiness.isDraining()) response.shouldKeepAlive = false
    const { headers, method = "", url = "" } = request
    const query = url.indexOf("?")
    const path = query === -1 ? url : url.slice(0, query)
    const begun = performance.now()
    let isRejected = false
    // `enter` calls it at once, for an organization over its rate also without an entry of the request, or later, when the
    // request has waited for too long. "close" then calls `leave` a second time, which has no effect.
    const reject = (rejection: Rejection) => {
      isRejected = true
      // The client may or may not send the announced body, so the connection cannot be reused.
      if (headers.expect !== undefined) response.shouldKeepAlive = false
      const request_id = RequestId.requestIdOf(headers[RequestId.header]?.toString())
      const { status } = rejection.problem
      // Before `leave`, which forgets the organization.
      const organization_id = admission.organizationOf(request)
      run(
        recording.record({ method, path, status, milliseconds: performance.now() - begun, organization_id, request_id })
      )
      sendProblem(response, { ...rejection.problem, request_id }, { ...rejection.headers, ...corsOf(request, trusted) })
      admission.leave(request)
    }
    admission.enter({ source: request, method, path, headers }, begin, reject)
    // Most requests are rejected here when the server is overloaded, and need no listener.
    if (!isRejected) response.once("close", () => admission.leave(request))
  }
  return gate
})

/** A server that passes each request through a gate before its listeners. */
export class GatedServer extends Server {
  readonly #gate: Gate
  constructor(options: ServerOptions, gate: Gate) {
    super(options)
    this.#gate = gate
  }
  override emit(event: string, ...args: Array<any>): boolean {
    if (event !== "request" && event !== "checkContinue") return super.emit(event, ...args)
    this.#gate(args[0], args[1], () => void super.emit(event, ...args))
    return true
  }
}

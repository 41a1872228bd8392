/** What happens to a request on Node before it is routed: see `Admission`. */
import { Effect } from "effect"
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from "node:http"
import { Admission } from "./Admission.ts"
import { TrustedOrigins } from "./Cors.ts"
import { corsOf, sendProblem } from "./NodeAnswer.ts"
import { Readiness } from "./Readiness.ts"
import * as RequestId from "./RequestId.ts"

/** Calls `begin` when it is the request's turn, or answers a request that is rejected, for a fraction of what routing it costs. */
export type Gate = (request: IncomingMessage, response: ServerResponse, begin: () => void) => void

export const makeGate = Effect.gen(function* () {
  const admission = yield* Admission
  const readiness = yield* Readiness
  const trusted = yield* TrustedOrigins
  const gate: Gate = (request, response, begin) => {
    // So that clients with an open connection move on.
    if (readiness.isDraining()) response.shouldKeepAlive = false
    const { headers, method = "", url = "" } = request
    const query = url.indexOf("?")
    const path = query === -1 ? url : url.slice(0, query)
    response.once("close", () => admission.leave(request))
    admission.enter({ source: request, method, path, headers }, begin, (rejection) => {
      // What was announced may come or not.
      if (headers.expect !== undefined) response.shouldKeepAlive = false
      const request_id = RequestId.requestIdOf(headers[RequestId.header]?.toString())
      sendProblem(response, { ...rejection.problem, request_id }, { ...rejection.headers, ...corsOf(request, trusted) })
    })
  }
  return gate
})

/** A server with a gate before its listeners. */
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

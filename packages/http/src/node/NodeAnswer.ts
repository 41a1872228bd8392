/** Sends problems on Node without Effect: before a request is routed, or instead of its answer. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { corsHeaders } from "../pipeline/Cors.ts"
import { headersOf } from "../contract/Problems.ts"

interface Problem {
  readonly status: number
  readonly request_id: string
}

/** The CORS headers of a problem, for pages of trusted origins. */
export const corsOf = ({ headers }: IncomingMessage, trusted: ReadonlySet<string>) =>
  corsHeaders(trusted, { method: "GET", origin: headers.origin, requested: undefined }, () => [])

/** Sends a complete answer, unless the connection is closed. */
export const sendProblem = (
  response: ServerResponse,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {}
): void => {
  if (response.destroyed) return
  const body = JSON.stringify(problem)
  response.writeHead(problem.status, {
    ...headersOf(problem),
    "content-length": Buffer.byteLength(body),
    ...headers
  })
  response.end(body)
}

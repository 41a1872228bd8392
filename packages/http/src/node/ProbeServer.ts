/**
 * Answers probes on a separate server. A process accepts one connection of each server in a turn of its event loop. So
 * while very many clients connect, a probe that opens a connection to their server waits for seconds, and one that opens
 * it to this server is the next.
 */
import { Effect } from "effect"
import type { RequestListener, Server } from "node:http"
import * as Problems from "../contract/Problems.ts"
import * as RequestId from "../contract/RequestId.ts"
import { sendProblem } from "./NodeAnswer.ts"

const paths: ReadonlySet<string> = new Set(["/livez", "/metrics", "/readyz"])

/** Until the scope closes, `main` answers the requests to `probes` for `/livez`, `/metrics` and `/readyz`. Other paths are 404. */
export const attach = (probes: Server, main: Server) => {
  const listener: RequestListener = (request, response) => {
    const { headers, method = "", url = "" } = request
    const [path = ""] = url.split("?", 1)
    if (paths.has(path)) return void main.emit("request", request, response)
    const request_id = RequestId.requestIdOf(headers[RequestId.header]?.toString())
    sendProblem(response, { ...Problems.noSuchRoute(method, path), request_id })
  }
  return Effect.acquireRelease(
    Effect.sync(() => probes.on("request", listener)),
    () => Effect.sync(() => probes.off("request", listener))
  )
}

/** The MCP server over streamable HTTP. */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import { baseOf, isKey } from "./Api.ts"
import { limits } from "./limits.ts"
import type { McpHandlerOptions } from "./Options.ts"
import { makePaces } from "./Pace.ts"
import { serverOf } from "./serverOf.ts"

/**
 * Answers requests of MCP clients, at any path. Each request carries an API key as `Authorization: Bearer …`, with which
 * its calls are made; the server keeps no key and no session. Throws if the URL is malformed.
 */
export const createMcpHandler = (options: McpHandlerOptions): ((request: Request) => Promise<Response>) => {
  const { allowedOrigins = [], callsPerMinute = limits.callsPerMinute } = options
  const paceOf = makePaces(callsPerMinute)
  baseOf(options.url)
  return async (request) => {
    const origin = request.headers.get("origin")
    if (origin !== null && !allowedOrigins.includes(origin)) return refusal(403, "This origin is not allowed")
    if (request.method !== "POST") return refusal(405, "Only POST is answered", { allow: "POST" })
    const [, key] = /^Bearer +(\S+)$/iu.exec(request.headers.get("authorization") ?? "") ?? []
    if (key === undefined || !isKey(key))
      return refusal(401, "Send an API key: Authorization: Bearer …", { "www-authenticate": "Bearer" })

    const server = serverOf({ ...options, key }, paceOf(key))
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: limits.request
    })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request)
    } finally {
      await server.close()
    }
  }
}

const refusal = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status, headers })

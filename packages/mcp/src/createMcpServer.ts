/** The MCP server for one API key, over any transport. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { limits } from "./limits.ts"
import type { McpServerOptions } from "./Options.ts"
import { makePace } from "./Pace.ts"
import { serverOf } from "./serverOf.ts"

/**
 * A server that can be connected to a transport of `@modelcontextprotocol/sdk`, such as stdio. Throws if the URL or the
 * key cannot be used.
 */
export const createMcpServer = (options: McpServerOptions): Server =>
  serverOf(options, makePace(options.callsPerMinute ?? limits.callsPerMinute))

/** The MCP server as a module, for hosts that start it themselves. */
export { createMcpHandler } from "./createMcpHandler.ts"
export { createMcpServer } from "./createMcpServer.ts"
export type { ApiOptions, McpHandlerOptions, McpOptions, McpServerOptions } from "./Options.ts"

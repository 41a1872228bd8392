export { createMcpHandler } from "./createMcpHandler.ts"
export { createMcpServer } from "./createMcpServer.ts"
export type { ApiOptions, McpHandlerOptions, McpOptions, McpServerOptions } from "./Options.ts"

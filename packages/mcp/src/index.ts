export { createMcpHandler, type McpHandlerOptions } from "./createMcpHandler.ts"
export { createMcpServer, type McpOptions, type McpServerOptions } from "./createMcpServer.ts"
export type { ApiOptions } from "./Api.ts"

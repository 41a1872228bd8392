/**
 * The API on Node: as a server (`NodeServer.layer`), and as handlers for servers of others
 * (`NodeServer.toHandlers`).
 */
export * as NodeServer from "./NodeServer.ts"

/**
 * The API on Node: as a server (`NodeServer.layer`), and as a listener for servers of others
 * (`NodeServer.toHandler`).
 */
export * as NodeServer from "./NodeServer.ts"

/** The API on Node: as a server (`NodeServer.layer`), and as handlers for a host's server (`NodeServer.toHandlers`). */
export * as NodeServer from "./node/NodeServer.ts"

/**
 * The API on Node: as a server (`NodeServer.layer`), and as handlers for a host's server (`NodeServer.toHandlers`).
 * `MetricsServer` serves `GET /metrics` alone.
 */
export * as MetricsServer from "./node/MetricsServer.ts"
export * as NodeServer from "./node/NodeServer.ts"

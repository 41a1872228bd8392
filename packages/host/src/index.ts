/**
 * Mailroom in an Effect program on Node. `HostStorage.layer` is the storage that the host selects,
 * `UndiciTransport.layer` is the `DeliveryTransport` of `@mailroom/core`, `NodeDns.layer` is its `DnsResolver`,
 * `GuardedConnection` connects to hosts that customers name, and `Maintenance` is the background work of a service. Apps
 * without Effect use `@mailroom/node`.
 */
export * as GuardedConnection from "./GuardedConnection.ts"
export * as HostStorage from "./HostStorage.ts"
export * as Maintenance from "./Maintenance.ts"
export * as NodeDns from "./NodeDns.ts"
export * as UndiciTransport from "./UndiciTransport.ts"

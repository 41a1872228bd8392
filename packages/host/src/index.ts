/**
 * Mailroom in an Effect program on Node: `HostStorage.layer` is the storage that the host names, `UndiciTransport.layer` the
 * `DeliveryTransport` of `@mailroom/core`, and `Maintenance` what a service does beside its requests. `@mailroom/node` is
 * for apps without Effect.
 */
export * as HostStorage from "./HostStorage.ts"
export * as Maintenance from "./Maintenance.ts"
export * as UndiciTransport from "./UndiciTransport.ts"

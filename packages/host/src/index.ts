/**
 * Mailroom in an Effect program on Node. `HostStorage.layer` is the storage that the host selects,
 * `UndiciTransport.layer` is the `DeliveryTransport` of `@mailroom/core`, and `Maintenance` is the background work of a
 * service. Apps without Effect use `@mailroom/node`.
 */
export * as HostStorage from "./HostStorage.ts"
export * as Maintenance from "./Maintenance.ts"
export * as OAuthTokens from "./OAuthTokens.ts"
export * as SmtpMailer from "./SmtpMailer.ts"
export * as UndiciTransport from "./UndiciTransport.ts"

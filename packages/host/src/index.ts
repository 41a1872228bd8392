/**
 * Mailroom in an Effect program on Node. `HostStorage.layer` is the storage that the host selects. The other layers
 * implement ports of `@mailroom/core`: `HolidayCalendars` the `Holidays`, `NodeDns` the `DnsResolver`, `NodeScrypt` the `PasswordHashing`, `OAuthTokens` the `AccessTokens`, `SmtpMailer` the
 * `Mailer`, and `UndiciTransport` the `DeliveryTransport`. `Maintenance` is the background
 * work of a service, and `ProcessMetrics` its figures. `LostLines` counts what a log lost. Apps without Effect use `@mailroom/node`.
 */
export * as HolidayCalendars from "./HolidayCalendars.ts"
export * as HostStorage from "./HostStorage.ts"
export * as ImapInbox from "./ImapInbox.ts"
export * as Location from "./Location.ts"
export * as LostLines from "./LostLines.ts"
export * as Maintenance from "./Maintenance.ts"
export * as NodeDns from "./NodeDns.ts"
export * as NodeScrypt from "./NodeScrypt.ts"
export * as OAuthTokens from "./OAuthTokens.ts"
export * as ProcessMetrics from "./ProcessMetrics.ts"
export * as SmtpMailer from "./SmtpMailer.ts"
export * as UndiciTransport from "./UndiciTransport.ts"

/**
 * Mailroom in a Node app. `createMailroom` is all that an app without Effect needs. In an Effect program
 * `HostStorage.layer` is the storage that it uses, and `UndiciTransport.layer` the `DeliveryTransport` of `@mailroom/core`.
 */
export type * from "./Call.ts"
export { createMailroom, type Mailroom, type UseCasesOf } from "./createMailroom.ts"
export type * from "./generated/types.ts"
export * as HostStorage from "./HostStorage.ts"
export { MailroomError } from "./MailroomError.ts"
export * as Maintenance from "./Maintenance.ts"
export type { Options } from "./Options.ts"
export * as UndiciTransport from "./UndiciTransport.ts"
export type * from "./UseCases.ts"

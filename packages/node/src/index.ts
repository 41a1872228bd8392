/**
 * Mailroom in a Node app. `createMailroom` is all that an app without Effect needs. In an Effect program
 * `HostStorage.layer` is the storage that it uses, and `UndiciTransport.layer` the `DeliveryTransport` of `@mailroom/core`.
 */
export { createMailroom, type Mailroom, type UseCasesOf } from "./createMailroom.ts"
export * as HostStorage from "./HostStorage.ts"
export { MailroomError } from "./MailroomError.ts"
export * as Maintenance from "./Maintenance.ts"
export type { Options } from "./Options.ts"
export { type Pages, type Plain, type Promised } from "./Promised.ts"
export type { OrganizationUseCases } from "./UseCases.ts"
export * as UndiciTransport from "./UndiciTransport.ts"

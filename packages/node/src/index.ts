/**
 * Mailroom in a Node app. `createMailroom` is all that an app without Effect needs; `UndiciTransport.layer` is the
 * `DeliveryTransport` of `@mailroom/core`.
 */
export {
  createMailroom,
  type Mailroom,
  type Options,
  type OrganizationUseCases,
  type UseCasesOf
} from "./createMailroom.ts"
export { MailroomError } from "./MailroomError.ts"
export * as Maintenance from "./Maintenance.ts"
export { type Pages, type Plain, type Promised } from "./Promised.ts"
export * as UndiciTransport from "./UndiciTransport.ts"

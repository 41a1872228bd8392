/** Mailroom in a Node app. `createMailroom` is the only function that an app needs. */
export type * from "./Call.ts"
export { createMailroom } from "./createMailroom.ts"
export type * from "./generated/types.ts"
export type { HostClient } from "./HostClient.ts"
export type * from "./Mailroom.ts"
export { MailroomError } from "./MailroomError.ts"
export type * from "./Options.ts"
export type * from "./UseCases.ts"

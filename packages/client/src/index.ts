/** The client of the API: `createClient`, its types and its errors. */
export type * from "./Call.ts"
export { createClient } from "./createClient.ts"
export type * from "./generated/types.ts"
export { type Code, MailroomError } from "./MailroomError.ts"
export type { AnsweredRequest, ClientOptions } from "./ClientOptions.ts"

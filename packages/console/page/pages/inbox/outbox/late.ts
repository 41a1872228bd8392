/** The part of the inbox about answers that are not sent yet, which is loaded with the first conversation. */
export { follow } from "./follow.ts"
export { Outbox } from "./Outbox.tsx"

/** The parts of a conversation that are loaded with the first one. */
export { follow } from "./follow.ts"
export { NotSent } from "./NotSent.tsx"
export { LeftOut } from "./LeftOut.tsx"
export { Outbox } from "./Outbox.tsx"

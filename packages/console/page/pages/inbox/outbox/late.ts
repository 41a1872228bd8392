/** The parts of the inbox that are loaded after its list: the recipients and files of an answer, answers that are not sent, attachments that were left out, and what came of forwarded messages. */
export { Additions } from "./Additions.tsx"
export { follow } from "./follow.ts"
export { NotSent } from "./NotSent.tsx"
export { Below } from "./Below.tsx"
export { Outbox } from "./Outbox.tsx"
export { mergeAdditions } from "./uploading.ts"

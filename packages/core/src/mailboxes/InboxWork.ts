/** The work of reading inboxes: of each account whose inbox is read. */
import { dueOf } from "./AccountWork.ts"

export const kind = "inbox"

/** Makes inboxes due. Call it last in the transaction, before `SendingWork.dueFor`. */
export const dueFor = dueOf(kind)

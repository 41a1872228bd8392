/** The work of sending: of each account that has something to send. */
import { dueOf } from "./AccountWork.ts"

export const kind = "sending"

/** Makes accounts due. Call it last in the transaction that gives them something to send. */
export const dueFor = dueOf(kind)

/** Changes (`Changes`) that use cases report when mails that Mailroom sends change. */
import { Data } from "effect"
import type { SendRecord } from "./Send.ts"

/** Tries to send these mails have ended: each has an outcome now, or is tried again later. */
export class SendsEnded extends Data.TaggedClass("SendsEnded")<{ readonly sends: ReadonlyArray<SendRecord> }> {}

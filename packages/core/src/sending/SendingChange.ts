/** Changes (`Changes`) that the sending of campaigns reports. */
import { Data } from "effect"
import type { LeadId } from "../ids.ts"

/** Mails to these leads have ended, in campaigns with rules by which leads move. */
export class MovableMailed extends Data.TaggedClass("MovableMailed")<{ readonly lead_ids: ReadonlyArray<LeadId> }> {}

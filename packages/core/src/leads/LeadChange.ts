/** What happens to leads, as changes that use cases report (`Changes`). */
import { Data } from "effect"
import type { Erased } from "./Erasure.ts"
import type { LeadRecord } from "./Lead.ts"
import { release } from "./StopSending.ts"

/** A rule other than `blacklist` stops sending to the lead. Stops by the blacklist are part of `BlacklistAdded`. */
export class LeadStopped extends Data.TaggedClass("LeadStopped")<{ readonly lead: LeadRecord }> {}

/** Sending to the lead goes on. */
export class LeadResumed extends Data.TaggedClass("LeadResumed")<{ readonly lead: LeadRecord }> {}

/** The lead got a tag, another one or none. */
export class LeadTagged extends Data.TaggedClass("LeadTagged")<{
  readonly before: LeadRecord
  readonly lead: LeadRecord
}> {}

/** The tag that these leads carry was renamed, changed its sentiment, or was deleted. One change for each batch. */
export class TagChanged extends Data.TaggedClass("TagChanged")<{
  readonly leads: ReadonlyArray<{ readonly before: LeadRecord; readonly lead: LeadRecord }>
}> {}

/** The lead is gone; its events and threads stay. */
export class LeadRemoved extends Data.TaggedClass("LeadRemoved")<{ readonly lead: LeadRecord }> {}

/** Leads are gone, and so is to be all that says who they were or what was written to them or by them. */
export class LeadsErased extends Data.TaggedClass("LeadsErased")<Erased> {}

/**
 * Whether sending was stopped or resumed between two states of a lead. Stops by the blacklist are left out, because
 * removing an entry reports no leads. Another stop is reported also when the blacklist stops the lead already: it stays
 * when the entry is removed.
 */
export const stopChanges = (before: LeadRecord, lead: LeadRecord): ReadonlyArray<LeadResumed | LeadStopped> => {
  const rule = release(lead).stop_sending_type
  if (rule !== null) return rule === release(before).stop_sending_type ? [] : [new LeadStopped({ lead })]
  return before.stop_sending && !lead.stop_sending ? [new LeadResumed({ lead })] : []
}

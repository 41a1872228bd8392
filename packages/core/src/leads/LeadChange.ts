/** Changes (`Changes`) that use cases report when leads change. */
import { Data } from "effect"
import type { LeadRecord } from "./Lead.ts"
import { zoneOf } from "./LeadZone.ts"
import { release } from "./StopSending.ts"
import type { CampaignId, LeadId } from "../ids.ts"

/** Leads were added to a campaign, also such as the blacklist stops. */
export class LeadsCreated extends Data.TaggedClass("LeadsCreated")<{
  readonly campaign_id: CampaignId
  /** Ascending, at least one. */
  readonly lead_ids: ReadonlyArray<LeadId>
}> {}

/**
 * The blacklist no longer covers these leads, and sending to them resumes. One change for each batch; `BlacklistRemoved`
 * reports the removal as a whole.
 */
export class LeadsReleased extends Data.TaggedClass("LeadsReleased")<{ readonly leads: ReadonlyArray<LeadRecord> }> {}

/** A rule other than `blacklist` stops sending to the lead. Stops by the blacklist are part of `BlacklistAdded`. */
export class LeadStopped extends Data.TaggedClass("LeadStopped")<{ readonly lead: LeadRecord }> {}

/** Sending to the lead resumes. */
export class LeadResumed extends Data.TaggedClass("LeadResumed")<{ readonly lead: LeadRecord }> {}

/** A person paused the lead, or ended its pause. */
export class LeadPaused extends Data.TaggedClass("LeadPaused")<{ readonly lead: LeadRecord }> {}

/** The time zone of these leads changed. */
export class LeadsRetimed extends Data.TaggedClass("LeadsRetimed")<{ readonly leads: ReadonlyArray<LeadRecord> }> {}

/** The addresses of these leads were verified, with another status than before. One change for each batch. */
export class LeadsVerified extends Data.TaggedClass("LeadsVerified")<{ readonly leads: ReadonlyArray<LeadRecord> }> {}

/** The lead's tag was set, replaced or removed. */
export class LeadTagged extends Data.TaggedClass("LeadTagged")<{
  readonly before: LeadRecord
  readonly lead: LeadRecord
}> {}

/** A rule of its campaign moved the lead to another campaign (`moved_to`). */
export class LeadMoved extends Data.TaggedClass("LeadMoved")<{ readonly lead: LeadRecord }> {}

/** The tag of these leads was renamed, changed its sentiment, or was deleted. One change for each batch. */
export class TagChanged extends Data.TaggedClass("TagChanged")<{
  readonly leads: ReadonlyArray<{ readonly before: LeadRecord; readonly lead: LeadRecord }>
}> {}

/** The lead was removed; its events and threads stay. */
export class LeadRemoved extends Data.TaggedClass("LeadRemoved")<{ readonly lead: LeadRecord }> {}

/** Leads were removed, and all data about their identity and their mail has to be erased. */
export class LeadsErased extends Data.TaggedClass("LeadsErased")<{
  /** The erased leads, including previously removed leads with the same addresses. */
  readonly lead_ids: ReadonlyArray<LeadId>
  /** The erased addresses, in each spelling of `Domain.spellingsOf`. */
  readonly addresses: ReadonlyArray<string>
}> {}

/** The change to report for two states of leads: the time zone of some is another one. */
export const zoneChanges = (
  leads: ReadonlyArray<{ readonly before: LeadRecord; readonly lead: LeadRecord }>
): ReadonlyArray<LeadsRetimed> => {
  const retimed = leads.flatMap(({ before, lead }) => (zoneOf(before) === zoneOf(lead) ? [] : [lead]))
  return retimed.length === 0 ? [] : [new LeadsRetimed({ leads: retimed })]
}

/**
 * The changes to report for two states of a lead: sending was stopped, resumed, or neither. Stops by the blacklist are
 * ignored, because removing an entry does not report the released leads one by one. Another stop is also reported when
 * the blacklist already stops the lead, because it remains when the entry is removed.
 */
export const stopChanges = (before: LeadRecord, lead: LeadRecord): ReadonlyArray<LeadResumed | LeadStopped> => {
  const rule = release(lead).stop_sending_type
  if (rule !== null) return rule === release(before).stop_sending_type ? [] : [new LeadStopped({ lead })]
  return before.stop_sending && !lead.stop_sending ? [new LeadResumed({ lead })] : []
}

/** Which events an old mail reports that is taken in later, on request. A pure function. */
import type { LeadRecord } from "../leads/Lead.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Match } from "./Match.ts"

/** Whether the lead had been sent to when a mail was written. */
const wasMailed = ({ activity }: Pick<LeadRecord, "activity">, date_sent: Timestamp): boolean => {
  const first = activity.firsts["sent"]
  return first !== undefined && first.occurred_at <= date_sent
}

/**
 * The match of an old mail. It reports events only if it names a mail of ours, or was written after the first mail to its
 * lead: an older mail of the same person answers nothing, and is at most a message. Where the lead was deleted, the time of
 * the first mail is not known: a wish for no more mail is respected, whatever its date is.
 */
export const withoutOlder = (match: Match, isNotice: boolean, date_sent: Timestamp): Match => {
  if (match.namesOurs === true) return match
  const { lead, refused = [], reports } = match
  return {
    ...match,
    // The Message-ID of a notice's event is that of the mail it returns.
    reports: reports.filter(
      ({ event, lead }) =>
        (isNotice && event.message_id !== undefined) || (lead !== undefined && wasMailed(lead, date_sent))
    ),
    refused: refused.filter(({ event }) =>
      isNotice ? event.message_id !== undefined : lead === undefined || wasMailed(lead, date_sent)
    )
  }
}

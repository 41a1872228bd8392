/** Which events an old mail reports that is taken in later, on request. A pure function. */
import type { LeadRecord } from "../leads/Lead.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Match, Report } from "./Match.ts"

/** Whether the lead had been sent to when a mail was written. */
const wasMailed = ({ activity }: Pick<LeadRecord, "activity">, date_sent: Timestamp): boolean => {
  const first = activity.firsts["sent"]
  return first !== undefined && first.occurred_at <= date_sent
}

/**
 * The match of an old mail, without the events of a mail that was written before our first mail to its lead: such a mail of the same
 * person answers nothing, and is at most a message. All events stay if the mail names a mail of ours, and so do the events of a notice
 * that returns one. Where the lead was deleted, the time of the first mail is not known: a wish for no more mail is respected, whatever
 * its date is.
 */
export const withoutEarlyEvents = (match: Match, isNotice: boolean, date_sent: Timestamp): Match => {
  if (match.namesOurs === true) return match
  const { lead, refused = [], reports } = match
  // The Message-ID of a notice's event is that of the mail it returns.
  const returnsOurs = ({ message_id }: Report["event"]) => isNotice && message_id !== undefined
  return {
    ...match,
    reports: reports.filter(
      ({ event, lead }) => returnsOurs(event) || (lead !== undefined && wasMailed(lead, date_sent))
    ),
    refused: refused.filter(({ event }) =>
      isNotice ? returnsOurs(event) : lead === undefined || wasMailed(lead, date_sent)
    )
  }
}

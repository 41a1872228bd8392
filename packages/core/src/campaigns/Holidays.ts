/** The port of holidays: the calendar of a country, which the host loads when a campaign names one. */
import { Context, Data, Effect } from "effect"
import type { Calendar } from "./DaysOff.ts"

/** There is no calendar of the region. `reason` says why, for people. */
export class NoCalendar extends Data.TaggedError("NoCalendar")<{ readonly reason: string }> {}

/** Without a host that provides calendars, no campaign can name one. */
export const Holidays = Context.Reference<{
  /** The public holidays of a country, `NO`, or of a part of one, `DE-BY`. */
  readonly calendarOf: (region: string) => Effect.Effect<Calendar, NoCalendar>
}>("@mailroom/core/Holidays", {
  defaultValue: () => ({
    calendarOf: () => Effect.fail(new NoCalendar({ reason: "this service is not set up with calendars of holidays" }))
  })
})

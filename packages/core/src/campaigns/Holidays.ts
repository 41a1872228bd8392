/** The port of holidays: the calendar of a country, which the host loads when a campaign names one. */
import { Context, Effect } from "effect"
import type { Calendar } from "./DaysOff.ts"

/** Without a host that provides calendars, no campaign can name one. */
export const Holidays = Context.Reference<{
  /** The public holidays of a country, `NO`, or of a part of one, `DE-BY`. Fails with the reason why there is none, for people. */
  readonly calendarOf: (region: string) => Effect.Effect<Calendar, string>
}>("@mailroom/core/Holidays", {
  defaultValue: () => ({
    calendarOf: () => Effect.fail("needs a service that is set up with calendars of holidays")
  })
})

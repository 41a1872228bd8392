import { DateTime, Option, Schema } from "effect"
import { day as dayMillis } from "./Durations.ts"
import { fromMillis, type Timestamp } from "./Timestamp.ts"

/**
 * A day of the calendar: `2026-08-07`. Days before 1980 are rejected, because then some zones were not a multiple of 15
 * minutes from UTC.
 */
export const CalendarDate = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u, {
    message: "must be a date, YYYY-MM-DD",
    toJsonSchema: () => ({ format: "date" })
  }),
  Schema.makeFilter((date) => {
    const parsed = new Date(`${date}T00:00:00Z`)
    if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(date)) return "must be a day that exists"
    return date < "1980" || date >= "9999" ? "must be a day of the years 1980 to 9998" : undefined
  })
)
export type CalendarDate = typeof CalendarDate.Type

/** The number of a day, counted from January 1, 1970. */
export const toDay = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`) / dayMillis

/** The date of a day with this number. */
export const dateOf = (day: number): CalendarDate => new Date(day * dayMillis).toISOString().slice(0, 10)

export const addDays = (date: CalendarDate, n: number): CalendarDate => dateOf(toDay(date) + n)

/**
 * The instant at which a day begins in a zone: its midnight or, if the clock skips midnight, the first moment after it.
 */
export const beginningOf = (date: CalendarDate, timezone: string): Timestamp => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  const zoned = DateTime.makeZoned(
    { year, month, day },
    { timeZone: timezone, adjustForTimeZone: true, disambiguation: "compatible" }
  )
  return fromMillis(DateTime.toEpochMillis(Option.getOrThrow(zoned)))
}

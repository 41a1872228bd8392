import { Schema } from "effect"

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

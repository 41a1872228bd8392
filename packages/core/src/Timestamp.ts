/** Instants as the contract writes them. */
import { Clock, Effect, Schema } from "effect"

/**
 * An instant, ISO 8601 UTC with milliseconds: `2026-08-07T09:30:00.000Z` (contract, section 1).
 * The width is fixed, so comparing two strings compares the instants.
 */
export const Timestamp = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u, {
    format: "date-time",
    expected: "an ISO 8601 UTC instant with milliseconds"
  }),
  Schema.makeFilter((value) => exists(value) || "must be an instant of the calendar")
).pipe(Schema.brand("Timestamp"))
export type Timestamp = typeof Timestamp.Type

/** The instant `milliseconds` after the epoch. Years outside 0000–9999 are clamped, to keep the width. */
export const fromMillis = (milliseconds: number): Timestamp =>
  new Date(Math.min(Math.max(milliseconds, minimum), maximum)).toISOString() as Timestamp

export const toMillis = (timestamp: Timestamp): number => Date.parse(timestamp)

/** The instant `milliseconds` after another one; before it when they are negative. */
export const plus = (timestamp: Timestamp, milliseconds: number): Timestamp =>
  fromMillis(toMillis(timestamp) + milliseconds)

/** How far clocks may differ, in milliseconds: a day. */
export const clockTolerance = 86_400_000

/** The present instant of Effect's `Clock`. */
export const now: Effect.Effect<Timestamp> = Effect.map(Clock.currentTimeMillis, fromMillis)

/** Whether a text of the right form names a day that there is, and a time in it. Parsing it would take ten times as long. */
const exists = (value: string): boolean => {
  const month = Number(value.slice(5, 7))
  const day = Number(value.slice(8, 10))
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    (day <= 28 || day <= daysOf(Number(value.slice(0, 4)), month)) &&
    value.slice(11, 13) <= "23" &&
    value.slice(14, 16) <= "59" &&
    value.slice(17, 19) <= "59"
  )
}
const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const minimum = Date.parse("0000-01-01T00:00:00.000Z")
const maximum = Date.parse("9999-12-31T23:59:59.999Z")

/** The period of an analytics request (contract, section 9): a preset or two dates, in a time zone. */
import { DateTime, Schema } from "effect"
import { addDays, beginningOf, CalendarDate, toDay } from "../CalendarDate.ts"
import { described } from "../Described.ts"
import { hour } from "../Durations.ts"
import { fromMillis, Timestamp, toMillis } from "../Timestamp.ts"
import { TimeZone } from "../TimeZone.ts"
import { bucketOf } from "./Rollup.ts"

export const Preset = Schema.Literals([
  "today",
  "yesterday",
  "last_7_days",
  "last_14_days",
  "last_30_days",
  "last_90_days",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "all_time"
]).annotate({ identifier: "PeriodPreset", description: "N days include today; weeks start on Monday." })
export type Preset = typeof Preset.Type

export const PeriodQuery = Schema.Struct({
  period: described(
    Schema.optionalKey(Preset),
    "Days up to today, by name. Not together with `start_date` and `end_date`."
  ),
  start_date: described(Schema.optionalKey(CalendarDate), "The first day, `YYYY-MM-DD`, with `end_date`."),
  end_date: described(
    Schema.optionalKey(CalendarDate),
    "The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`."
  ),
  timezone: described(
    Schema.optionalKey(TimeZone),
    "The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns."
  )
})
export type PeriodQuery = typeof PeriodQuery.Type

/** A period in an answer: instants, the end exclusive; `null` where `all_time` has no bound. */
export const Period = Schema.Struct({
  preset: described(Schema.NullOr(Preset), "The preset; `null` for a range of dates.", "last_7_days"),
  start: described(Schema.NullOr(Timestamp), "The first instant; `null`: no bound.", "2026-02-23T23:00:00.000Z"),
  end: described(
    Schema.NullOr(Timestamp),
    "The first instant after the period; `null`: no bound.",
    "2026-03-02T23:00:00.000Z"
  ),
  timezone: described(Schema.String, "The time zone in which days begin.", "Europe/Oslo")
}).annotate({ identifier: "Period", description: "The period of the numbers." })
export type Period = typeof Period.Type

export const Interval = Schema.Literals(["hour", "day", "week", "month"]).annotate({
  identifier: "Interval",
  description: "The length of the intervals of a series."
})
export type Interval = typeof Interval.Type

/** Why the fields of a query cannot be combined; `undefined` if they can. */
export const faultOf = ({ end_date, period, start_date }: PeriodQuery) => {
  if (period !== undefined && (start_date !== undefined || end_date !== undefined)) {
    return { pointer: "/period", message: "must not be given together with start_date and end_date" }
  }
  if (start_date === undefined && end_date === undefined) return undefined
  if (start_date === undefined) return { pointer: "/start_date", message: "is required with end_date" }
  if (end_date === undefined) return { pointer: "/end_date", message: "is required with start_date" }
  if (end_date < start_date) return { pointer: "/end_date", message: "must not be before start_date" }
  if (days(start_date, end_date) > maximumDays) {
    return { pointer: "/end_date", message: `must be at most ${maximumDays} days after start_date` }
  }
  return undefined
}
const maximumDays = 3_660
const maximumIntervals = maximumDays + 1

const days = (from: CalendarDate, to: CalendarDate) => toDay(to) - toDay(from)

/** The first day of the date's month, or of a month that is `offset` months later. */
const firstOfMonth = (date: CalendarDate, offset: number) => {
  const [year = 0, month = 1] = date.split("-").map(Number)
  return new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10)
}
/** The Monday of the date's week. */
const mondayOf = (date: CalendarDate) => {
  // `getUTCDay` counts from Sunday, 0. Counted from Monday, Sunday is 6.
  const daysSinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(date, -daysSinceMonday)
}

/** The day that contains an instant. */
const dayOf = (millis: number, timezone: string): CalendarDate => {
  const { day, month, year } = DateTime.toParts(DateTime.setZoneNamedUnsafe(DateTime.makeUnsafe(millis), timezone))
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

/** The first and the last day, both inclusive. */
type Dates = readonly [first: CalendarDate, last: CalendarDate]

/** The days of a preset. */
const datesOf = (preset: Exclude<Preset, "all_time">, today: CalendarDate): Dates => {
  switch (preset) {
    case "today":
      return [today, today]
    case "yesterday":
      return [addDays(today, -1), addDays(today, -1)]
    case "last_7_days":
      return [addDays(today, -6), today]
    case "last_14_days":
      return [addDays(today, -13), today]
    case "last_30_days":
      return [addDays(today, -29), today]
    case "last_90_days":
      return [addDays(today, -89), today]
    case "this_week":
      return [mondayOf(today), addDays(mondayOf(today), 6)]
    case "last_week":
      return [addDays(mondayOf(today), -7), addDays(mondayOf(today), -1)]
    case "this_month":
      return [firstOfMonth(today, 0), addDays(firstOfMonth(today, 1), -1)]
    case "last_month":
      return [firstOfMonth(today, -1), addDays(firstOfMonth(today, 0), -1)]
  }
}

/** The period of a valid query (`period`), and its days (`dates`), which are `null` for `all_time`. `fallback`: for absent fields. */
export const resolve = (
  query: PeriodQuery,
  fallback: { readonly preset: Preset; readonly timezone: string },
  now: number
) => {
  const timezone = query.timezone ?? fallback.timezone
  const { end_date, start_date } = query
  if (start_date !== undefined && end_date !== undefined) {
    const dates: Dates = [start_date, end_date]
    return { period: periodOf(null, dates, timezone), dates }
  }
  const preset = query.period ?? fallback.preset
  if (preset === "all_time") return { period: { preset, start: null, end: null, timezone }, dates: null }
  const dates = datesOf(preset, dayOf(now, timezone))
  return { period: periodOf(preset, dates, timezone), dates }
}

interface Day {
  readonly start: Timestamp
  readonly end: Timestamp
}

/** The day of each zone that was asked for last. A forecast asks for it at every mail. */
const lastDays = new Map<string, Day>()
const mostZones = 1_000

/** The instants at which today begins and ends in a time zone. */
export const todayOf = (timezone: string, now: Timestamp): Day => {
  const last = lastDays.get(timezone)
  if (last !== undefined && last.start <= now && now < last.end) return last
  const { period } = resolve({}, { preset: "today", timezone }, toMillis(now))
  const today = { start: period.start ?? now, end: period.end ?? now }
  if (lastDays.size >= mostZones) lastDays.clear()
  lastDays.set(timezone, today)
  return today
}

/** Today and the days after it, in a time zone: their dates, and the instants at which each begins and the last one ends. */
export const daysFrom = (now: Timestamp, timezone: string, count: number) => {
  const today = dayOf(toMillis(now), timezone)
  const names = Array.from({ length: count }, (_, i) => addDays(today, i))
  return { timezone, names, boundaries: [...names, addDays(today, count)].map((date) => beginningOf(date, timezone)) }
}

/** Why a series cannot have these intervals; `undefined` if it can. */
export const faultOfSeries = ([first, last]: Dates, interval: Interval) => {
  const count = days(first, last) + 1
  if (interval === "hour") {
    return count > 7 ? { pointer: "/interval", message: "must not be hour for more than seven days" } : undefined
  }
  const daysOfInterval = { day: 1, week: 7, month: 30 }[interval]
  // Only `all_time` can exceed this limit.
  return count > maximumIntervals * daysOfInterval
    ? { pointer: "/interval", message: `must be longer, or the period shorter: at most ${maximumIntervals} intervals` }
    : undefined
}

/**
 * The days of a series for `all_time`: from the first to the last of these instants, extended so that today is
 * included.
 */
export const datesOfExtent = (
  extent: { readonly first: Timestamp; readonly last: Timestamp } | undefined,
  timezone: string,
  now: number
): Dates => {
  const today = dayOf(now, timezone)
  if (extent === undefined) return [today, today]
  const first = dayOf(toMillis(extent.first), timezone)
  const last = dayOf(toMillis(extent.last), timezone)
  return [first < today ? first : today, last > today ? last : today]
}

/** The period of these days, as instants. */
export const periodOf = (preset: Preset | null, [first, last]: Dates, timezone: string): Period => ({
  preset,
  start: beginningOf(first, timezone),
  end: beginningOf(addDays(last, 1), timezone),
  timezone
})

/**
 * The intervals of a period. `names`: the local day on which each interval begins or, for hours, the instant.
 * `boundaries`: the beginning of each interval, and the end of the last one. The first and the last interval may be
 * parts of a week or month.
 */
export const intervalsOf = (
  [first, last]: Dates,
  interval: Interval,
  timezone: string
): { readonly names: ReadonlyArray<string>; readonly boundaries: ReadonlyArray<Timestamp> } => {
  const end = addDays(last, 1)
  if (interval === "hour") {
    const boundaries: Array<Timestamp> = []
    const stop = Date.parse(beginningOf(end, timezone))
    for (let at = Date.parse(beginningOf(first, timezone)); at < stop; at += hour) boundaries.push(fromMillis(at))
    return { names: boundaries, boundaries: [...boundaries, fromMillis(stop)] }
  }
  const next = (date: CalendarDate) => {
    if (interval === "day") return addDays(date, 1)
    return interval === "week" ? addDays(mondayOf(date), 7) : firstOfMonth(date, 1)
  }
  const names: Array<CalendarDate> = []
  for (let date = first; date < end; date = next(date)) names.push(date)
  // In the past, days of some zones did not begin at a bucket boundary, so round down to the bucket.
  return { names, boundaries: [...names, end].map((date) => bucketOf(beginningOf(date, timezone))) }
}

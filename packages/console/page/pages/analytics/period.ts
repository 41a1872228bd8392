/** The period of the page, as it is in the route: a preset, or two days. */
import type { Interval, PeriodPreset } from "@mailroom/client"

export type Preset = Extract<PeriodPreset, "all_time" | `last_${"30" | "7" | "90"}_days` | `${"last" | "this"}_month`>

export interface Period {
  /** The parameters of the API. */
  readonly asked: { readonly period: Preset } | { readonly start_date: string; readonly end_date: string }
  /** The length of a bar of the charts. */
  readonly interval: Interval
  /** The parameters of the route. */
  readonly query: Readonly<Record<string, string>>
}

/** Days for short periods, weeks for longer ones, months for all time. */
const intervals: Readonly<Record<Preset, Interval>> = {
  last_7_days: "day",
  last_30_days: "day",
  last_90_days: "week",
  this_month: "day",
  last_month: "day",
  all_time: "month"
}
export const presets = Object.keys(intervals) as ReadonlyArray<Preset>

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/u.test(text)

const dayLength = 86_400_000

const intervalOf = (from: string, to: string): Interval => {
  const days = (Date.parse(to) - Date.parse(from)) / dayLength + 1
  return days <= 45 ? "day" : days <= 210 ? "week" : "month"
}

/** The period of a route. Two days are read in either order; without a valid period it is the last 30 days. */
export const periodOf = ({ from, period, to }: Readonly<Record<string, string>>): Period => {
  if (isDay(from) && isDay(to)) {
    const [start_date, end_date] = from <= to ? [from, to] : [to, from]
    return {
      asked: { start_date, end_date },
      interval: intervalOf(start_date, end_date),
      query: { from: start_date, to: end_date }
    }
  }
  const preset = presets.find((name) => name === period) ?? "last_30_days"
  return { asked: { period: preset }, interval: intervals[preset], query: { period: preset } }
}

/** The bounds of a period as the API answers them; `null`: none. */
export interface Bounds {
  readonly start: string | null
  readonly end: string | null
}

/** The part of a period that a bar counts. `date`: the day on which the bar begins, in the time zone of the browser. */
export const boundsOf = (date: string, interval: Interval, { end, start }: Bounds): Bounds => {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split("-").map(Number)
  const at = (months: number, days: number) => new Date(year, month - 1 + months, day + days).toISOString()
  const [from, to] = [at(0, 0), interval === "month" ? at(1, 0) : at(0, interval === "week" ? 7 : 1)]
  return {
    start: start !== null && Date.parse(start) > Date.parse(from) ? start : from,
    end: end !== null && Date.parse(end) < Date.parse(to) ? end : to
  }
}

/** The last 30 days in the time zone of the browser, for the fields in which two days are chosen. */
export const lastDays = (now = new Date()): { readonly from: string; readonly to: string } => {
  const dayOf = (back: number) => {
    const midnight = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - back))
    return midnight.toISOString().slice(0, 10)
  }
  return { from: dayOf(29), to: dayOf(0) }
}

/** The period, time zone and campaign that a reader has chosen. */
export interface Choice extends Period {
  readonly timezone: string
  /** The id of one campaign; `undefined`: all campaigns. */
  readonly campaign: string | undefined
}

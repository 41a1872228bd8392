/** Dates, numbers and names, by the language of the reader. */
import { locale } from "./language.ts"

export const language = locale.tag

const numbers = new Intl.NumberFormat(language)
export const number = (value: number): string => numbers.format(value)

const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" })
const full = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" })

const dayLength = 86_400_000

/** Makes a function that shows an instant of today as its time, and others by the format of their age. */
const shortBy =
  ({ older, week, year }: Readonly<Record<"older" | "week" | "year", Intl.DateTimeFormat>>) =>
  (iso: string, now = new Date()): string => {
    const at = new Date(iso)
    const midnight = new Date(now).setHours(0, 0, 0, 0)
    if (at.getTime() >= midnight && at.getTime() < midnight + dayLength) return time.format(at)
    if (at.getTime() >= midnight - 6 * dayLength && at.getTime() < midnight) return week.format(at)
    return (at.getFullYear() === now.getFullYear() ? year : older).format(at)
  }

/** An instant, as short as it is clear: the time of today, the weekday of this week, else the date. */
export const shortDate = shortBy({
  week: new Intl.DateTimeFormat(language, { weekday: "short" }),
  year: new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }),
  older: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric" })
})

/** An instant with its time, as short as it is clear: `14:05`, `Fri 14:05`, `12 Nov, 14:05`. */
export const dateAndTime = shortBy({
  week: new Intl.DateTimeFormat(language, { weekday: "short", hour: "2-digit", minute: "2-digit" }),
  year: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
  older: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
})

export const fullDate = (iso: string): string => full.format(new Date(iso))

const labels = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" })
const months = new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" })
/** The date of a bucket, `2026-11-26…`. It is a label in the zone of the period, not an instant. */
export const bucketDate = (date: string, interval = "day"): string =>
  (interval === "month" ? months : labels).format(new Date(`${date.slice(0, 10)}T00:00:00Z`))

const rules = new Intl.PluralRules(language)
/** A number and the noun in its form: `plural(2, "thread", "threads")`. */
export const plural = (count: number, one: string, other: string): string =>
  `${number(count)} ${rules.select(count) === "one" ? one : other}`

/** The first letters of a name, or of an address. */
export const initials = (name: string): string => {
  const words = name
    .replace(/@.*$/u, "")
    .split(/[\s._-]+/u)
    .filter((word) => word !== "")
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "")
  return letters.join("").toLocaleUpperCase(language)
}

/** The calendars of public holidays, by the package `date-holidays`, which is loaded when the first campaign names a country. */
import { type Calendar, Holidays } from "@mailroom/core"
import { Effect, Layer } from "effect"

type Package = typeof import("date-holidays").default

const notInstalled = "needs the package date-holidays, which is not installed: npm install date-holidays"

const hour = 3_600_000
const day = 24 * hour

/** The local dates of a holiday, whole days only: some last several days, and some begin at 14:00. */
const daysOf = ({ date, end, start }: { readonly date: string; readonly start: Date; readonly end: Date }) => {
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  // The day on which a clock is set forward has 23 hours: with one more, it counts as whole.
  const length = Math.floor((end.getTime() - start.getTime() + hour) / day)
  return Array.from({ length }, (_, i) => new Date(first + i * day).toISOString().slice(0, 10))
}

/** The calendar of a region: its public holidays, and the days on which banks and offices are closed. */
const calendarOf = (DateHolidays: Package, region: string): Calendar | undefined => {
  const [country = "", part] = region.split("-")
  const all = new DateHolidays()
  if (!(country in all.getCountries())) return undefined
  if (part !== undefined && !(part in (all.getStates(country) ?? {}))) return undefined
  const holidays = part === undefined ? new DateHolidays(country) : new DateHolidays(country, part)
  const years = new Map<number, ReadonlySet<string>>()
  return (date) => {
    const year = Number(date.slice(0, 4))
    const holidayDates =
      years.get(year) ??
      new Set(
        // A holiday of the year before may end in this one.
        [...holidays.getHolidays(year - 1), ...holidays.getHolidays(year)]
          .filter(({ type }) => type === "public" || type === "bank")
          .flatMap(daysOf)
      )
    years.set(year, holidayDates)
    return holidayDates.has(date)
  }
}

/** `load` imports the package. */
export const layerFrom = (load: () => Promise<{ readonly default: Package }>): Layer.Layer<never> =>
  Layer.sync(Holidays, () => {
    const calendars = new Map<string, Calendar | undefined>()
    let imported: Promise<Package> | undefined
    const packageOf = Effect.tryPromise({
      try: () => (imported ??= load().then((loaded) => loaded.default)),
      catch: () => {
        imported = undefined
        return notInstalled
      }
    })
    return {
      calendarOf: Effect.fnUntraced(function* (region) {
        const DateHolidays = yield* packageOf
        if (!calendars.has(region)) calendars.set(region, calendarOf(DateHolidays, region))
        const calendar = calendars.get(region)
        if (calendar !== undefined) return calendar
        return yield* Effect.fail(`there is no calendar of holidays for ${region}: use skip_days`)
      })
    }
  })

export const layer = layerFrom(() => import("date-holidays"))

/** Local times by `Intl`: a second implementation of the rules that the engine follows, for tests that compare both. */

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  })
  formats.set(zone, format)
  return format
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

/** The date and the time that the zone has at an instant. */
export const localOf = (zone: string, at: number) => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value])
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ""
  const numbers = (["year", "month", "day", "hour", "minute", "second"] as const).map((type) => Number(part(type)))
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
    /** 1 is Monday. */
    weekday: weekdays.indexOf(part("weekday")) + 1,
    /** The milliseconds from the epoch to the same date and time in UTC. */
    wall: Date.UTC(year, month - 1, day, hour, minute, second) + (at % 1_000)
  }
}

/** Whether a window is open. */
export const isInside = (
  window: { readonly days: ReadonlyArray<number>; readonly from: string; readonly to: string },
  zone: string,
  at: number
): boolean => {
  const { time, weekday } = localOf(zone, at)
  return window.days.includes(weekday) && time >= window.from && time < window.to
}

const day = 86_400_000

/**
 * The instant a number of calendar days later, at which the clock shows the same time: the first one if it shows the time
 * twice. If the clock skips the time, as much later as it would have been without the change.
 */
export const daysLater = (zone: string, at: number, days: number): number => {
  const wall = localOf(zone, at).wall + days * day
  const offset = (instant: number) => localOf(zone, instant).wall - instant
  const [before, after] = [wall - offset(wall - day), wall - offset(wall + day)]
  const shows = [before, after].filter((instant) => localOf(zone, instant).wall === wall)
  return shows.length === 0 ? before : Math.min(...shows)
}

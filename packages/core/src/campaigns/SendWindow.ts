/**
 * The days and hours at which a campaign sends, in its time zone. Pure functions.
 *
 * The window is open while the local clock shows one of its minutes. So it follows both changes of the clock: an hour
 * that is skipped is never open, and an hour that is repeated is open twice.
 */
import { DateTime, Schema } from "effect"
import { described } from "../Described.ts"
import { day, minute } from "../Durations.ts"
import { remembered } from "../Remembered.ts"
import { fromMillis, type Timestamp, toMillis } from "../Timestamp.ts"

const time = (pattern: RegExp, example: string) =>
  Schema.String.check(Schema.isPattern(pattern, { message: `must be a time of the day such as ${example}` }))

export const SendWindow = Schema.Struct({
  days: described(
    Schema.Array(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 }, { message: "must be a day from 1 to 7" }))
    ).check(
      Schema.isMinLength(1, { message: "must name at least one day" }),
      Schema.isUnique({ message: "must name each day once" })
    ),
    "The days of the week on which mails go out: 1 is Monday, 7 is Sunday."
  ),
  from: described(time(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, "08:00"), "The time from which mails go out, `HH:MM`."),
  to: described(
    time(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/u, "18:00"),
    "The time until which mails go out, `HH:MM`, exclusive and after `from`; `24:00` is the end of the day."
  )
})
  .check(Schema.makeFilter(({ from, to }) => (from < to ? undefined : { path: ["to"], issue: "must be after from" })))
  .annotate({
    identifier: "SendWindow",
    description: "When the campaign sends, by the clock of its time zone."
  })
export type SendWindow = typeof SendWindow.Type

/** A window, and the days on which it stays closed, such as holidays. */
export interface Window extends SendWindow {
  /** Whether the window stays closed on this local day, counted from January 1, 1970. Default: on none. */
  readonly isOff?: (day: number) => boolean
}

/** The window of a campaign that does not set one. */
export const defaultWindow: SendWindow = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" }

/** A date and time as a local clock shows it: the milliseconds from the epoch to the same date and time in UTC. */
type Local = number

/** Like `offsetAt`, without its memory. */
const computedOffset = (zone: string, at: number): number =>
  DateTime.zonedOffset(DateTime.makeZonedUnsafe(at, { timeZone: zone }))

/** Remembers the offset of a zone on a day of UTC; `null`: it changes on this day. A forecast asks for the same days thousands of times. */
const offsetOn = remembered<number | null>(10_000)

/** The offset of a zone at an instant: how many milliseconds its local time is ahead of UTC. */
const offsetAt = (zone: string, at: number): number => {
  const date = Math.floor(at / day)
  const offset = offsetOn(`${date} ${zone}`, () => {
    const first = computedOffset(zone, date * day)
    return first === computedOffset(zone, (date + 1) * day) ? first : null
  })
  return offset ?? computedOffset(zone, at)
}

/** The date and time that the clock of a zone shows at an instant. */
const toLocal = (zone: string, at: number): Local => at + offsetAt(zone, at)

/** The number of a local day, counted from the epoch. */
const dayOf = (local: Local): number => Math.floor(local / day)

/** The day of the week of a local day: 1 is Monday. */
const weekdayOf = (day: number): number => {
  // Day 0, the epoch, was a Thursday. A day before it has a negative number, and so a negative remainder.
  const daysAfterMonday = (day + 3) % 7
  return (daysAfterMonday < 0 ? daysAfterMonday + 7 : daysAfterMonday) + 1
}

/** The milliseconds from midnight to a time such as `08:00`. */
const millisOfDay = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minute

/** Whether the window opens on a local day. */
export const isSendingDay = ({ days, isOff }: Pick<Window, "days" | "isOff">, day: number): boolean =>
  days.includes(weekdayOf(day)) && isOff?.(day) !== true

/** Whether the window is open when the local clock shows this. */
const contains = (window: Window, local: Local): boolean => {
  const number = dayOf(local)
  const time = local - number * day
  return time >= millisOfDay(window.from) && time < millisOfDay(window.to) && isSendingDay(window, number)
}

/** The calendar day of a zone at an instant, counted from January 1, 1970. */
export const dayAt = (zone: string, at: Timestamp): number => dayOf(toLocal(zone, toMillis(at)))

/**
 * The instants at which the local clock may reach a time: one, unless the clock changes within a day of it. Then there are three: the time by the
 * offset before the change, by the offset after it, and the change itself, which may skip the time. Some of them may show another time, so
 * callers check what the clock shows.
 */
const instantsOf = (zone: string, local: Local): ReadonlyArray<number> => {
  // An offset from UTC is less than a day: these instants are before and after the time.
  let [early, late] = [local - day, local + day]
  const [before, after] = [offsetAt(zone, early), offsetAt(zone, late)]
  if (before === after) return [local - before]
  // Finds the millisecond of the change.
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (offsetAt(zone, middle) === before) early = middle
    else late = middle
  }
  return [local - before, local - after, late]
}

/** The instant at which the clock of a zone shows the same time `days` later. A time that the clock skips is as much later as it skips. */
export const sameTimeAfter = (zone: string, at: Timestamp, days: number): Timestamp => {
  const millis = toMillis(at)
  const [instant, ...others] = instantsOf(zone, toLocal(zone, millis) + days * day)
  if (instant !== undefined && others.length === 0) return fromMillis(instant)
  const zoned = DateTime.makeZonedUnsafe(millis, { timeZone: zone })
  return fromMillis(DateTime.toEpochMillis(DateTime.add(zoned, { days })))
}

/** The earliest of these instants, from `now` on, at which the condition holds; `undefined`: none. */
const firstOf = (instants: ReadonlyArray<number>, now: number, holds: (at: number) => boolean): number | undefined =>
  instants
    .filter((at) => at >= now)
    .toSorted((a, b) => a - b)
    .find(holds)

/** Whether mails may go out at an instant. */
export const isOpen = (window: Window, zone: string, now: Timestamp): boolean =>
  contains(window, toLocal(zone, toMillis(now)))

/**
 * The number of days within which a window opens. Without days off, 15: if it opens on one day of the week, a change of the clock may skip it
 * once. With days off, 1 500: a hundred of them, and all holidays, may fall on that day of the week.
 */
const horizonOf = ({ isOff }: Window): number => (isOff === undefined ? 15 : 1_500)

/** The earliest instant from `now` on at which the window is open: `now` itself while it is. */
export const opensAt = (window: Window, zone: string, now: Timestamp): Timestamp => {
  const at = toMillis(now)
  const local = toLocal(zone, at)
  if (contains(window, local)) return now
  const today = dayOf(local)
  const horizon = horizonOf(window)
  let [earliest, last] = [at + horizon * day, today + horizon]
  // Begins a day before: a clock that is set back at midnight shows the day before once more.
  for (let date = today - 1; date <= last; date++) {
    if (!isSendingDay(window, date)) continue
    const instants = instantsOf(zone, date * day + millisOfDay(window.from))
    const opening = firstOf(instants, at, (instant) => contains(window, toLocal(zone, instant)))
    if (opening === undefined) continue
    earliest = Math.min(earliest, opening)
    // One more day is looked at: `opening` may be a change of the clock on the next day, after the window of that day has opened.
    last = Math.min(last, date + 1)
  }
  return fromMillis(earliest)
}

/**
 * The instant at which an open window opened today by the local clock; `now` if it is closed. After a change of the clock it may open
 * again: the last opening counts.
 */
export const openedAt = (window: Window, zone: string, now: Timestamp): Timestamp => {
  const at = toMillis(now)
  const today = dayOf(toLocal(zone, at))
  const isInside = (instant: number) => {
    const local = toLocal(zone, instant)
    return contains(window, local) && dayOf(local) === today
  }
  if (!isInside(at)) return now
  const opening = [today * day, today * day + millisOfDay(window.from)]
    .flatMap((local) => instantsOf(zone, local))
    .filter((instant) => instant <= at && isInside(instant) && !isInside(instant - 1))
  return fromMillis(Math.max(...opening))
}

/**
 * The earliest instant after `now` at which the window is closed or the next local day has begun; `now` if the window is
 * closed.
 */
export const closesAt = (window: Window, zone: string, now: Timestamp): Timestamp => {
  const at = toMillis(now)
  const local = toLocal(zone, at)
  if (!contains(window, local)) return now
  const today = dayOf(local)
  const ends = [today * day + millisOfDay(window.to), (today + 1) * day]
  const closing = firstOf(
    ends.flatMap((end) => instantsOf(zone, end)),
    at,
    (instant) => {
      const then = toLocal(zone, instant)
      return !contains(window, then) || dayOf(then) !== today
    }
  )
  return fromMillis(closing ?? at + day)
}

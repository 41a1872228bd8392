/** Instants: the format of the contract, and the formats that it accepts. */
import { Clock, Effect, Schema, SchemaGetter } from "effect"
import { day, minute as oneMinute } from "./Durations.ts"

const canonical = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u

/**
 * An instant in ISO 8601, UTC, with milliseconds: `2026-08-07T09:30:00.000Z` (contract, section 1). The width is fixed,
 * so comparing two strings compares the instants.
 */
export const Timestamp = Schema.String.check(
  Schema.isPattern(canonical, {
    format: "date-time",
    expected: "an ISO 8601 UTC instant with milliseconds"
  }),
  Schema.makeFilter((value) => exists(value) || "must be an instant of the calendar")
).pipe(Schema.brand("Timestamp"))
export type Timestamp = typeof Timestamp.Type

/**
 * An instant as a caller writes it: any date-time of RFC 3339, 5.6, with `T` and `Z` in either case or a space instead
 * of the `T`, and up to nine fraction digits. It decodes to a `Timestamp`: converted to UTC and truncated to
 * milliseconds.
 *
 * A leap second (RFC 3339, 5.7) is the second `60` at the end of June or December in UTC. It decodes to the first
 * second of the next month, which is the same second of Unix time. The year 0 is rejected.
 */
export const TimestampInput = Schema.String.annotate({
  format: "date-time",
  description: "A date-time of RFC 3339, with `Z` or an offset."
}).pipe(
  Schema.decodeTo(Schema.String.check(Schema.makeFilter((value) => faultOf(value))).pipe(Schema.brand("Timestamp")), {
    decode: SchemaGetter.transform((text) => normalize(text)),
    encode: SchemaGetter.passthrough()
  })
)

/**
 * A bound of a period: either a date, which `instantOf` converts to an instant, or an instant in the format of
 * `TimestampInput`.
 */
const bound = (instantOf: (startOfDay: Timestamp) => Timestamp) =>
  Schema.String.annotate({
    description: "A date, `YYYY-MM-DD`, or a date-time of RFC 3339, with `Z` or an offset."
  }).pipe(
    Schema.decodeTo(
      Schema.String.check(Schema.makeFilter((value) => faultOfBound(value))).pipe(Schema.brand("Timestamp")),
      {
        decode: SchemaGetter.transform((text) => {
          if (!date.test(text)) return normalize(text)
          const start = `${text}T00:00:00.000Z`
          return faultOf(start) === undefined ? instantOf(start as Timestamp) : start
        }),
        encode: SchemaGetter.passthrough()
      }
    )
  )
const date = /^\d{4}-\d{2}-\d{2}$/u
const faultOfBound = (text: string) => {
  const fault = faultOf(text)
  return fault === notDateTime ? `must be a date such as 2026-08-07, or a date-time such as ${example}` : fault
}

/** The beginning of a period. A date means the first instant of that day in UTC. */
export const FromInput = bound((start) => start)
/** The end of a period, exclusive. A date means the first instant after that day in UTC. */
export const UntilInput = bound((start) => plus(start, day))

/** The instant `milliseconds` after the epoch. Years outside 0000–9999 are clamped, to keep the width. */
export const fromMillis = (milliseconds: number): Timestamp =>
  new Date(Math.min(Math.max(milliseconds, minimum), maximum)).toISOString() as Timestamp

export const toMillis = (timestamp: Timestamp): number => Date.parse(timestamp)

/** The instant `milliseconds` after another one, or before it when they are negative. */
export const plus = (timestamp: Timestamp, milliseconds: number): Timestamp =>
  fromMillis(toMillis(timestamp) + milliseconds)

/** The largest accepted difference between clocks, in milliseconds: a day. */
export const clockTolerance = day

/** The later of two instants. */
export const latest = (one: Timestamp, other: Timestamp): Timestamp => (one > other ? one : other)

/** The earlier of two instants; `null` is later than every instant. */
export const earlier = (one: Timestamp | null, other: Timestamp | null): Timestamp | null =>
  one === null || (other !== null && other < one) ? other : one

/** The present instant of Effect's `Clock`. */
export const now: Effect.Effect<Timestamp> = Effect.map(Clock.currentTimeMillis, fromMillis)

/** Whether the day exists in the calendar and the time exists in the day, for a text of the canonical form. */
const exists = (value: string): boolean => {
  const at = Date.parse(value)
  // `Date.parse` takes February 30 for March 2.
  return !Number.isNaN(at) && new Date(at).toISOString() === value
}

/** The parts of a date-time: date, hour, minute, second, fraction, and the sign, hours and minutes of its offset. */
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/u

/** Converts a date-time to the canonical form. An invalid text is returned in a form that `faultOf` rejects. */
const normalize = (text: string): string => {
  if (canonical.test(text)) return text
  const parts = dateTime.exec(text)
  if (parts === null) return text
  const [, date, hour, minute, second = "", fraction = "", sign, hours, minutes] = parts
  const isUtc = sign === undefined || (hours === "00" && minutes === "00")
  // Fast path: nothing has to be computed.
  if (isUtc && second <= "59") return `${date}T${hour}:${minute}:${second}.${milliseconds(fraction)}Z`
  if (faultOfParts(parts) !== undefined) return text
  const at = millisOf(parts)
  return at < minimum || at > maximum ? text : new Date(at).toISOString()
}
const milliseconds = (fraction: string) => fraction.slice(0, 3).padEnd(3, "0")

/** Why a text is not a valid instant; `undefined` if it is valid. */
const faultOf = (text: string): string | undefined => {
  if (canonical.test(text) && exists(text) && text >= "0001") return undefined
  const parts = dateTime.exec(text)
  if (parts !== null) return faultOfParts(parts) ?? "must be of the years 0001 to 9999 in UTC"
  if (dateTime.test(text.replace(/ (?=\d{2}:\d{2}$)/u, "+")))
    return "must have a sign before its offset; in a URL, + is written as %2B"
  if (dateTime.test(`${text}Z`)) return "must end with Z or with an offset such as +02:00"
  return notDateTime
}
const example = "2026-08-07T09:30:00Z"
const notDateTime = `must be a date-time such as ${example}, with at most nine digits after the second`

const faultOfParts = (parts: RegExpExecArray): string | undefined => {
  const [, date = "", hour = "", minute = "", second = "", , , hours = "", minutes = ""] = parts
  const [year, month = 0, day = 0] = date.split("-").map(Number)
  if (month < 1 || month > 12) return "must have a month from 01 to 12"
  if (day < 1 || day > daysOf(Number(year), month)) return "must have a day that its month has"
  if (hour > "23") return "must have an hour from 00 to 23"
  if (minute > "59") return "must have a minute from 00 to 59"
  if (hours > "23" || minutes > "59") return "must have an offset of at most 23:59"
  if (second <= "59") return undefined
  const isLeapSecond = second === "60" && leapSecond.test(new Date(millisOf(parts) - 1000).toISOString())
  return isLeapSecond ? undefined : "must have a second from 00 to 59"
}
const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
/** The second before a leap second, in UTC. */
const leapSecond = /-(?:06-30|12-31)T23:59:59/u

/** Milliseconds after the epoch. The second 60 counts as the first second of the next minute. */
const millisOf = ([, date, hour, minute, second, fraction = "", sign, hours, minutes]: RegExpExecArray): number => {
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * oneMinute
  const inMinute = Number(second) * 1000 + Number(milliseconds(fraction))
  return Date.parse(`${date}T${hour}:${minute}:00.000Z`) + inMinute - (sign === "-" ? -offset : offset)
}

const minimum = Date.parse("0000-01-01T00:00:00.000Z")
const maximum = Date.parse("9999-12-31T23:59:59.999Z")

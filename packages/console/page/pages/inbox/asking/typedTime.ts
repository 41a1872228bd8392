/** Instants that people type in English or German: `tue 9`, `morgen 14:30`, `in 3 days`, `24 dec`. Pure functions. */

export interface Reader {
  /** The time zone, such as `Europe/Berlin`. */
  readonly zone: string
  /** Whether the reader writes `12/24` for Christmas Eve. */
  readonly monthFirst: boolean
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The time of a day without one. */
const morning = 8 * hour
/** The years in which a day without a year is looked for: a leap day may be eight years away. */
const years = 9

/** The time on a wall clock of the zone at an instant, in milliseconds as if it were UTC. */
const wallOf = (instant: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric"
  }).formatToParts(instant)
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === name)?.value)
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"))
}

/** The instants at which a clock of the zone shows this, the earliest first: none where clocks leave it out. */
const instantsOf = (wall: number, zone: string): ReadonlyArray<number> => {
  const offsets = [wall - day, wall + day].map((near) => wallOf(near, zone) - near)
  const found = offsets.map((offset) => wall - offset).filter((instant) => wallOf(instant, zone) === wall)
  return [...new Set(found)].toSorted((a, b) => a - b)
}

/** The first instant at which clocks of the zone show this time. A time that clocks skip counts as if they were not set forward. */
export const instantOf = (wall: number, zone: string): number =>
  instantsOf(wall, zone)[0] ?? wall - (wallOf(wall - day, zone) - (wall - day))

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/\b([ap])\.\s?m\.?(?=\s|$)/gu, "$1m")
    .replaceAll(/,/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()

/** The first letters of the weekdays from Sunday on, and of the months, in both languages. */
const weekdays = ["su|so", "mo", "tu|di", "we|mi", "th|do", "fr", "sa"]
const weekday =
  /^(sun(?:day)?|so(?:nntag)?|mon?(?:day|tag)?|tue?s?(?:day)?|di(?:enstag)?|wed?(?:nesday)?|mi(?:ttwoch)?|th(?:ur?s?)?(?:day)?|do(?:nnerstag)?|fr(?:i(?:day)?|eitag)?|sat?(?:urday)?|samstag|sonnabend)\b\.?\s*/u
const months = ["jan", "feb", "mar|mae|mrz", "apr", "may|mai", "jun", "jul", "aug", "sep", "o[ck]t", "nov", "de[cz]"]
const month = String.raw`(jan|feb|m[ar]r|mrz|mae|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*\.?`
const indexIn = (patterns: ReadonlyArray<string>, word: string) =>
  patterns.findIndex((pattern) => new RegExp(`^(?:${pattern})`, "u").test(word))

/** Numbers as words. */
const words = [
  "half|halbe[nr]?",
  "an?|eine?[mnr]?|one",
  "two|zwei",
  "three|drei",
  "four|vier",
  "five|funf",
  "six|sechs"
]
const count = String.raw`(\d{1,4}|${words.join("|")})`
/** A number in digits or as a word. */
const countOf = (text: string): number => (/^\d/u.test(text) ? Number(text) : indexIn(words, text) || 0.5)

/** The day of the reader, and the order in which the reader writes dates. */
interface Place {
  /** Midnight of today, on the clock of the reader. */
  readonly today: number
  readonly monthFirst: boolean
}

/** The days that a text may mean, as midnights on the clock of the reader, the earliest first; and the rest of it. */
interface Days {
  readonly days: ReadonlyArray<number>
  readonly rest: string
}

/** Midnight of a date; none for a date that does not exist. */
const dateOf = (year: number, monthIndex: number, date: number): ReadonlyArray<number> => {
  const found = new Date(Date.UTC(year, monthIndex, date))
  return found.getUTCMonth() === monthIndex && found.getUTCDate() === date ? [found.getTime()] : []
}

const dates = ({ today }: Place, year: string | undefined, monthIndex: number, date: number): ReadonlyArray<number> => {
  if (year !== undefined) return dateOf(Number(year.padStart(4, "20")), monthIndex, date)
  const first = new Date(today).getUTCFullYear()
  return Array.from({ length: years }, (_, i) => dateOf(first + i, monthIndex, date)).flat()
}

/** A way to write a day. */
interface Form {
  readonly pattern: RegExp
  readonly days: (found: ReadonlyArray<string | undefined>, place: Place) => ReadonlyArray<number>
}

const inMonths = (from: number, count: number): number => {
  const at = new Date(from)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count + 1, 0)).getUTCDate()
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, Math.min(at.getUTCDate(), last))
}

const untilWeekday = (today: number, wanted: number) => (wanted - new Date(today).getUTCDay() + 7) % 7

/** `next` with its German forms. */
const next = String.raw`(?:next|nachste[mnrs]?|naechste[mnrs]?|kommende[mnrs]?)`
const year = String.raw`(\d{4})`

const forms: ReadonlyArray<Form> = [
  { pattern: /^(?:today|heute)\b/u, days: (_, { today }) => [today] },
  { pattern: /^(?=tonight\b)/u, days: (_, { today }) => [today] },
  { pattern: /^(?:the )?day after tomorrow\b|^ue?bermorgen\b/u, days: (_, { today }) => [today + 2 * day] },
  { pattern: /^(?:tomorrow|tmrw?|morgen)\b/u, days: (_, { today }) => [today + day] },
  {
    pattern: new RegExp(
      String.raw`^(?:in )?${count} ?(d|days?|tag(?:en?)?|w|weeks?|wochen?|months?|monat(?:en?)?)\b`,
      "u"
    ),
    days: ([, text = "", unit = ""], { today }) => {
      const count = countOf(text)
      if (!Number.isInteger(count) || count < 1) return []
      if (unit.startsWith("mo")) return [inMonths(today, count)]
      return [today + count * (unit.startsWith("w") ? 7 : 1) * day]
    }
  },
  {
    pattern: new RegExp(`^${next} (?:week|woche)\\b`, "u"),
    days: (_, { today }) => [today + (untilWeekday(today, 1) || 7) * day]
  },
  {
    pattern: new RegExp(`^${next} (?:month|monat)\\b`, "u"),
    days: (_, { today }) => [inMonths(Date.UTC(new Date(today).getUTCFullYear(), new Date(today).getUTCMonth(), 1), 1)]
  },
  {
    pattern: /^(?:the |this )?(?:weekend|wochenende)\b/u,
    days: (_, { today }) => [0, 7].map((later) => today + (untilWeekday(today, 6) + later) * day)
  },
  {
    pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})(?:t(?=\d)|\b)/u,
    days: ([, year, m, d], place) => dates(place, year, Number(m) - 1, Number(d))
  },
  {
    pattern: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2}(?!\d|[:.]))?(?=\s|$)/u,
    days: ([, d, m, year], place) => dates(place, year, Number(m) - 1, Number(d))
  },
  {
    pattern: /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?\b/u,
    days: ([, a, b, year], place) => {
      const [first, second] = [Number(a), Number(b)]
      const isMonthFirst = place.monthFirst ? first <= 12 : second > 12
      return isMonthFirst ? dates(place, year, first - 1, second) : dates(place, year, second - 1, first)
    }
  },
  {
    pattern: new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)? ?(?:of )?${month}(?: ${year})?(?=\s|$)`, "u"),
    days: ([, d, name = "", year], place) => dates(place, year, indexIn(months, name), Number(d))
  },
  {
    pattern: new RegExp(String.raw`^${month} (\d{1,2})(?:st|nd|rd|th)?(?: ${year})?(?=\s|$)`, "u"),
    days: ([, name = "", d, year], place) => dates(place, year, indexIn(months, name), Number(d))
  }
]

const formIn = (text: string, place: Place): Days | undefined => {
  for (const { days, pattern } of forms) {
    const found = pattern.exec(text)
    if (found !== null) return { days: days(found, place), rest: text.slice(found[0].length).trim() }
  }
  return undefined
}

/** A day: a date, also with its weekday before it, or a weekday alone. */
const daysIn = (text: string, place: Place): Days | undefined => {
  const isNext = new RegExp(`^${next} `, "u")
  const found = weekday.exec(text.replace(isNext, ""))
  if (found === null) return formIn(text, place)
  const wanted = indexIn(weekdays, found[1] === "sonnabend" ? "sa" : (found[1] ?? ""))
  const rest = text.replace(isNext, "").slice(found[0].length)
  const dated = formIn(rest, place)
  if (dated !== undefined) {
    return { ...dated, days: dated.days.filter((midnight) => new Date(midnight).getUTCDay() === wanted) }
  }
  const until = untilWeekday(place.today, wanted)
  const first = place.today + (isNext.test(text) && until === 0 ? 7 : until) * day
  return { days: [first, first + 7 * day], rest }
}

const times: ReadonlyArray<readonly [pattern: RegExp, hours: number]> = [
  [/^(?:in the |in der )?(?:morning|morgens?|fruh|frueh|vormittags?)$/u, 8],
  [/^(?:noon|mittags?)$/u, 12],
  [/^(?:in the )?(?:afternoon|nachmittags?)$/u, 14],
  [/^(?:in the )?(?:evening|tonight|abends?)$/u, 18]
]

/** The time of a day, in milliseconds since midnight. */
const timeIn = (text: string): number | undefined => {
  const named = times.find(([pattern]) => pattern.test(text))
  if (named !== undefined) return named[1] * hour
  const found = /^(?:at |um |gegen |ab )?(\d{1,2})(?:(?:[:.]| ?uhr ?|h)(\d{2})?)? ?(am|pm|uhr|h|o'?clock)?$/u.exec(text)
  if (found === null) return undefined
  const [, h = "", m = "0", half] = found
  const isHalf = half === "am" || half === "pm"
  if (Number(m) > 59 || Number(h) > (isHalf ? 12 : 23) || (isHalf && Number(h) === 0)) return undefined
  return (isHalf ? (Number(h) % 12) + (half === "pm" ? 12 : 0) : Number(h)) * hour + Number(m) * minute
}

const waiting = new RegExp(`^(?:in )?${count} ?(m|mins?|minutes?|minuten?|h|hours?|std|stunden?)$`, "u")

/** Minutes and hours from now, in milliseconds. */
const waitIn = (text: string): number | undefined => {
  const [, amount = "", unit = ""] = waiting.exec(text.replace(/(?<=half )an |einer (?=halb)/u, "")) ?? []
  const wait = countOf(amount) * (unit.startsWith("m") ? minute : hour)
  return unit !== "" && wait > 0 ? wait : undefined
}

/** The instants that a text can mean, also past ones; `undefined` if it means no time. A day without a time begins at 8:00. */
const instantsIn = (typed: string, now: Date, { monthFirst, zone }: Reader): ReadonlyArray<number> | undefined => {
  const text = plain(typed).replace(/^(?:on|am|until|till|bis|this) /u, "")
  const wait = waitIn(text)
  if (wait !== undefined) return [now.getTime() + wait]
  const wall = wallOf(now.getTime(), zone)
  const today = wall - (wall % day)
  const time = timeIn(text)
  const found = time === undefined ? daysIn(text, { today, monthFirst }) : { days: [today, today + day], rest: text }
  if (found === undefined) return undefined
  const ofDay = found.rest === "" ? morning : timeIn(found.rest)
  if (ofDay === undefined) return undefined
  return found.days.flatMap((midnight) => {
    const all = instantsOf(midnight + ofDay, zone)
    return all.length === 0 ? [instantOf(midnight + ofDay, zone)] : all
  })
}

/** The instant after `now` that a text means; `undefined` if it means none. */
export const typedTime = (typed: string, now: Date, reader: Reader): Date | undefined => {
  const instant = instantsIn(typed, now, reader)?.find((instant) => instant > now.getTime())
  return instant === undefined ? undefined : new Date(instant)
}

/** Whether a text means a time, but only a past one. */
export const isPastTime = (typed: string, now: Date, reader: Reader): boolean => {
  const instants = instantsIn(typed, now, reader) ?? []
  return instants.length > 0 && instants.every((instant) => instant <= now.getTime())
}

/** The date that a note of absence names for the return of its author. Pure functions. */
import type { ParsedMail } from "../MailParser.ts"
import { unaccented, unaccentedPattern } from "../text/Wording.ts"
import { dateWords, returnsAfter, untilAfter, untilBeforeJoined } from "../words/notices/DateWords.ts"
import { others, relatives } from "../words/notices/OtherPersons.ts"
import { wordPattern } from "../words/WordPattern.ts"

const day = 86_400_000
/** A date without a year is at most this long before the mail; else it is in the next year. */
const past = 120 * day
/** An absence is shorter. */
const future = 400 * day
/** Maximum number of characters of a note that are read. */
const maximumText = 4_000

/** A calendar day, in milliseconds at midnight UTC. */
type Day = number

/** A place in a text that names a day. */
interface Named {
  readonly index: number
  readonly end: number
  /** The days that it may mean; the first that is not before the mail counts. */
  readonly days: ReadonlyArray<Day>
  /** The text names the first day, too, as in `November 24-28`. */
  readonly isRange: boolean
}

const anyOf = (words: ReadonlyArray<string>) => words.map((word) => unaccentedPattern(wordPattern(word))).join("|")
const whole = (words: ReadonlyArray<string>) => `(?<!\\p{L})(?:${anyOf(words)})(?!\\p{L})`

/** The number of each word of a table whose rows are words separated by spaces. */
const numbered = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
  rows.flatMap((row) => row.flatMap((words, i) => words.split(" ").map((word) => [word, i] as const)))
const monthWords = numbered(dateWords.map(({ months }) => months))
const weekdayWords = numbered(dateWords.map(({ weekdays }) => weekdays))
/** Longer words first, so that `august` is not `aug`. */
const sorted = (words: ReadonlyArray<readonly [string, number]>) =>
  [...new Set(words.map(([word]) => word))].sort((a, b) => b.length - a.length)
const numberIn = (words: ReadonlyArray<readonly [string, number]>) => {
  const patterns = words.map(
    ([word, i]) => [new RegExp(`^(?:${unaccentedPattern(wordPattern(word))})$`, "u"), i] as const
  )
  return (text: string) => [...new Set(patterns.flatMap(([pattern, i]) => (pattern.test(text) ? [i] : [])))]
}
const monthsOf = numberIn(monthWords)
const weekdaysOf = numberIn(weekdayWords)

const month = `(?<month>${anyOf(sorted(monthWords))})(?!\\p{L})\\.?`
const date = "(?<day>\\d{1,2})(?:st|nd|rd|th|er|ro|º|ª|°|\\.)?"
const year = "(?:[ ,]{0,2}(?:(?:de|del|of|di) )?(?<year>(?:20)\\d\\d)(?!\\d)(?:年|년)?)?"
const forms = [
  // 2026-12-04, 2026/12/4, 2026.12.04., 2026年12月4日, 2026년 12월 4일
  "(?<!\\d)(?<year>20\\d\\d)(?:[-/.]|年|년 ?) ?(?<number>\\d{1,2})(?:[-/.]|月|월 ?) ?(?<day>\\d{1,2})(?!\\d)(?:日|일)?",
  // 12月4日, 12월 4일
  "(?<!\\d)(?<number>\\d{1,2})(?:月|월 ?)(?<day>\\d{1,2})(?:日|일)",
  // 4.12.2026, 04/12/26, 4.12., 4/12
  "(?<![\\d.:/])(?<first>\\d{1,2})(?<separator>[./-]) ?(?<second>\\d{1,2})(?:\\k<separator> ?(?<year>(?:20)?\\d\\d)(?![\\d:])|\\.?(?![\\d/:]))",
  // December 4, 2026; the last day of `November 24-28`; `2026. december 4.`
  `(?<!\\p{L})${month} (?:the )?(?<start>\\d{1,2}(?:st|nd|rd|th|\\.)? ?(?:-|–|—|to|bis) ?)?${date}(?![\\d:/])${year}`,
  // 4 December 2026, 4. Dezember, 4 de diciembre de 2026, 1er décembre
  `(?<![\\d.:])${date} ?(?:(?:de|of|di|d['’])? ?)${month}${year}`
].map((pattern) => new RegExp(pattern, "gu"))
const weekday = new RegExp(`(?<!\\p{L})(?<weekday>${anyOf(sorted(weekdayWords))})(?!\\p{L})`, "gu")

/** A calendar day that exists; months begin at 0. */
const dayOf = (year: number, month: number, date: number): ReadonlyArray<Day> => {
  const time = Date.UTC(year, month, date)
  const found = new Date(time)
  return found.getUTCMonth() === month && found.getUTCDate() === date ? [time] : []
}

/** The days that a month and a date may mean, judged by the day of the mail. */
const daysOf = (sent: Day, named: string | undefined, month: number, date: number): ReadonlyArray<Day> => {
  if (named !== undefined) return dayOf(Number(named.length === 2 ? `20${named}` : named), month, date)
  const thisYear = new Date(sent).getUTCFullYear()
  return [thisYear, thisYear + 1]
    .flatMap((year) => dayOf(year, month, date))
    .filter((time) => time >= sent - past)
    .slice(0, 1)
}

/** The days of a match of `forms`. */
const daysIn = (
  sent: Day,
  { day = "", first, month, number, second, year }: Record<string, string | undefined>
): ReadonlyArray<Day> => {
  if (first !== undefined && second !== undefined) {
    // The order differs between countries. Of two days that are possible, the next one after the mail is meant.
    const days = [
      ...daysOf(sent, year, Number(second) - 1, Number(first)),
      ...daysOf(sent, year, Number(first) - 1, Number(second))
    ]
    return days.sort((a, b) => Number(a < sent) - Number(b < sent) || a - b)
  }
  const months = number === undefined ? monthsOf(month ?? "") : [Number(number) - 1]
  return months.flatMap((month) => daysOf(sent, year, month, Number(day)))
}

/** All days that a text names, in their order. A later form does not read a part of an earlier one again. */
const namedIn = (text: string, sent: Day): ReadonlyArray<Named> => {
  const found: Array<Named> = []
  const add = (index: number, length: number, days: ReadonlyArray<Day>, isRange = false) => {
    const end = index + length
    if (days.length > 0 && !found.some((other) => index < other.end && other.index < end)) {
      found.push({ index, end, days, isRange })
    }
  }
  for (const form of forms) {
    for (const { 0: match, groups = {}, index } of text.matchAll(form)) {
      // `4-5` are two dates of a month, `1/2` may be anything, so hyphens need a year.
      if (groups["separator"] === "-" && groups["year"] === undefined) continue
      add(index, match.length, daysIn(sent, groups), groups["start"] !== undefined)
    }
  }
  for (const { 0: match, groups = {}, index } of text.matchAll(weekday)) {
    const end = index + match.length
    // The weekday of a date, as in `Friday, the 4th` or `4/12 (Friday)`, names no other day.
    const isOfDate = found.some(
      (other) => (other.index >= end && other.index - end <= 8) || (index >= other.end && index - other.end <= 3)
    )
    if (isOfDate) continue
    // Weekdays are numbered from Monday, 0. The next one after the mail is meant, in 1 to 7 days.
    const sentWeekday = (new Date(sent).getUTCDay() + 6) % 7
    const [weekday] = weekdaysOf(groups["weekday"] ?? "")
    if (weekday !== undefined) add(index, match.length, [sent + (((weekday - sentWeekday + 6) % 7) + 1) * day])
  }
  return found.sort((a, b) => a.index - b.index)
}

/** Words between a preposition and its date, such as "the", an article or a weekday. */
const filler = `(?:[ ,(]|${whole(sorted(weekdayWords))}|${whole(["the", "on", "dem", "den", "der", "am", "le", "el", "la", "il", "lo", "o", "de", "dia", "día", "dato", "den", "inclusive", "and including", "incl.", "od", "dnia", "data", "data de", "fecha", "giorno", "op", "dagen", "at", "close of business", "end of", "cob", "including", "mit", "einschließlich", "ao", "τις", "την", "στις"])})*`
const onlyFiller = new RegExp(`^${filler}$`, "u")
const untilBefore = new RegExp(
  `(?:${whole(dateWords.flatMap(({ until }) => until))}${filler}|[-–—] ?|(?:${anyOf(untilBeforeJoined)}) ?)$`,
  "u"
)
const fromBefore = new RegExp(`${whole(dateWords.flatMap(({ from }) => from))}${filler}$`, "u")
const endsAbsence = new RegExp(`^[ -]?(?:[\\p{L}]{0,3})?(?:${anyOf(untilAfter)})(?!\\p{Script=Latin})`, "u")
const returning = new RegExp(whole(dateWords.flatMap(({ returns }) => returns)), "u")
const returningJoined = new RegExp(anyOf(returnsAfter), "u")
/** The clause before a date is about another person than the author. */
const ofOther = new RegExp(`(?:, ?${whole(relatives)}|(?:^ ?|, ?)${whole(others)}) \\p{L}[^,(]*$`, "u")
/** The greatest distance of a word from its date. */
const reach = 120
const sentence = /[.!?](?=\s)|[\n;。！？]/u

/**
 * The role of a day in the absence, by the words around it: its first or last day, or the day of the return. Before
 * `before` and from `after` on, the words are about other days.
 */
const roleOf = (
  text: string,
  { end, index, isRange }: Named,
  before: number,
  after: number
): "first" | "last" | "return" | "unknown" => {
  const textBefore = text.slice(Math.max(before, index - reach), index)
  const left = textBefore.split(sentence).at(-1) ?? ""
  if (ofOther.test(left)) return "unknown"
  const right = text.slice(end, Math.min(after, end + reach)).split(sentence)[0] ?? ""
  if (returning.test(left) || returningJoined.test(left)) return "return"
  if (untilBefore.test(left) || endsAbsence.test(right) || isRange) return "last"
  // Words before the next day of the same sentence are about that one.
  const isLast = after === text.length || sentence.test(text.slice(end, after))
  if (isLast && (returning.test(right) || returningJoined.test(right))) return "return"
  return fromBefore.test(left) ? "first" : "unknown"
}

const dateOnly = (time: Day) => new Date(time).toISOString().slice(0, 10)

/** A text in which the words of the tables are found. Lines that a mail program wrapped are joined. */
const read = (text: string) =>
  unaccented(text.slice(0, maximumText).toLowerCase())
    .replaceAll(/[ \t\u00a0\u202f]+/gu, " ")
    .replaceAll(/\n(?=[^\n])(?<!\n\n)/gu, " ")
    .replaceAll(/ {2,}/gu, " ")

/** Whether a text begins with a date, or with a preposition and a date. */
export const beginsWithDate = (text: string, sent: string | null): boolean => {
  const start = read(text)
    .trimStart()
    .replace(/^[:,(–—-]+ ?/u, "")
  const [first] = namedIn(start, sentOn(sent))
  if (first === undefined) return /^\d{1,2}\.? ?(?:-|–|—|bis|au|al|to) ?\d{1,2}\b/u.test(start)
  const left = start.slice(0, first.index)
  return (
    left === "" ||
    untilBefore.test(left) ||
    fromBefore.test(left) ||
    onlyFiller.test(left) ||
    /\d{1,2}\.? ?(?:-|–|—|bis|au|al|a|to|und|et|y|e) ?(?:\p{L}{1,3} )?$/u.test(left)
  )
}

/** The day on which a mail was sent; today if its date is missing. */
const sentOn = (sent: string | null): Day => Date.parse(`${(sent ?? new Date().toISOString()).slice(0, 10)}T00:00:00Z`)

/**
 * The day that a note of absence names for the return of its author, else the last day of the absence, as `2026-12-04`; `null`: it
 * names none, or one that is over. `sent`: the date of the mail, an instant in ISO 8601. A date without a year, or whose order of day
 * and month is not clear, is the next one after the mail.
 */
export const returnDate = (texts: ReadonlyArray<string>, sent: string | null): string | null => {
  if (sent === null) return null
  const today = sentOn(sent)
  const all = texts.flatMap((written) => {
    const text = read(written)
    const named = namedIn(text, today)
    return named.map((one, i) => ({
      role: roleOf(text, one, named[i - 1]?.end ?? 0, named[i + 1]?.index ?? text.length),
      time: one.days.find((time) => time >= today && time <= today + future)
    }))
  })
  const daysWith = (role: string) =>
    all.flatMap((one) => (one.role === role && one.time !== undefined ? [one.time] : []))
  const [time] = [...daysWith("return"), ...daysWith("last")]
  return time === undefined ? null : dateOnly(time)
}

/** The part of a subject that an automatic reply itself writes: programs put the subject of the answered mail behind a colon. */
const ownSubject = ({ date, subject }: ParsedMail): string => {
  const [, title = "", rest = ""] = /^([^:：]{1,80})[:：](.*)$/su.exec(subject) ?? []
  return title === "" || beginsWithDate(rest, date) ? subject : title
}

/** The return date that an automatic reply names; see `returnDate`. */
export const returnDateOf = (mail: ParsedMail): string | null =>
  returnDate([mail.reply_text, ownSubject(mail)], mail.date)

/**
 * Recognizes the lines by which mail programs introduce quoted mail: an introduction ("On Tuesday, Ada wrote:"), a
 * header block ("From: …", "Sent: …"), or a line such as "Original message". Dates, addresses and the shape of lines
 * decide; words of a language are needed only without them.
 */
import { Line } from "./Line.ts"
import type { Thread } from "./Thread.ts"
import { labels, type Role } from "../words/replies/Labels.ts"
import { originals, verbs, verbsInside, wordsOfVerbs } from "../words/replies/Phrases.ts"

/** The mark of a line after which the HTML of the mail says that quoted mail follows. A noncharacter: never in a text. */
export const quoteMark = "\uFDD0"

/** The line after the end of the text that introduces a quoted mail; `undefined` if no such text begins here. */
type End = number | undefined

/** A line "Original message". Without dashes it needs a header block below. */
const originalEnd = (lines: ReadonlyArray<Line>, at: number): End => {
  const { frame, text } = lines[at] ?? Line.none
  const words = (frame?.words ?? text).toLowerCase().replace(/ ?[:：]$/u, "")
  if (!originals.has(words)) return undefined
  if (frame !== undefined) return at + 1
  return headerEnd(lines, (lines[at + 1] ?? Line.none).isBlank ? at + 2 : at + 1, true)
}

const longestHeader = 40

/**
 * The end of the header block (`From: …`, `Sent: …`, `To: …`) that begins at the line `at`. Fewer labels are enough after
 * a line of dashes (`isAnnounced`). Labels of an unknown language are recognized by their values: a date, and two
 * addresses in brackets.
 */
const headerEnd = (lines: ReadonlyArray<Line>, at: number, isAnnounced: boolean): End => {
  const first = lines[at]
  if (first?.label === undefined || (first.label.roles === undefined && !first.hasAddress)) return undefined
  const roles = new Set<Role>()
  let count = 0
  let hasAddress = false
  let mailboxes = 0
  let hasDate = false
  let lastLabelled: Line = first
  let end = at
  for (let i = at; i < Math.min(lines.length, at + longestHeader); i++) {
    const line = lines[i] ?? Line.none
    const { label } = line
    // Some programs write the labels as paragraphs.
    if (line.isBlank) {
      const next = lines[i + 1]?.label
      if (next !== undefined && (next.roles !== undefined || roles.size === 0)) continue
      break
    }
    // A label with several roles takes the first that is free.
    const role = label?.roles?.find((role) => !roles.has(role))
    const isOfUnknownLanguage = label !== undefined && label.roles === undefined
    if (role === undefined && !isOfUnknownLanguage && !continues(lastLabelled, lines[i - 1] ?? Line.none, line)) break
    if ((role === "from" || role === "to") && !isPerson(label?.value ?? "")) return undefined
    if (role !== undefined) roles.add(role)
    if (label !== undefined) {
      count++
      lastLabelled = line
    }
    hasAddress ||= line.hasAddress
    if (line.hasAddress && /[<[]/u.test(line.text)) mailboxes++
    hasDate ||= line.hasDate || clock.test(line.text)
    end = i + 1
  }
  const namesSending = roles.has("from") || (roles.has("date") && roles.has("to") && roles.has("subject"))
  const isWhole = roles.size >= 3 && namesSending && (roles.has("subject") || hasAddress)
  const isShort = roles.size >= 2 && (isAnnounced || (roles.has("from") && hasAddress))
  const isByValues = count >= 4 && mailboxes >= 2 && hasDate
  return isWhole || isShort || isByValues ? end : undefined
}

/** Whether the value of "From" or "To" can be a person: an address or a name, not a time. It may be in the next line. */
const isPerson = (value: string) => value === "" || /@/u.test(value) || (/\p{L}/u.test(value) && !clock.test(value))

/** Whether the line continues the value of the label before it: a list of recipients, or a value below its label. */
const continues = (labelled: Line, before: Line, line: Line): boolean =>
  labelled.label?.value === "" ? before === labelled : /^\s/u.test(line.raw) || /[,;]$/u.test(before.text)

const clock = /\p{Nd}{1,2} ?[:.h時时시] ?\p{Nd}{2}/u

/** Whether a verb such as "wrote" is in the text. */
const hasVerb = (text: string): boolean => {
  const lower = text.toLowerCase()
  const words = lower.replaceAll(/[^\p{L}\p{M}\p{N}()/-]+/gu, " ").trim()
  if (words.split(" ").some((word) => verbs.has(word))) return true
  return (
    wordsOfVerbs.some((verb) => ` ${words} `.includes(` ${verb} `)) || verbsInside.some((verb) => lower.includes(verb))
  )
}

const colonAtEnd = /[:：]$/u
const bracketAtEnd = /[>)\]]$/u
/** An address in angle brackets. Persons write addresses without them. */
const mailbox = /[<«]\s?[^\s<>«»@]{1,64}@[^\s<>«»@]{1,255}\s?[>»]/u
const longestIntroduction = 500

/**
 * Whether the text is an introduction with a date and a year, such as "On Tuesday, 1 December 2026, Ada wrote:". A date
 * alone is not enough: an address, a time or a verb must stand beside it, two of them where no quoted line follows
 * (`isBeforeQuote`). `isSingle`: the text is one line, not several that were joined.
 */
const isDated = (line: Line, isBeforeQuote: boolean, isSingle: boolean): boolean => {
  const { frame, hasAddress, hasDate, text } = line
  if (!hasDate) return false
  if (colonAtEnd.test(text) || frame?.isClosed === true) {
    const hasTime = clock.test(line.withoutDate)
    if (isBeforeQuote) return hasAddress || (isSingle && hasTime) || hasVerb(text)
    if (!hasAddress) return hasTime && hasVerb(text)
    return (hasTime && mailbox.test(text)) || bracketAtEnd.test(text.slice(0, -1).trimEnd()) || hasVerb(text)
  }
  if (!isBeforeQuote || line.wordCount > 14) return false
  return (hasAddress && bracketAtEnd.test(text)) || hasVerb(text.split(" ").slice(-2).join(" "))
}

/** Whether the text is an introduction without a full date: a name or an address, and a verb. */
const isUndated = ({ frame, hasAddress, text, wordCount }: Line, isBeforeQuote: boolean): boolean => {
  if (frame?.isClosed === true) return /\S \S/u.test(frame.words) && wordCount < 11 && hasVerb(frame.words)
  if (!isBeforeQuote || !colonAtEnd.test(text) || wordCount > 16) return false
  const words = text.slice(0, -1).trimEnd()
  if (hasAddress) return bracketAtEnd.test(words) || hasVerb(words)
  // A verb alone is the end of an introduction that begins in the line above.
  return (
    wordCount <= 8 && !verbs.has(words.toLowerCase()) && !wordsOfVerbs.includes(words.toLowerCase()) && hasVerb(words)
  )
}

/** Whether a sentence ends with this line; abbreviations end otherwise. */
const endsSentence = ({ text }: Line) =>
  /[.!?。！？…;:：]$/u.test(text) && !/(?:^|[\s,])(?:\p{Nd}{1,2}|\p{L}{1,4})\.$/u.test(text)

/** Whether the line is only a name with an address. */
const isMailbox = ({ hasAddress, text, wordCount }: Line) => hasAddress && bracketAtEnd.test(text) && wordCount <= 6

/** The start of the introduction whose last line is `last`; `undefined` if there is none. It has at most three lines. */
const introductionStart = (lines: ReadonlyArray<Line>, last: number, isBeforeQuote: boolean): number | undefined => {
  /** The start of the shortest text up to the line `last` that matches. */
  const find = (matches: (joined: Line, isSingle: boolean) => boolean): number | undefined => {
    let joined = Line.none
    for (let start = last; start > last - 3 && start >= 0; start--) {
      const line = lines[start] ?? Line.none
      if (line.text === "" || line.isQuoted || (start < last && endsSentence(line))) return undefined
      joined = start === last ? line : new Line(`${line.text} ${joined.text}`)
      if (joined.text.length > longestIntroduction) return undefined
      if (!matches(joined, start === last)) continue
      return !joined.hasAddress && isMailbox(lines[start - 1] ?? Line.none) ? start - 1 : start
    }
    return undefined
  }
  const dated = find((joined, isSingle) => isDated(joined, isBeforeQuote, isSingle))
  return dated ?? find((joined) => isUndated(joined, isBeforeQuote))
}

/** The labels of HCL Notes have no colon, and stand above their values, below a mailbox and a date. */
const notesEnd = (lines: ReadonlyArray<Line>, at: number): End => {
  const filled = lines
    .slice(at, at + longestHeader)
    .flatMap((line, i) => (line.isBlank ? [] : [{ line, end: at + i + 1 }]))
    .slice(0, 12)
  const [first, second, ...rest] = filled
  if (first === undefined || !isMailbox(first.line) || second?.line.hasDate !== true) return undefined
  const roles = rest.map(({ line }) => labels.get(line.text.toLowerCase()) ?? [])
  const to = roles.findIndex((all) => all.includes("to"))
  const subject = roles.findIndex((all) => all.includes("subject"))
  return to === -1 || to > 1 || subject < to ? undefined : rest[subject + 1]?.end
}

/** For each line at which an introduction, a header block or "Original message" begins, the line after its end. */
export const openings = (lines: ReadonlyArray<Line>, thread?: Thread): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  /**
   * Whether the lines name the conversation, or have an address as only Outlook writes it: a person, too, writes blocks of
   * labels. True if the conversation is unknown.
   */
  const isOfThread = (start: number, end: number) => {
    const texts = lines.slice(start, end).map(({ text }) => text)
    return texts.some((text) => text.includes("[mailto:")) || (thread?.isNamedIn(texts.join(" ")) ?? true)
  }
  /** The last line that is neither blank nor quoted, while only blank lines follow. */
  let last: number | undefined
  for (const [i, line] of lines.entries()) {
    if (line.isBlank) continue
    if (line.isQuoted) {
      const start = last === undefined ? undefined : introductionStart(lines, last, true)
      if (start !== undefined && last !== undefined) found.set(start, last + 1)
      last = undefined
      continue
    }
    last = i
    const isAnnounced = lines[i - 1]?.isSeparator === true
    const block = headerEnd(lines, i, isAnnounced) ?? notesEnd(lines, i)
    const isQuoteBlock = block !== undefined && (isAnnounced || isOfThread(i, block))
    const endOfOther = () => originalEnd(lines, i) ?? (isQuoteBlock ? block : undefined)
    const end = line.raw.includes(quoteMark) ? i + 1 : endOfOther()
    const start = colonAtEnd.test(line.text) ? introductionStart(lines, i, false) : undefined
    if (end !== undefined) found.set(i, end)
    else if (start !== undefined && isOfThread(start, i + 1)) found.set(start, i + 1)
    else if (line.frame?.isClosed === true && (isDated(line, false, true) || isUndated(line, false)))
      found.set(i, i + 1)
  }
  return found
}

/** The end of a sentence before another one. */
const sentenceEnds = /[.!?…。！？][)"'”]{0,2}(?:[ \t]+(?=[\p{Lu}\p{Lo}\p{Nd}"])|(?<=[。！？]))/gu
/** Not the end of a sentence: an abbreviation before a date, as in "On Tue. Nov 24". */
const abbreviation = /^on \p{L}{2,5}\.$|(?:^|[\s,])(?:\p{L}{1,4}|\p{Nd}{1,2})\.(?=$)/iu
const maximumEnds = 20

/** Where an introduction begins behind the end of a sentence, on the line `at`; `undefined` if none does. */
const introductionIn = (lines: ReadonlyArray<Line>, at: number, thread: Thread | undefined): number | undefined => {
  const { raw } = lines[at] ?? Line.none
  const ends = [...raw.matchAll(sentenceEnds)].slice(-maximumEnds).toReversed()
  for (const { 0: found, index } of ends) {
    const start = index + found.length
    // In "On Tue. Nov 24" and "am 24. 11. 2026", no sentence ends.
    const above = raw.slice(0, start).trim()
    const isBeforeDigit = /^\p{Nd}(?!\p{Nd}{3}[年./-])/u.test(raw.slice(start))
    if (abbreviation.test(above) && (isBeforeDigit || /^on \p{L}{2,5}\.$/iu.test(above))) continue
    let text = raw.slice(start)
    for (let last = at; last < at + 3 && last < lines.length; last++) {
      if (lines[last]?.isBlank === true) break
      if (last > at) text += ` ${lines[last]?.text ?? ""}`
      const joined = new Line(text)
      if (!colonAtEnd.test(joined.text)) continue
      const next = lines.slice(last + 1).find(({ isBlank }) => !isBlank)
      const isBeforeQuote = next?.isQuoted === true
      const isKnown = isBeforeQuote || thread?.isNamedIn(joined.text) === true
      if (isKnown && isDated(joined, isBeforeQuote, false)) return start
      break
    }
  }
  return undefined
}

/** The lines, with an answer and an introduction on separate ones. */
export const withAnswersApart = (lines: ReadonlyArray<Line>, thread: Thread | undefined): ReadonlyArray<Line> =>
  lines.flatMap((line, i) => {
    const start = line.isBlank || line.isQuoted ? undefined : introductionIn(lines, i, thread)
    if (start === undefined) return [line]
    return [line.raw.slice(0, start).trimEnd(), line.raw.slice(start)].map((raw) => new Line(raw))
  })

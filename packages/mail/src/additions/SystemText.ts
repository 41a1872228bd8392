/**
 * Warnings above a text, disclaimers below it and tags before a subject, which mail systems add to the words of a person. They come off
 * before anything is judged: titles, opt-outs and the text of a reply. It imports nothing from Effect, because the threads
 * that read mail load it.
 */
import { bannerWords } from "../words/additions/Banners.ts"
import { joinedBannerWords } from "../words/additions/BannersEastern.ts"
import { joinedDisclaimerWords, disclaimerWords } from "../words/additions/Disclaimers.ts"
import { tagWords } from "../words/additions/SubjectTags.ts"
import { wordList, wordsOf } from "./WordList.ts"

const banners = [
  ...bannerWords.map((words) => ({ ...words, isJoined: false })),
  ...joinedBannerWords.map((words) => ({ ...words, isJoined: true }))
].map(({ advice, begins, isJoined, mail, outside, rare = [], whole }) => ({
  advice: wordList(advice, isJoined),
  begins: wordList(begins, isJoined),
  mail: wordList(mail, isJoined),
  outside: wordList(outside, isJoined),
  rare: wordList(rare, isJoined),
  whole: wordList(whole, isJoined)
}))

const disclaimers = [
  ...disclaimerWords.map((words) => ({ ...words, isJoined: false })),
  ...joinedDisclaimerWords.map((words) => ({ ...words, isJoined: true }))
].map(({ isJoined, mail, persons = [], reader, secret, titles, whole }) => ({
  mail: wordList(mail, isJoined),
  persons: wordList(persons, isJoined),
  reader: wordList(reader, isJoined),
  secret: wordList(secret, isJoined),
  titles: wordList(titles, isJoined),
  whole: wordList(whole, isJoined)
}))

const tags = tagWords.map(({ words }) => wordList(words))
const isTag = (text: string) => {
  const words = wordsOf(text)
  return tags.some((tag) => tag.is(words))
}
type Banner = (typeof banners)[number]

/** Maximum length of a sentence of a warning. */
const maximumSentence = 400
/** Maximum number of sentences of a warning. */
const maximumSentences = 8

/** The marks of Proofpoint around its warning. */
const proofpointStart = "ZjQcmQRYFpfptBannerStart"
const proofpointEnd = "ZjQcmQRYFpfptBannerEnd"

const withoutProofpoint = (text: string): string => {
  const start = text.indexOf(proofpointStart)
  const end = text.indexOf(proofpointEnd)
  if (start === -1 || end < start) return text
  return `${text.slice(0, start)}\n${text.slice(end + proofpointEnd.length)}`
}

/** The end of a sentence or of a line. */
const stop = /[.!?。！？]+[\])*"”]*(?=\s|$)|[:：](?=\s)|[。！？：\]】]|\n|$/gu
/** Signs and blank lines before a sentence, and the lines around a warning. */
const signs = /^[\s\p{P}\p{S}]*/u

interface Stop {
  readonly end: number
  /** The words from the start to the stop. */
  readonly words: string
}

const blank = /^[ \t]*\n/u
const blankAfterText = /^[ \t]*\n[ \t]*\n/u

/** The places where the text that begins at a place may end: ends of sentences and of lines, before a blank line. */
const stopsAfter = (text: string, start: number): ReadonlyArray<Stop> => {
  const found: Array<Stop> = []
  const limit = Math.min(text.length, start + maximumSentence)
  stop.lastIndex = start
  for (let match = stop.exec(text); match !== null; match = stop.exec(text)) {
    const end = match.index + match[0].length
    if (end > limit) break
    found.push({ end, words: wordsOf(text.slice(start, end)) })
    const isLine = match[0] === "\n"
    if (end >= text.length || (isLine ? blank : blankAfterText).test(text.slice(end, end + 100))) break
  }
  return found
}

/** A line that begins so goes on with the sentence of the line before. */
const continuation = /^\n[ \t]*\p{Ll}/u

/** The end of the first sentence whose words fulfil `has`. A line that goes on on the next one does not end it. */
const endOf = (text: string, stops: ReadonlyArray<Stop>, has: (words: string) => boolean): number | undefined => {
  const at = stops.findIndex(({ words }) => has(words))
  const isOpen = ({ end }: Stop) => text[end - 1] === "\n" && continuation.test(text.slice(end - 1, end + 40))
  const rest = at === -1 ? [] : stops.slice(at)
  return (rest.find((stop) => !isOpen(stop)) ?? rest.at(-1))?.end
}

/** Words without the first one, which may be any word of a warning. */
const withoutFirst = (words: string) => words.replace(/^ \S+/u, "")

/**
 * Whether the words begin a warning: they are a whole sentence of the table or have one of its rare phrases, or they begin
 * like one and say that the mail comes from outside.
 */
const isWarning = ({ begins, mail, outside, rare, whole }: Banner, words: string): boolean => {
  const rest = withoutFirst(words)
  return (
    whole.is(words) ||
    (begins.begins(words) && whole.is(rest)) ||
    rare.isIn(words) ||
    ((begins.begins(words) || begins.begins(rest)) && mail.isIn(words) && outside.isIn(words))
  )
}

/**
 * The place behind the warnings at the beginning of a text; 0 if there are none. Sentences with the advice of a warning,
 * such as "Do not click links", belong to it.
 */
const afterBanner = (text: string): number => {
  let end = 0
  let warning: Banner | undefined
  for (let n = 0; n < maximumSentences; n++) {
    const start = end + (signs.exec(text.slice(end, end + maximumSentence))?.[0].length ?? 0)
    const stops = stopsAfter(text, start)
    const begun = banners.find((banner) => stops.some(({ words }) => isWarning(banner, words)))
    if (begun !== undefined) {
      warning = begun
      end = endOf(text, stops, (words) => isWarning(begun, words)) ?? end
      continue
    }
    if (warning === undefined) break
    const { advice } = warning
    // Below a blank line, a person may begin with one of the words.
    const isBelowBlank = /\n[ \t]*\n/u.test(text.slice(Math.max(0, end - 1), start))
    const next = endOf(text, stops.slice(0, 3), (words) => advice.countIn(words) >= (isBelowBlank ? 2 : 1))
    if (next === undefined || text.slice(start, next).includes("?")) break
    end = next
  }
  return end
}

/** Signs that are left of a warning: brackets, stars and lines. */
const leftOver = /^(?:[ \t]*[\])*]+|\s*[-_=*]{3,}[ \t]*(?=\n))*\s*/u

/** Whether a line is a tag as before a subject, in brackets or in capital letters. */
const isTagLine = (line: string): boolean =>
  line.length < 60 && isTag(line) && (/^[^\p{L}]{0,9}[[(*{<]/u.test(line) || line === line.toUpperCase())

const withoutBanner = (whole: string): string => {
  const [line = ""] = whole.trimStart().split("\n", 1)
  const text = isTagLine(line) ? whole.trimStart().slice(line.length) : whole
  const end = afterBanner(text)
  if (end === 0) return text
  const rest = text.slice(end)
  return rest.slice(leftOver.exec(rest)?.[0].length ?? 0)
}

const sentences = /[.!?;](?=\s)|[。！？]/u

/** Whether a sentence has words of a disclaimer, and none of a person. */
const isOfDisclaimer = (sentence: string): boolean => {
  const words = wordsOf(sentence)
  return disclaimers.some(
    ({ mail, persons, reader, secret }) =>
      (mail.isIn(words) || reader.isIn(words) || secret.isIn(words)) && !persons.isIn(words)
  )
}

/** The first sentence behind the title of a disclaimer. */
const titledSentence = (paragraph: string): string =>
  paragraph.replace(/^[^:.\n–]{1,60}[:.\n–]\s*/u, "").split(sentences, 1)[0] ?? ""

/** The sentences of a person in a disclaimer with a title: they have words of a person, and none of a disclaimer. */
const personsIn = (disclaimer: string): string => {
  if (!beginsWithTitle(wordsOf(disclaimer.slice(0, longestTitle)))) return ""
  const parts = disclaimer.split(/(?<=[.!?])\s+/u).map((text) => ({ text, words: wordsOf(text) }))
  const own = parts.filter(({ words }) =>
    disclaimers.some(
      ({ mail, persons, reader, secret }) =>
        persons.isIn(words) && !mail.isIn(words) && !reader.isIn(words) && !secret.isIn(words)
    )
  )
  return own.map(({ text }) => text).join(" ")
}

const isDisclaimer = (paragraph: string): boolean => {
  if (paragraph.includes("?")) return false
  const words = wordsOf(paragraph)
  return disclaimers.some(({ mail, persons, reader, secret, titles, whole }) => {
    if (whole.isIn(words)) return true
    const isRead = reader.isIn(words)
    const isSecret = secret.isIn(words)
    if (titles.begins(words) && (isRead || isSecret) && isOfDisclaimer(titledSentence(paragraph))) return true
    if (!isRead || !isSecret || !mail.isIn(words) || persons.isIn(words)) return false
    // One of its sentences says so of the mail. A person writes the words one by one.
    return paragraph
      .split(sentences)
      .map(wordsOf)
      .some((sentence) => mail.isIn(sentence) && (secret.isIn(sentence) || reader.isIn(sentence)))
  })
}

/** Maximum number of lines of a paragraph. */
const maximumLines = 30

/** A paragraph without its disclaimer, which may begin on any line. */
const withoutDisclaimer = (paragraph: string): string => {
  const lines = paragraph.split("\n")
  if (lines.length > maximumLines) return paragraph
  const isTitled = lines.some((line) => beginsWithTitle(wordsOf(line.slice(0, longestTitle))))
  if (!isTitled && !isDisclaimer(paragraph)) return paragraph
  const splits = lines.map((_, i) => ({ above: lines.slice(0, i).join("\n"), below: lines.slice(i).join("\n") }))
  const split = splits.find(
    ({ above, below }) =>
      /[.!?:,]\s*$/u.test(above) && !isDisclaimer(above) && isDisclaimer(below) && startsDisclaimer(below)
  )
  if (split !== undefined) return split.above
  return isDisclaimer(paragraph) ? personsIn(paragraph) : paragraph
}

/** Maximum length of a title, in UTF-16 units. */
const longestTitle = 60
const beginsWithTitle = (words: string) => disclaimers.some(({ titles }) => titles.begins(words))

/** Whether a text begins like a disclaimer: it names itself, or the mail. */
const startsDisclaimer = (text: string): boolean => {
  const words = wordsOf(text)
  const first = `${words.split(" ").slice(0, 9).join(" ")} `
  return disclaimers.some(({ mail, titles, whole }) => titles.begins(words) || mail.isIn(first) || whole.isIn(first))
}

const isSeparator = (line: string) => /^[ \t]*[-_=*]{3,}[ \t]*$/u.test(line)

/** A text without blank lines and lines of signs at its end. */
const withoutSeparators = (text: string): string => {
  const lines = text.split("\n")
  const last = lines.findLastIndex((line) => line.trim() !== "" && !isSeparator(line))
  return lines.slice(0, last + 1).join("\n")
}

/** The text without what mail systems add; the whole text if nothing else is left. */
export const withoutSystemText = (text: string): string => {
  const own = withoutBanner(withoutProofpoint(text))
    .split(/\n[ \t]*\n/u)
    .map(withoutDisclaimer)
    .filter((paragraph) => paragraph.trim() !== "")
    .join("\n\n")
  const isChanged = own.replaceAll(/\s+/gu, "") !== text.replaceAll(/\s+/gu, "")
  if (!isChanged) return text
  return withoutSeparators(own).trim() || text
}

/** The number of a ticket, with the name of the desk before it. */
const ticket =
  /^[^\]]{0,40}?(?:#|№|\b(?:ticket|case|request|incident|vorgang|ref)\b[ :.#-]{0,3}|[A-Z]{2,8}-)\d{2,20}[\w-]{0,20}\W{0,3}$/iu
const bracketed =
  /^\s*(?:\[([^\]]{1,60})\]|\(([^)]{1,60})\)|\{([^}]{1,60})\}|<([^>]{1,60})>|【([^】]{1,60})】|\*{1,5} ?([^*]{1,60}?) ?\*{1,5}|\|([^|]{1,60})\||#{2,4}(?<hashed>[^#]{1,60})#{2,4}|-{2,4} ?([^-]{1,60}?) ?-{2,4})[ \t:–-]*/u
const before = /^\s*([\p{L} .-]{2,30}?|[\p{L} ]{0,20}#\d{2,20}|case \d{5,20}) ?(?:[:：|]|[-–—] )\s*/iu

/** The length of the tag at the beginning of a subject, with the signs around it; 0 if there is none. */
const tagLength = (subject: string): number => {
  const inBrackets = bracketed.exec(subject)
  const tag = inBrackets?.slice(1).find((part) => part !== undefined) ?? ""
  // All words between number signs are a tag.
  const isBetweenHashes = inBrackets?.groups?.["hashed"] !== undefined
  if (inBrackets !== null && tag !== "" && (isTag(tag) || ticket.test(tag) || isBetweenHashes)) {
    return inBrackets[0].length
  }
  const beforeSign = before.exec(subject)
  const words = beforeSign?.[1] ?? ""
  return beforeSign !== null && (isTag(words) || /\d/u.test(words)) ? beforeSign[0].length : 0
}

const maximumTags = 4

/** A subject without the tags before it. A subject of nothing but a tag keeps it. */
export const withoutTags = (subject: string): string => {
  let rest = subject
  for (let n = 0; n < maximumTags; n++) {
    const length = tagLength(rest)
    if (length === 0 || length >= rest.length) return rest
    rest = rest.slice(length)
  }
  return rest
}

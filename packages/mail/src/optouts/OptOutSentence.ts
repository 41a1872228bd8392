/**
 * Requests to stop in whole sentences: a small grammar over the tables of `OptOutSentences*.ts`. A part of a sentence is
 * a request if it consists of the words of a request and of words that change nothing. The other parts of the text may
 * say anything, except what a person says whose conversation goes on.
 */
import { grounds } from "../words/optouts/OptOutGrounds.ts"
import type { Sentences } from "../words/optouts/OptOutLanguage.ts"
import { sentences } from "../words/optouts/OptOutSentences.ts"
import { at, type Patterns, patternsOf, type Slots } from "./Patterns.ts"
import { type Spelled, spelled } from "./Spelled.ts"
import { addresses } from "../text/Text.ts"
import { letters } from "../text/Wording.ts"

/** Maximum length of a text, with its signature, and of its words, or of its signs in scripts without spaces. */
const maximumText = 2_000
const maximumWords = 500
/** Maximum number of sentences, and of parts in a sentence. */
const maximumSentences = 40
const maximumParts = 16
/** Maximum number of letters of a request, with the words around it. */
const maximumRequest = 400
/** Maximum number of words that change nothing between two slots of a request. */
const maximumBetween = 4
/** Maximum number of words of a name behind a greeting. */
const maximumNames = 3

interface Table {
  readonly requests: Patterns
  readonly fillers: Patterns
  readonly questions: ReadonlyArray<Word>
  /** The words that join clauses, by their number of words. */
  readonly joins: ReadonlyMap<number, ReadonlySet<string>>
  readonly breaks: ReadonlyArray<string>
  readonly conditions: ReadonlyArray<Word>
  readonly contrasts: ReadonlyArray<Word>
  readonly goesOn: ReadonlyArray<Word>
  readonly reasons: ReadonlyArray<Word>
  readonly threats: ReadonlyArray<Word>
  readonly origins: ReadonlyArray<Word>
  readonly grounds: ReadonlyArray<Word>
}

interface Word {
  readonly letters: string
  /** Whether any ending may follow. */
  readonly isStem: boolean
}

/** Stand for an address, a quotation and a law in a text, as letters. */
const ownAddress = "ownaddress"
const otherAddress = "otheraddress"
const quotation = "quotation"
const lawName = "lawname"

/** The alternatives of a slot such as `remove|<me>|strike`, and of an optional one, `please?`. */
const alternativesOf = (slot: string, classes: Classes): ReadonlyArray<string> =>
  slot.split("|").flatMap((text) => {
    const [, name, optional] = /^(?:<(\w+)>)?.*?(\?)?$/u.exec(text) ?? []
    const own = name === undefined ? [letters(text)] : (classes.get(name) ?? [])
    return optional === undefined ? own : [...own, ""]
  })

/** The words of the classes. */
type Classes = ReadonlyMap<string, ReadonlyArray<string>>

const slotsOf = (pattern: string, classes: Classes): Slots =>
  pattern.split(" / ").map((slot) => [...new Set(alternativesOf(slot, classes))])

const listed = (words: string): ReadonlyArray<Word> =>
  words
    .split("|")
    .map((word) => ({ letters: letters(word), isStem: word.endsWith("*") }))
    .filter(({ letters }) => letters !== "")

const tableOf = (language: Sentences): Table => {
  const classes = new Map(
    Object.entries(language.classes).map(([name, words]) => [name, words.split("|").map(letters)])
  )
  classes.set("me", [...(classes.get("me") ?? []), ownAddress])
  const conditions = listed(language.conditions)
  // A condition must stay in the part of its request, which is none then.
  const joins = `${language.joins}|${language.contrasts}`
    .split("|")
    .filter((join) => !conditions.some((condition) => condition.letters === letters(join)))
  const compiled = (patterns: ReadonlyArray<string>) => patternsOf(patterns.map((pattern) => slotsOf(pattern, classes)))
  return {
    requests: compiled(language.requests),
    fillers: compiled([...language.fillers, language.questions, ownAddress, lawName]),
    questions: listed(language.questions),
    joins: new Map(
      [...Map.groupBy(joins, (join) => join.split(" ").length)].map(([n, all]) => [n, new Set(all.map(letters))])
    ),
    conditions,
    breaks: (language.breaks ?? "").split("|").filter(Boolean),
    contrasts: listed(language.contrasts),
    goesOn: listed(`${language.goesOn}|${otherAddress}`),
    reasons: listed(language.reasons),
    threats: listed(`${language.threats}|${lawName}`),
    origins: listed(language.origins),
    grounds: listed(grounds[language.language] ?? "")
  }
}

// Making them takes longer than starting a process should, and most processes receive no mail.
let made: ReturnType<typeof makeTables> | undefined
const makeTables = () => {
  const all = sentences.map(tableOf)
  // The words that requests begin with, in all languages.
  const first = new Map<string, Array<{ readonly table: Table; readonly words: ReadonlyArray<string> }>>()
  for (const table of all) {
    for (const [key, beginnings] of table.requests) {
      const words = [...new Set(beginnings.flatMap(({ words }) => words))]
      const known = first.get(key)
      if (known === undefined) first.set(key, [{ table, words }])
      else known.push({ table, words })
    }
  }
  return { all, first }
}

/** The tables with a request that may begin at one of the places of a text. */
const tablesFor = (text: Spelled): ReadonlySet<Table> => {
  const { first } = (made ??= makeTables())
  const found = new Set<Table>()
  for (const place of text.bounds) {
    for (const { table, words } of at(first, text.letters, place)) {
      if (!found.has(table) && words.some((word) => text.after(word, place) !== undefined)) found.add(table)
    }
  }
  return found
}

/** Whether the text has one of the words, or with a `*` a word that begins so. */
const says = (text: Spelled, words: ReadonlyArray<Word>): boolean =>
  words.some(({ isStem, letters }) => text.has(letters, isStem))

/** The places where one of the patterns can end if it begins at a place. `between`: the places behind words between slots. */
const endsOf = (
  text: Spelled,
  from: number,
  patterns: Patterns,
  between: (places: ReadonlySet<number>) => ReadonlySet<number>
): ReadonlySet<number> => {
  const ends = new Set<number>()
  for (const { rest, words } of at(patterns, text.letters, from)) {
    let places: ReadonlySet<number> = new Set(words.flatMap((word) => text.after(word, from) ?? []))
    for (const slot of rest) {
      if (places.size === 0) break
      const before = places
      const starts = [...between(before)]
      places = new Set(
        slot.flatMap((word) => (word === "" ? [...before] : starts.flatMap((start) => text.after(word, start) ?? [])))
      )
    }
    for (const end of places) ends.add(end)
  }
  return ends
}

/** Remembers the answer of a function for each place. */
const remembered = (find: (place: number) => ReadonlySet<number>) => {
  const known = new Map<number, ReadonlySet<number>>()
  return (place: number): ReadonlySet<number> => {
    const found = known.get(place) ?? find(place)
    known.set(place, found)
    return found
  }
}

/** Functions that find the requests and the words that change nothing at a place of a text. */
const findingsIn = (text: Spelled, table: Table) => {
  const fillersAt = remembered((place) => endsOf(text, place, table.fillers, (places) => places))
  /** The places, and those behind some words that change nothing. */
  const withFillers = (places: ReadonlySet<number>): ReadonlySet<number> => {
    const all = new Set(places)
    let latest: ReadonlyArray<number> = [...places]
    for (let n = 0; n < maximumBetween; n++) {
      latest = latest.flatMap((place) => [...fillersAt(place)]).filter((place) => !all.has(place))
      for (const place of latest) all.add(place)
    }
    return all
  }
  return { fillersAt, requestsAt: (place: number) => endsOf(text, place, table.requests, withFillers) }
}

/** Whether a request begins anywhere in a text. */
const hasRequest = (text: Spelled, table: Table): boolean => {
  const { requestsAt } = findingsIn(text, table)
  return text.bounds.some((place) => requestsAt(place).size > 0)
}

/**
 * Whether a text, from one of the places `starts` to its end, consists of one or more requests and of words that change
 * nothing.
 */
const isRequest = (text: Spelled, starts: ReadonlyArray<number>, table: Table): boolean => {
  const end = text.letters.length
  if (end > maximumRequest) return false
  const { fillersAt, requestsAt } = findingsIn(text, table)
  // The places that the words up to them lead to, with a request among these words and without one.
  const reached = { with: new Set<number>(), without: new Set<number>() }
  const open = starts.map((place) => ({ place, hasRequest: false }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { hasRequest, place } = next
    const known = hasRequest ? reached.with : reached.without
    if (known.has(place)) continue
    if (place === end && hasRequest) return true
    known.add(place)
    for (const after of fillersAt(place)) open.push({ place: after, hasRequest })
    for (const after of requestsAt(place)) open.push({ place: after, hasRequest: true })
  }
  return false
}

/** A sentence, its parts, and the mark at its end. */
interface Sentence {
  readonly parts: ReadonlyArray<Spelled>
  readonly isQuestion: boolean
}

const separator = /[,;，、；،()[\]{}*_|<>\n]+|\s[-–—]+(?=\s)|[–—]/u

/** Splits a part before each word that joins clauses. */
const clausesOf = (part: string, { joins }: Table): ReadonlyArray<string> => {
  const words = part.trim().split(/\s+/u)
  const plain = words.map(letters)
  const isJoin = (at: number) => [...joins].some(([count, all]) => all.has(plain.slice(at, at + count).join("")))
  const clauses: Array<Array<string>> = [[]]
  for (const [i, word] of words.entries()) {
    if (i > 0 && isJoin(i)) clauses.push([])
    clauses.at(-1)?.push(word)
  }
  return clauses.map((clause) => clause.join(" "))
}

/** The sentences of a text, in parts. A part also ends behind the endings `breaks`, and before the words `joins`. */
const sentencesOf = (text: string, table: Table): ReadonlyArray<Sentence> =>
  table.breaks
    .reduce((text, end) => text.replaceAll(end, `${end},`), text)
    // A line that begins with a small letter continues the line before.
    .replaceAll(/\n(?=[ \t]*\p{Ll})/gu, " ")
    .split(/(?<=[.!?…。！？؟।])|\n{2,}/u)
    .map((sentence) => ({
      parts: sentence
        .split(separator)
        .flatMap((part) => clausesOf(part, table))
        .map(spelled)
        .filter((part) => part.letters !== ""),
      isQuestion: /[?？؟]\s*$/u.test(sentence)
    }))
    .filter(({ parts }) => parts.length > 0)

/**
 * The places where a request may begin: where the text does, behind a word that joins it to the part before, as in "thanks,
 * but please …", and behind a greeting and the words of a name.
 */
const startsOf = (text: Spelled, { joins }: Table, greetings: ReadonlySet<string>): ReadonlyArray<number> => [
  0,
  ...[...joins.values()].flatMap((words) => [...words].flatMap((word) => text.after(word, 0) ?? [])),
  ...[...greetings].flatMap((greeting) => {
    const end = text.after(greeting, 0)
    return end === undefined ? [] : [end, ...text.bounds.filter((place) => place > end).slice(0, maximumNames)]
  })
]

/**
 * Reads a sentence: whether it has a request (`asks`), its other parts, and whether it only asks about a request:
 * "Should I unsubscribe?", but not "Could you unsubscribe me?".
 */
const readSentence = ({ isQuestion, parts }: Sentence, table: Table, greetings: ReadonlySet<string>) => {
  const others: Array<{ readonly part: Spelled; readonly isAfter: boolean }> = []
  let asks = false
  let isPolite = true
  const joined = (from: number, to: number) =>
    spelled(
      parts
        .slice(from, to)
        .map(({ text }) => text)
        .join(" ")
    )
  for (let from = 0; from < parts.length;) {
    // A request may extend across several parts: the longest that fits.
    const ends = Array.from({ length: parts.length - from }, (_, n) => parts.length - n)
    const end = ends.find((to) => {
      const text = joined(from, to)
      return isRequest(text, startsOf(text, table, greetings), table)
    })
    if (end === undefined) {
      others.push(...parts.slice(from, from + 1).map((part) => ({ part, isAfter: asks })))
    } else {
      isPolite &&= says(joined(0, end), table.questions)
      asks = true
    }
    from = end ?? from + 1
  }
  return { asks, others, isRequestInQuestion: isQuestion && asks && !isPolite }
}

/** Whether a text asks to stop in a whole sentence, in the language of a table. */
const asksIn = (
  table: Table,
  text: string,
  greetings: ReadonlySet<string>,
  courtesies: ReadonlySet<string>
): boolean => {
  const all = sentencesOf(text, table)
  if (all.length > maximumSentences || all.some(({ parts }) => parts.length > maximumParts)) return false
  let asked = false
  for (const sentence of all) {
    const { asks, isRequestInQuestion, others } = readSentence(sentence, table, greetings)
    const isThreat = sentence.parts.some((part) => says(part, table.threats))
    if (isRequestInQuestion) return false
    // A question waits for an answer, except one that asks where we have the address from.
    const asksOrigin = () => sentence.parts.some((part) => says(part, table.origins))
    if (sentence.isQuestion && !asks && !isThreat && !asksOrigin()) return false
    /** Whether a part beside the request goes on with the conversation, by a condition, a contrast or such words. */
    const goesOn = ({ isAfter, part }: (typeof others)[number]) => {
      if (says(part, table.conditions) && !isThreat) return true
      const contrast = table.contrasts.find((word) => part.after(word.letters, 0) !== undefined)
      if ((isAfter || (asked && part === sentence.parts[0])) && contrast !== undefined && !isThreat) {
        return !courtesies.has(part.letters.slice(contrast.letters.length))
      }
      return says(part, table.goesOn) && !says(part, table.reasons) && !says(part, table.threats)
    }
    if (others.some(goesOn)) return false
    asked ||= asks
  }
  return asked
}

/** The names and numbers of laws. A law beside a request changes nothing. */
const laws =
  /(?:§{1,2}|\bart(?:\.|icle|icles|ikel|ikels|icolo|[ií]culo|igo|igos|ykuł|ykułu|\b))\s{0,3}\d{1,3}[a-z]?\b(?:[ ,]{0,2}(?:(?:abs|para|lit|nr|satz|ust|al)\b\.?\s?\w{1,3}\b|\(\w{1,3}\)))*|\b(?:eu[- ])?(?:ds-?gvo|gdpr|rgpd|rodo|uwg|lgpd|avg|kvkk|ccpa|pecr|casl|can-?spam(?: act)?|cnil|lopd(?:gdd)?|lssi|nis2)\b/giu

const quoted = /["“”„«»][^"“”„«»\n]{0,300}["“”„«»]/gu

/** A text with names for addresses, quotations and laws. */
const simplified = (text: string, from: string): string =>
  text
    .replaceAll(addresses, (found) => {
      const email = found.toLowerCase()
      const isOwn = from !== "" && email.startsWith(from.toLowerCase()) && /^[.!?]*$/u.test(email.slice(from.length))
      return isOwn ? ` ${ownAddress} ` : ` ${otherAddress} `
    })
    .replaceAll(quoted, ` ${quotation} `)
    .replaceAll(laws, ` ${lawName} `)

/** Whether a part of a text is a reason to stop mail, or a threat: what may stand beside a request of one word. */
export const isGround = (part: string, isThreat: boolean): boolean => {
  const text = spelled(part)
  const { all } = (made ??= makeTables())
  return all.some(
    (table) => (says(text, table.threats) || (!isThreat && says(text, table.grounds))) && !says(text, table.conditions)
  )
}

/**
 * Whether a text asks to stop in a whole sentence, and nothing in it says that the conversation goes on. `from` is the
 * address of its author; `greetings` and `courtesies` are letters.
 */
export const asksInSentences = (
  text: string,
  from: string,
  words: { readonly greetings: ReadonlySet<string>; readonly courtesies: ReadonlySet<string> }
): boolean => {
  if (text.length > maximumText) return false
  const own = simplified(text, from)
  const whole = spelled(own)
  if (whole.bounds.length > maximumWords) return false
  return [...tablesFor(whole)].some(
    (table) => hasRequest(whole, table) && asksIn(table, own, words.greetings, words.courtesies)
  )
}

/** Requests to stop in the words of a person (domain, "Opt-out in words"). Precise before complete. */
import { withoutSystemText, withoutTags } from "../additions/SystemText.ts"
import type { ParsedMail } from "../MailParser.ts"
import type { Phrases } from "../words/optouts/OptOutLanguage.ts"
import { keywords, phrases } from "../words/optouts/OptOutPhrases.ts"
import { asksInSentences, isGround } from "./OptOutSentence.ts"
import { at, keyOf, type Patterns, patternsOf, type Slots } from "./Patterns.ts"
import { letters } from "../text/Wording.ts"

/** The parts of a mail that a request is read from. */
type Written = Pick<ParsedMail, "from" | "reply_text" | "subject">

/** Maximum length of a text with a greeting, a request and a signature. */
const maximumText = 600
/** Maximum number of letters of a request: more than eight long words. */
const maximumSentence = 100
const maximumSignatureLines = 8

interface Tables {
  readonly requests: Patterns
  readonly courtesies: ReadonlySet<string>
  /** The courtesies by their first letters. */
  readonly before: ReadonlyMap<string, ReadonlyArray<string>>
  /** The courtesies by their last letter. */
  readonly behind: ReadonlyMap<string, ReadonlyArray<string>>
  readonly questions: ReadonlySet<string>
  readonly companions: ReadonlySet<string>
  readonly greetings: ReadonlySet<string>
  readonly closings: ReadonlySet<string>
}

const alternatives = (text: string): ReadonlyArray<string> => text.split("|").map(letters)

/** The tables of all languages, as letters. */
const makeTables = (): Tables => {
  const all = (text: (language: Phrases) => string) =>
    new Set(phrases.flatMap((language) => alternatives(text(language))).filter((word) => word !== ""))
  const requests = [...keywords, ...phrases.flatMap(({ requests }) => requests)]
  const questions = all(({ questions = "" }) => questions)
  const polite = all(({ courtesies }) => courtesies)
  const courtesies = new Set([...polite, ...questions])
  return {
    requests: patternsOf(requests.map((request) => request.split(" / ").map(alternatives))),
    courtesies,
    before: Map.groupBy(courtesies, keyOf),
    behind: Map.groupBy(courtesies, (word) => word.slice(-1)),
    questions,
    companions: new Set([...all(({ companions }) => companions), ...polite]),
    greetings: all(({ greetings }) => greetings),
    closings: all(({ closings }) => closings)
  }
}

// Making them takes longer than starting a process should, and most processes receive no mail.
let made: Tables | undefined
const tables = (): Tables => (made ??= makeTables())

/** Whether a text consists, from a place on, of one alternative of each slot, in order. */
const fills = (text: string, place: number, slots: Slots, slot = 0): boolean => {
  const words = slots[slot]
  if (words === undefined) return place === text.length
  return words.some((word) => text.startsWith(word, place) && fills(text, place + word.length, slots, slot + 1))
}

/** Maximum number of courtesies in a sentence. */
const maximumCourtesies = 3

/**
 * Whether a sentence, given as its letters without spaces, is a request. Courtesies at its beginning and its end are taken
 * off, one by one: `pleaseunsubscribemethanks`.
 */
const isRequest = (sentence: string, courtesiesLeft = maximumCourtesies): boolean => {
  if (sentence === "" || sentence.length > maximumSentence) return false
  const { before, behind, requests } = tables()
  const isWhole = at(requests, sentence, 0).some(({ rest, words }) =>
    words.some((word) => sentence.startsWith(word) && fills(sentence, word.length, rest))
  )
  if (isWhole || courtesiesLeft === 0) return isWhole
  return (
    at(before, sentence, 0).some(
      (word) => sentence.startsWith(word) && isRequest(sentence.slice(word.length), courtesiesLeft - 1)
    ) ||
    (behind.get(sentence.slice(-1)) ?? []).some(
      (word) => sentence.endsWith(word) && isRequest(sentence.slice(0, -word.length), courtesiesLeft - 1)
    )
  )
}

const sentenceEnd = /[.!?？؟,;:…。！，、；：．()[\]"“”„«»<>*_|\n]+|\s[-–—]+(?=\s)/u

/** The sentences and parts of sentences of a text. */
const sentencesOf = (text: string): ReadonlyArray<string> =>
  text.split(sentenceEnd).filter((part) => letters(part) !== "")

/** The words after the greeting of a sentence; `undefined` if the sentence does not begin with a greeting. */
const afterGreeting = (sentence: string): ReadonlyArray<string> | undefined => {
  const words = sentence.trim().split(/\s+/u)
  const count = [4, 3, 2, 1].find((count) => tables().greetings.has(letters(words.slice(0, count).join(""))))
  return count === undefined ? undefined : words.slice(count)
}

/** Whether a sentence is a greeting: with at most two words, or four with capital letters, for the name. */
const isGreeting = (sentence: string): boolean => {
  const name = afterGreeting(sentence)
  return name !== undefined && (name.length <= 2 || (name.length <= 4 && name.every((word) => /^\p{Lu}/u.test(word))))
}

const areNames = (sentence: string, names: ReadonlySet<string>): boolean =>
  sentence
    .trim()
    .split(/\s+/u)
    .every((word) => names.has(letters(word)))

/** Whether the sentences are requests, and nothing else but courtesy. A greeting may come first, the name of the author last. */
const areRequests = (all: ReadonlyArray<string>, names: ReadonlySet<string>): boolean => {
  const sentences = areNames(all.at(-1) ?? "", names) ? all.slice(0, -1) : all
  const [first = "", ...rest] = sentences
  const isOwn = (list: ReadonlyArray<string>) =>
    list.map(letters).some((sentence) => isRequest(sentence)) &&
    list.map(letters).every((sentence) => tables().companions.has(sentence) || isRequest(sentence))
  // "Hello please unsubscribe me" has no comma after the greeting.
  const remainder = afterGreeting(first)?.join("") ?? ""
  return isOwn(sentences) || (isGreeting(first) && isOwn(rest)) || (remainder !== "" && isOwn([remainder, ...rest]))
}

const phoneProgram =
  /^(?:sent (?:from|via)|get outlook|gesendet von|von meinem|envoy[ée] d|enviado d|inviato da|verzonden v|skickat fr|sendt fra|wysłane z|odesl[aá]no|отправлено)/iu

/** Whether a line of a signature: a closing, a name, an address, a telephone number. It has no sentence. */
const isSignature = (line: string, names: ReadonlySet<string>, isAfterBreak: boolean): boolean => {
  const words = line.split(/[\s,|/]+/u).filter((word) => letters(word) !== "")
  if (words.length === 0 || tables().closings.has(letters(line)) || phoneProgram.test(line)) return true
  if (words.every((word) => names.has(letters(word)))) return true
  if (!isAfterBreak || line.length > 80 || /[?!]|\p{Ll}{3}\.(?:\s|$)/u.test(line)) return false
  // Names, titles and companies: each word begins with a capital letter, or is an address, a number or a short word.
  // A Chinese, Japanese or Korean name has no capital letters.
  if (/^[\p{Script=Han}\p{Script=Hangul}]{2,5}$/u.test(line)) return true
  return words.every((word) => /^[^\p{Ll}\p{Lo}]|@|^www\.|^(?:of|and|de|du|von|van|der|und|et|y|e|i|for)$/u.test(word))
}

/** A text without a closing, the name behind it, and the lines of the signature. */
const withoutSignOff = (text: string, names: ReadonlySet<string>): string => {
  const lines = text.split("\n").map((line) => line.trim())
  const end = lines.findIndex((line, at) => {
    const rest = lines.slice(at + 1).filter((line) => line !== "")
    const [name = ""] = rest
    const isSignOff = at > 0 && tables().closings.has(letters(line)) && isSignature(name, names, true)
    return isSignOff && rest.length <= maximumSignatureLines && !rest.some((line) => /[?？؟]|^p\.?\s?s\b/iu.test(line))
  })
  return end === -1 ? text : lines.slice(0, end).join("\n")
}

/** Maximum number of words of a closing, and of the name behind it. */
const maximumClosing = 5
const maximumName = 4

/** A text without a closing and a name at the end of its last line, as in "Take me off your list. Kind regards, Ada". */
const withoutInlineSignOff = (text: string, names: ReadonlySet<string>): string => {
  const lines = text.trimEnd().split("\n")
  const words = (lines.pop() ?? "").trim().split(/\s+/u)
  const isName = (word: string) => /^[\p{Lu}\p{Lo}]|@/u.test(word) || names.has(letters(word))
  for (let start = 1; start < words.length; start++) {
    // A closing begins behind the end of a sentence or of a part.
    if (!/[.,;!…)–—-]$/u.test(words[start - 1] ?? "")) continue
    for (let end = start + 1; end <= Math.min(words.length, start + maximumClosing); end++) {
      const name = words.slice(end)
      const isClosing = tables().closings.has(letters(words.slice(start, end).join("")))
      if (!isClosing || name.length > maximumName || !name.every(isName)) continue
      const textBefore = words.slice(0, start).join(" ")
      return [...lines, textBefore.replace(/(?<![,;–—-])[,;–—-]+$/u, ".")].join("\n")
    }
  }
  return text
}

/** A text without the author's address at its end. */
const withoutOwnAddress = (text: string, email: string): string => {
  const end = text.trimEnd().replace(/(?<![>.\s])[>.\s]+$/u, "")
  return email !== "" && end.toLowerCase().endsWith(email.toLowerCase())
    ? end.slice(0, -email.length).replace(/(?<![\s<(,:–—-])[\s<(,:–—-]+$/u, "")
    : text
}

/** Words of courtesy with a dot behind each letter: "a.u.b.", "s.v.p.". A dot ends a sentence elsewhere. */
const dotted = /(?<![\p{L}.])(?:\p{Ll}\. ?){1,3}\p{Ll}\.(?!\p{L})/gu
const withoutDots = (text: string): string => text.replaceAll(dotted, (word) => word.replaceAll(/[. ]/gu, ""))

/** Words that may be about anything: only a threat beside them makes clear what shall stop. */
const bare = /^(?:please)?(?:stop|remove)(?:please|now|it)?$/u

/** Whether a text is a short request with a reason or a threat beside it, and says nothing else. */
const asksWithGrounds = (text: string): boolean => {
  if (text.length > maximumText || !areQuestionsPolite(text)) return false
  const [first = "", ...rest] = paragraphs(text.split("\n").map((line) => line.trim()))
  const all = isGreeting(first) ? rest : [first, ...rest]
  const asked = new Set(all.filter((sentence) => isRequest(letters(sentence))))
  if (asked.size === 0) return false
  const others = all.filter((sentence) => !asked.has(sentence) && !tables().companions.has(letters(sentence)))
  const isBare = [...asked].every((sentence) => bare.test(letters(sentence)))
  return others.length > 0 && others.every((sentence) => isGround(sentence, isBare))
}

const questionMark = /[?？؟]/u

/** Whether each question of a text begins like a request: "Could you remove me?", but not "Stop?". */
const areQuestionsPolite = (text: string): boolean =>
  text
    .split(questionMark)
    .slice(0, -1)
    .every((part) => {
      const question = sentencesOf(part)
        .map(letters)
        .findLast((sentence) => !tables().companions.has(sentence))
      return [...tables().questions].some((beginning) => question?.startsWith(beginning) === true)
    })

/** Whether a text as a whole is a request to stop. `names`: the words of the author's name and address, as letters. */
const asksToStop = (text: string, names: ReadonlySet<string>): boolean => {
  if (text.length > maximumText || !areQuestionsPolite(text)) return false
  const lines = text.split("\n").map((line) => line.trim())
  const first = lines.findIndex((line) => letters(line) !== "")
  if (first === -1) return false
  // A greeting may stand alone on the first line, without punctuation.
  const [firstSentence = "", ...furtherSentences] = sentencesOf(lines[first] ?? "")
  const isOfGreeting = isGreeting(firstSentence) && furtherSentences.length === 0
  const starts = isOfGreeting ? [first, first + 1] : [first]
  // The lines from `start` to some `end` must be a request, and all lines below it a signature.
  return starts.some((start) =>
    lines.slice(start).some((_, i) => {
      const end = start + i + 1
      const rest = lines.slice(end).filter((line, at) => line !== "" || at === 0)
      if (rest.filter((line) => line !== "").length > maximumSignatureLines) return false
      const isApart = rest[0] === undefined || rest[0] === "" || tables().closings.has(letters(rest[0]))
      return (
        areRequests(paragraphs(lines.slice(start, end)), names) &&
        rest.every((line) => isSignature(line, names, isApart))
      )
    })
  )
}

/** The sentences of some lines. A sentence may continue on the next line, but not after a blank line. */
const paragraphs = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines
    .join("\n")
    .split(/\n{2,}/u)
    .flatMap((paragraph) => sentencesOf(paragraph.replaceAll("\n", " ")))

/** The words of the author's name and of the address before the `@`. */
const namesOf = ({ from }: Pick<ParsedMail, "from">): ReadonlySet<string> =>
  new Set(
    `${from?.name ?? ""} ${(from?.email ?? "").split("@", 1)[0] ?? ""}`
      .split(/[\s._,+-]+/u)
      .flatMap((word) => letters(word) || [])
  )

/**
 * Whether the subject of a mail is `unsubscribe` and nothing else, as links for `List-Unsubscribe` (RFC 2369) write it.
 */
export const isUnsubscription = (mail: Pick<ParsedMail, "subject">): boolean => {
  const subject = withoutTags(mail.subject)
  return subject.length <= 40 && /^unsubscribe(?:me)?$/u.test(letters(subject)) && !subject.includes("?")
}

/**
 * Whether the author of a mail asks for no more mail: by a text that is a request, without greeting and signature, by a
 * whole sentence of the text, or by the subject.
 */
export const isOptOut = (mail: Written): boolean => {
  if (isUnsubscription(mail)) return true
  const text = mail.reply_text.trim()
  const subject = withoutTags(mail.subject)
  if (text === "" && !/^\s*\w{1,5}\s*:/u.test(subject)) return asksToStop(subject, namesOf(mail))
  const names = namesOf(mail)
  const whole = withoutDots(withoutSystemText(text))
  const texts = new Set([whole, withoutInlineSignOff(whole, names), withoutOwnAddress(whole, mail.from?.email ?? "")])
  return [...texts].some(
    (own) =>
      asksToStop(own, names) ||
      [...new Set([own, withoutSignOff(own, names)])].some(
        (text) => asksWithGrounds(text) || asksInSentences(text, mail.from?.email ?? "", tables())
      )
  )
}

/** The label of an answer, by its words. Precise before complete: a doubtful answer has none. */
import { withoutSystemText, withoutTags } from "../additions/SystemText.ts"
import { wordsOf } from "../additions/WordList.ts"
import type { ParsedMail } from "../MailParser.ts"
import { isOptOut } from "../optouts/OptOut.ts"
import { addresses } from "../text/Text.ts"
import { labelWords } from "../words/labels/index.ts"
import type { LabelWords } from "../words/labels/LabelWords.ts"
import { isIn, otherAddress, type Pattern, patternsOf, type Word } from "./WordSlots.ts"

/** The labels, in the order in which lists show them. */
export const replyLabels = [
  "interested",
  "not_now",
  "referral",
  "wrong_person",
  "out_of_office",
  "unsubscribe"
] as const
export type ReplyLabel = (typeof replyLabels)[number]

/** The parts of an answer that its label depends on. */
export interface Answer extends Pick<ParsedMail, "from" | "reply_text" | "subject"> {
  /** Whether a program sent it. */
  readonly isAutomatic: boolean
}

/** Maximum length of an answer, in UTF-16 units: longer ones say more than one thing. */
const maximumText = 2_000
/** Maximum number of words of a sentence. */
const maximumSentence = 60
/** Maximum number of words of an absence that a person writes. */
const maximumAbsence = 40

interface Sentence {
  readonly words: ReadonlyArray<Word>
  readonly isQuestion: boolean
}

const link = /https?:\/\/\S{1,2000}/giu
/** An abbreviation before a name. Its dot ends no sentence. */
const titles = /\b(Mr|Mrs|Ms|Dr|Prof|Sr|Sra|Hr|Fr|Mme|M|St)\.(?=\s)/gu

/** Words with a negation or a condition that mean none. */
const idioms =
  /(?<!\p{L})(?:why not|not only|no (?:problem|worries)|don['’]t hesitate|warum nicht|kein problem|pourquoi pas|pas de problème|n['’]hésitez pas|si vous (?:le )?voulez(?: bien)?|por qué no|perché no|waarom niet|geen probleem|porque não)(?!\p{L})/giu

/** A text with a word for each address of somebody else, and without other addresses and links. */
const simplified = (text: string, from: string): string =>
  text
    .replaceAll(link, " ")
    .replaceAll(addresses, (found) => {
      const isOwn = from !== "" && found.toLowerCase().replace(/(?<![.!?])[.!?]+$/u, "") === from.toLowerCase()
      const end = /[.!?]$/u.exec(found)?.[0] ?? ""
      return `${isOwn ? "" : ` ${otherAddress}`}${end} `
    })
    .replaceAll(titles, "$1")
    .replaceAll(idioms, " ")
    .replaceAll(/(?<=^|\s)\+(?=\p{Lu})/gu, "cc ")

const wordsIn = (sentence: string): ReadonlyArray<Word> =>
  sentence.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((part) => {
    const text = wordsOf(part).trim()
    if (text === "") return []
    const isName = /^\p{Lu}\p{Ll}/u.test(part)
    return text.split(" ").map((text) => ({ text, isName }))
  })

const sentenceEnd = /(?<=[.!?…;。！？؟])(?:\s+|$)|\n{2,}|\n(?=[ \t]*[\p{Lu}\p{N}])/u

const sentencesOf = (text: string): ReadonlyArray<Sentence> =>
  text
    .split(sentenceEnd)
    .map((sentence) => ({
      words: wordsIn(sentence),
      isQuestion: /[?？؟;]\s*$/u.test(sentence) && sentence.includes("?")
    }))
    .filter(({ words }) => words.length > 0 && words.length <= maximumSentence)

type Lists = Omit<LabelWords, "capitalizesNouns" | "classes" | "language" | "negations" | "self">
type Table = { readonly [Name in keyof Lists]: ReadonlyArray<Pattern> } & {
  readonly negations: ReadonlyArray<Pattern>
  readonly capitalizes: boolean
}

/** The patterns of a language. */
const tableOf = (words: LabelWords): Table => {
  const of = (patterns: ReadonlyArray<string>) => patternsOf(patterns, words)
  return {
    capitalizes: words.capitalizesNouns === true,
    agrees: of(words.agrees),
    requests: of(words.requests),
    negations: of([words.negations]),
    refusals: of(words.refusals),
    later: of(words.later),
    present: of(words.present),
    wrongPerson: of(words.wrongPerson),
    left: of(words.left),
    referral: of(words.referral),
    away: of(words.away),
    absence: of(words.absence),
    doubts: of(words.doubts),
    irony: of(words.irony)
  }
}

// Making them takes longer than starting a process should, and most processes receive no mail.
let made: ReadonlyArray<Table> | undefined
const tables = (): ReadonlyArray<Table> => (made ??= labelWords.map(tableOf))

/** Words between which and the name of a company no person is named, in all languages. */
const before = new Set("at|for|of|chez|pour|en|de|da|em|na|in|per|presso|bij|voor|på|hos|w|v|в|du|of".split("|"))

/** Whether a sentence may name a person, behind its greeting and its first word: perhaps the right one. */
const mayName = ({ words }: Sentence): boolean =>
  words.some(
    ({ isName }, i) =>
      isName && i > 1 && !before.has(words[i - 1]?.text ?? "") && !(i === 2 && words[1]?.isName === true)
  )

/** The label of a mail that a program sent. */
const labelOfMachine = (table: Table, sentences: ReadonlyArray<Sentence>, namesOther: boolean): ReplyLabel | null => {
  const says = (patterns: ReadonlyArray<Pattern>) => sentences.some(({ words }) => isIn(patterns, words))
  if (says(table.left)) return namesOther || says(table.referral) ? "referral" : "wrong_person"
  return says(table.away) || says(table.absence) ? "out_of_office" : null
}

/** The label of a mail that a person wrote, by the words of one language. */
const labelOfPerson = (table: Table, all: ReadonlyArray<Sentence>, namesOther: boolean): ReplyLabel | null => {
  const certain = all.filter(({ words }) => !isIn(table.doubts, words))
  const stated = certain.filter(({ isQuestion }) => !isQuestion)
  const says = (patterns: ReadonlyArray<Pattern>, sentences: ReadonlyArray<Sentence> = stated) =>
    sentences.some(({ words }) => isIn(patterns, words))
  if (says(table.irony, all)) return null
  const isRefused = says(table.refusals, all)
  const isLater = says(table.later, certain) || (says(table.present) && !isRefused)
  const isNegated = ({ words }: Sentence) => isIn(table.negations, words)
  const affirms = (patterns: ReadonlyArray<Pattern>, sentences: ReadonlyArray<Sentence>) =>
    says(
      patterns,
      sentences.filter((sentence) => !isNegated(sentence))
    )
  const isInterested = !isRefused && (affirms(table.agrees, stated) || affirms(table.requests, certain))
  const isShort = all.reduce((sum, { words }) => sum + words.length, 0) <= maximumAbsence
  if (says(table.away) && isShort) {
    return isInterested || isLater ? null : "out_of_office"
  }
  if (says(table.referral)) return "referral"
  if (says(table.left)) return namesOther ? "referral" : "wrong_person"
  if (says(table.wrongPerson)) {
    if (namesOther) return "referral"
    // The name of the right person makes it a referral. In languages that capitalize nouns, names do not stand out.
    return !table.capitalizes && all.some(mayName) ? null : "wrong_person"
  }
  if (isLater) return "not_now"
  return isInterested ? "interested" : null
}

/**
 * The label of an answer; `null` if its words are not clear, or say several things. It looks at the author's own text, without quoted
 * mail (`reply_text`), and at the subject.
 */
export const replyLabelOf = ({ isAutomatic, ...mail }: Answer): ReplyLabel | null => {
  if (!isAutomatic && isOptOut(mail)) return "unsubscribe"
  const own = withoutSystemText(mail.reply_text.trim())
  if (own.length > maximumText) return null
  const text = simplified(isAutomatic ? `${withoutTags(mail.subject)}\n\n${own}` : own, mail.from?.email ?? "")
  const sentences = sentencesOf(text)
  const namesOther = sentences.some(({ words }) => words.some(({ text }) => text === otherAddress))
  const labelBy = isAutomatic ? labelOfMachine : labelOfPerson
  const labels = new Set(tables().flatMap((table) => labelBy(table, sentences, namesOther) ?? []))
  const [label = null] = labels
  return labels.size === 1 ? label : null
}

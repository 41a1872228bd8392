/** The patterns of the tables of words about mailboxes. */
import { wordPattern } from "../WordPattern.ts"
import { mailboxWords } from "./MailboxWords.ts"
import type { MailboxWords } from "./MailboxWordsEastern.ts"
import { joinedPassingWords, passingWords } from "./PassingWords.ts"
import { joinedThingWords, thingWords } from "./ThingWords.ts"

/** A word that ends no sentence and no clause, or an initial. Names, addresses and verbs stand between a mailbox and its absence. */
const word = "(?:[xo]@[xo][:,]?|\\p{L}{1,4}\\.|[^\\s:;,!?]{0,80}[^\\s:;,!?.])"

/** The pattern of a word of a table: `*` is any ending, `…` up to three words. */
const patternOf = (words: string): string => wordPattern(words).replaceAll(" … ", `(?: ${word}){0,3}? `)

const anyOf = (words: ReadonlyArray<string>) => `(?:${words.map(patternOf).join("|")})`
const whole = (words: ReadonlyArray<string>) => `(?<!\\p{L})${anyOf(words)}(?!\\p{L})`

const things = thingWords.flatMap(({ words }) => words)
/** Words with any ending, without that ending: a lookahead needs none, and it costs most of the time to compile. */
const begun = things.flatMap((words) => (words.endsWith("*") ? [words.slice(0, -1)] : []))
const complete = things.filter((words) => !words.endsWith("*"))
const thing = `(?!(?<!\\p{L})(?:${anyOf(begun)}|${anyOf(complete)}(?!\\p{L})))`
const joinedThing = `(?!${anyOf(joinedThingWords.flatMap(({ words }) => words))})`
/** Words before a name, which count for nothing: `von Frau Dr.` */
const titled =
  "(?: (?:aux lettres|de correo|di posta)(?!\\p{L}))?(?: (?:von|van|de|di|of|do|da|af|av)(?!\\p{L}))?(?: (?:frau|herrn?|mme|mr?s?|sra?|dr|prof)(?!\\p{L})\\.?){0,2}"
/**
 * The words between the word for a mailbox and the words that it is gone: an address after `.`, `:` or `,`, a title, and up to four
 * other words. Addresses are masked as `x@x` and `o@o` before (`AccountReasons.ts`).
 */
const between = `(?:[.:,](?= [xo]@[xo]))?${titled}(?: ${thing}${word}){0,4}?`
const joinedBetween = `(?:[:：,，]? ?[xo]@[xo][:：,，]?)?(?:${joinedThing}[^.!?。:：;；,，]){0,30}?`

const absenceOf = ({ gone, isJoined, mailbox, no }: MailboxWords): string => {
  const before = no.length === 0 ? [] : [no]
  if (isJoined === true) {
    const patterns = [
      `${anyOf(mailbox)}${joinedBetween}[:：,，]? ?${anyOf(gone)}`,
      ...before.map((no) => `${anyOf(no)} ?${anyOf(mailbox)}`)
    ]
    return patterns.join("|")
  }
  const patterns = [
    `${whole(mailbox)}${between}[.:,]? ${whole(gone)}`,
    ...before.map((no) => `${whole(no)} ?(?:${thing}${word} )?${whole(mailbox)}`)
  ]
  return patterns.join("|")
}

/** A mailbox does not exist. */
export const absences: ReadonlyArray<string> = mailboxWords.map(absenceOf)

/** A mail is refused only for a while. */
export const passingPhrases: ReadonlyArray<string> = [
  ...passingWords.map(({ words }) => whole(words)),
  ...joinedPassingWords.map(({ words }) => anyOf(words))
]

/** The patterns of the tables of words about mailboxes. */
import { type MailboxWords, mailboxWords } from "./MailboxWords.ts"
import { joinedPassingWords, passingWords } from "./PassingWords.ts"

/** A word that ends no sentence, or an initial. Names, addresses and verbs stand between a mailbox and its absence. */
const word = "(?:\\p{L}{1,4}\\.|[^\\s;!?]{0,80}[^\\s;!?.])"
const between = `[.:,]?(?: ${word}){0,7}?`

/** The pattern of a word of a table: `*` is any ending, `…` up to three words. */
const patternOf = (words: string): string =>
  words
    .replaceAll(/[.?+()[\]{}|^$\\]/gu, "\\$&")
    .replaceAll("'", "['’]")
    .replaceAll("*", "\\p{L}*")
    .replaceAll(" … ", `(?: ${word}){0,3}? `)

const anyOf = (words: ReadonlyArray<string>) => `(?:${words.map(patternOf).join("|")})`
const whole = (words: ReadonlyArray<string>) => `(?<!\\p{L})${anyOf(words)}(?!\\p{L})`

const absenceOf = ({ gone, isJoined, mailbox, no }: MailboxWords): string => {
  const before = no.length === 0 ? [] : [no]
  if (isJoined === true) {
    const patterns = [
      `${anyOf(mailbox)}[^.!?。]{0,30}?${anyOf(gone)}`,
      ...before.map((no) => `${anyOf(no)} ?${anyOf(mailbox)}`)
    ]
    return patterns.join("|")
  }
  const patterns = [
    `${whole(mailbox)}${between},? ${whole(gone)}`,
    ...before.map((no) => `${whole(no)} ?(?:${word} ){0,1}?${whole(mailbox)}`)
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

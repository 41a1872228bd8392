/** The conversation of a mail by its header fields, with which its text is compared. */
import { withoutTags } from "../additions/SystemText.ts"
import { plain } from "../text/Wording.ts"

interface Mailbox {
  readonly name: string
  readonly email: string
}

/** The fields of the mail whose text is read. */
export interface About {
  readonly from: Mailbox | null
  /** The recipients of the mail: among them is the author of the mail that it quotes. */
  readonly recipients: ReadonlyArray<Mailbox>
  readonly subject: string
}

export interface Thread {
  /** Whether a text names an author of the conversation, or its subject. */
  readonly isNamedIn: (text: string) => boolean
  /** Whether a line is the name of the author, or begins or ends with it; or the author's initials. */
  readonly hasAuthor: (line: string) => boolean
}

/** `Re:`, `AW:`, `Odp.:`, `回复：`, with a number. */
const prefix = /^\s*[\p{L}\p{M}]{1,6}\.?(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]\s*/u
const maximumPrefixes = 6

/** A subject without tags and prefixes, in the plain form. */
const baseOf = (subject: string): string => {
  let rest = withoutTags(subject)
  for (let n = 0; n < maximumPrefixes && prefix.test(rest); n++) rest = withoutTags(rest.replace(prefix, ""))
  return plain(rest)
}

/** Shorter subjects and names may be words of any text. */
const shortest = 6
/** A mail to more recipients is not read for their names. */
const maximumRecipients = 100

/** The words of a text, in the plain form. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

/** The words of a mailbox, in the plain form. */
const wordsIn = ({ email, name }: Mailbox): ReadonlyArray<string> => wordsOf(`${name} ${email.split("@", 1)[0] ?? ""}`)

/** The conversation of a mail; `undefined` without any recipient to compare with. */
export const threadOf = ({ from, recipients, subject }: About): Thread | undefined => {
  const all = recipients.slice(0, maximumRecipients).filter(({ email }) => email.includes("@"))
  if (all.length === 0) return undefined
  const base = baseOf(subject)
  const named = [
    ...all.map(({ email }) => plain(email)),
    ...all.map(({ name }) => plain(name)).filter((name) => name.length >= shortest && name.includes(" ")),
    ...(base.length >= shortest ? [base] : [])
  ]
  const words = from === null ? [] : wordsIn(from)
  const authors = new Set(words.filter((word) => word.length > 1))
  const initials = words.map((word) => word[0]).join("")
  return {
    isNamedIn: (text) => {
      const found = plain(text)
      return named.some((name) => found.includes(name))
    },
    hasAuthor: (line) => {
      const found = wordsOf(line)
      const joined = found.join("")
      return (
        found.some((word) => authors.has(word)) || (joined !== "" && joined.length <= 3 && initials.startsWith(joined))
      )
    }
  }
}

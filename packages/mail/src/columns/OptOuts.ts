/**
 * Recognizes rows of people who opted out, and of dead addresses, by the columns that common programs export and that people
 * write, in many languages (`OptOutWords.ts`).
 */

// The page of the console uses this file, so it imports nothing but data.
import { plainName } from "../text/PlainName.ts"
import { fieldCalled } from "./ColumnNames.ts"
import * as words from "../words/columns/OptOutWords.ts"

/** Whether two headers are equal, ignoring case. */
export const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The kind of a column. Its values mean an opt-out as follows. `flag`: yes, or a date. `consent`: no. `mark`: any
 * value, such as a time or a reason. `status`: some of several states. `other`: perhaps a state of an opt-out, although the header
 * says nothing. `perhaps`: perhaps any value but no. `question`: perhaps any value. `chosen`: the values that the user lists.
 */
type Kind =
  | { readonly tag: "flag" | "consent" | "mark" | "other" | "perhaps" | "question" | "status" }
  | { readonly tag: "chosen"; readonly values: ReadonlySet<string> }

export interface OptOutColumn {
  readonly header: string
  readonly index: number
  readonly kind: Kind
}

/**
 * The user's choice for a column: the values that mean an opt-out. With an empty list, no value does. `"any"`: all values, except
 * no and what stands for a missing value.
 */
export interface OptOutChoice {
  readonly header: string
  readonly values: "any" | ReadonlyArray<string>
}

/** Headers of columns for consent, without case, white space and signs. */
const consents = new Set([
  "subscribed",
  "issubscribed",
  "subscribedtoemails",
  "acceptsmarketing",
  "acceptsemailmarketing",
  "emailoptin",
  "optin",
  "optedin"
])
const statuses =
  /^(?:e?mail|lead|contact|member|subscriber|subscription|emailsubscriber|marketing|emailmarketing|marketingcontact|emailpermission|person|prospect)?status$|^emailmarketingconsent$|^stopsendingtype$/u
/** Matches columns for the time, reason or campaign of an opt-out. They only have a value if the person opted out. */
const mark =
  /^(?:unsub|unsubscribed?|optout|optedout|clean|cleaned|bounced?|hardbounced?|emailbounced?|emailhardbounced?|complained|blacklisted|blocklisted|suppressed)(?:at|on|time|date|timestamp|reason|reasonother|campaign|campaignid|campaigntitle)$|^(?:date|time)(?:unsubscribed|optedout|bounced)$|^(?:portal|global)bounce$/u

/** The words of a header, without case and accents. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll})/gu, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plainName)
    .filter((word) => word !== "")

const hasStem = (name: string, stems: ReadonlyArray<string>) => stems.some((stem) => name.includes(stem))

/** Whether a header is about a channel other than e-mail. */
const isOfOtherChannel = (header: string) => {
  const found = header
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(plainName)
  return (
    found.some((word) => words.otherChannels.has(word) || /^telefon|^whatsapp/u.test(word)) &&
    !found.some((word) => words.mailWords.has(word) || /mail|newsletter/u.test(word))
  )
}

/** Matches the end of a word for the past: `Not contacted`, `nicht kontaktiert`. */
const isPast = /(?:ed|iert|erad|eret|acte|ado|ato)$/u
/** Whether words say no to mail or to contacts: `Keine E-Mails`, but neither `No. of emails` nor `Not contacted`. */
const saysNo = (parts: ReadonlyArray<string>) => {
  const at = parts.findIndex((word) => words.negations.has(word))
  const rest = parts.slice(at + 1)
  return (
    at !== -1 &&
    rest[0] !== "of" &&
    !rest.some((word) => isPast.test(word)) &&
    hasStem(rest.join(""), words.contactStems)
  )
}

const isMark = (header: ReadonlyArray<string>, name: string) =>
  header.some((word) => words.markWords.has(word)) ||
  words.lastMarkWords.has(header.at(-1) ?? "") ||
  words.markEnds.some((end) => name.endsWith(end))

/** Whether words mean an opt-out where nothing else is blocked or refused: `Blocked`, but not `Blocked calendar`. */
const isOutWord = (parts: ReadonlyArray<string>) => {
  const others = parts.filter((word) => !words.outWords.has(word))
  const isAbout = (word: string) =>
    words.statusOf.has(word) ||
    words.mailWords.has(word) ||
    words.fillers.has(word) ||
    words.markWords.has(word) ||
    words.lastMarkWords.has(word) ||
    /^(?:als|as|marked|markiert|marqué|is|ist|est|rgpd|gdpr|dsgvo|optin)$/u.test(word)
  return others.length < parts.length && others.every(isAbout)
}

const kindOf = (header: string): Kind["tag"] | undefined => {
  const name = plainName(header)
  if (isOfOtherChannel(header)) return undefined
  if (consents.has(name)) return "consent"
  if (statuses.test(name)) return "status"
  if (mark.test(name)) return "mark"
  const parts = wordsOf(header)
  // `Unsubscribed`, but not `Unsubscribe link`; `not unsubscribed` asks the opposite.
  if (isOut(name) || isOutWord(parts)) {
    if (parts.some((word) => words.aboutOutWords.has(word))) return undefined
    if (words.negations.has(parts[0] ?? "") && isOut(parts.slice(1).join(""))) return "question"
    return isMark(parts, name) ? "mark" : "flag"
  }
  if (saysNo(parts)) return "flag"
  if (parts.every((word) => words.ambiguousStates.has(word) || words.statusOf.has(word))) {
    if (parts.some((word) => words.ambiguousStates.has(word))) return "perhaps"
  }
  if (words.negations.has(parts[0] ?? "") && hasStem(parts.slice(1).join(""), words.consentStems)) return "flag"
  if (hasStem(name, words.consentStems) || parts.some((word) => words.consentWords.has(word))) {
    return parts.some((word) => words.detailWords.has(word)) || words.markEnds.some((end) => name.endsWith(end))
      ? undefined
      : "consent"
  }
  return isStatus(parts) ? "status" : undefined
}

/** Whether words are about the state of a person or an address: `Contact status`, `Kontaktstatus`, but not `Order status`. */
const isStatus = (parts: ReadonlyArray<string>) => {
  const others = parts.filter((word) => !words.statusWords.has(word))
  const compound = (word: string) =>
    [...words.statusWords].some((status) => {
      const owner = word.endsWith(status) ? word.slice(0, -status.length) : undefined
      return owner !== undefined && (words.statusOf.has(owner) || words.statusOf.has(owner.replace(/s$/u, "")))
    })
  const rest = others.filter((word) => !compound(word))
  return (others.length < parts.length || rest.length < others.length) && rest.every((word) => words.statusOf.has(word))
}

/** The column that the user chose, or the one that its header suggests. */
const columnOf = (header: string, index: number, choices: ReadonlyArray<OptOutChoice>): OptOutColumn => {
  const chosen = choices.filter((choice) => same(header, choice.header))
  if (chosen.some(({ values }) => values === "any")) return { header, index, kind: { tag: "mark" } }
  if (chosen.length > 0) {
    const values = new Set(chosen.flatMap(({ values }) => (values === "any" ? [] : values.map(folded))))
    return { header, index, kind: { tag: "chosen", values } }
  }
  return { header, index, kind: { tag: kindOf(header) ?? "other" } as Kind }
}

/**
 * The columns that may contain opt-outs, or the fault of a choice whose column does not exist. `others`: the columns whose
 * headers say nothing, without the fields of leads.
 */
export const optOuts = (
  headers: ReadonlyArray<string>,
  choices: ReadonlyArray<OptOutChoice>
):
  | { readonly columns: ReadonlyArray<OptOutColumn>; readonly others: ReadonlyArray<OptOutColumn> }
  | { readonly fault: string } => {
  const unknown = choices.find((choice) => !headers.some((header) => same(header, choice.header)))
  if (unknown !== undefined) return { fault: `there is no column "${unknown.header}" among: ${headers.join(", ")}` }
  const all = headers.map((header, index) => columnOf(header, index, choices))
  return {
    columns: all.filter(({ kind }) => kind.tag !== "other"),
    others: all.filter(({ header, kind }) => kind.tag === "other" && fieldCalled(header) === undefined)
  }
}

/** A value without case and with single spaces. */
export const folded = (value: string) => value.normalize("NFKC").trim().toLowerCase().replaceAll(/\s+/gu, " ")

export type Meaning = "out" | "in" | "unclear"

const isIn = (set: ReadonlySet<string>, value: string) =>
  set.has(value) || (/\p{L}/u.test(value) && set.has(plainName(value)))

const isDate =
  /^\d{4}[-./]?\d{1,2}[-./]?\d{1,2}(?:[T ].*)?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:[, ].*)?$|^\d{1,2}\.? \p{L}{3,12}\.?,? \d{4}(?:[, ].*)?$|^\p{L}{3,12}\.? \d{1,2},? \d{4}(?:[, ].*)?$|^\d{4}年\d{1,2}月\d{1,2}日|^\d{4}년 ?\d{1,2}월|^(?:3|4|5)\d{4}(?:[.,]\d{1,12})?$|^1\d{9}(?:\d{3})?$/iu
const isNoDate = /^0{1,4}[-./]0{1,2}[-./]0{1,4}/u
/** Texts for a missing value, in addition to `no`. */
const missing = new Set([
  "[]",
  "{}",
  "-",
  "--",
  "–",
  "—",
  "n/a",
  "#n/a",
  "na",
  "undefined",
  "nan",
  "(blank)",
  "(null)",
  "(leer)",
  "k.a.",
  ".",
  "?"
])

/**
 * The meaning of a state by its words: `vom Newsletter abgemeldet` is out, `soft bounced` and `nicht abgemeldet` are in. `undefined`:
 * no word is about opt-outs.
 */
const meaningOfState = (value: string): Meaning | undefined => {
  const name = plainName(value)
  if (words.temporaryStates.has(name)) return "in"
  if (words.outStates.has(name)) return "out"
  const parts = wordsOf(value)
  if (parts.length > 1 && words.negations.has(parts[0] ?? "") && isOut(parts.slice(1).join(""))) return "in"
  if (words.negations.has(parts[0] ?? "") && saysNo(parts)) return "out"
  if (!isOut(name)) return undefined
  // `opt out` and `do not contact` are in several words.
  const isWhole = name.replace(outStem, "").length <= 3
  const rest = parts.filter((word) => !isOut(word) && !words.fillers.has(word))
  return isWhole || rest.length === 0 ? "out" : "unclear"
}
const outStem = new RegExp(words.outStems.join("|"), "u")
const isOut = (name: string) => outStem.test(name)

const meaningOfStatus = (value: string): Meaning => {
  const meaning = meaningOfState(value)
  if (meaning !== undefined) return meaning
  // Programs use numbers for states.
  return isIn(words.ambiguousStates, value) || /^-?\d+$/u.test(value) ? "unclear" : "in"
}

const meaningOfConsent = (value: string): Meaning => {
  if (isIn(words.no, value)) return "out"
  if (isIn(words.yes, value) || isDate.test(value) || isIn(words.inStates, value)) return "in"
  if (isIn(words.refusedStates, value)) return "out"
  if (isIn(words.grantedStates, value)) return "in"
  const meaning = meaningOfState(value)
  if (meaning !== undefined) return meaning
  const parts = wordsOf(value)
  const says = hasStem(plainName(value), words.consentStems) || parts.some((word) => words.consentWords.has(word))
  if (!says) return "unclear"
  return words.negations.has(parts[0] ?? "") ? "out" : "in"
}

const meaningOfFlag = (value: string): Meaning => {
  if (isIn(words.no, value)) return "in"
  if (isIn(words.yes, value) || isDate.test(value)) return "out"
  if (isIn(words.refusedStates, value)) return "out"
  if (isIn(words.grantedStates, value)) return "in"
  const meaning = meaningOfState(value)
  // The header says that the words of the value are about an opt-out.
  if (meaning !== undefined) return meaning === "unclear" && /^\P{L}*unsub/u.test(value) ? "out" : meaning
  return isIn(words.inStates, value) || hasStem(plainName(value), words.consentStems) ? "in" : "unclear"
}

/** The meaning of a value of a column. `value` is folded. */
export const meaningOf = ({ kind }: Pick<OptOutColumn, "kind">, value: string): Meaning => {
  if (kind.tag === "chosen") return kind.values.has(value) ? "out" : "in"
  if (value === "" || isNoDate.test(value) || missing.has(value)) return "in"
  switch (kind.tag) {
    case "status":
      return meaningOfStatus(value)
    case "consent":
      return meaningOfConsent(value)
    case "perhaps":
      return isIn(words.no, value) ? "in" : "unclear"
    case "question":
      return "unclear"
    case "mark":
      return isIn(words.no, value) ? "in" : "out"
    case "other":
      return value.length <= 60 && meaningOfState(value) === "out" ? "unclear" : "in"
    case "flag":
      return meaningOfFlag(value)
  }
}

/** Whether a row contains an opt-out. If none is certain, `unclear` has the values that may mean one. */
export const optOutOf = (
  columns: ReadonlyArray<OptOutColumn>,
  cells: ReadonlyArray<string>
): {
  /** The column of the opt-out and, for a column with states, the state. */
  readonly by: string | undefined
  readonly unclear: ReadonlyArray<{ readonly header: string; readonly value: string }>
} => {
  const unclear = []
  for (const column of columns) {
    const { header, index, kind } = column
    const value = folded(cells[index] ?? "")
    const meaning = meaningOf(column, value)
    if (meaning === "out") {
      const by = kind.tag === "status" || kind.tag === "chosen" ? `${header}: ${value}` : header
      return { by, unclear: [] }
    }
    if (meaning === "unclear") unclear.push({ header, value })
  }
  return { by: undefined, unclear }
}

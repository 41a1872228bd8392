/** Recognizes rows of people who opted out, and of dead addresses, by the columns that common programs export. */

// The page of the console uses this file, so it imports nothing.

/** Whether two headers are equal, ignoring case. */
export const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** A text without case, white space and signs. */
export const normalized = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/**
 * The kind of a column. Its values mean an opt-out as follows. `flag`: yes, or a date. `consent`: no. `mark`: any
 * value, such as a time or a reason. `status`: some of several states. `chosen`: the values that the user lists.
 */
type Kind =
  | { readonly tag: "flag" | "consent" | "mark" | "status" }
  | { readonly tag: "chosen"; readonly values: ReadonlySet<string> }

export interface OptOutColumn {
  readonly header: string
  readonly index: number
  readonly kind: Kind
}

/** The user's choice for a column: the values that mean an opt-out. With an empty list, no value does. */
export interface OptOutChoice {
  readonly header: string
  readonly values: ReadonlyArray<string>
}

/** Headers of columns for consent, normalized: without case, white space and signs. */
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
/** Matches headers that probably belong to a column for opt-outs. */
const word =
  /unsub|optout|optedout|blacklist|blocklist|suppress|bounce|complain|donot(?:contact|e?mail|send)|emaildisabled|spamreport/u
const abbreviations = new Set(["dnc"])
/** Whether a header is about a channel other than e-mail. */
const isOfOtherChannel = (header: string) => {
  const words = header.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => channel.test(word)) && !words.some((word) => /^e?mails?$/u.test(word))
}
const channel = /^(?:sms|whatsapp|phone|mobile|calls?)$/u

const yes = new Set(["true", "t", "yes", "y", "1", "x", "on", "ja", "oui", "si", "sí", "sim", "wahr", "vrai", "✓", "✔"])
const no = new Set([
  "false",
  "f",
  "no",
  "n",
  "0",
  "off",
  "nein",
  "non",
  "não",
  "falsch",
  "faux",
  "none",
  "null",
  "never"
])
const isDate = /^\d{4}-?\d{2}-?\d{2}(?:[T ].*)?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:[, ].*)?$/u
const isNoDate = /^0000-00-00/u

const out = new Set([
  "unsubscribed",
  "unsubscribe",
  "optedout",
  "optout",
  "blocklisted",
  "blocklist",
  "blacklisted",
  "blacklist",
  "suppressed",
  "donotcontact",
  "donotemail",
  "dnc",
  "disabled",
  "complained",
  "complaint",
  "spam",
  "junk",
  "bounced",
  "bounce",
  "hardbounced",
  "hardbounce",
  "cleaned"
])
const temporary = new Set(["softbounced", "softbounce"])
/** States that mean an opt-out in some programs, but not in others. */
const ambiguous = new Set(["inactive", "cancelled", "canceled", "removed", "deleted", "archived"])

const kindOf = (header: string): Kind["tag"] | undefined => {
  const name = normalized(header)
  if (isOfOtherChannel(header)) return undefined
  if (consents.has(name)) return "consent"
  if (statuses.test(name)) return "status"
  if (mark.test(name)) return "mark"
  return word.test(name) || abbreviations.has(name) ? "flag" : undefined
}

/** The columns that may contain opt-outs, or the fault of a choice whose column does not exist. */
export const optOuts = (
  headers: ReadonlyArray<string>,
  choices: ReadonlyArray<OptOutChoice>
): { readonly columns: ReadonlyArray<OptOutColumn> } | { readonly fault: string } => {
  const unknown = choices.find((choice) => !headers.some((header) => same(header, choice.header)))
  if (unknown !== undefined) return { fault: `there is no column "${unknown.header}" among: ${headers.join(", ")}` }
  const columns = headers.flatMap((header, index): ReadonlyArray<OptOutColumn> => {
    const chosen = choices.filter((choice) => same(header, choice.header))
    if (chosen.length > 0) {
      const values = new Set(chosen.flatMap(({ values }) => values.map(folded)))
      return [{ header, index, kind: { tag: "chosen", values } }]
    }
    const tag = kindOf(header)
    return tag === undefined || tag === "chosen" ? [] : [{ header, index, kind: { tag } }]
  })
  return { columns }
}

/** A value without case and with single spaces. */
const folded = (value: string) => value.normalize("NFKC").trim().toLowerCase().replaceAll(/\s+/gu, " ")

type Meaning = "out" | "in" | "unclear"

const meaningOfStatus = (value: string): Meaning => {
  const name = normalized(value)
  if (out.has(name)) return "out"
  // Programs use negative numbers for states that end a contact.
  if (ambiguous.has(name) || /^-\d+$/u.test(value)) return "unclear"
  return word.test(name) && !temporary.has(name) ? "unclear" : "in"
}

const meaningOf = ({ kind }: OptOutColumn, value: string): Meaning => {
  if (value === "" || (isNoDate.test(value) && kind.tag !== "chosen")) return "in"
  switch (kind.tag) {
    case "chosen":
      return kind.values.has(value) ? "out" : "in"
    case "status":
      return meaningOfStatus(value)
    case "consent":
      if (no.has(value)) return "out"
      return yes.has(value) || isDate.test(value) ? "in" : "unclear"
    case "mark":
      return no.has(value) || value === "-" ? "in" : "out"
    case "flag":
      if (no.has(value) || value === "-") return "in"
      return yes.has(value) || isDate.test(value) || out.has(normalized(value)) ? "out" : "unclear"
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

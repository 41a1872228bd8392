/** The sender checks of the host's mail server (RFC 8601). */
import { Context } from "effect"
import { domainsOf, normalizeEmail } from "../text/Domain.ts"
import type { Trust } from "../Trust.ts"
import type { ParsedMail } from "../MailParser.ts"

/**
 * The `authserv-id` of the mail server whose `Authentication-Results` are trusted. Results of other servers are
 * ignored, because anyone can write them. Without a value, no results are read.
 */
export const AuthservId = Context.Reference<string | undefined>("@mailroom/mail/AuthservId", {
  defaultValue: () => undefined
})

/** A DMARC result, in lower case, and the checked domain, which is empty when the field does not name it. */
interface DmarcResult {
  readonly result: string
  readonly domain: string
}

/** How far the sender in `From` can be believed, by the DMARC result (RFC 7489) of the server `authserv_id`. */
export const senderTrust = (mail: ParsedMail, authserv_id: string | undefined): Trust => {
  if (authserv_id === undefined) return "plausible"
  const fieldsOf = (field: string) => mail.headers.filter(({ name }) => name === field)
  // A server may add one field for each method. A sender that adds such a field can only lower its trust.
  const results = fieldsOf("authentication-results").flatMap(({ value }) => dmarcResults(value, authserv_id))
  if (results.length === 0) return "plausible"
  const [from = ""] = domainsOf(normalizeEmail(mail.from?.email ?? ""))
  // The server checked the domain of one `From`, which must be the one that is shown.
  const hasSeveralFrom = fieldsOf("from").length > 1
  const isOfOtherDomain = results.some(({ domain }) => domain !== "" && !isRelated(domain, from))
  const hasResult = (wanted: string) => results.some(({ result }) => result === wanted)
  if (hasResult("fail") || hasSeveralFrom || isOfOtherDomain) return "unverified"
  return hasResult("pass") ? "verified" : "plausible"
}

/** Whether two domains are the same, or one contains the other: servers may name the organizational domain. */
const isRelated = (a: string, b: string) => domainsOf(a).includes(b) || domainsOf(b).includes(a)

/** The DMARC results in a field of this server; empty for a field of another server. */
const dmarcResults = (value: string, authserv_id: string): ReadonlyArray<DmarcResult> => {
  const { isComplete, parts } = statements(value)
  const [server = "", ...results] = parts
  const [id = ""] = server.split(/\s/u)
  if (id.toLowerCase() !== authserv_id.toLowerCase()) return []
  // A sender can choose the text that its server repeats in a comment. An unclosed comment must not hide a failure.
  if (!isComplete && /dmarc\s*=\s*fail/iu.test(value)) return [{ result: "fail", domain: "" }]
  return results.flatMap((statement) => {
    const [, result] = /^dmarc(?:\s*\/\s*\d+)?\s*=\s*(\w+)/iu.exec(statement) ?? []
    const [, domain = ""] = /\sheader\.from\s*=\s*(\S+)/iu.exec(statement) ?? []
    return result === undefined
      ? []
      : [{ result: result.toLowerCase(), domain: domainsOf(normalizeEmail(domain))[0] ?? "" }]
  })
}

/**
 * The parts of a field between semicolons, trimmed. Each comment is a space, and quotation marks are gone (RFC 5322,
 * 3.2.2 and 3.2.4). The parts are incomplete when a comment or a quoted text does not end.
 */
const statements = (value: string): { readonly parts: ReadonlyArray<string>; readonly isComplete: boolean } => {
  const parts = [""]
  /** Comments may contain comments. */
  let depth = 0
  let isQuoted = false
  for (let i = 0; i < value.length; i++) {
    let character = value[i] ?? ""
    // In quoted text and comments, a backslash takes its meaning from the next character.
    if (character === "\\" && (isQuoted || depth > 0)) character = value[++i] ?? ""
    else if (character === '"' && depth === 0) {
      isQuoted = !isQuoted
      continue
    } else if (character === "(" && !isQuoted) depth++
    else if (character === ")" && depth > 0) {
      depth--
      character = " "
    } else if (character === ";" && !isQuoted && depth === 0) {
      parts.push("")
      continue
    }
    if (depth === 0) parts[parts.length - 1] += character
  }
  return { parts: parts.map((part) => part.trim()), isComplete: depth === 0 && !isQuoted }
}

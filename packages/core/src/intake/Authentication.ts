/** What the host's own mail server found out about a sender (RFC 8601). */
import { Context } from "effect"
import type { Trust } from "../Trust.ts"
import type { ParsedMail } from "./MailParser.ts"

/**
 * The `authserv-id` of the mail server whose `Authentication-Results` are believed. Those of other servers are ignored:
 * anyone can write them. Without a value, no sender is checked.
 */
export const AuthservId = Context.Reference<string | undefined>("@mailroom/core/AuthservId", {
  defaultValue: () => undefined
})

/** How far the sender in `From` can be believed: by the DMARC result (RFC 7489) of the server `authserv_id`. */
export const senderTrust = (mail: ParsedMail, authserv_id: string | undefined): Trust => {
  if (authserv_id === undefined) return "plausible"
  const fields = mail.headers.filter(({ name }) => name === "authentication-results")
  const results = new Set(fields.flatMap(({ value }) => dmarcResults(value, authserv_id)))
  // A server may add one field for each method. A sender that adds its own can only harm itself.
  if (results.has("fail")) return "unverified"
  return results.has("pass") ? "verified" : "plausible"
}

/** The DMARC results in a field of this server, in lower case; empty for a field of any other server. */
const dmarcResults = (value: string, authserv_id: string): ReadonlyArray<string> => {
  const [server = "", ...results] = statements(value)
  const [id = ""] = server.split(/\s/u)
  if (id.toLowerCase() !== authserv_id.toLowerCase()) return []
  return results.flatMap((result) => /^dmarc(?:\s*\/\s*\d+)?\s*=\s*(\w+)/iu.exec(result)?.[1]?.toLowerCase() ?? [])
}

/** The parts between semicolons, trimmed, without comments and quotation marks (RFC 5322, 3.2.2 and 3.2.4). */
const statements = (value: string): ReadonlyArray<string> => {
  const parts = [""]
  let depth = 0
  let isQuoted = false
  for (let i = 0; i < value.length; i++) {
    let character = value[i] ?? ""
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
  return parts.map((part) => part.trim())
}

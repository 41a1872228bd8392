/**
 * The people that a text mentions. Mentions are stored with texts that may contain anyone's data, such as kept answers,
 * so that an erasure finds these texts by an index.
 */
import { normalizeEmail } from "@mailroom/mail/domain"
import type { LeadId } from "./ids.ts"

/** A normalized address, a lead in the form of `mentionOfLead`, or `anyone`. */
export type Mention = string

export const mentionOfLead = (id: LeadId): Mention => `lead ${id}`

/** The mentions by which to find texts that may be about one of these leads or addresses. */
export const mentionsOf = (leads: ReadonlyArray<LeadId>, addresses: ReadonlyArray<string>): ReadonlyArray<Mention> => [
  anyone,
  ...leads.map(mentionOfLead),
  ...new Set(addresses.map(normalizeEmail))
]

/** A text with more `@` than this counts as mentioning anyone, because each address would be an entry of the index. */
export const maximumAddresses = 5_000
const anyone: Mention = "anyone"

/** The limits of `Text.EmailAddress`. */
const maximumLocal = 64
const maximumDomain = 254

/** Maximum number of signs behind which one address may begin. */
const maximumBeginnings = 4

/** Leads that JSON names by id: `"lead_id":7`, and `"lead":{"id":7`. */
const leads = /"lead(?:_id":|":\{"id":)(\d{1,16})[,}]/gu

/**
 * The addresses and leads that a JSON text mentions, without duplicates. An address is found in any spelling and in any
 * surroundings: alone, in a sentence, in a URL. It is not found inside a longer address.
 */
export const mentionsIn = (json: string): ReadonlyArray<Mention> => {
  const found = new Set<Mention>()
  for (const [, id] of json.matchAll(leads)) found.add(mentionOfLead(Number(id) as LeadId))
  if (!json.includes("@")) return [...found]
  // An escape, such as the end of a line, is not a part of an address.
  const text = json.replaceAll(/\\(?:u[\da-f]{4}|.)/gu, " ")
  const written = new Set<string>()
  let signs = 0
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (++signs > maximumAddresses) return [...found, anyone]
    const locals = localsBefore(text, at)
    const domains = locals.length === 0 ? [] : domainsAfter(text, at)
    for (const local of locals) for (const domain of domains) written.add(`${local}@${domain}`)
  }
  for (const address of written) found.add(normalizeEmail(address))
  return [...found]
}

/**
 * The possible local parts of the address whose `@` is at this index, the shortest first. An address may begin behind a sign of
 * `Kind.other`, and where the characters that it may contain begin. `?to='ada@x.test` may have `ada`, `'ada`, `to='ada` and
 * `?to='ada`.
 */
const localsBefore = (text: string, at: number): ReadonlyArray<string> => {
  const beginnings: Array<number> = []
  let start = at
  for (; start > 0 && at - start <= maximumLocal; start--) {
    const kindBefore = kindAt(text, start - 1)
    if (kindBefore === Kind.outside) break
    if (kindBefore === Kind.other && start < at && beginnings.length < maximumBeginnings) beginnings.push(start)
  }
  const isNotEmpty = start < at
  const isShortEnough = at - start <= maximumLocal
  if (isNotEmpty && isShortEnough && beginnings.at(-1) !== start) beginnings.push(start)
  return beginnings.map((from) => text.slice(from, at))
}

/**
 * The possible domains of the address whose `@` is at this index: the longest text of characters allowed in an address,
 * and the domain names at its beginning.
 */
const domainsAfter = (text: string, at: number): ReadonlyArray<string> => {
  const last = Math.min(text.length, at + 1 + maximumDomain)
  let end = at + 1
  while (end < last && kindAt(text, end) !== Kind.outside) end++
  const whole = text.slice(at + 1, end)
  // Most of these texts are domain names already. Only the others are searched for the end of a name, such as a full
  // stop at the end of a sentence.
  if (domainName.test(whole)) return [whole]
  const withoutFullStop = whole.replace(/(?<!\.)\.+$/u, "")
  const namesAtStart = nameAtStart.map((name) => name.exec(whole)?.[0] ?? "")
  return [...new Set([withoutFullStop, ...namesAtStart])].filter((domain) => domain !== "")
}
const domainName = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/iu
/** Domain names as they are written in a sentence, without and with underscores. */
const nameAtStart = [/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/u, /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/u]

/**
 * `outside`: an address does not contain it. `other`: an address may contain it, or begin after it, as in
 * `'ada@x.test'`. `word`: an address contains it and cannot begin after it.
 */
const Kind = { outside: 0, other: 1, word: 2 } as const
type Kind = (typeof Kind)[keyof typeof Kind]

/** Characters that an address does not contain (`Text.EmailAddress`). */
const outside = /[\s@<>()[\]\\,;:"\p{C}]/u
/** Characters that, before an address, would be a part of it and make it a different address. */
const word = /[\p{L}\p{N}._%+-]/u
const kindOf = (character: string): Kind => {
  if (outside.test(character)) return Kind.outside
  return word.test(character) ? Kind.word : Kind.other
}

const kindsOfAscii: ReadonlyArray<Kind> = Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)))

/** The kind of the UTF-16 unit at an index. Half of a character above U+FFFF would match `outside`, although the character does not. */
const kindAt = (text: string, index: number): Kind => {
  const code = text.charCodeAt(index)
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return kindsOfAscii[code] ?? (isSurrogate ? Kind.other : kindOf(text.charAt(index)))
}

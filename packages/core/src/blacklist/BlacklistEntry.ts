/** An address or a domain that must not be sent to (contract, section 6). */
import { isPublicSuffix, mailboxOf, toAscii } from "@mailroom/mail/domain"
import { EmailAddress, Plain, text } from "@mailroom/mail/text"
import { Option, Schema } from "effect"
import { described } from "../Described.ts"
import { maximumInputs } from "../Bulk.ts"
import { pageQuery, Search } from "../Pagination.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { CampaignId, EntryId } from "../ids.ts"

export { EntryId } from "../ids.ts"

export const BlacklistKind = Schema.Literals(["email", "domain"]).annotate({
  identifier: "BlacklistKind",
  description: "The kind of entry: an address or a domain."
})
export type BlacklistKind = typeof BlacklistKind.Type

export const Source = Schema.Literals(["manual", "bounce", "unsubscribe", "complaint"]).annotate({
  identifier: "BlacklistSource",
  description: "The origin of the entry: a person (`manual`), or an event of a lead."
})
export type Source = typeof Source.Type

/** A person's note about the reason. */
export const Reason = text(500)

const common = {
  source: Source,
  reason: described(Schema.NullOr(Reason), "The reason, for people; `null` if there is none.", "Asked us by phone"),
  campaign_id: described(
    Schema.NullOr(CampaignId),
    "The campaign of the event that made the entry; `null` when a person made it.",
    null
  ),
  created_at: described(
    Timestamp,
    "When a person made the entry or, if an event made it, when the event occurred.",
    "2026-03-02T08:00:00.000Z"
  )
}
export const BlacklistedEmail = Schema.Struct({
  id: EntryId,
  email: described(
    Schema.String,
    "The normalized address; for Gmail without dots and without a part after a plus, because it covers all spellings.",
    "grace@example.com"
  ),
  ...common
}).annotate({ identifier: "BlacklistedEmail", description: "An address that is never sent to." })
export const BlacklistedDomain = Schema.Struct({
  id: EntryId,
  domain: described(Schema.String, "The normalized domain.", "competitor.example"),
  ...common
}).annotate({ identifier: "BlacklistedDomain", description: "A domain that is never sent to, with its subdomains." })

/** An entry of either kind, as it is stored. */
export const EntryRecord = Schema.Struct({
  id: EntryId,
  kind: BlacklistKind,
  value: described(Plain, "The mailbox (`Domain.mailboxOf`) or the normalized domain."),
  ...common
})
export type Entry = Omit<typeof EntryRecord.Type, "kind">

export const table = Table.of("blacklist", EntryRecord, { key: ["id"] })

/**
 * Whether an entry replaces another one for the same value. A person's entry is never replaced, and never replaces
 * another one. Of two entries made by events, the first by `created_at`, `source`, `campaign_id` and `reason` is kept,
 * `null` first.
 */
export const precedes = (entry: Omit<Entry, "id">, other: Omit<Entry, "id">): boolean =>
  entry.source !== "manual" && other.source !== "manual" && sortKey(entry) < sortKey(other)
/** A text that sorts like its parts: only the last part may contain a space, and an absent reason sorts first. */
const sortKey = ({ campaign_id, created_at, reason, source }: Omit<Entry, "id">) =>
  [created_at, source, campaign_id ?? "", ...(reason === null ? [] : [reason])].join(" ")

const bounded = <S extends Schema.Top>(item: S, name: string) =>
  Schema.Array(item).check(
    Schema.isBetweenLength(1, maximumInputs, { message: `must have 1 to ${maximumInputs} ${name}` })
  )
/** Values of entries to add or to remove, as a person wrote them. */
export const Values = bounded(Schema.String.check(Schema.isMaxLength(1_000)), "entries")
export const EntryIds = bounded(EntryId, "ids")

/** Filters and paging of the list. */
export const EntryQuery = Schema.Struct({
  ...pageQuery(EntryId).fields,
  search: described(Schema.optionalKey(Search), "A substring of the value, ignoring case."),
  source: described(Schema.optionalKey(Source), "Only entries with this source.")
})
export type EntryQuery = typeof EntryQuery.Type

const isEmail = Schema.is(EmailAddress)

/** The normalized value of an input, or why the input is invalid for this kind. */
export const normalize = (
  kind: BlacklistKind,
  input: string
): { readonly value: string } | { readonly fault: string } =>
  kind === "email" ? normalizeAddress(input.trim()) : normalizeDomain(input)

const normalizeAddress = (email: string): { readonly value: string } | { readonly fault: string } => {
  const isPattern = email.includes("*")
  if (!isPattern && isEmail(email)) return { value: mailboxOf(email) }
  const [, domain = ""] = /^(?:\*?@)?([^@]+)$/u.exec(email) ?? []
  const named = normalizeDomain(domain)
  if ("value" in named) return { fault: `names a domain: use POST /blacklist/domains with ${named.value}` }
  return { fault: `must be one e-mail address${isPattern ? ": patterns with * are not supported" : ""}` }
}

/**
 * Accepts common spellings of a domain: a URL, a wildcard, a leading `@` or `www.`. An address is rejected, because its
 * domain may belong to a mail provider with many other users.
 */
const normalizeDomain = (input: string): { readonly value: string } | { readonly fault: string } => {
  const written = input.trim()
  const withoutScheme = written.replace(/^[a-z][a-z0-9+.-]*:\/\//iu, "")
  const isUrl = withoutScheme !== written
  // The authority of a URL (RFC 3986, 3.2): `user@host:port`.
  const authority = withoutScheme.replace(/[/?#].*$/su, "")
  const at = authority.lastIndexOf("@")
  const beforeAt = authority.slice(0, Math.max(0, at))
  const host = authority
    .slice(at + 1)
    .replace(/:\d*$/u, "")
    .replace(/^\*\./u, "")
  const domain = Option.getOrUndefined(toAscii(host))?.replace(/^(?:www\.)+(?=[^.]+\.)/u, "")
  if (domain === undefined) return { fault: isPublicSuffix(host.toLowerCase()) ? tooWide : "must be a domain" }
  if (isPublicSuffix(domain)) return { fault: tooWide }
  // In a URL, a user name may precede the host. `@example.com` and `*@example.com` are spellings of the domain.
  const isAddress = !isUrl && beforeAt !== "" && beforeAt !== "*"
  return isAddress
    ? { fault: `names an address: use POST /blacklist/emails, or give the domain ${domain}` }
    : { value: domain }
}
const tooWide = "must not be a public suffix: anyone may register names below it"

/** Internet domains and e-mail addresses in the normal form that comparisons use. */
import { Option } from "effect"
import { getDomain, getPublicSuffix } from "tldts"
import { isFreeMail } from "./FreeMail.ts"
import { fold, foldAllForSearch, isAscii, maximumLabels } from "./Text.ts"
import { decodeLabel } from "./Punycode.ts"

/** Maximum length of a domain, with a trailing dot (RFC 1035, 2.3.4). */
const maximumLength = 254

/**
 * The normal form of a domain: ASCII, lower case, without a trailing dot (RFC 5890, UTS #46). `MÜNCHEN.de.` and
 * `xn--mnchen-3ya.de` have the same normal form. `None` if the text is not a domain name.
 */
export const toAscii = (domain: string): Option.Option<string> => {
  // Fast path: most domains already have the normal form. A name whose last label has only letters cannot be an IP
  // address.
  if (plain.test(domain) && !domain.includes("--") && domain.length < maximumLength && name.test(domain)) {
    return Option.some(domain)
  }
  if (domain.length > maximumLength || syntax.test(domain)) return Option.none()
  // A URL parser normalizes domains as browsers do. If it finds more than a host, the text is not a domain.
  const url = URL.parse(`http://${domain.replace(/[.\u3002\uff0e\uff61]$/u, "")}`)
  const host = url?.hostname ?? ""
  return url?.href === `http://${host}/` && name.test(host) && host.length < maximumLength
    ? Option.some(host)
    : Option.none()
}
/** Lower-case ASCII letters, digits, hyphens, underscores and dots, with only letters after the last dot. */
const plain = /^[a-z0-9_.-]+\.[a-z]+$/u
/** Characters that have a meaning in a URL, or that URL parsers drop. */
const syntax = /[\s\p{Cc}/\\?#@:%]/u
/**
 * Labels of letters, digits and hyphens (RFC 1035, 2.3.1). The last label must not be numeric, or the name would parse
 * as an IPv4 address.
 */
const name = new RegExp(
  `^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.){1,${maximumLabels - 1}}(?!\\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`,
  "u"
)

/** Whether anyone may register names below this domain, as below `com` or `co.uk`. */
export const isPublicSuffix = (domain: string): boolean =>
  domain.length < maximumLength && getPublicSuffix(domain) === domain

/**
 * The normal form of an address: folded, with the domain in ASCII. A domain that is invalid even after folding, for
 * instance because of one label, is only folded.
 */
export const normalizeEmail = (email: string): string => {
  // ASCII addresses differ only in case and in a trailing dot, because punycode labels, valid or not, are not decoded.
  if (isAscii(email) && !email.endsWith(".")) return email.toLowerCase()
  const at = email.lastIndexOf("@") + 1
  const domain = email.slice(at)
  return fold(email.slice(0, at)) + Option.getOrElse(toAscii(domain), () => foldedDomain(domain))
}

/**
 * The address as it is written into mail and SMTP: the domain in ASCII. The part before the `@` is unchanged, and so is a
 * domain that is invalid.
 */
export const mailAddress = (email: string): string => {
  if (isAscii(email)) return email
  const at = email.lastIndexOf("@") + 1
  return email.slice(0, at) + Option.getOrElse(toAscii(email.slice(at)), () => email.slice(at))
}

/** Folding can make a domain valid: `xn--ßx.test` is not valid punycode, but `xn--ssx.test` is. */
const foldedDomain = (domain: string): string => {
  const folded = fold(domain)
  return Option.getOrElse(toAscii(folded), () => folded)
}

/** The text in which searches for an address look: as given, and normalized. */
export const searchTextOfAddress = (email: string): string => {
  const normalized = normalizeEmail(email)
  return isAscii(email) && email.length === normalized.length
    ? normalized
    : foldAllForSearch([...new Set([fold(email), normalized])])
}

/**
 * Every form in which a text may contain this address: as given, folded, normalized, and folded with a Unicode domain.
 */
export const spellingsOf = (email: string): ReadonlyArray<string> => {
  const normalized = normalizeEmail(email)
  const at = normalized.lastIndexOf("@") + 1
  const inUnicode = normalized.slice(0, at) + fold(toUnicode(normalized.slice(at)))
  return [...new Set([email, fold(email), normalized, inUnicode])]
}

/** An ASCII domain with its labels in Unicode. Invalid labels stay unchanged. */
export const toUnicode = (domain: string): string =>
  domain
    .split(".")
    .map((label) => {
      const decoded = label.startsWith("xn--") ? decodeLabel(label.slice(4)) : undefined
      // A decoded label is valid only if it encodes to the same text again. Upper case, for instance, does not.
      const isValid = decoded !== undefined && Option.contains(toAscii(`${decoded}.test`), `${label}.test`)
      return isValid ? decoded : label
    })
    .join(".")

/** The domains of Gmail, which ignores dots and what follows a plus (https://support.google.com/mail/answer/7436150). */
export const gmailDomains: ReadonlyArray<string> = ["gmail.com", "googlemail.com"]

/** The name of a mailbox of Gmail; empty for other addresses. */
const mailboxNameOf = (normalizedEmail: string): string => {
  const at = normalizedEmail.lastIndexOf("@")
  if (!gmailDomains.includes(normalizedEmail.slice(at + 1))) return ""
  const [name = ""] = normalizedEmail.slice(0, at).split("+", 1)
  return name.replaceAll(".", "")
}

/** Whether other normalized addresses reach the mailbox of this one. */
export const hasSpellings = (normalizedEmail: string): boolean => mailboxNameOf(normalizedEmail) !== ""

/**
 * The mailbox of an address, in any spelling: the normalized address, except for Gmail, where `ada.love@gmail.com` and
 * `adalove+x@googlemail.com` are both `adalove@gmail.com`. The blacklist stores and compares mailboxes.
 */
export const mailboxOf = (email: string): string => {
  const address = normalizeEmail(email)
  const name = mailboxNameOf(address)
  return name === "" ? address : `${name}@gmail.com`
}

/** The domain of a normalized address, or the given domain, followed by all its parent domains, the longest first. */
export const domainsOf = (normalizedEmail: string): ReadonlyArray<string> => {
  const domain = normalizedEmail.slice(normalizedEmail.lastIndexOf("@") + 1)
  return [domain, ...Array.from(domain.matchAll(/\./gu), ({ index }) => domain.slice(index + 1))]
}

/** Whether an address, in any spelling, is in one of these mailboxes or belongs to one of these domains. */
export const isCovered = (email: string, values: ReadonlySet<string>): boolean => {
  const address = normalizeEmail(email)
  return values.has(mailboxOf(address)) || domainsOf(address).some((domain) => values.has(domain))
}

/**
 * The domain of the company of an address, in any spelling: the one below the public suffix. `null` at providers where anyone
 * may have an address, and where there is no such domain.
 */
export const companyOf = (email: string): string | null => {
  const [host = ""] = domainsOf(normalizeEmail(email))
  const domain = getDomain(host, { allowPrivateDomains: true, validateHostname: false })
  return domain === null || isFreeMail(domain) ? null : domain
}

/**
 * The domain of a normalized address with its labels in reverse order and a dot after each label. A domain's key begins
 * with the key of each parent domain: `com.example.mail.` begins with `com.example.`.
 */
export const domainKeyOf = (normalizedEmail: string): string =>
  keyOf(normalizedEmail.slice(normalizedEmail.lastIndexOf("@") + 1))
export const keyOf = (domain: string): string => `${domain.split(".").toReversed().join(".")}.`

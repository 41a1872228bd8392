/** Internet domains and addresses in the one spelling that comparisons use. */
import { Option } from "effect"
import { getPublicSuffix } from "tldts"
import { fold, isAscii, maximumLabels } from "./Text.ts"
import { decodeLabel } from "./Punycode.ts"

/** Of a domain, with a trailing dot (RFC 1035, 2.3.4). */
const maximumLength = 254

/**
 * A domain in ASCII, lower case and without a trailing dot (RFC 5890, UTS #46): `MÜNCHEN.de.` and
 * `xn--mnchen-3ya.de` become the same. None when it is no domain name.
 */
export const toAscii = (domain: string): Option.Option<string> => {
  // Most are in that spelling. A host whose last label has letters only is no IP address.
  if (plain.test(domain) && !domain.includes("--") && domain.length < maximumLength && name.test(domain)) {
    return Option.some(domain)
  }
  if (domain.length > maximumLength || syntax.test(domain)) return Option.none()
  const url = URL.parse(`http://${domain.replace(/[.\u3002\uff0e\uff61]$/u, "")}`)
  const host = url?.hostname ?? ""
  return url?.href === `http://${host}/` && name.test(host) && host.length < maximumLength
    ? Option.some(host)
    : Option.none()
}
/** Of ASCII letters in lower case, digits, hyphens, underscores and dots, with letters behind the last dot. */
const plain = /^[a-z0-9_.-]+\.[a-z]+$/u
/** What means something in a URL, or is dropped from it. */
const syntax = /[\s\p{Cc}/\\?#@:%]/u
/** Labels of letters, digits and hyphens (RFC 1035, 2.3.1). The last one is no number: the name would be an IP address. */
const name = new RegExp(
  `^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.){1,${maximumLabels - 1}}(?!\\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`,
  "u"
)

/** Whether anyone may register names below this domain, as below `com` or `co.uk`. */
export const isPublicSuffix = (domain: string): boolean =>
  domain.length < maximumLength && getPublicSuffix(domain) === domain

/**
 * An address in the spelling that all its spellings share: folded, its domain in ASCII. A domain that is no valid
 * name even when folded, for instance because of one of its labels, is folded only.
 */
export const normalizeEmail = (email: string): string => {
  // In ASCII, spellings differ in case only, and in the dot at the end: labels in punycode, valid or not, are not decoded.
  if (isAscii(email) && !email.endsWith(".")) return email.toLowerCase()
  const at = email.lastIndexOf("@") + 1
  const domain = email.slice(at)
  return fold(email.slice(0, at)) + Option.getOrElse(toAscii(domain), () => foldedDomain(domain))
}

/** Folding can make a valid domain: `xn--ßx.test` is not valid punycode, but `xn--ssx.test` is. */
const foldedDomain = (domain: string): string => {
  const folded = fold(domain)
  return Option.getOrElse(toAscii(folded), () => folded)
}

/**
 * The spellings of an address by which it is looked for in texts: as it is, folded, normalized, and folded with its domain
 * in Unicode.
 */
export const spellingsOf = (email: string): ReadonlyArray<string> => {
  const normalized = normalizeEmail(email)
  const at = normalized.lastIndexOf("@") + 1
  const inUnicode = normalized.slice(0, at) + fold(toUnicode(normalized.slice(at)))
  return [...new Set([email, fold(email), normalized, inUnicode])]
}

/** A domain in ASCII with its labels in Unicode; those that are not valid stay as they are. */
export const toUnicode = (domain: string): string =>
  domain
    .split(".")
    .map((label) => {
      const decoded = label.startsWith("xn--") ? decodeLabel(label.slice(4)) : undefined
      // What is not encoded in the same way again is no name: upper case, for instance.
      const isValid = decoded !== undefined && Option.contains(toAscii(`${decoded}.test`), `${label}.test`)
      return isValid ? decoded : label
    })
    .join(".")

/** The domain of a normalized address, or a domain itself, and all that it is a subdomain of, the longest first. */
export const domainsOf = (normalizedEmail: string): ReadonlyArray<string> => {
  const domain = normalizedEmail.slice(normalizedEmail.lastIndexOf("@") + 1)
  return [domain, ...Array.from(domain.matchAll(/\./gu), ({ index }) => domain.slice(index + 1))]
}

/** Whether an address, in any spelling, is one of these normalized addresses, or lies in one of these domains. */
export const isCovered = (email: string, values: ReadonlySet<string>): boolean => {
  const address = normalizeEmail(email)
  return values.has(address) || domainsOf(address).some((domain) => values.has(domain))
}

/**
 * The domain of a normalized address with its labels reversed, a dot behind each: `com.example.mail.` begins with
 * `com.example.` because `mail.example.com` lies in `example.com`.
 */
export const domainKeyOf = (normalizedEmail: string): string =>
  keyOf(normalizedEmail.slice(normalizedEmail.lastIndexOf("@") + 1))
export const keyOf = (domain: string): string => `${domain.split(".").toReversed().join(".")}.`

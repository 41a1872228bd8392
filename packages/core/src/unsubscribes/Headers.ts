/** The links of a mail that unsubscribe its recipient (RFC 2369, RFC 8058). Pure functions. */
import { mailAddress } from "@mailroom/mail/domain"
import { subjectOf, withoutRest } from "./Token.ts"

/** The path of the unsubscribe page, below which tokens are. */
export const unsubscribePath = "/u"

/** The link to the unsubscribe page: the value of the variable `unsubscribe_link`. */
export const unsubscribeLink = (publicUrl: string, token: string): string => `${publicUrl}${unsubscribePath}/${token}`

/** The path of a request, without what mail programs and gateways add behind the token of an unsubscribe link. */
export const exactPath = (path: string): string => {
  const base = `${unsubscribePath}/`
  return path.startsWith(base) ? `${base}${withoutRest(path.slice(base.length))}` : path
}

export interface UnsubscribeOptions {
  readonly token: string
  /** `undefined`: the page cannot be reached, so only a mail unsubscribes. */
  readonly publicUrl: string | undefined
  /** The account that sends the mail: its inbox gets the mails that unsubscribe. */
  readonly accountEmail: string
}

/** Maximum length of an address in a header: a line has at most 998 characters (RFC 5322, 2.1.1). */
const maximumAddress = 990

/** A `mailto:` address (RFC 6068). Only the `@` before the domain keeps its form. */
const mailto = (address: string, subject: string) => {
  const email = mailAddress(address)
  const at = email.lastIndexOf("@")
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)].map(encodeURIComponent)
  return `mailto:${local}@${domain}?subject=${encodeURIComponent(subject)}`
}

/**
 * The header fields by which mail programs offer to unsubscribe. With a public URL of the scheme `https`, one click is
 * enough (RFC 8058, section 3.1). An address that does not fit into a line is left out; the fields are empty if none fits.
 */
export const unsubscribeHeaders = ({
  accountEmail,
  publicUrl,
  token
}: UnsubscribeOptions): Readonly<Record<string, string>> => {
  const page = publicUrl === undefined ? [] : [unsubscribeLink(publicUrl, token)].filter(fits)
  const addresses = [...page, mailto(accountEmail, subjectOf(token))].filter(fits)
  if (addresses.length === 0) return {}
  return {
    "List-Unsubscribe": addresses.map((address) => `<${address}>`).join(", "),
    ...(page.some((link) => link.startsWith("https:")) && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" })
  }
}

const fits = (address: string) => address.length <= maximumAddress

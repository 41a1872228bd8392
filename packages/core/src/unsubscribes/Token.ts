/**
 * Tokens of unsubscribe links: `<organization, base36>.<send id, base36>.<base64url(address)>.<code>`. They do not expire,
 * and contain everything that is needed when the mail, its lead and its campaign are deleted. Pure functions.
 */
import { Option, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { OrganizationId } from "../ids.ts"
import { SendId } from "../sends/Send.ts"

/** The content of a token: the mail, and the address that unsubscribes. */
export interface Claim {
  readonly organization_id: OrganizationId
  readonly send_id: SendId
  /** The address as it was sent to. */
  readonly email: string
}

/** The text whose code makes a token genuine. */
export const messageOf = ({ email, organization_id, send_id }: Claim): string =>
  `${organization_id}\n${send_id}\n${email}`

export const format = ({ email, organization_id, send_id }: Claim, code: string): string =>
  [organization_id.toString(36), send_id.toString(36), Base64Url.encode(email), code].join(".")

/** The token of previews and of tests. It is not genuine, so it unsubscribes nobody. */
export const noToken = "0"

/** More than the longest address needs. */
const maximumLength = 1_200

const shape = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]+)\.([\w-]{22})$/u

/** The claim of a token and its code, which is not checked. `None`: no token has this form. */
export const parse = (token: string): Option.Option<{ readonly claim: Claim; readonly code: string }> => {
  const [, organization = "", send = "", address = "", code = ""] =
    token.length > maximumLength ? [] : (shape.exec(token) ?? [])
  const organization_id = OrganizationId.makeOption(Number.parseInt(organization, 36))
  const send_id = SendId.makeOption(Number.parseInt(send, 36))
  const email = Base64Url.decodeString(address)
  if (Option.isNone(organization_id) || Option.isNone(send_id) || Result.isFailure(email)) return Option.none()
  const claim = { organization_id: organization_id.value, send_id: send_id.value, email: email.success }
  // The decoders also accept other spellings, such as leading zeros.
  return format(claim, code) === token ? Option.some({ claim, code }) : Option.none()
}

const beginning = /^[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[\w-]+\.[\w-]{22}/u

/** The token at the beginning of a text, which ends with its code. A text that begins with none is returned unchanged. */
export const withoutRest = (text: string): string => beginning.exec(text.slice(0, maximumLength))?.[0] ?? text

/** The subject of a mail that unsubscribes. */
export const subjectOf = (token: string): string => `unsubscribe ${token}`

/** A folded token has few parts. */
const maximumParts = 20

/**
 * The token in a subject of the form `subjectOf`, also between what mail programs add, and also when the subject was folded
 * within the token. The code is not checked.
 */
export const tokenIn = (subject: string): string | undefined => {
  const start = subject.search(/unsubscribe\s/iu)
  if (start === -1) return undefined
  const rest = subject.slice(start + "unsubscribe".length).slice(0, maximumLength + maximumParts)
  const words = rest.trim().split(/\s+/u).slice(0, maximumParts)
  // The shortest first: words behind the token are not part of it.
  const candidates = words.map((_, i) => withoutRest(words.slice(0, i + 1).join("")))
  return candidates.find((candidate) => Option.isSome(parse(candidate)))
}

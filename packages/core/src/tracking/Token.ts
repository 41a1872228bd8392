/**
 * Tokens of the links of tracking: `<organization, base36>.<send id, base36>[.<number of the link, base36>].<code>`. They do
 * not expire. Pure functions.
 */
import { Option } from "effect"
import { OrganizationId } from "../ids.ts"
import type { Purpose } from "../secrets/Signer.ts"
import { SendId } from "../sends/Send.ts"

/** The path below which the images are that are loaded when a mail is opened. */
export const openPath = "/o"
/** The path below which the links are that count clicks. */
export const clickPath = "/c"

/** The content of a token: a mail, and for a click the number of its link. */
export interface Claim {
  readonly organization_id: OrganizationId
  readonly send_id: SendId
  /** From 0; `null`: the mail was opened. */
  readonly link: number | null
}

export const purposeOf = ({ link }: Claim): Purpose => (link === null ? "open" : "click")

/** The text whose code makes a token genuine. */
export const messageOf = ({ link, organization_id, send_id }: Claim): string =>
  [organization_id, send_id, ...(link === null ? [] : [link])].join("\n")

export const format = ({ link, organization_id, send_id }: Claim, code: string): string =>
  [organization_id, send_id, ...(link === null ? [] : [link])]
    .map((part) => part.toString(36))
    .concat(code)
    .join(".")

const maximumLength = 64
const shape = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})(?:\.([0-9a-z]{1,4}))?\.([\w-]{22})$/u

/** The claim of a token and its code, which is not checked. `None`: no token has this form. */
export const parse = (token: string): Option.Option<{ readonly claim: Claim; readonly code: string }> => {
  const [, organization = "", send = "", number, code = ""] =
    token.length > maximumLength ? [] : (shape.exec(token) ?? [])
  const organization_id = OrganizationId.makeOption(Number.parseInt(organization, 36))
  const send_id = SendId.makeOption(Number.parseInt(send, 36))
  if (Option.isNone(organization_id) || Option.isNone(send_id)) return Option.none()
  const link = number === undefined ? null : Number.parseInt(number, 36)
  const claim = { organization_id: organization_id.value, send_id: send_id.value, link }
  // The decoders also accept other spellings, such as leading zeros.
  return format(claim, code) === token ? Option.some({ claim, code }) : Option.none()
}

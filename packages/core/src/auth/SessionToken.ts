/** The token of a session: the id of its organization, and 256 random bits. A person's browser sends it in a cookie. */
import { Option, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import type { OrganizationId } from "../ids.ts"

/** With the organization in it, a session is found in the storage of that organization. */
const form = /^([1-9][0-9]{0,15})\.[\w-]{43}$/u

export const fromRandom = (organization_id: OrganizationId, bytes: Uint8Array): Redacted.Redacted =>
  Redacted.make(`${organization_id}.${Base64Url.encode(bytes)}`)

/** The organization of a well-formed token. Whether the session exists, only storage knows. */
export const organizationOf = (token: string): Option.Option<OrganizationId> => {
  const id = Number(form.exec(token)?.[1])
  return Number.isSafeInteger(id) ? Option.some(id as OrganizationId) : Option.none()
}

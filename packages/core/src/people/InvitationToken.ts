/** The token of an invitation: the ids of organization and person, and 256 random bits. */
import { Option, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import type { OrganizationId, PersonId } from "../ids.ts"
import { withoutTrailingSlashes } from "../PublicUrl.ts"

/** With the ids in it, the person is found in the storage of its organization. */
const form = /^([1-9][0-9]{0,15})\.([1-9][0-9]{0,15})\.[\w-]{43}$/u

export const fromRandom = (organization_id: OrganizationId, id: PersonId, bytes: Uint8Array): Redacted.Redacted =>
  Redacted.make(`${organization_id}.${id}.${Base64Url.encode(bytes)}`)

/** The link with which the person chooses a password. The fragment of a URL reaches no server and no log. */
export const invitationLink = (publicUrl: string, token: Redacted.Redacted): string =>
  `${withoutTrailingSlashes(publicUrl)}/console#invitation=${Redacted.value(token)}`

/** The organization and the person of a well-formed token. Whether it is valid, only storage knows. */
export const idsOf = (
  token: string
): Option.Option<{ readonly organization_id: OrganizationId; readonly id: PersonId }> => {
  const [, organization, person] = form.exec(token) ?? []
  const ids = { organization_id: Number(organization) as OrganizationId, id: Number(person) as PersonId }
  return Object.values(ids).every(Number.isSafeInteger) ? Option.some(ids) : Option.none()
}

import { Context, type Option, type Redacted } from "effect"
import type { Stored } from "../StorageError.ts"
import type { Access, ApiKey } from "./ApiKey.ts"
import type { OrganizationId } from "../ids.ts"
import { type Acting, host } from "../people/Actor.ts"
import type { PersonRecord } from "../people/Person.ts"
import type { Role } from "../people/Role.ts"

/** The organization and the access that a credential stands for. */
export interface Principal {
  readonly organization_id: OrganizationId
  readonly access: Access
  /** The API key of the request; absent when a host authenticates in another way. */
  readonly key?: Pick<ApiKey, "id" | "name">
  /** The person of the request; absent for API keys, and when a host does not name the person. */
  readonly person?: Pick<PersonRecord, "id" | "name" | "role">
}

/** The role of a principal. An API key, and a host that names no person, act as an owner, or read as a viewer. */
export const roleOf = ({ access, person }: Principal): Role => person?.role ?? (access === "full" ? "owner" : "viewer")

/** The actor of a principal, and its role. */
export const actingOf = (principal: Principal): Acting => {
  const { key, person } = principal
  const role = roleOf(principal)
  if (person !== undefined) return { role, actor: { type: "person", id: person.id, name: person.name } }
  return { role, actor: key === undefined ? host : { type: "key", id: key.id, name: key.name } }
}

/** The principal of a person. */
export const ofPerson = (organization_id: OrganizationId, { id, name, role }: PersonRecord): Principal => ({
  organization_id,
  access: role === "viewer" ? "read" : "full",
  person: { id, name, role }
})

/**
 * The port of authentication. It returns the principal of a Bearer credential, or `None` if the credential is unknown,
 * revoked or expired. `ApiKeys.layerAuthenticator` is the default; a host with other credentials provides a different
 * implementation.
 */
export class Authenticator extends Context.Service<
  Authenticator,
  {
    readonly authenticate: (credential: Redacted.Redacted) => Stored<Option.Option<Principal>>
  }
>()("@mailroom/core/Authenticator") {}

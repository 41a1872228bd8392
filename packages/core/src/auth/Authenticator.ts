import { Context, type Option, type Redacted } from "effect"
import type { Stored } from "../StorageError.ts"
import type { Access, ApiKey } from "./ApiKey.ts"
import type { OrganizationId } from "../ids.ts"

/** The organization and the access that a credential stands for. */
export interface Principal {
  readonly organization_id: OrganizationId
  readonly access: Access
  /** The API key of the request; absent when a host authenticates in another way. */
  readonly key?: Pick<ApiKey, "id" | "name">
}

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

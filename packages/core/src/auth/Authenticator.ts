import { Context, type Effect, type Option, type Redacted } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Access, ApiKey } from "./ApiKey.ts"

/** On whose behalf, and with which access, a credential speaks. */
export interface Principal {
  readonly organization_id: OrganizationId
  readonly access: Access
  /** The API key that the credential is; absent when a host authenticates in another way. */
  readonly key?: Pick<ApiKey, "id" | "name">
}

/**
 * The port of authentication: what a Bearer credential stands for, or none when it is unknown, revoked or expired.
 * `ApiKeys.layerAuthenticator` is the default; a host with credentials of its own brings its own.
 */
export class Authenticator extends Context.Service<
  Authenticator,
  {
    readonly authenticate: (credential: Redacted.Redacted) => Effect.Effect<Option.Option<Principal>, StorageError>
  }
>()("@mailroom/core/Authenticator") {}

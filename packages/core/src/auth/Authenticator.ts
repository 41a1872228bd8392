import { Context, type Effect, type Option, type Redacted, Schema } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"

/** `read` may call whatever changes nothing. */
export const Access = Schema.Literals(["full", "read"])
export type Access = typeof Access.Type

/** On whose behalf, and with which access, a credential speaks. */
export interface Principal {
  readonly organization_id: OrganizationId
  readonly access: Access
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

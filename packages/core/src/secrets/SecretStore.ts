import { Context, type Effect } from "effect"
import type { StorageError } from "../StorageError.ts"

/**
 * The storage port of secrets that the service makes, and that all instances share. They do not belong to an
 * organization.
 */
export class SecretStore extends Context.Service<
  SecretStore,
  {
    /**
     * The secret called `name`. If it does not exist, `candidate` is stored under the name; concurrent callers all get
     * the same secret.
     */
    readonly obtain: (name: string, candidate: Uint8Array) => Effect.Effect<Uint8Array, StorageError>
  }
>()("@mailroom/core/SecretStore") {}

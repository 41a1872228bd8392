import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"

/**
 * The storage port of secrets that the service makes, and that all instances share. They do not belong to an
 * organization. What is stored is encrypted where the host has a key.
 */
export class SecretStore extends Context.Service<
  SecretStore,
  {
    /** The secret called `name`. */
    readonly find: (name: string) => Stored<Option.Option<Uint8Array>>
    /**
     * Stores a secret if `before` is stored under the name, byte by byte, or nothing when `before` is `undefined`. Returns false,
     * and changes nothing, otherwise. Of concurrent callers with the same `before`, one stores its secret.
     */
    readonly replace: (name: string, before: Uint8Array | undefined, secret: Uint8Array) => Stored<boolean>
  }
>()("@mailroom/core/SecretStore") {}

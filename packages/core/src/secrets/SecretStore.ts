import { Context, type Effect } from "effect"
import type { StorageError } from "../StorageError.ts"

/** The storage port of secrets that the service makes for itself and every instance shares. They belong to no organization. */
export class SecretStore extends Context.Service<
  SecretStore,
  {
    /** The secret called `name`. If there is none, `candidate` becomes it; concurrent callers all get the same one. */
    readonly obtain: (name: string, candidate: Uint8Array) => Effect.Effect<Uint8Array, StorageError>
  }
>()("@mailroom/core/SecretStore") {}

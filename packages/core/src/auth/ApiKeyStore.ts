import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { ListedStore } from "../ListedStore.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApiKey } from "./ApiKey.ts"
import type { ApiKeyId, OrganizationId } from "../ids.ts"

export interface NewApiKey extends Pick<ApiKey, "access" | "created_at" | "expires_at" | "name" | "prefix"> {
  /** SHA-256 of the key, in lower-case hex. */
  readonly hash: string
}

/** Times of a key that are set after its creation. */
export interface KeyTimes {
  readonly revoked_at?: Timestamp
  readonly expires_at?: Timestamp
  readonly last_used_at?: Timestamp
}

/** The storage port of API keys. Revoked and expired keys are found and listed like others. */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  Pick<ListedStore<ApiKey, NewApiKey>, "find" | "insert" | "page"> & {
    /** The key with this hash in any organization, including revoked and expired keys. */
    readonly findByHash: (
      hash: string
    ) => Stored<Option.Option<{ readonly organization_id: OrganizationId; readonly key: ApiKey }>>
    /**
     * Sets these times of a key: `revoked_at` unless it is already set, `expires_at` unless it is already earlier, and
     * `last_used_at` unless it is already later. Returns the new state, or `None` if the key does not exist.
     */
    readonly update: (organization_id: OrganizationId, id: ApiKeyId, times: KeyTimes) => Stored<Option.Option<ApiKey>>
  }
>()("@mailroom/core/ApiKeyStore") {}

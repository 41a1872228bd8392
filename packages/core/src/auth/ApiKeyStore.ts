import { Context, type Effect, type Option } from "effect"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApiKey } from "./ApiKey.ts"
import type { ApiKeyId, OrganizationId } from "../ids.ts"

export interface NewApiKey extends Pick<ApiKey, "access" | "created_at" | "expires_at" | "name" | "prefix"> {
  /** SHA-256 of the key, in lower-case hex. */
  readonly hash: string
}

/**
 * The storage port of API keys. Methods that change a key return its new state, or `None` if the key does not exist.
 */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization_id: OrganizationId, key: NewApiKey) => Effect.Effect<ApiKey, StorageError>
    /** The key with this hash in any organization, including revoked and expired keys. */
    readonly findByHash: (
      hash: string
    ) => Effect.Effect<Option.Option<{ readonly organization_id: OrganizationId; readonly key: ApiKey }>, StorageError>
    /** All keys of the organization, by ascending id. */
    readonly list: (organization_id: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>, StorageError>
    /** A page of the keys by ascending id, including revoked and expired keys. */
    readonly page: (
      organization_id: OrganizationId,
      query: PageQuery<ApiKeyId>
    ) => Effect.Effect<Rows<ApiKey>, StorageError>
    /** Sets `revoked_at`, unless it is already set. */
    readonly revoke: (
      organization_id: OrganizationId,
      id: ApiKeyId,
      at: Timestamp
    ) => Effect.Effect<Option.Option<ApiKey>, StorageError>
    /** Sets `expires_at` to `at`, unless it is already earlier. */
    readonly expire: (
      organization_id: OrganizationId,
      id: ApiKeyId,
      at: Timestamp
    ) => Effect.Effect<Option.Option<ApiKey>, StorageError>
    /** Sets `last_used_at` to `at`, unless it is already later. */
    readonly touch: (organization_id: OrganizationId, id: ApiKeyId, at: Timestamp) => Effect.Effect<void, StorageError>
  }
>()("@mailroom/core/ApiKeyStore") {}

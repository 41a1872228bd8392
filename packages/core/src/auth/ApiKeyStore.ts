import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApiKey, ApiKeyId } from "./ApiKey.ts"

export interface NewApiKey extends Pick<ApiKey, "access" | "created_at" | "expires_at" | "name" | "prefix"> {
  /** SHA-256 of the key, lower-case hex. */
  readonly hash: string
}

/** The storage port of API keys. Methods that change a key answer its new state, or none when there is no such key. */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization_id: OrganizationId, key: NewApiKey) => Effect.Effect<ApiKey, StorageError>
    /** The key with this hash, in whatever organization: revoked and expired ones too. */
    readonly findByHash: (
      hash: string
    ) => Effect.Effect<Option.Option<{ readonly organization_id: OrganizationId; readonly key: ApiKey }>, StorageError>
    /** All keys of the organization, by ascending id. */
    readonly list: (organization_id: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>, StorageError>
    /** By ascending id: revoked and expired ones too. */
    readonly page: (
      organization_id: OrganizationId,
      query: PageQuery<ApiKeyId>
    ) => Effect.Effect<Rows<ApiKey>, StorageError>
    /** Sets `revoked_at`, unless it is set already. */
    readonly revoke: (
      organization_id: OrganizationId,
      id: ApiKeyId,
      at: Timestamp
    ) => Effect.Effect<Option.Option<ApiKey>, StorageError>
    /** Brings `expires_at` forward to `at`; an earlier one stays. */
    readonly expire: (
      organization_id: OrganizationId,
      id: ApiKeyId,
      at: Timestamp
    ) => Effect.Effect<Option.Option<ApiKey>, StorageError>
    /** Moves `last_used_at` forward to `at`; a later one stays. */
    readonly touch: (organization_id: OrganizationId, id: ApiKeyId, at: Timestamp) => Effect.Effect<void, StorageError>
  }
>()("@mailroom/core/ApiKeyStore") {}

import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Mention } from "../Mentions.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { IdempotencyInProgress, KeyedRequest } from "./KeyedRequest.ts"

/** A key that has expired, and whose it is. */
export interface ExpiredKey {
  readonly organization_id: OrganizationId
  readonly key: string
}

/** The storage port of requests under an idempotency key. A key is unique in its organization, and compared exactly. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /**
     * Inserts a request, unless there is one under its key. Returns the one that is stored, in the state that it has once
     * it is locked: until the surrounding transaction ends, no other one locks or changes it. It is locked before
     * everything else (CONCURRENCY, "Lock order"). An adapter with concurrent transactions waits only briefly for
     * another one that has locked the key: after that it fails, and so does the surrounding transaction. Its
     * `retry_after` is then short, because one transaction is.
     */
    readonly lockOrInsert: (
      organization_id: OrganizationId,
      request: KeyedRequest
    ) => Effect.Effect<KeyedRequest, IdempotencyInProgress | StorageError>
    /** Stores a request in place of the one under its key, which is locked. */
    readonly replace: (organization_id: OrganizationId, request: KeyedRequest) => Effect.Effect<void, StorageError>
    /**
     * Removes the kept answers with one of these mentions; their requests still count as done. Locks them first, by
     * ascending key; skips keys that have expired at `now` and that another transaction has locked, because it runs the
     * request again or removes the key. Costs what is removed, however many answers are kept. Returns how many it removed.
     */
    readonly forgetAnswers: (
      organization_id: OrganizationId,
      mentions: ReadonlyArray<Mention>,
      now: Timestamp
    ) => Effect.Effect<number, StorageError>
    /**
     * Bounds what is kept of requests that are done, the newest `expires_at` first: removes those beyond the first `keys`,
     * and the answers beyond the first `bytes` of them, in UTF-8. Changes at most `limit` requests, the oldest first, and
     * skips keys that another transaction has locked. Returns how many it changed.
     */
    readonly trim: (
      organization_id: OrganizationId,
      bounds: { readonly keys: number; readonly bytes: number; readonly limit: number }
    ) => Effect.Effect<number, StorageError>
    /** At most `limit` keys of all organizations whose `expires_at` is at or before `now`, the earliest first. */
    readonly findExpired: (query: {
      readonly now: Timestamp
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ExpiredKey>, StorageError>
    /**
     * Removes those of the keys that have expired at `now`. Skips keys that another transaction has locked. Returns how
     * many it removed.
     */
    readonly removeExpired: (
      organization_id: OrganizationId,
      keys: ReadonlyArray<string>,
      now: Timestamp
    ) => Effect.Effect<number, StorageError>
  }
>()("@mailroom/core/IdempotencyStore") {}

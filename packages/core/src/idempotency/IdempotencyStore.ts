import { Context } from "effect"
import type { ExpiringStore } from "../ExpiringStore.ts"
import type { Stored } from "../StorageError.ts"
import type { Mention } from "../Mentions.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { IdempotencyInProgress, KeyedRequest } from "./KeyedRequest.ts"
import type { OrganizationId } from "../ids.ts"

/** The storage port of requests under an idempotency key. A key is unique in its organization, and compared exactly. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  ExpiringStore<string> & {
    /**
     * Inserts a request, unless there is one under its key. Locks the stored one, and returns its state after locking:
     * no other transaction locks or changes it until the surrounding transaction ends. It is the first lock of a
     * transaction (CONCURRENCY, "Lock order"). An adapter with concurrent transactions waits only briefly for another
     * transaction that has locked the key: then it fails, and so does the surrounding transaction. The `retry_after` of
     * this failure is short, because a single transaction is short.
     */
    readonly lockOrInsert: (
      organization_id: OrganizationId,
      request: KeyedRequest
    ) => Stored<KeyedRequest, IdempotencyInProgress>
    /** Replaces the stored request under its key, which is locked. */
    readonly replace: (organization_id: OrganizationId, request: KeyedRequest) => Stored<void>
    /**
     * Removes the kept answers with one of these mentions; their requests still count as done. Locks them first, by
     * ascending key. It skips keys that have expired at `now` and that another transaction has locked, because that
     * transaction runs the request again or removes the key. The cost depends on the removed answers only, not on the
     * kept ones. Returns the number of removed answers.
     */
    readonly forgetAnswers: (
      organization_id: OrganizationId,
      mentions: ReadonlyArray<Mention>,
      now: Timestamp
    ) => Stored<number>
    /**
     * Limits the kept requests that are done, sorted by descending `expires_at`: removes the requests after the first
     * `keys`, and the answers after the first `bytes` of answers, in UTF-8. Changes at most `limit` requests, the
     * oldest first, and skips keys that another transaction has locked. Returns the number of changed requests.
     */
    readonly trim: (
      organization_id: OrganizationId,
      bounds: { readonly keys: number; readonly bytes: number; readonly limit: number }
    ) => Stored<number>
  }
>()("@mailroom/core/IdempotencyStore") {}

import { Context, type Effect, type Scope } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"

/** Something to do at `due_at`. */
export interface Work {
  /** What shares a bound on the work at once, such as one integration. */
  readonly lane: string
  /** Unique among the work of the kind in the organization, in whatever lane. */
  readonly key: string
  readonly due_at: Timestamp
}

/** Work under a lease. */
export interface ClaimedWork extends Work {
  /** How often it was claimed since it was put or an outcome set the number, this time included: 1 at first. */
  readonly attempts: number
}

/** A lane that has work to claim. */
export interface DueLane {
  readonly organization_id: OrganizationId
  readonly lane: string
  /** When the earliest of its work that can be claimed was due. */
  readonly due_at: Timestamp
}

/** What becomes of claimed work: `again: null` ends it; otherwise it is due at `again`, with this number of attempts. */
export type Outcome =
  | { readonly key: string; readonly again: null }
  | { readonly key: string; readonly again: Timestamp; readonly attempts: number }

/** How many due items `due` considers, whatever the backlog: so what a poll costs has a bound. */
export const maximumConsidered = 2_000

/**
 * The storage port of work that is due now or later. Each capability declares a `kind` of its own, a constant text.
 *
 * A claim leases work until an instant; only the holder of the claim can settle it. When the lease ends first, as after
 * a crash, the work can be claimed again, at its old place: so it is done at least once.
 *
 * All instants come from the caller. Processes whose clocks differ by more than a lease would claim the same work: a lease
 * of a minute or more makes the usual differences harmless.
 */
export class WorkStore extends Context.Service<
  WorkStore,
  {
    /**
     * Adds work. Joins the surrounding transaction, in which it comes last (CONCURRENCY, "Lock order"); keys are locked in
     * ascending order.
     *
     * A key that exists keeps its lane. Its work is due at the earlier of both instants; if it is claimed, it is due again
     * as soon as its claim is settled, whatever the outcome. Until the transaction ends, nobody can claim or settle the
     * work. Of several items with one key the first counts. Waits for another open transaction that puts, settles or
     * removes one of the keys. Adds nothing of an organization that does not exist.
     */
    readonly put: (
      organization_id: OrganizationId,
      kind: string,
      items: ReadonlyArray<Work>
    ) => Effect.Effect<void, StorageError>
    /**
     * At most `limit` lanes of all organizations that have work to claim at `now`. Organizations take turns: the earliest
     * lane of each, then the second of each, and so on; in each turn by ascending instant, organization and lane. Only the
     * earliest `maximumConsidered` items that can be claimed are considered.
     */
    readonly due: (
      kind: string,
      query: { readonly now: Timestamp; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<DueLane>, StorageError>
    /**
     * Leases work of one organization that is due at `now`: in each lane the earliest, at most `room` items, by ascending
     * instant and key. Skips work under a lease that ends after `now`, and work that another transaction has locked: never
     * waits. Two claims at once never get the same work; of one lane, they may get different work. `claim` is a name that
     * was never used before.
     */
    readonly claim: (
      organization_id: OrganizationId,
      kind: string,
      query: {
        readonly lanes: ReadonlyArray<{ readonly lane: string; readonly room: number }>
        readonly claim: string
        readonly now: Timestamp
        /** When the lease ends. */
        readonly until: Timestamp
      }
    ) => Effect.Effect<ReadonlyArray<ClaimedWork>, StorageError>
    /**
     * Settles work that `claim` holds, all or none, and returns its keys, ascending. Work that it no longer holds, because
     * it was claimed again or removed, stays unchanged. Work that was put again meanwhile is due at `now` at the latest:
     * instead of being ended, it is due with no attempts. Waits for open transactions that put or remove one of the keys.
     */
    readonly settle: (
      organization_id: OrganizationId,
      kind: string,
      query: { readonly claim: string; readonly now: Timestamp; readonly outcomes: ReadonlyArray<Outcome> }
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Removes work, claimed or not. Waits for open transactions that put or settle one of the keys. */
    readonly remove: (
      organization_id: OrganizationId,
      kind: string,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<void, StorageError>
    /** When the next work of any organization can be claimed: when it is due and its lease, if any, ends. */
    readonly next: (kind: string) => Effect.Effect<Timestamp | null, StorageError>
    /**
     * Until the scope closes, calls `wake` after each commit that put work of the kind: once the outermost transaction has
     * committed, and never for what was rolled back. Commits of other processes count where storage can report them, and
     * some may be missed, so the caller must also look from time to time. `wake` may be called without a reason.
     */
    readonly onPut: (kind: string, wake: () => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@mailroom/core/WorkStore") {}

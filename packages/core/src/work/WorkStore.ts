import { Context, type Effect, type Scope } from "effect"
import type { Stored } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { OrganizationId } from "../ids.ts"

/** An item of work, due at `due_at`. */
export interface Work {
  /** Names a group of work, such as one integration, whose concurrency is limited. */
  readonly lane: string
  /** Unique among the work of the kind in the organization, across all lanes. */
  readonly key: string
  readonly due_at: Timestamp
}

/** Work under a lease. */
export interface ClaimedWork extends Work {
  /** The number of claims since the work was put or an outcome set the number, including this one: 1 at first. */
  readonly attempts: number
}

/** A lane that has work to claim. */
export interface DueLane {
  readonly organization_id: OrganizationId
  readonly lane: string
  /** The earliest due time of its claimable work. */
  readonly due_at: Timestamp
}

/** The outcome of claimed work. `again: null` ends it; otherwise it is due at `again`, with this number of attempts. */
export type Outcome =
  | { readonly key: string; readonly again: null }
  | { readonly key: string; readonly again: Timestamp; readonly attempts: number }

/** The number of claimable items from which on `due` considers only the earliest of each organization. */
export const maximumConsidered = 2_000

/** The number of claimable items of each organization that `due` considers while there are `maximumConsidered`. */
export const consideredOfEach = 100

/** The kind that `onPut` reports when a settled claim has left work of `kind` due. */
export const handedOver = (kind: string) => `${kind}, handed over`

/**
 * The storage port of work that is due now or later. Each capability declares its `kind`, a constant text.
 *
 * A claim leases work until an instant; only the owner of the claim can settle it. When the lease ends first, for
 * instance after a crash, the work can be claimed again, at its original place: so it is done at least once.
 *
 * Where organizations are on several servers, `due`, `next` and `countDue` leave out the organizations of a server that
 * does not answer. They fail when no server answers.
 *
 * All instants come from the caller. Processes whose clocks differ by more than a lease would claim the same work. With
 * a lease of a minute or more, normal clock differences do no harm.
 */
export class WorkStore extends Context.Service<
  WorkStore,
  {
    /**
     * Adds work. It joins the surrounding transaction, and must come last in it (CONCURRENCY, "Lock order"); keys are
     * locked in ascending order.
     *
     * An existing key keeps its lane. Its work becomes due at the earlier of both instants; if it is claimed, it is due
     * again as soon as its claim is settled, with any outcome. Nobody can claim or settle the work until the
     * transaction ends. If several items have the same key, the first one counts. The call waits for another open
     * transaction that puts or settles one of the keys. It adds nothing for an organization that does not
     * exist.
     */
    readonly put: (organization_id: OrganizationId, kind: string, items: ReadonlyArray<Work>) => Stored<void>
    /**
     * At most `limit` lanes of all organizations that have claimable work at `now`. Organizations alternate: the
     * earliest lane of each, then the second lane of each, and so on; within each round by ascending instant,
     * organization and lane. While `maximumConsidered` or more items are claimable, only the earliest
     * `consideredOfEach` of each organization are considered. So its cost depends on the number of organizations, but
     * not on the size of the backlog, and the backlog of one organization hides no work of another.
     */
    readonly due: (
      kind: string,
      query: { readonly now: Timestamp; readonly limit: number }
    ) => Stored<ReadonlyArray<DueLane>>
    /**
     * Leases work of one organization that is due at `now`: in each lane the earliest, at most `room` items, by
     * ascending instant and key. It skips work under a lease that ends after `now`, and work that another transaction
     * has locked: it never waits. Two concurrent claims never get the same work; from one lane, they may get different
     * work. `claim` is a name that was never used before.
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
    ) => Stored<ReadonlyArray<ClaimedWork>>
    /**
     * Moves the end of the lease of an item under `claim`. Work that is no longer under this claim stays unchanged. The call
     * waits for an open transaction that puts the key.
     */
    readonly renew: (
      organization_id: OrganizationId,
      kind: string,
      query: { readonly claim: string; readonly key: string; readonly until: Timestamp }
    ) => Stored<void>
    /**
     * Settles work under `claim`, all outcomes or none, and returns its keys, ascending. Work that is no longer under
     * this claim, because it was claimed again, stays unchanged. Work that was put again meanwhile becomes
     * due at `now` or earlier: if the outcome would end it, it becomes due with no attempts instead. The call waits for
     * open transactions that put one of the keys.
     */
    readonly settle: (
      organization_id: OrganizationId,
      kind: string,
      query: { readonly claim: string; readonly now: Timestamp; readonly outcomes: ReadonlyArray<Outcome> }
    ) => Stored<ReadonlyArray<string>>
    /**
     * The earliest instant at which work of any organization can be claimed: the work is due, and its lease, if any,
     * has ended.
     */
    readonly next: (kind: string) => Stored<Timestamp | null>
    /** The number of claimable items at `now`, of all organizations, at most `limit`. */
    readonly countDue: (kind: string, query: { readonly now: Timestamp; readonly limit: number }) => Stored<number>
    /**
     * Until the scope closes, calls `wake` after each commit that put work of the kind: after the outermost transaction
     * has committed, and never for work that was rolled back. Commits of other processes are reported if storage can do
     * that, and some may be missed, so the caller must also poll. `wake` may be called without new work.
     *
     * For the kind `handedOver(kind)`, storage that other processes share calls `wake` when a settled claim has left work of
     * `kind` due: another process may have more time for it.
     */
    readonly onPut: (kind: string, wake: () => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@mailroom/core/WorkStore") {}

/** The transaction port. */
import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/** How a transaction locks: shared locks do not wait for each other; an exclusive one and any other one do. */
export type LockMode = "exclusive" | "shared"

/**
 * Runs effects atomically: either every store write in `effect` commits, or none does.
 *
 * - Failure, defect and interruption roll back.
 * - A nested transaction is a savepoint: its failure undoes only its writes.
 * - Awaited child fibers write in the same transaction, also concurrently. Their nested transactions are savepoints,
 *   which run one after the other. A write outside of these savepoints, while a savepoint of another fiber is open, is
 *   undone when that savepoint fails.
 * - Writes are visible only inside the transaction until the outermost one commits.
 * - An adapter may run `effect` again when storage asks for it (serialization, deadlock), so `effect` must not do
 *   anything outside of storage that cannot be repeated.
 */
export class Transactor extends Context.Service<
  Transactor,
  {
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
    /** Whether the caller is inside of a transaction. It may be a transaction of the host. */
    readonly isNested: Effect.Effect<boolean>
  }
>()("@mailroom/core/Transactor") {}

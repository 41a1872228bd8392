/** The transaction port. */
import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/**
 * Runs effects atomically: every store write in `effect` commits, or none does.
 *
 * - Failure, defect and interruption roll back.
 * - A transaction inside a transaction is a savepoint: its failure undoes its own writes only.
 * - Awaited child fibers write in the same transaction, also concurrently; nested transactions are savepoints, one after
 *   the other. What a fiber writes outside of them, while one of another fiber is open, is undone when that one fails.
 * - Until the outermost one commits, its writes are visible only inside it.
 * - An adapter may run `effect` again when storage asks for it (serialization, deadlock), so it must not do
 *   anything outside storage that cannot be repeated.
 */
export class Transactor extends Context.Service<
  Transactor,
  {
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
    /** Whether the caller is inside of a transaction, which may be one of the host. */
    readonly isNested: Effect.Effect<boolean>
  }
>()("@mailroom/core/Transactor") {}

/** The transaction port. */
import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/**
 * Runs effects atomically: every store write in `effect` commits, or none does.
 *
 * - Failure, defect and interruption roll back.
 * - A transaction inside a transaction is a savepoint: its failure undoes its own writes only.
 * - Fibers that `effect` starts and waits for write in it, with savepoints of their own, be it at the same time.
 * - Until the outermost one commits, no one outside sees its writes; inside, it sees them itself.
 * - An adapter may run `effect` again when storage asks for it (serialization, deadlock), so it must not do
 *   anything outside storage that cannot be repeated.
 */
export class Transactor extends Context.Service<
  Transactor,
  {
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
  }
>()("@mailroom/core/Transactor") {}

/** Faults in transactions. */
import { BlobStore, Transactor } from "@mailroom/core"
import { Cause, Context, Effect, Exit, Stream } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

/** A transactor that also commits when the cause of a failure is `condemned`. */
const commitsOn =
  (condemned: (cause: Cause.Cause<unknown>) => boolean) =>
  ({ transaction }: Transactor["Service"]): Pick<Transactor["Service"], "transaction"> => ({
    transaction: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        transaction(
          Effect.flatMap(Effect.exit(restore(effect)), (exit) =>
            Exit.isFailure(exit) && !condemned(exit.cause) ? Effect.failCause(exit.cause) : Effect.succeed(exit)
          )
        )
      ).pipe(Effect.flatten)
  })

const Depth = Context.Reference<number>("@mailroom/memory/test/Depth", { defaultValue: () => 0 })

export const transactions: ReadonlyArray<Mutant> = [
  mutant(
    "no rollback on failure",
    Transactor,
    commitsOn(Cause.hasFails),
    "Transactor: rolls back on failure, and fails with that very error"
  ),
  mutant(
    "no rollback on a defect",
    Transactor,
    commitsOn(Cause.hasDies),
    "Transactor: rolls back on a defect, and dies of it"
  ),
  mutant(
    "no rollback on interruption",
    Transactor,
    commitsOn(Cause.hasInterrupts),
    "Transactor: rolls back on interruption from without"
  ),
  mutant(
    "no transaction at all",
    Transactor,
    () => ({ transaction: (effect) => effect }),
    "Transactor, seen from outside: hides uncommitted changes"
  ),
  mutant(
    "no savepoint: an inner failure undoes nothing",
    Transactor,
    ({ transaction }) => ({
      transaction: (effect) =>
        Effect.flatMap(Depth, (depth) =>
          depth > 0 ? effect : transaction(Effect.provideService(effect, Depth, depth + 1))
        )
    }),
    "Transactor, nested: undoes an inner failure's writes only"
  ),
  mutant(
    "not told of what it is inside",
    Transactor,
    () => ({ isNested: Effect.succeed(false) }),
    "Transactor, nested: knows whether it is nested"
  ),
  mutant(
    "errors replaced by others",
    Transactor,
    ({ transaction }) => ({
      transaction: (effect) => transaction(effect).pipe(Effect.catchCause((cause) => Effect.die(Cause.squash(cause))))
    }),
    "Transactor: rolls back on failure, and fails with that very error"
  ),
  mutant(
    "bytes written outside the transaction",
    BlobStore,
    ({ put }) => {
      const kept = new Map<string, Uint8Array>()
      return {
        put: (organization_id, id, bytes) => {
          kept.set(`${organization_id} ${id}`, bytes)
          return put(organization_id, id, bytes)
        },
        read: (organization_id, id) => Stream.fromIterable([kept.get(`${organization_id} ${id}`) ?? new Uint8Array()])
      }
    },
    "Transactor, every store: rolls back the writes of all, which it saw itself"
  )
]

/** What use cases did, as data, and its consumers in the same transaction. */
import { Context, Effect, Layer } from "effect"
import { CurrentOrganization, type OrganizationId } from "./Organization.ts"
import type { StorageError } from "./StorageError.ts"
import { Transactor } from "./Transactor.ts"

/** Something that a use case did. Each capability declares its own as tagged classes; consumers pick theirs by class. */
export interface Change {
  readonly _tag: string
}

/** A kind of changes: their class. */
export type ChangeKind = abstract new (...given: never) => Change

/** Acts on changes. */
export interface Consumer {
  /** Which changes `consume` gets. */
  readonly kinds: ReadonlySet<ChangeKind>
  /** Whether it would act on changes of one of its `kinds` now. Default: yes. */
  readonly wants?: (organization_id: OrganizationId, kind: ChangeKind) => Effect.Effect<boolean, StorageError>
  /** Acts on the changes of one transaction, in the order in which they were reported, inside that transaction. */
  readonly consume: (
    organization_id: OrganizationId,
    changes: ReadonlyArray<Change>
  ) => Effect.Effect<void, StorageError>
}

/** The changes that the surrounding unit of work has reported so far. */
const Pending = Context.Reference<Array<Change> | undefined>("@mailroom/core/Changes/Pending", {
  defaultValue: () => undefined
})

/**
 * The unit of work of every use case that reports changes. Consumers run at its end and not at once: so they lock what
 * they write after everything that the use case locks, and write once for many changes.
 */
export class Changes extends Context.Service<
  Changes,
  {
    /**
     * As `Transactor.transaction`. At the end, before the commit, the consumers get what `effect` reported. Inside
     * another unit of work, its changes are handed to that one, or dropped when `effect` fails.
     */
    readonly transaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageError, CurrentOrganization | R>
    /**
     * Whether a use case has to report changes of this kind. Outside of another unit of work it need not when no consumer
     * wants them; then a single write, which is atomic by itself, needs no transaction.
     */
    readonly isWanted: (kind: ChangeKind) => Effect.Effect<boolean, StorageError, CurrentOrganization>
    /** Reports changes to the surrounding `transaction`. Outside of one it is a defect. */
    readonly report: (changes: ReadonlyArray<Change>) => Effect.Effect<void>
  }
>()("@mailroom/core/Changes") {
  /** The order of the consumers is the order in which they lock. */
  static readonly layer = <R>(
    consumers: Effect.Effect<ReadonlyArray<Consumer>, never, R>
  ): Layer.Layer<Changes, never, R | Transactor> =>
    Layer.effect(
      Changes,
      Effect.gen(function* () {
        const { isNested, transaction } = yield* Transactor
        const all = yield* consumers

        const consume = Effect.fnUntraced(function* (changes: ReadonlyArray<Change>) {
          if (changes.length === 0) return
          const { id } = yield* CurrentOrganization
          for (const { consume, kinds } of all) {
            const own = changes.filter(({ constructor }) => kinds.has(constructor as ChangeKind))
            if (own.length > 0) yield* consume(id, own)
          }
        })

        const isWanted = Effect.fnUntraced(function* (kind: ChangeKind) {
          if (yield* isNested) return true
          const { id } = yield* CurrentOrganization
          for (const { kinds, wants } of all) {
            if (kinds.has(kind) && (wants === undefined || (yield* wants(id, kind)))) return true
          }
          return false
        })

        const unitOfWork = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          transaction(
            // Created for each run: storage may run a transaction again.
            Effect.gen(function* () {
              const outer = yield* Pending
              const pending: Array<Change> = []
              const result = yield* Effect.provideService(effect, Pending, pending)
              if (outer === undefined) yield* consume(pending)
              else for (const change of pending) outer.push(change)
              return result
            })
          )

        const report = (changes: ReadonlyArray<Change>) =>
          Effect.flatMap(Pending, (pending) => {
            if (pending === undefined) return Effect.die(new Error("Changes are reported inside a transaction"))
            for (const change of changes) pending.push(change)
            return Effect.void
          })

        return Changes.of({ transaction: unitOfWork, isWanted, report })
      })
    )
}

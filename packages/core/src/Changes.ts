/** Changes that use cases report as data, and consumers that act on them in the same transaction. */
import { Context, Effect, Layer } from "effect"
import type { StorageError, Stored } from "./StorageError.ts"
import { CurrentOrganization } from "./Organization.ts"
import { Transactor } from "./Transactor.ts"
import type { OrganizationId } from "./ids.ts"

/**
 * A fact that a use case reports, such as a stopped lead. Each capability declares its changes as tagged classes;
 * consumers select them by class.
 */
export interface Change {
  readonly _tag: string
}

/** A kind of change, identified by its class. */
export type ChangeKind = abstract new (...given: never) => Change

/** Acts on reported changes. */
export interface Consumer {
  /** The kinds of changes that `consume` receives. */
  readonly kinds: ReadonlySet<ChangeKind>
  /** Whether the consumer would act on changes of this kind now. Default: yes. */
  readonly wants?: (organization_id: OrganizationId, kind: ChangeKind) => Stored<boolean>
  /**
   * Acts on the changes of one transaction, inside that transaction, in the order in which they were reported. May return
   * further changes, for the consumers after it.
   */
  readonly consume: (
    organization_id: OrganizationId,
    changes: ReadonlyArray<Change>
  ) => Stored<ReadonlyArray<Change> | void>
}

/** The changes reported so far in the surrounding unit of work. */
const Pending = Context.Reference<Array<Change> | undefined>("@mailroom/core/Changes/Pending", {
  defaultValue: () => undefined
})

/** The errors of the effects that a generator yields, as in `Effect.gen`. */
type ErrorOf<Eff> = [Eff] extends [never]
  ? never
  : [Eff] extends [Effect.Effect<infer _A, infer E, infer _R>]
    ? E
    : never

/** The services of the effects that a generator yields, as in `Effect.gen`. */
type ServicesOf<Eff> = [Eff] extends [never]
  ? never
  : [Eff] extends [Effect.Effect<infer _A, infer _E, infer R>]
    ? R
    : never

/**
 * The unit of work of every use case that reports changes. Consumers run at its end, not at each report: they take
 * their locks after all locks of the use case, and write once for many changes.
 */
export class Changes extends Context.Service<
  Changes,
  {
    /**
     * Like `Transactor.transaction`. Before the commit, the consumers receive the changes that `effect` reported. A
     * nested unit of work passes its changes to the outer one; when `effect` fails, they are dropped.
     */
    readonly transaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageError, CurrentOrganization | R>
    /**
     * Whether a use case has to report changes of this kind. Inside another transaction: always. Otherwise only if a
     * consumer wants them; if none does, a single atomic write needs no transaction.
     */
    readonly isWanted: (kind: ChangeKind) => Effect.Effect<boolean, StorageError, CurrentOrganization>
    /** Makes a function that runs in `transaction`: `transactional(function* (id) { … })`. */
    readonly transactional: <Eff extends Effect.Effect<any, any, any>, A, Args extends ReadonlyArray<any>>(
      body: (...args: Args) => Generator<Eff, A, never>
    ) => (...args: Args) => Effect.Effect<A, ErrorOf<Eff> | StorageError, CurrentOrganization | ServicesOf<Eff>>
    /** Reports changes to the surrounding `transaction`. Calling it outside of a transaction is a defect. */
    readonly report: (changes: ReadonlyArray<Change>) => Effect.Effect<void>
  }
>()("@mailroom/core/Changes") {
  /** Consumers run, and so take their locks, in the order of this list. */
  static readonly layer = <R>(
    consumers: Effect.Effect<ReadonlyArray<Consumer>, never, R>
  ): Layer.Layer<Changes, never, R | Transactor> =>
    Layer.effect(
      Changes,
      Effect.gen(function* () {
        const { isNested, transaction } = yield* Transactor
        const consumersInOrder = yield* consumers

        /** Gives each consumer the changes of its kinds, including further changes that consumers before it have returned. */
        const runConsumers = Effect.fnUntraced(function* (reported: ReadonlyArray<Change>) {
          if (reported.length === 0) return
          const { id } = yield* CurrentOrganization
          const changes = [...reported]
          for (const { consume, kinds } of consumersInOrder) {
            const ofKinds = changes.filter(({ constructor }) => kinds.has(constructor as ChangeKind))
            if (ofKinds.length > 0) changes.push(...((yield* consume(id, ofKinds)) ?? []))
          }
        })

        const isWanted = Effect.fnUntraced(function* (kind: ChangeKind) {
          if (yield* isNested) return true
          const { id } = yield* CurrentOrganization
          const asked = consumersInOrder.filter(({ kinds }) => kinds.has(kind))
          const questions = asked.flatMap(({ wants }) => wants ?? [])
          if (questions.length < asked.length) return true
          // At the same time: each may be a round trip.
          const answers = yield* Effect.forEach(questions, (wants) => wants(id, kind), { concurrency: "unbounded" })
          return answers.includes(true)
        })

        const unitOfWork = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          transaction(
            // A new list for each run: storage may run a transaction again.
            Effect.gen(function* () {
              const outer = yield* Pending
              const pending: Array<Change> = []
              const result = yield* Effect.provideService(effect, Pending, pending)
              if (outer === undefined) yield* runConsumers(pending)
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

        return Changes.of({
          transaction: unitOfWork,
          transactional:
            (body) =>
            (...args) =>
              unitOfWork(Effect.gen(() => body(...args))),
          isWanted,
          report
        })
      })
    )
}

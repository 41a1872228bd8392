/**
 * The conformance suite of storage adapters. An adapter is a layer that provides `Mailroom.Storage`; it conforms when
 * this suite passes. The layer includes the migrations, and the database may contain any data:
 *
 * ```ts
 * import { suite } from "@mailroom/core/testing"
 * import { layer } from "../src/MyStorage.ts"
 *
 * suite("my storage", layer)
 * ```
 *
 * With a test runner other than Vitest, run the effects in `cases`.
 */
import { layer as withLayer } from "@effect/vitest"
import { type Arbitrary, Effect, type Layer } from "effect"
import type { Storage } from "../Mailroom.ts"
import { modelCase } from "./model/ModelSuite.ts"
import { type Copy, type Locks, type OutcomesOptions, outcomesCases } from "./outcomes/Outcomes.ts"
import { IsLocked, Probes } from "./fixtures/Probes.ts"
import * as rules from "./rules/index.ts"
import type { StorageCase } from "./StorageCase.ts"
import * as stores from "./stores/index.ts"

export { type Copy, type Locks, modelCase, outcomesCases, type OutcomesOptions, Probes, type StorageCase }

/** All cases, except `modelCase` and `outcomesCases`. */
export const cases: ReadonlyArray<StorageCase> = [
  ...Object.values(stores).map(({ cases }) => cases),
  ...Object.values(rules)
].flat()

export interface SuiteOptions<R = never> {
  /**
   * The reason why the adapter has a single connection, so that a transaction makes all other calls wait. Cases that
   * read from outside an open transaction are then shown as skipped, with this reason.
   */
  readonly singleConnection?: string
  /**
   * The reason why the adapter runs transactions one after the other. Cases that have two transactions open at the same
   * time are then shown as skipped, with this reason.
   */
  readonly singleTransaction?: string
  /**
   * Detects that a transaction waits for a lock. With it, cases in which one has to wait go on as soon as it does, and the
   * outcomes cases run a use case inside the transactions of another one. Without it, they run it only between
   * transactions, and the name of the case says why.
   */
  readonly locks?: OutcomesOptions<R>["locks"]
  /**
   * The reason why the outcomes cases are not needed here; they take long. They are then shown as skipped, with this
   * reason.
   */
  readonly outcomesElsewhere?: string
  /** The options of the model test: a higher number of `runs`, or the `replay` that a failure printed. */
  readonly model?: Arbitrary.CheckOptions
}

/** Registers all cases with Vitest. The layer is built once; the cases share its database. */
export const suite = <E, R = never>(
  name: string,
  layer: Layer.Layer<R | Storage, E>,
  options: SuiteOptions<R> = {}
): void => {
  const { locks, model, outcomesElsewhere, singleConnection, singleTransaction } = options
  const isLocked = Effect.map(locks ?? Effect.succeed(undefined), (found) =>
    found === undefined ? undefined : Effect.map(found.blocking, ({ size }) => size > 0)
  )
  // No test clock: adapters wait for real I/O and its time limits.
  withLayer(layer, { excludeTestServices: true })(`storage: ${name}`, (it) => {
    for (const { name, secondConnection, secondTransaction, test } of [...cases, modelCase(model)]) {
      const reason =
        (secondConnection || secondTransaction ? singleConnection : undefined) ??
        (secondTransaction ? singleTransaction : undefined)
      if (reason === undefined) it.effect(name, () => Effect.provideServiceEffect(test, IsLocked, isLocked))
      else it.effect.skip(`${name} (${reason})`, () => test)
    }
    if (outcomesElsewhere !== undefined) return it.effect.skip(`Outcomes (${outcomesElsewhere})`, () => Effect.void)
    const only =
      locks === undefined
        ? ` (only between transactions: ${singleConnection ?? singleTransaction ?? "no `locks` are given"})`
        : ""
    for (const { name, test } of outcomesCases(locks === undefined ? {} : { locks })) {
      it.effect(name + only, () => test, 180_000)
    }
  })
}

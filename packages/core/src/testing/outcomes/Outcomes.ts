/**
 * Runs all ordered pairs of the use cases that decide which leads may be contacted. The second runs in the middle of
 * the first. The end state must be the end state of one of the two orders: first then second, or second then first.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import { deepStrictEqual, fail, strictEqual } from "node:assert/strict"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import * as Mailroom from "../../Mailroom.ts"
import { explore, type Lab, type Locks, sequential, traceOf } from "./OutcomesPairs.ts"
import { observedStorage } from "./OutcomesPorts.ts"
import { layerParser, uses } from "./OutcomesUses.ts"

export type { Locks }

export interface OutcomesOptions<R = never> {
  /**
   * Detects that the second use case waits for a lock of the first. Without it the second runs only between
   * transactions of the first: inside a transaction it could wait for ever, as it does on a single connection.
   */
  readonly locks?: Effect.Effect<Locks, unknown, R>
}

interface OutcomesCase<R = never> {
  readonly name: string
  readonly test: Effect.Effect<void, unknown, Mailroom.Storage | R | Scope.Scope>
}

/** The number of pairs that run at the same time. Each pair uses up to two connections. */
const concurrency = 6

const layerUseCases = Mailroom.layer.pipe(Layer.provide(layerParser))

/** One case for each first use case. The cases share the end states of the two orders, so each order runs once. */
export const outcomesCases = <R = never>(options: OutcomesOptions<R> = {}): ReadonlyArray<OutcomesCase<R>> => {
  const known = new Map<string, ReturnType<typeof sequential>>()
  const inOrder: typeof sequential = (first, second, lab) => {
    const key = `${first} ${second}`
    const outcome = known.get(key) ?? Effect.runSync(Effect.cached(sequential(first, second, lab)))
    known.set(key, outcome)
    return outcome
  }
  const traces = Effect.runSync(Effect.cached(Effect.forEach(uses, (_, index) => traceOf(index))))
  return uses.map(({ name }, first) => ({
    name: `Outcomes: ${name} with any use case in the middle ends as in one of the two orders`,
    test: Effect.gen(function* () {
      const storage = observedStorage(yield* Effect.context<Mailroom.Storage>())
      const newProcess = Effect.provideContext(Layer.build(Layer.fresh(layerUseCases)), storage)
      const both = Context.merge(storage, yield* newProcess)
      const lab: Lab = {
        locks: options.locks === undefined ? undefined : yield* options.locks,
        traces: yield* Effect.provideContext(traces, both),
        secondProcess: yield* newProcess,
        runs: 0,
        organizations: new Set()
      }
      const failures = yield* Effect.forEach(uses, (_, second) => explore(first, second, inOrder, lab), {
        concurrency
      }).pipe(Effect.provideContext(both))
      // Without `locks`, no use case can run in the middle of one with a single transaction: then only the invariants
      // are checked.
      if (lab.runs === 0) {
        strictEqual(options.locks, undefined, "no use case ran in the middle of this one")
        const { faults } = yield* Effect.provideContext(inOrder(first, first, lab), both)
        deepStrictEqual(faults, [])
      }
      const all = failures.flat()
      if (all.length > 0) fail(`${all.length} wrong end states:\n\n${all.join("\n\n")}`)
      const unfinished = [
        ...(yield* Context.get(storage, BlacklistStore).organizationsWithRemovals),
        ...(yield* Context.get(storage, CampaignStore).organizationsWithHidden)
      ]
      deepStrictEqual(
        unfinished.filter((id) => lab.organizations.has(id)),
        [],
        "a removal of blacklist entries or of a campaign was not finished"
      )
    })
  }))
}

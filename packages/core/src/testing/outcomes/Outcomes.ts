/**
 * Runs all ordered pairs of the use cases that decide which leads may be contacted. The second runs in the middle of
 * the first. The end state must be the end state of one of the two orders: first then second, or second then first.
 * Turns of an account, which send mail, run with the use cases that decide whether they may.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import { deepStrictEqual, fail, strictEqual } from "node:assert/strict"
import { Timestamp } from "../../Timestamp.ts"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import type * as Mailroom from "../../Mailroom.ts"
import { type Copy, explore, type Lab, type Locks, sequential, traceOf } from "./OutcomesPairs.ts"
import { observedStorage } from "./OutcomesPorts.ts"
import { layerProcess, sendingScenes } from "./OutcomesScenes.ts"
import { type Scene, uses } from "./OutcomesUses.ts"

export type { Copy, Locks }

export interface OutcomesOptions<R = never> {
  /**
   * Detects that the second use case waits for a lock of the first. Without it the second runs only between
   * transactions of the first: inside a transaction it could wait for ever, as it does on a single connection.
   */
  readonly locks?: Effect.Effect<Locks, unknown, R>
  /** Copies organizations. Without it each pair inserts its own, which takes nearly twice as long. */
  readonly copy?: Effect.Effect<Copy, unknown, R>
  /**
   * With `one`, only one of two different use cases that send nothing runs in the middle of the other, in half the
   * time. Default: `both`.
   */
  readonly directions?: "both" | "one"
}

interface OutcomesCase<R = never> {
  readonly name: string
  readonly test: Effect.Effect<void, unknown, Mailroom.Storage | R | Scope.Scope>
}

/** The number of pairs that run at the same time. Each pair uses up to two connections. */
const concurrency = 6

/** Pairs of use cases that run in one case. */
interface Group {
  readonly name: string
  readonly pairs: ReadonlyArray<readonly [number, number]>
}

/** Chooses one direction of each pair of two use cases, so that each use case is about as often first as second. */
const isChosen = (first: number, second: number): boolean =>
  first === second || first < second === ((first + second) % 2 === 0)

/** The cases of a scene. They share the end states of the two orders, so each order runs once. */
const casesOf = <R>(
  scene: Scene,
  groups: ReadonlyArray<Group>,
  options: OutcomesOptions<R>
): ReadonlyArray<OutcomesCase<R>> => {
  const known = new Map<string, ReturnType<typeof sequential>>()
  const inOrder: typeof sequential = (first, second, lab) => {
    const key = `${first} ${second}`
    const outcome = known.get(key) ?? Effect.runSync(Effect.cached(sequential(first, second, lab)))
    known.set(key, outcome)
    return outcome
  }
  const templates: Lab["templates"] = new Map()
  const traces = Effect.runSync(Effect.cached(Effect.forEach(scene.uses, (_, index) => traceOf(scene, index))))
  return groups.map(({ name, pairs }) => ({
    name: `Outcomes: ${name} ends as in one of the two orders`,
    test: Effect.gen(function* () {
      const storage = observedStorage(yield* Effect.context<Mailroom.Storage>())
      const newProcess = Effect.provideContext(Layer.build(Layer.fresh(layerProcess)), storage)
      const both = Context.merge(storage, yield* newProcess)
      const lab: Lab = {
        scene,
        locks: options.locks === undefined ? undefined : yield* options.locks,
        copy: options.copy === undefined ? undefined : yield* options.copy,
        templates,
        traces: yield* Effect.provideContext(traces, both),
        secondProcess: yield* newProcess,
        runs: 0,
        organizations: new Set()
      }
      const failures = yield* Effect.forEach(pairs, ([first, second]) => explore(first, second, inOrder, lab), {
        concurrency
      }).pipe(Effect.provideContext(both))
      // Without `locks`, no use case can run in the middle of one with a single transaction: then only the invariants
      // are checked.
      if (lab.runs === 0) {
        strictEqual(options.locks, undefined, "no use case ran in the middle of this one")
        const [[first] = [0]] = pairs
        const { faults } = yield* Effect.provideContext(inOrder(first, first, lab), both)
        deepStrictEqual(faults, [])
      }
      const all = failures.flat()
      if (all.length > 0) fail(`${all.length} wrong end states:\n\n${all.join("\n\n")}`)
      const unfinished = [
        ...(yield* Context.get(storage, BlacklistStore).organizationsWithRemovals),
        ...(yield* Context.get(storage, CampaignStore).findHidden({
          before: Timestamp.make("9999-12-31T23:59:59.999Z"),
          limit: 1_000
        })).map(({ organization_id }) => organization_id)
      ]
      deepStrictEqual(
        unfinished.filter((id) => lab.organizations.has(id)),
        [],
        "a removal of blacklist entries or of a campaign was not finished"
      )
    })
  }))
}

/** One case for each first use case, for each use case in the middle of a turn, and for each turn in the middle of others. */
export const outcomesCases = <R = never>(options: OutcomesOptions<R> = {}): ReadonlyArray<OutcomesCase<R>> => [
  ...sendingScenes.flatMap(({ scene, turn }) => {
    const { name = "" } = scene.uses[turn] ?? {}
    // A claim of its work keeps a second turn of the account out.
    const indices = scene.uses.flatMap((_, index) => (index === turn ? [] : [index]))
    const groups: ReadonlyArray<Group> = [
      ...indices.map((index) => ({
        name: `${name} with ${scene.uses[index]?.name} in the middle`,
        pairs: [[turn, index] as const]
      })),
      { name: `A use case with ${name} in the middle`, pairs: indices.map((index) => [index, turn]) }
    ]
    return casesOf(scene, groups, options)
  }),
  ...casesOf(
    { uses },
    uses.map(({ name }, first) => ({
      name: `${name} with any use case in the middle`,
      pairs: uses.flatMap((_, second) =>
        options.directions !== "one" || isChosen(first, second) ? [[first, second] as const] : []
      )
    })),
    options
  )
]

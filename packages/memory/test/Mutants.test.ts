/** Tests of the conformance suite: the memory adapter passes, and each adapter with a fault fails. */
import { assert, describe, it } from "@effect/vitest"
import type { Mailroom } from "@mailroom/core"
import { cases, modelCase, type StorageCase } from "@mailroom/core/testing"
import { MemoryStorage } from "@mailroom/memory"
import { Array, Effect, Exit, type Layer } from "effect"
import { accounts } from "./mutants/accounts.ts"
import { activity } from "./mutants/activity.ts"
import { billing } from "./mutants/billing.ts"
import { blacklist } from "./mutants/blacklist.ts"
import { campaigns } from "./mutants/campaigns.ts"
import { idempotency } from "./mutants/idempotency.ts"
import { integrations } from "./mutants/integrations.ts"
import { leads } from "./mutants/leads.ts"
import { matching } from "./mutants/matching.ts"
import { others } from "./mutants/others.ts"
import { rules } from "./mutants/rules.ts"
import { threads } from "./mutants/threads.ts"
import { transactions } from "./mutants/transactions.ts"
import { work } from "./mutants/work.ts"

const mutants = [
  ...transactions,
  ...campaigns,
  ...leads,
  ...rules,
  ...matching,
  ...billing,
  ...blacklist,
  ...threads,
  ...activity,
  ...idempotency,
  ...integrations,
  ...accounts,
  ...work,
  ...others
]

/** Memory runs transactions one after the other, so cases with two open transactions are left out. */
const all = [...cases, modelCase({ seed: "mutants", maxShrinks: 0 })].filter((test) => !test.secondTransaction)

const fails = ({ test }: StorageCase) =>
  Effect.map(Effect.exit(Effect.timeout(Effect.scoped(test), "4 minutes")), Exit.isFailure)

/** The names of the cases that the adapter fails. */
const failing = (
  layer: Layer.Layer<Mailroom.Storage>,
  cases: ReadonlyArray<StorageCase>
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.filter(cases, fails).pipe(Effect.map(Array.map(({ name }) => name)), Effect.provide(layer))

describe("the conformance suite", () => {
  it("has a name for every case", () => {
    assert.strictEqual(new Set(all.map(({ name }) => name)).size, all.length)
  })

  it.live("passes the memory adapter", () =>
    Effect.map(failing(MemoryStorage.layer, all), (names) => assert.deepStrictEqual(names, []))
  )

  it.live("passes it in another order, all cases at once", () =>
    Effect.gen(function* () {
      const names = yield* Effect.filter(all.toReversed(), fails, { concurrency: "unbounded" })
      assert.deepStrictEqual(names, [])
    }).pipe(Effect.provide(MemoryStorage.layer))
  )

  it.live.each(mutants)("finds a fault: $fault", ({ caughtBy, layer }) =>
    Effect.map(
      failing(
        layer,
        all.filter(({ name }) => name === caughtBy)
      ),
      (names) => assert.deepStrictEqual(names, [caughtBy])
    )
  )
})

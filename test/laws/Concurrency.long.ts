/** Many concurrent reporters of one history lead to the same state as one reporter alone. */
import { assert } from "@effect/vitest"
import { Analytics } from "@mailroom/core"
import { Context, Effect } from "effect"
import { batchesOf, type Decision, instants, leadCount, type Report, shuffled } from "./Histories.ts"
import { holdIn } from "./Invariants.ts"
import { stateOf, sumsOf } from "./State.ts"
import { newProcess, onStorages } from "./Storages.ts"
import { inside, newWorld, record, tag } from "./World.ts"

const types = ["sent", "opened", "clicked", "sent", "replied", "opened", "bounced", "sent", "complained"] as const

/** Six hundred events; one in ten is a refusal. */
const reports: ReadonlyArray<Report> = Array.from({ length: 600 }, (_, key) => ({
  key,
  keyed: key % 3 === 0,
  lead: (key * 5) % leadCount,
  byAddress: key % 2 === 0,
  type: key % 10 === 0 ? "unsubscribed" : (types[(key * 7) % types.length] ?? "sent"),
  instant: (key * 11) % instants.length,
  account: key % 3 === 2 ? null : key % 3,
  sequence: key % 4 > 1 ? null : key % 4,
  status: "",
  reason: key % 2 === 0 ? "a" : "b"
}))
const decision: Decision = { stopped: "none", instant: 0, tag: "positive" }
const history = {
  reports,
  decisions: [decision, decision, decision, decision, decision, decision],
  stop_on_reply: true,
  stop_on_auto_reply: false,
  stop_everywhere: true,
  blacklisted: false
} as const
const writers = 16

onStorages("sixteen who write at once", ["memory", "postgres"], (it) => {
  // Writers of one process share transactions.
  it.effect.each([1, 4, writers])(
    "in %d processes neither fail nor lose anything, nor count anything twice",
    (count) =>
      Effect.gen(function* () {
        const processes = yield* Effect.replicateEffect(newProcess, count)
        const expected = yield* newWorld(history)
        yield* tag(expected, history)
        yield* record(expected, reports)

        const world = yield* newWorld(history)
        // Each writer reports a part that no other writer reports, then a part that others also report.
        const parts = batchesOf(shuffled(reports, 7), Math.ceil(reports.length / writers))
        const write = Effect.fnUntraced(function* (writer: number) {
          const told = [...(parts[writer] ?? []), ...(parts[(writer + 1) % writers] ?? [])]
          const results = yield* Effect.forEach(batchesOf(told, 9), (batch) =>
            Effect.provideContext(record(world, batch), processes[writer % count] ?? Context.empty())
          )
          return results.flat()
        })
        const [results] = yield* Effect.all(
          [
            Effect.forEach(
              Array.from({ length: writers }, (_, i) => i),
              write,
              { concurrency: "unbounded" }
            ),
            tag(world, history)
          ],
          { concurrency: "unbounded" }
        )
        const recorded = results.flat().filter(({ status }) => status === "recorded")
        assert.strictEqual(recorded.length, reports.length)
        assert.strictEqual(results.flat().filter(({ status }) => status === "rejected").length, 0)

        const state = yield* stateOf(world)
        assert.deepStrictEqual(state, yield* stateOf(expected))
        yield* holdIn(world)
        assert.strictEqual(yield* inside(world)((yield* Analytics).rebuild), reports.length)
        assert.deepStrictEqual(yield* sumsOf(world), state.sums)
      }),
    60_000
  )
})

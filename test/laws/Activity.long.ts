/** The laws of activity, over generated histories, on every storage. */
import { assert } from "@effect/vitest"
import { Analytics, type CurrentOrganization, Leads, type RecordResult, Tags } from "@mailroom/core"
import { Effect } from "effect"
import { batchesOf, History, reportsOf, shuffled, Telling } from "./Histories.ts"
import { holdIn } from "./Invariants.ts"
import { stateOf, sumsOf } from "./State.ts"
import { onStorages } from "./Storages.ts"
import { inside, newWorld, record, tag, type World } from "./World.ts"

const countOf = (results: ReadonlyArray<RecordResult>, status: RecordResult["status"]) =>
  results.filter((result) => result.status === status).length

/** A world in which the history was reported in one batch, after the leads got their tags. */
const worldOf = Effect.fnUntraced(function* (history: History) {
  const world = yield* newWorld(history)
  yield* tag(world, history)
  const reports = reportsOf(history)
  const results = yield* record(world, reports)
  assert.strictEqual(countOf(results, "recorded"), new Set(reports.map(({ key }) => key)).size)
  assert.strictEqual(countOf(results, "rejected"), 0)
  return world
})

/** A world in which the same history was reported in another way. */
const worldToldAs = Effect.fnUntraced(function* (history: History, { batch, seed, tagsAfter }: Telling) {
  const world = yield* newWorld(history)
  const batches = batchesOf(shuffled(reportsOf(history), seed), batch)
  for (const reports of batches.slice(0, tagsAfter)) yield* record(world, reports)
  yield* tag(world, history)
  for (const reports of batches.slice(tagsAfter)) yield* record(world, reports)
  return world
})

const rebuild = Effect.fnUntraced(function* (world: World) {
  return yield* inside(world)((yield* Analytics).rebuild)
})

/** A run takes longer on a database than in memory. */
const runs = { memory: 60, embedded: 4, postgres: 6 }

onStorages("the laws of activity", ["memory", "embedded", "postgres"], (it, name) => {
  const options = { arbitrary: { runs: runs[name], size: 80 } }

  it.effect.prop(
    "any order and any batches of the same events come to the same, and so do tags before and after the replies",
    { history: History, telling: Telling },
    ({ history, telling }) =>
      Effect.gen(function* () {
        const expected = yield* stateOf(yield* worldOf(history))
        assert.deepStrictEqual(yield* stateOf(yield* worldToldAs(history, telling)), expected)
        return true
      }),
    options
  )

  it.effect.prop(
    "uniques are at most totals, and every way to add up comes to the summary",
    { history: History, telling: Telling },
    ({ history, telling }) =>
      Effect.gen(function* () {
        yield* holdIn(yield* worldToldAs(history, telling))
        return true
      }),
    options
  )

  it.effect.prop(
    "telling everything again changes nothing, and the sums made anew are the sums that were kept",
    { history: History, telling: Telling },
    ({ history, telling }) =>
      Effect.gen(function* () {
        const world = yield* worldToldAs(history, telling)
        const state = yield* stateOf(world)
        const reports = reportsOf(history)
        const again = yield* record(world, reports.toReversed())
        assert.strictEqual(countOf(again, "duplicate"), reports.length)
        assert.deepStrictEqual(yield* stateOf(world), state)
        assert.strictEqual(yield* rebuild(world), new Set(reports.map(({ key }) => key)).size)
        assert.deepStrictEqual(yield* sumsOf(world), state.sums)
        return true
      }),
    options
  )

  it.effect.prop(
    "tags that mean something else or go, and leads that go, leave the sums that would be made anew",
    { history: History, telling: Telling },
    ({ history, telling }) =>
      Effect.gen(function* () {
        const world = yield* worldToldAs(history, telling)
        const { positive, neutral } = world.tags
        const tags = yield* Tags
        const leads = yield* Leads
        const changes: ReadonlyArray<Effect.Effect<unknown, Error & { readonly _tag: string }, CurrentOrganization>> = [
          tags.update(neutral.id, { sentiment: "positive" }),
          leads.remove({ ids: world.leads.slice(1, 3).map(({ id }) => id) }),
          tags.update(positive.id, { sentiment: "negative" }),
          tags.remove(neutral.id)
        ]
        for (const change of shuffled(changes, telling.seed)) {
          // The tag may have been removed before its sentiment changes.
          yield* inside(world)(
            Effect.catchIf(
              change,
              ({ _tag }) => _tag === "TagNotFound",
              () => Effect.void
            )
          )
          const sums = yield* sumsOf(world)
          yield* rebuild(world)
          assert.deepStrictEqual(yield* sumsOf(world), sums)
        }
        return true
      }),
    options
  )
})

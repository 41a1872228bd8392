/** The laws of activity, over generated histories, on every storage. */
import { assert, layer as itLayer, type Vitest } from "@effect/vitest"
import { Activity, Mailroom, type RecordResult } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer } from "effect"
import { layerEmbedded, layerServer } from "../http/Storages.ts"
import { batchesOf, History, reportsOf, shuffled, Telling } from "./Histories.ts"
import { holdIn } from "./Invariants.ts"
import { stateOf, sumsOf } from "./State.ts"
import { inside, newWorld, record, tag, type World } from "./World.ts"

const countOf = (results: ReadonlyArray<RecordResult>, status: RecordResult["status"]) =>
  results.filter((result) => result.status === status).length

/** A world in which the history has happened, told in one batch after leads got their tags. */
const worldOf = Effect.fnUntraced(function* (history: History) {
  const world = yield* newWorld(history)
  yield* tag(world, history)
  const reports = reportsOf(history)
  const results = yield* record(world, reports)
  assert.strictEqual(countOf(results, "recorded"), new Set(reports.map(({ key }) => key)).size)
  assert.strictEqual(countOf(results, "rejected"), 0)
  return world
})

/** A world in which the same has happened, told otherwise. */
const worldToldAs = Effect.fnUntraced(function* (history: History, { batch, seed, tagsAfter }: Telling) {
  const world = yield* newWorld(history)
  const batches = batchesOf(shuffled(reportsOf(history), seed), batch)
  for (const reports of batches.slice(0, tagsAfter)) yield* record(world, reports)
  yield* tag(world, history)
  for (const reports of batches.slice(tagsAfter)) yield* record(world, reports)
  return world
})

const rebuild = Effect.fnUntraced(function* (world: World) {
  return yield* inside(world)((yield* Activity).rebuild)
})

const laws = (runs: number) => (it: Vitest.MethodsNonLive<Mailroom.Storage | Mailroom.UseCases>) => {
  const options = { timeout: 120_000, arbitrary: { runs, size: 80 } }

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
}

const over = <E>(storage: Layer.Layer<Mailroom.Storage, E>) =>
  Mailroom.layer.pipe(Layer.provide(PostalMime.layer), Layer.provideMerge(storage))
const options = { timeout: "60 seconds", excludeTestServices: true } as const

itLayer(over(MemoryStorage.layer), options)("the laws of activity (memory)", laws(60))
itLayer(over(layerEmbedded), options)("the laws of activity (embedded)", laws(8))
itLayer(over(layerServer), options)("the laws of activity (postgres)", laws(12))

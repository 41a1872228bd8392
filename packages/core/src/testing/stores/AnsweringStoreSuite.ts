/** Conformance cases: the promises of `AnsweringStore`. */
import { Effect } from "effect"
import { strictEqual } from "node:assert/strict"
import type { Actor } from "../../people/Actor.ts"
import { keyOf } from "../../people/Actor.ts"
import { AnsweringStore } from "../../answering/AnsweringStore.ts"
import { at, same } from "../fixtures/Fixtures.ts"
import { isOne, type Sample } from "../fixtures/Samples.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const person = (id: number): Actor => ({ type: "person", id, name: `Person ${id}` })

export const cases: ReadonlyArray<StorageCase> = casesOf("AnsweringStore", {
  "keeps who is answering a thread until their time ends, which can be moved": Effect.gen(function* () {
    const store = yield* AnsweringStore
    const { openWith, organization_id } = yield* newUnibox
    const [thread_id, other] = [yield* openWith(1), yield* openWith(1)]
    const row = (id: number, until: number, thread = thread_id) => ({
      thread_id: thread,
      actor_key: keyOf(person(id)),
      actor: person(id),
      until: at(until)
    })
    const put = (given: ReturnType<typeof row>, now: number) => store.put(organization_id, given, at(now))
    const found = (now: number) => store.find(organization_id, thread_id, at(now))
    strictEqual(yield* put(row(2, 10), 0), true)
    strictEqual(yield* put(row(1, 20), 0), true)
    strictEqual(yield* put(row(1, 20, other), 0), true)
    same(yield* found(0), [row(1, 20), row(2, 10)])
    same(yield* found(10), [row(1, 20)])
    strictEqual(yield* put(row(2, 15), 5), false)
    same(yield* found(14.999), [row(1, 20), row(2, 15)])
    // The row of 2 has ended, so it begins again.
    strictEqual(yield* put(row(2, 40), 15), true)
    same(yield* found(15), [row(1, 20), row(2, 40)])
    strictEqual(yield* store.remove(organization_id, thread_id, keyOf(person(1))), true)
    strictEqual(yield* store.remove(organization_id, thread_id, keyOf(person(1))), false)
    same(yield* found(15), [row(2, 40)])
    same(yield* store.find(organization_id, other, at(15)), [row(1, 20, other)])
  })
})

export const sample: Sample = Effect.fnUntraced(function* ({ organization_id, thread_id }) {
  const store = yield* AnsweringStore
  yield* store.put(organization_id, { thread_id, actor_key: "person:1", actor: person(1), until: at(9) }, at(0))
  return Effect.map(store.find(organization_id, thread_id, at(1)), isOne)
})

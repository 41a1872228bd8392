/** Conformance cases: the promises of `NoteStore`. */
import { Effect, Option } from "effect"
import { strictEqual } from "node:assert/strict"
import { host } from "../../people/Actor.ts"
import { NoteStore } from "../../notes/NoteStore.ts"
import { ThreadStore } from "../../unibox/ThreadStore.ts"
import { at, idsOf, same } from "../fixtures/Fixtures.ts"
import { isOne, type Sample } from "../fixtures/Samples.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const ada = { type: "person", id: 4, name: "Ada 'L' \\ 😀" } as const
const draft = { author: ada, body: "  Call\r\nher\t%_ ", created_at: at(1), updated_at: at(1) }

export const cases: ReadonlyArray<StorageCase> = casesOf("NoteStore", {
  "keeps notes as they are written, and lists those of a thread by ascending id": Effect.gen(function* () {
    const notes = yield* NoteStore
    const { openWith, organization_id } = yield* newUnibox
    const [thread_id, other] = [yield* openWith(1), yield* openWith(1)]
    const add = (thread: typeof thread_id, author: (typeof draft)["author"] | typeof host = ada) =>
      notes.insert(organization_id, { ...draft, author, thread_id: thread })
    const rows = [yield* add(thread_id), yield* add(thread_id, host), yield* add(thread_id)]
    yield* add(other)
    same(rows[1], { ...draft, author: host, thread_id, id: rows[1]?.id })
    const page = (query: object) => notes.ofThread(organization_id, thread_id, { offset: 0, limit: 9, ...query })
    same(yield* page({}), { total: 3, data: rows })
    same(yield* page({ offset: 1, limit: 1 }), { total: 3, data: rows.slice(1, 2) })
    same(idsOf((yield* page({ after_id: rows[0]?.id })).data), idsOf(rows.slice(1)))
  }),
  "replaces the text, and neither author, thread nor the time of its creation": Effect.gen(function* () {
    const notes = yield* NoteStore
    const { openWith, organization_id } = yield* newUnibox
    const [thread_id, other] = [yield* openWith(1), yield* openWith(1)]
    const note = yield* notes.insert(organization_id, { ...draft, thread_id })
    const changed = { ...note, body: "No", updated_at: at(3) }
    const given = { ...changed, thread_id: other, author: host, created_at: at(2) }
    strictEqual(yield* notes.replace(organization_id, given), true)
    same(yield* notes.lock(organization_id, note.id), Option.some(changed))
    strictEqual(yield* notes.remove(organization_id, note.id), true)
    strictEqual(yield* notes.remove(organization_id, note.id), false)
    strictEqual(yield* notes.replace(organization_id, given), false)
    same(yield* notes.lock(organization_id, note.id), Option.none())
  }),
  "removes the notes of a thread with it": Effect.gen(function* () {
    const notes = yield* NoteStore
    const threads = yield* ThreadStore
    const { openWith, organization_id } = yield* newUnibox
    const [gone, left] = [yield* openWith(1), yield* openWith(1)]
    for (const thread_id of [gone, left]) yield* notes.insert(organization_id, { ...draft, thread_id })
    yield* threads.removeOf(organization_id, [], [gone])
    const totals = yield* Effect.forEach([gone, left], (thread_id) =>
      Effect.map(notes.ofThread(organization_id, thread_id, { offset: 0, limit: 9 }), ({ total }) => total)
    )
    same(totals, [0, 1])
  })
})

export const sample: Sample = Effect.fnUntraced(function* ({ organization_id, thread_id }) {
  const store = yield* NoteStore
  yield* store.insert(organization_id, { ...draft, thread_id })
  return Effect.map(store.ofThread(organization_id, thread_id, { offset: 0, limit: 2 }), ({ data }) => isOne(data))
})

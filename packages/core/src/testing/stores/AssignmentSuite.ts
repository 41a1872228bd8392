/** Conformance cases: the people who take care of threads, of `ThreadStore`. */
import { Effect } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import type { PersonId } from "../../ids.ts"
import { PersonStore } from "../../people/PersonStore.ts"
import type { ThreadListing } from "../../unibox/ThreadStore.ts"
import { at, idsOf, same } from "../fixtures/Fixtures.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

/** An inbox and two people. */
const newTeam = Effect.gen(function* () {
  const unibox = yield* newUnibox
  const { organization_id, store } = unibox
  const people = yield* PersonStore
  const add = (name: string) =>
    Effect.map(
      people.insert(organization_id, {
        name,
        email: null,
        external_id: name,
        role: "member",
        blocked_at: null,
        created_at: at(0),
        last_signed_in_at: null,
        identity: name,
        password: null,
        invitation: null,
        invited_until: null,
        generation: 0
      }),
      ({ id }) => id
    )
  const found = (listing: Omit<ThreadListing, "limit">) =>
    Effect.map(store.page(organization_id, { limit: 9, ...listing }), (threads) =>
      idsOf(threads).toSorted((a, b) => a - b)
    )
  return { ...unibox, people, found, ada: yield* add("ada"), ben: yield* add("ben") }
})

export const cases: ReadonlyArray<StorageCase> = casesOf("ThreadStore, assignment", {
  "assigns threads, lists them by person, and restores what was before": Effect.gen(function* () {
    const { ada, ben, found, openWith, organization_id, store, thread } = yield* newTeam
    const ids = [yield* openWith(1), yield* openWith(1), yield* openWith(1)]
    const [a, b, c] = ids
    ok(a && b && c)
    strictEqual((yield* thread(a)).assigned_to, undefined)
    const former = yield* store.updateMany(organization_id, [a, b], { assigned_to: ada })
    same(
      former.map(({ assigned_to, id }) => [id, assigned_to]),
      [
        [a, null],
        [b, null]
      ]
    )
    strictEqual((yield* thread(a)).assigned_to, ada)
    yield* store.updateMany(organization_id, [b], { assigned_to: ben })
    same(yield* Effect.forEach([{ assigned_to: ada }, { assigned_to: ben }, { assigned_to: null }, {}], found), [
      [a],
      [b],
      [c],
      [a, b, c]
    ])
    yield* store.updateMany(organization_id, [a], { state: "done", is_new: false })
    strictEqual((yield* thread(a)).assigned_to, ada)
    const [before] = yield* store.updateMany(organization_id, [a], { assigned_to: null })
    strictEqual(before?.assigned_to, ada)
    same(yield* found({ assigned_to: null }), [a, c])
  }),
  "counts the new threads of a person": Effect.gen(function* () {
    const { ada, openWith, organization_id, store } = yield* newTeam
    const id = yield* openWith(1)
    yield* openWith(1)
    yield* store.updateMany(organization_id, [id], { assigned_to: ada, is_new: true })
    const all = yield* store.unread(organization_id, {}, 9)
    const mine = yield* store.unread(organization_id, { assigned_to: ada }, 9)
    const free = yield* store.unread(organization_id, { assigned_to: null }, 9)
    strictEqual(mine.replies + mine.other, 1)
    strictEqual(free.replies + free.other + 1, all.replies + all.other)
  }),
  "assigns a thread only if nobody has it": Effect.gen(function* () {
    const { ada, ben, openWith, organization_id, store, thread } = yield* newTeam
    const id = yield* openWith(1)
    const revision = Effect.map(store.changes(organization_id, 9), (changes) => changes.revision)
    const before = yield* revision
    yield* store.assignFree(organization_id, id, ada)
    ok((yield* revision) > before)
    yield* store.assignFree(organization_id, id, ben)
    strictEqual((yield* thread(id)).assigned_to, ada)
  }),
  "assigns the threads of a person to nobody, before the person is removed": Effect.gen(function* () {
    const { ada, ben, found, openWith, organization_id, people, store } = yield* newTeam
    const ids = [yield* openWith(1), yield* openWith(1), yield* openWith(1)]
    const give = (i: number, assigned_to: PersonId) =>
      store.updateMany(organization_id, ids.slice(i, i + 1), { assigned_to })
    yield* give(0, ada)
    yield* give(1, ada)
    yield* give(2, ben)
    const { revision } = yield* store.changes(organization_id, 9)
    yield* store.unassign(organization_id, ada)
    ok((yield* store.changes(organization_id, 9)).revision > revision)
    same(yield* found({ assigned_to: null }), ids.slice(0, 2))
    same(yield* found({ assigned_to: ben }), ids.slice(2))
    yield* store.unassign(organization_id, ben)
    yield* people.remove(organization_id, ben)
    same(yield* found({ assigned_to: null }), ids)
  })
})

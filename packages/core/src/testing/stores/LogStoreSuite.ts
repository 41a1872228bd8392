/** Conformance cases: the promises of `LogStore`. */
import { Effect } from "effect"
import { strictEqual } from "node:assert/strict"
import type { LogEntryDraft } from "../../log/LogEntry.ts"
import { type LogListing, LogStore } from "../../log/LogStore.ts"
import { PersonId } from "../../ids.ts"
import { host } from "../../people/Actor.ts"
import { at, idsOf, newOrganization, same } from "../fixtures/Fixtures.ts"
import { isOne, type Sample } from "../fixtures/Samples.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const ada = { type: "person", id: 4, name: "Ada" } as const
const key = { type: "key", id: 4, name: "Ada" } as const

const newLog = Effect.gen(function* () {
  const store = yield* LogStore
  const organization_id = yield* newOrganization
  const add = (seconds: number, entry: Partial<LogEntryDraft> = {}) =>
    store.insert(organization_id, { at: at(seconds), actor: ada, operation: "tags.create", subjects: [], ...entry })
  const page = (listing: Partial<LogListing> = {}) => store.page(organization_id, { limit: 9, ...listing })
  const times = (listing: Partial<LogListing> = {}) => Effect.map(page(listing), (all) => all.map((entry) => entry.at))
  return { add, organization_id, page, store, times }
})

export const cases: ReadonlyArray<StorageCase> = casesOf("LogStore", {
  "lists entries as they were written, the newest first, page by page": Effect.gen(function* () {
    const { add, page, store, times } = yield* newLog
    yield* add(2)
    yield* add(1, { actor: host, subjects: ["tags/1", "a'b\\%"] })
    yield* add(2, { operation: "leads.tag" })
    yield* store.insert(yield* newOrganization, { at: at(9), actor: ada, operation: "x", subjects: [] })
    const all = yield* page()
    same(yield* times(), [at(2), at(2), at(1)])
    same(
      all.map(({ operation }) => operation),
      ["leads.tag", "tags.create", "tags.create"]
    )
    same(all.at(-1), {
      id: all.at(-1)?.id,
      at: at(1),
      actor: host,
      operation: "tags.create",
      subjects: ["tags/1", "a'b\\%"]
    })
    for (const [i, before] of all.entries()) same(yield* page({ before, limit: 2 }), all.slice(i + 1, i + 3))
  }),
  "filters by person, subject and time, together": Effect.gen(function* () {
    const { add, times } = yield* newLog
    yield* add(1, { subjects: ["leads/1", "leads/12"] })
    yield* add(2, { actor: key, subjects: ["leads/12"] })
    yield* add(3, { actor: { ...ada, id: 5 }, subjects: ["leads/1"] })
    const person_id = PersonId.make(4)
    same(yield* times({ person_id }), [at(1)])
    same(yield* times({ subject: "leads/1" }), [at(3), at(1)])
    same(yield* times({ subject: "leads/1", person_id }), [at(1)])
    same(yield* times({ since: at(2) }), [at(3), at(2)])
    same(yield* times({ until: at(2) }), [at(1)])
    same(yield* times({ subject: "leads" }), [])
  }),
  "removes the earliest entries before an instant": Effect.gen(function* () {
    const { add, organization_id, store, times } = yield* newLog
    for (const seconds of [3, 1, 2, 4]) yield* add(seconds)
    strictEqual(yield* store.removeBefore(organization_id, { before: at(4), limit: 2 }), 2)
    same(yield* times(), [at(4), at(3)])
    strictEqual(yield* store.removeBefore(organization_id, { before: at(4), limit: 2 }), 1)
    strictEqual(yield* store.removeBefore(organization_id, { before: at(4), limit: 2 }), 0)
    strictEqual(idsOf(yield* store.page(organization_id, { limit: 9 })).length, 1)
  })
})

export const sample: Sample = Effect.fnUntraced(function* ({ organization_id }) {
  const store = yield* LogStore
  yield* store.insert(organization_id, { at: at(0), actor: host, operation: "tags.create", subjects: ["tags/1"] })
  return Effect.map(store.page(organization_id, { limit: 2 }), isOne)
})

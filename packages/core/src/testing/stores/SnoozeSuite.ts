/** Conformance cases: snoozed threads of `ThreadStore`. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import { ThreadId } from "../../ids.ts"
import { Timestamp } from "../../Timestamp.ts"
import type { ThreadListing } from "../../unibox/ThreadStore.ts"
import { at, idsOf, same } from "../fixtures/Fixtures.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const missingThread = ThreadId.make(Number.MAX_SAFE_INTEGER)
/** Before the threads of all other cases. */
const early = (seconds: number) => Timestamp.make(new Date(Date.UTC(1999, 0, 1) + seconds * 1000).toISOString())

export const cases: ReadonlyArray<StorageCase> = casesOf("ThreadStore, snoozed threads", {
  "snoozes until an instant that every other state forgets, answers it, and restores it": Effect.gen(function* () {
    const { openWith, organization_id, store, thread } = yield* newUnibox
    const found = (listing: Omit<ThreadListing, "limit">) =>
      Effect.map(store.page(organization_id, { limit: 9, ...listing }), idsOf)
    const id = yield* openWith(1)
    const change = (patch: Parameters<typeof store.updateMany>[2]) => store.updateMany(organization_id, [id], patch)
    const shown = Effect.map(thread(id), ({ snoozed_until, state }) => [state, snoozed_until])
    yield* change({ state: "snoozed", snoozed_until: at(60.001) })
    same(yield* shown, ["snoozed", at(60.001)])
    same([yield* found({ state: "snoozed" }), yield* found({ state: "open" })], [[id], []])
    same((yield* store.changes(organization_id, 100)).todo, { replies: 0, other: 0 })
    yield* change({ tab: "replies", is_new: false })
    same(yield* shown, ["snoozed", at(60.001)])
    const [former] = yield* change({ state: "done" })
    same(former, {
      id,
      tab: "replies",
      state: "snoozed",
      snoozed_until: at(60.001),
      assigned_to: null,
      new_message_ids: []
    })
    same(yield* shown, ["done", undefined])
    yield* change({ state: "snoozed", snoozed_until: at(60.001) })
    yield* change({ state: "snoozed", snoozed_until: at(70) })
    same(yield* shown, ["snoozed", at(70)])
  }),
  "opens a snoozed thread with mail that comes in, and not with ours": Effect.gen(function* () {
    const { openWith, organization_id, receive, send, store, thread } = yield* newUnibox
    const [theirs, ours] = [yield* openWith(1), yield* openWith(2)]
    yield* store.updateMany(organization_id, [theirs, ours], { state: "snoozed", snoozed_until: at(60) })
    yield* receive(theirs, 3)
    yield* send(ours, 3)
    const shown = (id: ThreadId) => Effect.map(thread(id), ({ snoozed_until, state }) => [state, snoozed_until])
    same(
      [yield* shown(theirs), yield* shown(ours)],
      [
        ["open", undefined],
        ["snoozed", at(60)]
      ]
    )
  }),
  "wakes the threads that are due, the earliest first, as new": Effect.gen(function* () {
    const { openWith, organization_id, store, thread } = yield* newUnibox
    const foreign = yield* newUnibox
    const ids = yield* Effect.forEach([1, 2, 3, 4], (second) => openWith(second))
    const [a, b, late, done] = ids
    const theirs = yield* foreign.openWith(1)
    ok(a && b && late && done)
    yield* store.updateMany(organization_id, ids, { is_new: false, state: "done" })
    // Long ago, so that these threads are the first of all.
    const snooze = (id: ThreadId, seconds: number) =>
      store.updateMany(organization_id, [id], { state: "snoozed", snoozed_until: early(seconds) })
    yield* snooze(a, 20)
    yield* snooze(b, 10)
    yield* snooze(late, 30.001)
    yield* foreign.store.updateMany(foreign.organization_id, [theirs], { state: "snoozed", snoozed_until: early(15) })
    const due = (limit: number) => store.findSnoozed({ now: early(30), limit })
    same(yield* due(9), [
      { organization_id, id: b },
      { organization_id: foreign.organization_id, id: theirs },
      { organization_id, id: a }
    ])
    same(yield* due(1), [{ organization_id, id: b }])
    const { revision } = yield* store.changes(organization_id, 100)
    same(yield* store.wake(organization_id, [late, done, a, b, b, theirs, missingThread], early(30)), 2)
    ok((yield* store.changes(organization_id, 100)).revision > revision)
    const shown = yield* Effect.forEach(ids, thread)
    same(
      shown.map(({ last_message, snoozed_until, state }) => [state, last_message.is_new, snoozed_until]),
      [
        ["open", true, undefined],
        ["open", true, undefined],
        ["snoozed", false, early(30.001)],
        ["done", false, undefined]
      ]
    )
    same(yield* store.wake(organization_id, [late, a], early(30)), 0)
    same((yield* foreign.thread(theirs)).state, "snoozed")
    yield* store.updateMany(organization_id, [late], { state: "done" })
    yield* foreign.store.updateMany(foreign.organization_id, [theirs], { state: "done" })
  })
})

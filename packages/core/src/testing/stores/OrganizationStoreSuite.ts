/** Conformance cases: the promises of `OrganizationStore`. */
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AccountStore } from "../../accounts/AccountStore.ts"
import { ApiKeyStore } from "../../auth/ApiKeyStore.ts"
import { OrganizationStore } from "../../auth/OrganizationStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { ThreadStore } from "../../unibox/ThreadStore.ts"
import { at, idsOf, missing, same, uniqueName } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { OrganizationId } from "../../ids.ts"
import { unreadOf } from "../fixtures/ThreadFixtures.ts"

export const cases: ReadonlyArray<StorageCase> = casesOf("OrganizationStore", {
  "inserts organizations under ascending ids, and finds them": Effect.gen(function* () {
    const store = yield* OrganizationStore
    const first = { name: uniqueName("Zoë & Söhne 😀"), created_at: at(0.001) }
    const one = yield* store.insert(first)
    const two = yield* store.insert({ name: first.name, created_at: at(-1) })
    same(one, { ...first, id: one.id })
    ok(one.id < two.id)
    same(yield* store.find(one.id), Option.some(one))
    same(yield* store.find(two.id), Option.some(two))
    same(yield* store.find(OrganizationId.make(Number.MAX_SAFE_INTEGER)), Option.none())
  }),
  "ensures one organization for an external id, under the last name": Effect.gen(function* () {
    const store = yield* OrganizationStore
    const external_id = uniqueName("tenant")
    const ensure = (name: string, id = external_id) => store.ensure(id, { name, created_at: at(1) })
    const all = yield* Effect.all(
      Array.from({ length: 8 }, () => ensure("First")),
      { concurrency: "unbounded" }
    )
    const [first] = all
    ok(first)
    for (const one of all) same(one, { id: first.id, name: "First", created_at: at(1) })
    const renamed = yield* ensure("Second")
    same(renamed, { ...first, name: "Second" })
    same(yield* store.find(first.id), Option.some(renamed))
    const other = yield* ensure("First", external_id.toUpperCase())
    ok(other.id > first.id)
    // Hiding an organization makes its external id available again.
    yield* store.hide(first.id, at(2))
    ok((yield* ensure("Third")).id > other.id)
  }),
  "lists all of them by ascending id": Effect.gen(function* () {
    const store = yield* OrganizationStore
    const names = ["b", "a", "c"].map(uniqueName)
    const mine = yield* Effect.forEach(names, (name) => store.insert({ name, created_at: at(0) }))
    const all = yield* store.list
    same(
      all.filter(({ name }) => names.includes(name)),
      mine
    )
    same(
      idsOf(all),
      idsOf(all).sort((a, b) => a - b)
    )
  }),
  "can reach all of them": Effect.gen(function* () {
    same(yield* (yield* OrganizationStore).unreachable, [])
  }),
  "lets an organization that there is not have nothing": Effect.gen(function* () {
    const nobody = OrganizationId.make(Number.MAX_SAFE_INTEGER)
    const all = { offset: 0, limit: 10 }
    strictEqual((yield* (yield* ApiKeyStore).page(nobody, { offset: 0, limit: 1 })).total, 0)
    same(yield* (yield* AccountStore).page(nobody, all), { total: 0, data: [] })
    same(yield* (yield* CampaignStore).page(nobody, all), { total: 0, data: [] })
    same(yield* (yield* LeadStore).page(nobody, missing.campaign, all), Option.none())
    const threads = yield* ThreadStore
    same(yield* threads.page(nobody, { tab: "other", limit: 10 }), [])
    same(yield* unreadOf(nobody), { replies: 0, other: 0 })
  })
})

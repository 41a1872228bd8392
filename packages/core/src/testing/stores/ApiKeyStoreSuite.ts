/** Conformance cases: the promises of `ApiKeyStore`. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { ApiKeyStore, type NewApiKey } from "../../auth/ApiKeyStore.ts"
import type { PageQuery } from "../../Pagination.ts"
import { at, keyRow, newOrganization, same } from "../fixtures/Fixtures.ts"
import { pagesBeyond } from "../fixtures/Paging.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { ApiKeyId } from "../../ids.ts"

/** An organization with one key. */
const newKey = Effect.fnUntraced(function* (fields: Partial<NewApiKey> = {}) {
  const organization_id = yield* newOrganization
  const store = yield* ApiKeyStore
  const row = keyRow(fields)
  const key = yield* store.insert(organization_id, row)
  return {
    organization_id,
    store,
    hash: row.hash,
    key,
    stored: Effect.map(store.find(organization_id, key.id), Option.getOrThrow)
  }
})

const missingKey = ApiKeyId.make(Number.MAX_SAFE_INTEGER)

const insertAndFind = casesOf("ApiKeyStore", {
  "answers the key as it is given, never used and not revoked, without its hash": Effect.gen(function* () {
    const { key } = yield* newKey({ name: "Zoë 😀", access: "read", created_at: at(0.001), expires_at: at(9) })
    same(key, {
      id: key.id,
      name: "Zoë 😀",
      prefix: "mr_abcdef",
      access: "read",
      created_at: at(0.001),
      last_used_at: null,
      expires_at: at(9),
      revoked_at: null
    })
  }),
  "finds a key by its hash, in whatever organization, revoked and expired ones too": Effect.gen(function* () {
    const first = yield* newKey({ expires_at: at(-1) })
    const second = yield* newKey()
    const { store } = first
    const found = ({ key, organization_id }: typeof first) => Option.some({ organization_id, key })
    same(yield* store.findByHash(first.hash), found(first))
    same(yield* store.findByHash(second.hash), found(second))
    const revoked = Option.getOrThrow(yield* store.update(second.organization_id, second.key.id, { revoked_at: at(1) }))
    same(yield* store.findByHash(second.hash), found({ ...second, key: revoked }))
    same(yield* store.findByHash(keyRow().hash), Option.none())
  }),
  "pages by ascending id, and counts all keys of the organization, revoked ones too": Effect.gen(function* () {
    const { key, organization_id, store } = yield* newKey({ name: "b" })
    yield* newKey()
    const more = yield* Effect.forEach(["c", "a"], (name) => store.insert(organization_id, keyRow({ name })))
    const revoked = Option.getOrThrow(yield* store.update(organization_id, key.id, { revoked_at: at(1) }))
    const keys = [revoked, ...more]
    const page = (offset: number, limit: number) => store.page(organization_id, { offset, limit })
    same(yield* page(0, 200), { total: 3, data: keys })
    same(yield* page(1, 1), { total: 3, data: keys.slice(1, 2) })
    same(yield* page(3, 2), { total: 3, data: [] })
    yield* pagesBeyond(keys, (query: PageQuery<ApiKeyId>) => store.page(organization_id, query))
    same(yield* store.page(yield* newOrganization, { offset: 0, limit: 1 }), { total: 0, data: [] })
  })
})

const change = casesOf("ApiKeyStore, changing a key", {
  "revokes once": Effect.gen(function* () {
    const { key, organization_id, store, stored } = yield* newKey()
    const revoked = { ...key, revoked_at: at(5) }
    for (const seconds of [5, 9, 1]) {
      same(yield* store.update(organization_id, key.id, { revoked_at: at(seconds) }), Option.some(revoked))
      same(yield* stored, revoked)
    }
  }),
  "brings the expiry forward, never back": Effect.gen(function* () {
    const { key, organization_id, store, stored } = yield* newKey()
    const expected = [
      [5, 5],
      [9, 5],
      [5, 5],
      [4.999, 4.999]
    ] as const
    for (const [seconds, expiry] of expected) {
      const expiring = { ...key, expires_at: at(expiry) }
      same(yield* store.update(organization_id, key.id, { expires_at: at(seconds) }), Option.some(expiring))
      same(yield* stored, expiring)
    }
  }),
  "moves the last use forward, never back": Effect.gen(function* () {
    const { key, organization_id, store, stored } = yield* newKey()
    const expected = [
      [5, 5],
      [1, 5],
      [5.001, 5.001]
    ] as const
    for (const [seconds, last] of expected) {
      yield* store.update(organization_id, key.id, { last_used_at: at(seconds) })
      same(yield* stored, { ...key, last_used_at: at(last) })
    }
  }),
  "answers none, and changes nothing, for a key that the organization does not have": Effect.gen(function* () {
    const own = yield* newKey()
    const foreign = yield* newKey()
    yield* own.store.insert(foreign.organization_id, keyRow())
    const theirs = yield* own.store.insert(foreign.organization_id, keyRow())
    for (const id of [missingKey, theirs.id]) {
      same(yield* own.store.find(own.organization_id, id), Option.none())
      same(yield* own.store.update(own.organization_id, id, { revoked_at: at(1) }), Option.none())
      same(yield* own.store.update(own.organization_id, id, { expires_at: at(1) }), Option.none())
      same(yield* own.store.update(own.organization_id, id, { last_used_at: at(1) }), Option.none())
    }
    same(yield* own.store.find(foreign.organization_id, theirs.id), Option.some(theirs))
    same(yield* own.stored, own.key)
  }),
  "sets several times at once": Effect.gen(function* () {
    const { key, organization_id, store, stored } = yield* newKey()
    const times = { revoked_at: at(1), expires_at: at(2), last_used_at: at(3) }
    same(yield* store.update(organization_id, key.id, times), Option.some({ ...key, ...times }))
    same(yield* store.update(organization_id, key.id, {}), Option.some({ ...key, ...times }))
    same(yield* stored, { ...key, ...times })
  }),
  "changes the key named and no other": Effect.gen(function* () {
    const { key, organization_id, store } = yield* newKey()
    const other = yield* store.insert(organization_id, keyRow())
    yield* store.update(organization_id, key.id, { revoked_at: at(1) })
    yield* store.update(organization_id, key.id, { expires_at: at(2) })
    yield* store.update(organization_id, key.id, { last_used_at: at(3) })
    const changed = { ...key, revoked_at: at(1), expires_at: at(2), last_used_at: at(3) }
    same((yield* store.page(organization_id, { offset: 0, limit: 200 })).data, [changed, other])
    ok(key.id < other.id)
  })
})

export const cases: ReadonlyArray<StorageCase> = [...insertAndFind, ...change]

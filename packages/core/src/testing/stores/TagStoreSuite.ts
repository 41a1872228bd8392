/** Conformance cases: the promises of `TagStore`. */
import { Effect, Exit, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { type Sentiment, type Tag } from "../../tags/Tag.ts"
import { TagStore } from "../../tags/TagStore.ts"
import { Transactor } from "../../Transactor.ts"
import { idsOf, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { pagesBeyond } from "../fixtures/Paging.ts"
import { isFound, type Sample } from "../fixtures/Samples.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"
import { TagId } from "../../ids.ts"

const missingTag = TagId.make(Number.MAX_SAFE_INTEGER)

/** An organization with tags that have these names. */
const newTags = Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
  const organization_id = yield* newOrganization
  const store = yield* TagStore
  const insert = (name: string, sentiment: Sentiment = "neutral") => store.insert(organization_id, { name, sentiment })
  const tags = yield* Effect.forEach(names, (name) => insert(name))
  const page = (query: Partial<Parameters<typeof store.page>[1]> = {}) =>
    store.page(organization_id, { offset: 0, limit: 200, ...query })
  return { organization_id, store, insert, tags, page }
})

const insert = casesOf("TagStore.insert", {
  "answers the tag as it is given, under ascending ids": Effect.gen(function* () {
    const { insert, organization_id, page, store } = yield* newTags()
    const drafts = [
      ["Zoë 😀 % _ \\", "positive"],
      [" b ", "neutral"],
      ["a", "negative"]
    ] as const
    const tags = yield* Effect.forEach(drafts, ([name, sentiment]) => insert(name, sentiment))
    same(
      tags,
      drafts.map(([name, sentiment], i) => ({ id: tags[i]?.id, name, sentiment }))
    )
    ok(tags.every(({ id }, i) => i === 0 || id > (tags[i - 1]?.id ?? NaN)))
    for (const tag of tags) {
      same(yield* store.lock(organization_id, tag.id), Option.some(tag))
      same(yield* store.find(organization_id, tag.id), Option.some(tag))
    }
    same(yield* page(), { total: 3, data: tags })
  }),
  "fails with DuplicateTag when the organization has the folded name": Effect.gen(function* () {
    const { insert, page, tags } = yield* newTags("ÉLAN", "ΟΔΟΣ")
    for (const name of ["élan", "οδος", "Élan"]) {
      const error = yield* Effect.flip(insert(name))
      ok(error._tag === "DuplicateTag")
      strictEqual(error.name, name)
    }
    same(yield* page(), { total: 2, data: tags })
    strictEqual((yield* newTags("élan")).tags.length, 1)
  }),
  "gives a name to one of several concurrent inserts": Effect.gen(function* () {
    const { insert, page } = yield* newTags()
    const attempts = yield* Effect.replicateEffect(Effect.exit(insert("Interested")), 8, { concurrency: "unbounded" })
    strictEqual(attempts.filter(Exit.isSuccess).length, 1)
    strictEqual((yield* page()).total, 1)
  })
})

const find = casesOf("TagStore.find, lock and page", {
  "answers none for a tag that the organization does not have": Effect.gen(function* () {
    const { organization_id, store } = yield* newTags("a")
    const foreign = yield* newTags("a", "b", "c", "d", "e")
    for (const id of [missingTag, ...idsOf(foreign.tags).slice(-1)]) {
      same(yield* store.find(organization_id, id), Option.none())
      same(yield* store.lock(organization_id, id), Option.none())
    }
  }),
  "answers the organization's tags by ascending id, and a total that the page does not narrow": Effect.gen(
    function* () {
      const { organization_id, page, store, tags } = yield* newTags("c", "a", "b")
      yield* newTags("foreign")
      same(yield* page(), { total: 3, data: tags })
      same(yield* page({ offset: 1, limit: 1 }), { total: 3, data: tags.slice(1, 2) })
      same(yield* page({ offset: 3 }), { total: 3, data: [] })
      yield* pagesBeyond(tags, page)
      const [first, second, third] = tags
      ok(first && second)
      yield* store.remove(organization_id, second.id)
      same(yield* page({ after_id: second.id }), { total: 2, data: [third] })
    }
  )
})

const change = casesOf("TagStore.replace and remove", {
  "replaces a tag, also by another spelling of its own name": Effect.gen(function* () {
    const { organization_id, page, store, tags } = yield* newTags("élan", "b")
    const [a, b] = tags
    ok(a && b)
    for (const next of [{ ...a, name: "ÉLAN" }, { ...a, sentiment: "positive" as const }, { ...a, name: "c" }, a]) {
      strictEqual(yield* store.replace(organization_id, next), true)
      same(yield* page(), { total: 2, data: [next, b] })
    }
  }),
  "fails with DuplicateTag when another tag has the folded name, and changes nothing": Effect.gen(function* () {
    const { organization_id, page, store, tags } = yield* newTags("ΟΔΟΣ", "b")
    const [, b] = tags
    ok(b)
    const error = yield* Effect.flip(store.replace(organization_id, { ...b, name: "οδος", sentiment: "positive" }))
    ok(error._tag === "DuplicateTag")
    strictEqual(error.name, "οδος")
    same(yield* page(), { total: 2, data: tags })
  }),
  "frees the name that a tag had": Effect.gen(function* () {
    const { insert, organization_id, store, tags } = yield* newTags("a")
    const [a] = tags
    ok(a)
    yield* store.replace(organization_id, { ...a, name: "b" })
    const again = yield* insert("A")
    strictEqual(yield* store.remove(organization_id, a.id), true)
    ok((yield* insert("B")).id > again.id)
  }),
  "answers false for a tag that the organization does not have, and changes nothing": Effect.gen(function* () {
    const { organization_id, page, store, tags } = yield* newTags("a")
    const foreign = yield* newTags("b", "c", "d", "e", "f")
    const unknown: ReadonlyArray<Tag> = [
      ...foreign.tags.slice(-1),
      { id: missingTag, name: "a2", sentiment: "positive" }
    ]
    for (const tag of unknown) {
      strictEqual(yield* store.replace(organization_id, { ...tag, sentiment: "positive" }), false)
      strictEqual(yield* store.remove(organization_id, tag.id), false)
    }
    same(yield* page(), { total: 1, data: tags })
    same(yield* foreign.page(), { total: 5, data: foreign.tags })
  }),
  "lets no other transaction change a tag that is locked, and shows it as it is then": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { organization_id, page, store, tags } = yield* newTags("a")
    const [a] = tags
    ok(a)
    const grow = transaction(
      Effect.gen(function* () {
        const { name, ...tag } = Option.getOrThrow(yield* store.lock(organization_id, a.id))
        return yield* store.replace(organization_id, { ...tag, name: `${name}!` })
      })
    )
    yield* Effect.all(
      Array.from({ length: 8 }, () => grow),
      { concurrency: "unbounded" }
    )
    same(yield* page(), { total: 1, data: [{ ...a, name: "a!!!!!!!!" }] })
  }),
  "removes a tag once": Effect.gen(function* () {
    const { organization_id, page, store, tags } = yield* newTags("a", "b")
    const [a, b] = tags
    ok(a && b)
    strictEqual(yield* store.remove(organization_id, a.id), true)
    strictEqual(yield* store.remove(organization_id, a.id), false)
    same(yield* store.lock(organization_id, a.id), Option.none())
    same(yield* page(), { total: 1, data: [b] })
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { insert, organization_id, page, store, tags } = yield* newTags("a", "b")
    const [a, b] = tags
    ok(a && b)
    const failing = Effect.gen(function* () {
      yield* store.remove(organization_id, a.id)
      yield* store.replace(organization_id, { ...b, name: "a" })
      yield* insert("b")
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    same(yield* page(), { total: 2, data: tags })
    ok((yield* Effect.flip(insert("A")))._tag === "DuplicateTag")
  })
})

const together = casesOf(
  "TagStore, two transactions",
  {
    "a lock waits for another one, and shows what that one wrote": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { organization_id, page, store, tags } = yield* newTags("a")
      const [a] = tags
      ok(a)
      const grow = Effect.gen(function* () {
        const tag = Option.getOrThrow(yield* store.lock(organization_id, a.id))
        yield* store.replace(organization_id, { ...tag, name: `${tag.name}!` })
      })
      yield* waits(grow, transaction(grow))
      same(yield* page(), { total: 1, data: [{ ...a, name: "a!!" }] })
    }),
    "a removal waits for a lock, and a lock that waited for a removal shows that the tag is gone": Effect.gen(
      function* () {
        const { transaction } = yield* Transactor
        const { organization_id, store, tags } = yield* newTags("a", "b")
        const [a, b] = tags
        ok(a && b)
        strictEqual(yield* waits(store.lock(organization_id, a.id), store.remove(organization_id, a.id)), true)
        const lock = transaction(store.lock(organization_id, b.id))
        same(yield* waits(store.remove(organization_id, b.id), lock), Option.none())
      }
    )
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...insert, ...find, ...change, ...together]

export const sample: Sample = Effect.fnUntraced(function* ({ organization_id }) {
  const store = yield* TagStore
  const { id } = yield* store.insert(organization_id, { name: "Interested", sentiment: "positive" })
  return Effect.map(store.find(organization_id, id), isFound)
})

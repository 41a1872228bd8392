/** Conformance cases: the promises of `ReplyTemplateStore`. */
import { Effect, Exit, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { ReplyTemplateId } from "../../ids.ts"
import type { ReplyTemplate } from "../../templates/ReplyTemplate.ts"
import { ReplyTemplateStore } from "../../templates/ReplyTemplateStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, idsOf, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { pagesBeyond } from "../fixtures/Paging.ts"
import { waits } from "../fixtures/Waiting.ts"
import { isFound, type Sample } from "../fixtures/Samples.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const missing: ReplyTemplate = {
  id: ReplyTemplateId.make(Number.MAX_SAFE_INTEGER),
  name: "missing",
  body: "x",
  created_at: at(0),
  updated_at: at(0)
}

/** An organization with templates that have these names. */
const newTemplates = Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
  const organization_id = yield* newOrganization
  const store = yield* ReplyTemplateStore
  const insert = (name: string, body = `Hello from ${name}`) =>
    store.insert(organization_id, { name, body, created_at: at(1), updated_at: at(2) })
  const templates = yield* Effect.forEach(names, (name) => insert(name))
  const page = (query: Partial<Parameters<typeof store.page>[1]> = {}) =>
    store.page(organization_id, { offset: 0, limit: 200, ...query })
  return { organization_id, store, insert, templates, page }
})

const insert = casesOf("ReplyTemplateStore.insert", {
  "answers the template as it is given, under ascending ids": Effect.gen(function* () {
    const { insert, organization_id, page, store } = yield* newTemplates()
    const texts = [
      ["Zoë 😀 % _ \\", "  {{first_name|there}}\r\n\t'\"\\ "],
      [" b ", "é".repeat(10_000)]
    ] as const
    const templates = yield* Effect.forEach(texts, ([name, body]) => insert(name, body))
    same(
      templates,
      texts.map(([name, body], i) => ({ id: templates[i]?.id, name, body, created_at: at(1), updated_at: at(2) }))
    )
    ok((templates[1]?.id ?? NaN) > (templates[0]?.id ?? NaN))
    for (const template of templates) {
      same(yield* store.lock(organization_id, template.id), Option.some(template))
      same(yield* store.find(organization_id, template.id), Option.some(template))
    }
    same(yield* page(), { total: 2, data: templates })
  }),
  "fails with DuplicateReplyTemplate when the organization has the folded name": Effect.gen(function* () {
    const { insert, page, templates } = yield* newTemplates("ÉLAN", "ΟΔΟΣ")
    for (const name of ["élan", "οδος"]) {
      const error = yield* Effect.flip(insert(name))
      ok(error._tag === "DuplicateReplyTemplate")
      strictEqual(error.name, name)
    }
    same(yield* page(), { total: 2, data: templates })
    strictEqual((yield* newTemplates("élan")).templates.length, 1)
  }),
  "gives a name to one of several concurrent inserts": Effect.gen(function* () {
    const { insert, page } = yield* newTemplates()
    const attempts = yield* Effect.replicateEffect(Effect.exit(insert("Thanks")), 4, { concurrency: "unbounded" })
    strictEqual(attempts.filter(Exit.isSuccess).length, 1)
    strictEqual((yield* page()).total, 1)
  })
})

const find = casesOf("ReplyTemplateStore.find, lock and page", {
  "answers none for a template that the organization does not have": Effect.gen(function* () {
    const { organization_id, store } = yield* newTemplates("a")
    const foreign = yield* newTemplates("a", "b", "c", "d", "e")
    for (const id of [missing.id, ...idsOf(foreign.templates).slice(-1)]) {
      same(yield* store.find(organization_id, id), Option.none())
      same(yield* store.lock(organization_id, id), Option.none())
    }
  }),
  "answers the organization's templates by ascending id, and a total that the page does not narrow": Effect.gen(
    function* () {
      const { organization_id, page, store, templates } = yield* newTemplates("c", "a", "b")
      yield* newTemplates("foreign")
      same(yield* page(), { total: 3, data: templates })
      same(yield* page({ offset: 1, limit: 1 }), { total: 3, data: templates.slice(1, 2) })
      yield* pagesBeyond(templates, page)
      const [, second, third] = templates
      ok(second)
      yield* store.remove(organization_id, second.id)
      same(yield* page({ after_id: second.id }), { total: 2, data: [third] })
    }
  )
})

const change = casesOf("ReplyTemplateStore.replace and remove", {
  "replaces a template, also by another spelling of its own name, and keeps `created_at`": Effect.gen(function* () {
    const { organization_id, page, store, templates } = yield* newTemplates("élan", "b")
    const [a, b] = templates
    ok(a && b)
    for (const next of [
      { ...a, name: "ÉLAN" },
      { ...a, body: "Other", updated_at: at(9) },
      { ...a, name: "c" }
    ]) {
      strictEqual(yield* store.replace(organization_id, { ...next, created_at: at(7) }), true)
      same(yield* page(), { total: 2, data: [next, b] })
    }
  }),
  "fails with DuplicateReplyTemplate when another template has the folded name, and changes nothing": Effect.gen(
    function* () {
      const { organization_id, page, store, templates } = yield* newTemplates("ΟΔΟΣ", "b")
      const [, b] = templates
      ok(b)
      const error = yield* Effect.flip(store.replace(organization_id, { ...b, name: "οδος", body: "Other" }))
      ok(error._tag === "DuplicateReplyTemplate")
      strictEqual(error.name, "οδος")
      same(yield* page(), { total: 2, data: templates })
    }
  ),
  "frees the name that a template had": Effect.gen(function* () {
    const { insert, organization_id, store, templates } = yield* newTemplates("a")
    const [a] = templates
    ok(a)
    yield* store.replace(organization_id, { ...a, name: "b" })
    const again = yield* insert("A")
    strictEqual(yield* store.remove(organization_id, a.id), true)
    ok((yield* insert("B")).id > again.id)
  }),
  "answers false for a template that the organization does not have, and changes nothing": Effect.gen(function* () {
    const { organization_id, page, store, templates } = yield* newTemplates("a")
    const foreign = yield* newTemplates("b", "c", "d", "e", "f")
    for (const template of [...foreign.templates.slice(-1), missing]) {
      strictEqual(yield* store.replace(organization_id, { ...template, body: "Other" }), false)
      strictEqual(yield* store.remove(organization_id, template.id), false)
    }
    same(yield* page(), { total: 1, data: templates })
    same(yield* foreign.page(), { total: 5, data: foreign.templates })
  }),
  "removes a template once": Effect.gen(function* () {
    const { organization_id, page, store, templates } = yield* newTemplates("a", "b")
    const [a, b] = templates
    ok(a && b)
    same([yield* store.remove(organization_id, a.id), yield* store.remove(organization_id, a.id)], [true, false])
    same(yield* store.find(organization_id, a.id), Option.none())
    same(yield* page(), { total: 1, data: [b] })
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { insert, organization_id, page, store, templates } = yield* newTemplates("a", "b")
    const [a, b] = templates
    ok(a && b)
    const failing = Effect.gen(function* () {
      yield* store.remove(organization_id, a.id)
      yield* store.replace(organization_id, { ...b, name: "a" })
      yield* insert("b")
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    same(yield* page(), { total: 2, data: templates })
  })
})

const together = casesOf(
  "ReplyTemplateStore, two transactions",
  {
    "a lock waits for another one, and shows what that one wrote": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { organization_id, page, store, templates } = yield* newTemplates("a")
      const [a] = templates
      ok(a)
      const grow = Effect.gen(function* () {
        const template = Option.getOrThrow(yield* store.lock(organization_id, a.id))
        yield* store.replace(organization_id, { ...template, name: `${template.name}!` })
      })
      yield* waits(grow, transaction(grow))
      same(yield* page(), { total: 1, data: [{ ...a, name: "a!!" }] })
    }),
    "a removal waits for a lock": Effect.gen(function* () {
      const { organization_id, store, templates } = yield* newTemplates("a")
      const [a] = templates
      ok(a)
      strictEqual(yield* waits(store.lock(organization_id, a.id), store.remove(organization_id, a.id)), true)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...insert, ...find, ...change, ...together]

export const sample: Sample = Effect.fnUntraced(function* ({ organization_id }) {
  const store = yield* ReplyTemplateStore
  const { id } = yield* store.insert(organization_id, {
    name: "Thanks",
    body: "Thank you",
    created_at: at(0),
    updated_at: at(0)
  })
  return Effect.map(store.find(organization_id, id), isFound)
})

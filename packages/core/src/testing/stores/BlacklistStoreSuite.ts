/**
 * Conformance cases: the promises of `BlacklistStore` for entries. Entries that are being removed have a separate
 * suite.
 */
import { fold } from "@mailroom/mail/text"
import { Effect } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { type Entry, type BlacklistKind } from "../../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import { Timestamp } from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import { ascends, at, idsOf, newCampaign, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { pagesBeyond } from "../fixtures/Paging.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { EntryId } from "../../ids.ts"

type Row = Omit<Entry, "id">

export const row = (value: string, fields: Partial<Row> = {}): Row => ({
  value,
  source: "manual",
  reason: null,
  campaign_id: null,
  created_at: at(10),
  ...fields
})
export const missingEntry = EntryId.make(Number.MAX_SAFE_INTEGER)
export const kinds: ReadonlyArray<BlacklistKind> = ["email", "domain"]

/** An organization's blacklist of one kind. */
export const newBlacklist = Effect.fnUntraced(function* (kind: BlacklistKind, ...rows: ReadonlyArray<Row | string>) {
  const organization_id = yield* newOrganization
  const store = yield* BlacklistStore
  const insert = (...inputs: ReadonlyArray<Row | string>) =>
    store.insert(
      organization_id,
      kind,
      inputs.map((input) => (typeof input === "string" ? row(input) : input))
    )
  const page = (query: Partial<Parameters<typeof store.page>[2]> = {}) =>
    store.page(organization_id, kind, { offset: 0, limit: 200, ...query })
  const entries = (yield* insert(...rows)).map(({ entry }) => entry)
  return { organization_id, store, insert, page, entries }
})

const insert = casesOf("BlacklistStore.insert", {
  "answers one entry per input, in order, as it is given, under ascending ids": Effect.gen(function* () {
    for (const kind of kinds) {
      const { insert, organization_id, page, store } = yield* newBlacklist(kind)
      const campaign_id = yield* newCampaign(organization_id)
      const rows = [
        row("z.test", { reason: "Zoë 😀 % _ \\", created_at: Timestamp.make("0001-01-01T00:00:00.001Z") }),
        row("a.test", { source: "bounce", reason: "", campaign_id }),
        row("m.test", { source: "unsubscribe", created_at: Timestamp.make("9999-12-31T23:59:59.999Z") }),
        row("b.test", { source: "complaint" })
      ]
      const answers = yield* insert(...rows)
      const entries = answers.map(({ entry }) => entry)
      ok(answers.every(({ added }) => added))
      ok(ascends(idsOf(entries)))
      same(
        entries,
        rows.map((row, i) => ({ ...row, id: entries[i]?.id }))
      )
      same(yield* page(), { total: 4, data: entries })
      same(yield* store.find(organization_id, kind, { ids: idsOf(entries) }), entries)
    }
  }),
  "leaves a person's entry as it is, and says that it was there": Effect.gen(function* () {
    const { entries, insert, page } = yield* newBlacklist("email", row("a@x.test", { reason: "first" }))
    const answers = yield* insert(
      row("a@x.test", { reason: "second", created_at: at(1) }),
      row("b@x.test"),
      row("a@x.test", { source: "bounce", created_at: at(1) })
    )
    same(
      answers.map(({ added, entry }) => [added, entry.value, entry.reason, entry.source]),
      [
        [false, "a@x.test", "first", "manual"],
        [true, "b@x.test", null, "manual"],
        [false, "a@x.test", "first", "manual"]
      ]
    )
    same(idsOf((yield* page()).data).slice(0, 1), idsOf(entries))
    strictEqual((yield* page()).total, 2)
  }),
  "adds equal values in the input once": Effect.gen(function* () {
    const { insert, page } = yield* newBlacklist("domain")
    const [a, b, again] = yield* insert(row("a.test", { reason: "first" }), "b.test", row("a.test", { reason: "last" }))
    ok(a && b && again)
    same([a.added, b.added, again.added], [true, true, false])
    same(again.entry, a.entry)
    strictEqual(a.entry.reason, "first")
    same(yield* page(), { total: 2, data: [a.entry, b.entry] })
  }),
  "keeps, of entries made by events, the smallest, in whatever order they come": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newBlacklist("email")
    const [first, second] = [yield* newCampaign(organization_id), yield* newCampaign(organization_id)].toSorted()
    ok(first && second)
    const descending = [
      row("", { source: "unsubscribe", campaign_id: first, created_at: at(9), reason: "a" }),
      row("", { source: "bounce", campaign_id: second, created_at: at(9), reason: "a" }),
      row("", { source: "unsubscribe", campaign_id: second, created_at: at(8), reason: "a" }),
      row("", { source: "unsubscribe", campaign_id: first, created_at: at(8), reason: "z" }),
      row("", { source: "complaint", campaign_id: second, created_at: at(8), reason: "z" }),
      row("", { source: "bounce", campaign_id: second, created_at: at(8), reason: "z" }),
      row("", { source: "bounce", campaign_id: first, created_at: at(8), reason: "z" }),
      row("", { source: "bounce", campaign_id: first, created_at: at(8), reason: "a" }),
      row("", { source: "bounce", campaign_id: first, created_at: at(8), reason: null })
    ]
    const smallest = descending.at(-1)
    const orders = [descending, descending.toReversed(), [...descending.slice(4), ...descending.slice(0, 4)]]
    for (const [i, rows] of orders.entries()) {
      const [one, all] = [`one${i}@x.test`, `all${i}@x.test`]
      const ids: Array<number> = []
      for (const row of rows) ids.push(...(yield* insert({ ...row, value: one })).map(({ entry }) => entry.id))
      strictEqual(new Set(ids).size, 1)
      const answers = yield* insert(...rows.map((row) => ({ ...row, value: all })))
      same(
        answers.map(({ added }) => added),
        rows.map((_, j) => j === 0)
      )
      for (const value of [one, all]) {
        const [entry] = yield* store.find(organization_id, "email", { values: [value] })
        same({ ...entry, id: 0 }, { ...smallest, value, id: 0 })
      }
      // All results show the final entry.
      const [entry] = yield* store.find(organization_id, "email", { values: [all] })
      for (const answer of answers) same(answer.entry, entry)
    }
  }),
  "leaves an event's entry when a person names the value again": Effect.gen(function* () {
    const { entries, insert, page } = yield* newBlacklist("email", row("a@x.test", { source: "bounce" }))
    same(yield* insert(row("a@x.test", { created_at: at(1), reason: "person" })), [{ entry: entries[0], added: false }])
    same(yield* page(), { total: 1, data: entries })
  }),
  "keeps values apart by kind and by organization": Effect.gen(function* () {
    const email = yield* newBlacklist("email", "x.test")
    const [domain] = yield* email.store.insert(email.organization_id, "domain", [row("x.test")])
    const foreign = yield* newBlacklist("email", row("x.test", { reason: "foreign" }))
    ok(domain?.added)
    same(yield* email.page(), { total: 1, data: email.entries })
    same(yield* foreign.page(), { total: 1, data: foreign.entries })
  }),
  "takes no entries, and many": Effect.gen(function* () {
    const { insert, page } = yield* newBlacklist("domain")
    same(yield* insert(), [])
    const values = Array.from({ length: 3_000 }, (_, i) => `d${(i * 7919) % 3_000}.test`)
    const answers = yield* insert(...values)
    ok(answers.every(({ added }) => added))
    strictEqual(answers.map(({ entry }) => entry.value).join(), values.join())
    ok(ascends(answers.map(({ entry }) => entry.id)))
    strictEqual((yield* page()).total, 3_000)
  }),
  "adds a value for one of several concurrent inserts, in any order": Effect.gen(function* () {
    const { insert, page } = yield* newBlacklist("email")
    const values = Array.from({ length: 20 }, (_, i) => `lead${i}@x.test`)
    const answers = yield* Effect.forEach(
      Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? values : values.toReversed())),
      (batch) => insert(...batch),
      { concurrency: "unbounded" }
    )
    strictEqual(answers.flat().filter(({ added }) => added).length, 20)
    strictEqual((yield* page()).total, 20)
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { entries, insert, page } = yield* newBlacklist("email", row("a@x.test", { source: "bounce" }))
    const failing = Effect.gen(function* () {
      yield* insert("b@x.test", row("a@x.test", { source: "bounce", created_at: at(1) }))
      strictEqual((yield* page()).total, 2)
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    same(yield* page(), { total: 1, data: entries })
  })
})

const find = casesOf("BlacklistStore.find…", {
  "answers the existing entries of the values, once each, by ascending id": Effect.gen(function* () {
    for (const kind of kinds) {
      const { entries, organization_id, store } = yield* newBlacklist(kind, "c.test", "a.test", "b.test")
      yield* newBlacklist(kind, "foreign.test")
      yield* store.insert(organization_id, kind === "email" ? "domain" : "email", [row("other.test")])
      const [c, , b] = entries
      const ask = (...values: ReadonlyArray<string>) => store.find(organization_id, kind, { values })
      same(yield* ask("b.test", "foreign.test", "c.test", "b.test", "other.test"), [c, b])
      same(yield* ask("test", "%", "_.test", "sub.a.test", ""), [])
      same(yield* ask(), [])
    }
  }),
  "answers the existing entries of the ids, once each, by ascending id": Effect.gen(function* () {
    for (const kind of kinds) {
      const { entries, organization_id, store } = yield* newBlacklist(kind, "c.test", "a.test", "b.test")
      const foreign = yield* newBlacklist(kind, ...Array.from({ length: 20 }, (_, i) => `foreign${i}.test`))
      const [c, , b] = entries
      ok(b && c)
      const theirs = idsOf(foreign.entries).slice(-1)
      same(yield* store.find(organization_id, kind, { ids: [b.id, missingEntry, c.id, ...theirs, b.id] }), [c, b])
      same(yield* store.find(organization_id, kind, { ids: [] }), [])
    }
  })
})

const page = casesOf("BlacklistStore.page", {
  "answers the organization's entries by ascending id, and a total that the page does not narrow": Effect.gen(
    function* () {
      const { entries, page } = yield* newBlacklist("domain", "c.test", "a.test", "b.test")
      yield* newBlacklist("domain", "foreign.test")
      same(yield* page(), { total: 3, data: entries })
      same(yield* page({ offset: 1, limit: 1 }), { total: 3, data: entries.slice(1, 2) })
      same(yield* page({ offset: 3 }), { total: 3, data: [] })
      yield* pagesBeyond(entries, page)
    }
  ),
  "keeps to a source, and to a search, literally, and to both": Effect.gen(function* () {
    const { entries, page } = yield* newBlacklist(
      "email",
      row("a_b@x.test", { source: "bounce" }),
      row("a%b@x.test", { source: "complaint" }),
      row("élan@x.test", { source: "bounce" }),
      row("axb@y.test")
    )
    const [underscore, percent, elan, x] = entries
    same(yield* page({ source: "bounce" }), { total: 2, data: [underscore, elan] })
    same(yield* page({ source: "manual" }), { total: 1, data: [x] })
    same(yield* page({ source: "unsubscribe" }), { total: 0, data: [] })
    same(yield* page({ search: "@x.t" }), { total: 3, data: [underscore, percent, elan] })
    same(yield* page({ search: "@x.t", source: "bounce", offset: 1, limit: 1 }), { total: 2, data: [elan] })
    same(yield* page({ search: "_" }), { total: 1, data: [underscore] })
    same(yield* page({ search: "a%b" }), { total: 1, data: [percent] })
    same(yield* page({ search: fold("ÉLAN") }), { total: 1, data: [elan] })
    same(yield* page({ search: "\\" }), { total: 0, data: [] })
  })
})

const covering = casesOf("BlacklistStore.findCovering", {
  "returns the addresses and domains that have an entry, comparing whole values of the right kind": Effect.gen(
    function* () {
      const { insert, organization_id, store } = yield* newBlacklist("email", "a@x.test", "b@x.test", "both.test")
      yield* store.insert(organization_id, "domain", [row("x.test"), row("both.test"), row("other.test")])
      yield* newBlacklist("email", "foreign@x.test")
      yield* newBlacklist("domain", "foreign.test")
      const ask = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>, domains: ReadonlyArray<string>) {
        return [...new Set(yield* store.findCovering(organization_id, { addresses, domains }))].sort()
      })
      same(yield* ask(["b@x.test", "c@x.test", "b@x.test", "foreign@x.test"], ["x.test", "y.test", "foreign.test"]), [
        "b@x.test",
        "x.test"
      ])
      same(yield* ask(["x.test", "other.test"], ["a@x.test", "sub.x.test", "test", "%", "_.test", ""]), [])
      same(yield* ask(["both.test"], []), ["both.test"])
      same(yield* ask([], ["both.test"]), ["both.test"])
      same(yield* ask([], []), [])
      const many = Array.from({ length: 3_000 }, (_, i) => `lead${i}@x.test`)
      yield* insert("lead2999@x.test")
      same(yield* ask(many, many), ["lead2999@x.test"])
    }
  )
})

export const cases: ReadonlyArray<StorageCase> = [...insert, ...find, ...page, ...covering]

/** Conformance cases: the total of a page is right after each change of the rows that it counts, also if it was asked for before. */
import { Array, Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { LeadStore, type LeadQuery } from "../../leads/LeadStore.ts"
import * as StopSending from "../../leads/StopSending.ts"
import { TransactionStore } from "../../billing/TransactionStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, idsOf, leadRow, newLeadList, newLeads, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { TagId } from "../../ids.ts"
import { kinds, newBlacklist, row } from "./BlacklistStoreSuite.ts"

/** Pages of one lead, of a campaign whose leads have these addresses. */
const newPages = Effect.fnUntraced(function* (...emails: ReadonlyArray<string>) {
  const store = yield* LeadStore
  const list = yield* newLeadList(...emails)
  const page = (query: Partial<LeadQuery>) =>
    Effect.map(store.page(list.organization_id, list.campaign_id, { offset: 0, limit: 1, ...query }), Option.getOrThrow)
  const total = (query: Partial<LeadQuery>) => Effect.map(page(query), ({ total }) => total)
  return { ...list, store, page, total }
})

const leads = casesOf("LeadStore.page, totals", {
  "of a search follow inserts, removals and new addresses": Effect.gen(function* () {
    const { campaign_id, leads, organization_id, store, total } = yield* newPages("a1@x.test", "a2@x.test", "b@y.test")
    const [first, second] = leads
    ok(first && second)
    const search = { search: "x.test" }
    same([yield* total(search), yield* total(search), yield* total({ search: "a1@" })], [2, 2, 1])
    yield* newLeads(organization_id, campaign_id, "a3@x.test")
    same(yield* total(search), 3)
    yield* store.remove(organization_id, [first.id])
    yield* newLeads(organization_id, campaign_id, "c@y.test")
    same(yield* total(search), 2)
    yield* store.replace(organization_id, { ...second, email: "a2@y.test", version: 2 }, 1)
    same([yield* total(search), yield* total({ search: "y.test" })], [1, 3])
  }),
  "of a tag follow the leads that carry it": Effect.gen(function* () {
    const { leads, organization_id, store, total } = yield* newPages("a@x.test", "b@x.test", "c@x.test")
    const [a, b, c] = leads
    ok(a && b && c)
    const tag_id = TagId.make(7)
    const tag = { reply_status: "Tag", reply_status_tag_id: tag_id }
    yield* store.writeState(
      organization_id,
      [a, b].map((lead) => ({ ...lead, ...tag, version: 2 }))
    )
    same([yield* total({ tag_id }), yield* total({ tag_id })], [2, 2])
    yield* store.writeState(organization_id, [{ ...c, ...tag, version: 2 }])
    same(yield* total({ tag_id }), 3)
    yield* store.replace(organization_id, { ...a, version: 3 }, 2)
    same(yield* total({ tag_id }), 2)
  }),
  "in a state follow the leads that enter and leave it, also as many of both": Effect.gen(function* () {
    const { leads, organization_id, store, total } = yield* newPages("a@x.test", "b@x.test", "c@x.test", "d@y.test")
    const [a, b, c, d] = leads
    ok(a && b && c && d)
    const sent = { search: "x.test", status: "Sent" } as const
    const stopped = { search: "x.test", stop_sending: true } as const
    const writeStates = (...changed: ReadonlyArray<typeof a>) => store.writeState(organization_id, changed)
    yield* writeStates({ ...a, status: "Sent", version: 2 }, { ...b, status: "Sent", version: 2 })
    same([yield* total(sent), yield* total(stopped), yield* total({ status: "Sent" })], [2, 0, 2])
    // One leaves the status and another one, which the search does not find, enters it: the campaign has as many as before.
    yield* writeStates({ ...a, status: "Opened", version: 3 }, { ...d, status: "Sent", version: 2 })
    same([yield* total(sent), yield* total({ status: "Sent" })], [1, 2])
    yield* store.replace(organization_id, { ...b, status: "Opened", version: 3 }, 2)
    yield* store.replace(organization_id, { ...d, status: "Opened", version: 3 }, 2)
    yield* writeStates({ ...c, status: "Sent", version: 2 })
    same(yield* total(sent), 1)
    yield* store.set(organization_id, c.id, { texts: {}, stop: StopSending.stop(at(99)) }, at(99))
    same([yield* total(stopped), yield* total({ ...sent, ...stopped })], [1, 1])
    yield* store.set(organization_id, c.id, { texts: {}, stop: StopSending.resume(at(100)) }, at(100))
    yield* store.set(organization_id, d.id, { texts: {}, stop: StopSending.stop(at(100)) }, at(100))
    same([yield* total(stopped), yield* total({ ...sent, ...stopped })], [0, 0])
  }),
  "with further filters follow states and changes": Effect.gen(function* () {
    const { leads, organization_id, store, total } = yield* newPages("a@x.test", "b@x.test", "c@x.test")
    const [a, b] = leads
    ok(a && b)
    const sent = { search: "x.test", status: "Sent" } as const
    const changed = { updated_since: at(99) }
    same([yield* total(sent), yield* total(changed)], [0, 0])
    yield* store.writeState(
      organization_id,
      [a, b].map((lead) => ({ ...lead, status: "Sent", version: 2, updated_at: at(99) }))
    )
    same([yield* total(sent), yield* total(changed)], [2, 2])
  }),
  "are not those of a transaction that rolled back": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { campaign_id, organization_id, total } = yield* newPages("a@x.test", "b@x.test")
    const search = { search: "x.test" }
    same(yield* total(search), 2)
    yield* newLeads(organization_id, campaign_id, "1@x.test", "2@x.test").pipe(
      Effect.andThen(Effect.map(total(search), (total) => same(total, 4))),
      Effect.andThen(refuse),
      transaction,
      Effect.flip
    )
    yield* newLeads(organization_id, campaign_id, "1@x.test", "2@y.test")
    same(yield* total(search), 3)
  }),
  "and pages at any offset are right after inserts and removals": Effect.gen(function* () {
    const { campaign_id, organization_id, page, store } = yield* newPages()
    const add = (from: number, to: number) =>
      newLeads(organization_id, campaign_id, ...Array.makeBy(to - from, (i) => leadRow(`lead${from + i}@x.test`)))
    let expected = idsOf(yield* add(0, 2_500))
    const check = Effect.fnUntraced(function* (...offsets: ReadonlyArray<number>) {
      for (const offset of offsets) {
        const { data, total } = yield* page({ offset, limit: 3 })
        same(
          { offset, total, ids: idsOf(data) },
          { offset, total: expected.length, ids: expected.slice(offset, offset + 3) }
        )
      }
    })
    yield* check(0, 999, 1_000, 1_001, 2_000, 2_498, 2_500, 9_000)
    expected = [...expected, ...idsOf(yield* add(2_500, 5_100))]
    yield* check(1_000, 2_500, 3_000, 5_000, 5_099, 5_100)
    const gone = expected.filter((_, i) => i % 3 === 0)
    yield* store.remove(organization_id, gone)
    expected = expected.filter((id) => !gone.includes(id))
    yield* check(999, 1_000, 1_500, 3_000, 3_399, 3_400)
  })
})

const blacklist = casesOf("BlacklistStore.page, totals", {
  "follow inserts and removals, also by search and source": Effect.gen(function* () {
    for (const kind of kinds) {
      const { entries, insert, organization_id, page, store } = yield* newBlacklist(
        kind,
        "aaa.test",
        "aab.test",
        "ccc.test"
      )
      const totals = Effect.forEach(
        [{}, { search: "aa" }, { search: "aab" }, { source: "bounce" }, { search: "aa", source: "bounce" }] as const,
        (query) => Effect.map(page({ limit: 1, ...query }), ({ total }) => total)
      )
      same(
        [yield* totals, yield* totals],
        Array.makeBy(2, () => [3, 2, 1, 0, 0])
      )
      yield* insert(row("aad.test", { source: "bounce" }), "ddd.test")
      same(yield* totals, [5, 3, 1, 1, 1])
      yield* store.startRemoval(organization_id, kind, idsOf(entries.slice(0, 1)), at(20))
      same(yield* totals, [4, 2, 1, 1, 1])
      yield* store.finishRemoval(organization_id, kind, idsOf(entries.slice(0, 1)))
      same(yield* totals, [4, 2, 1, 1, 1])
      yield* insert("aaa.test")
      same(yield* totals, [5, 3, 1, 1, 1])
    }
  }),
  "are not those of a transaction that rolled back": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { insert, page } = yield* newBlacklist("email", "aaa.test", "bbb.test")
    const total = Effect.map(page({ limit: 1, search: "aa" }), ({ total }) => total)
    yield* insert("aab.test").pipe(
      Effect.andThen(Effect.map(total, (total) => same(total, 2))),
      Effect.andThen(refuse),
      transaction,
      Effect.flip
    )
    yield* insert("ccc.test")
    same(yield* total, 1)
  })
})

const transactions = casesOf("TransactionStore.page, totals", {
  "follow inserts, and settlements by status": Effect.gen(function* () {
    const store = yield* TransactionStore
    const organization_id = yield* newOrganization
    const insert = (reference: string, status: "pending" | "succeeded") =>
      Effect.map(
        store.insert(organization_id, {
          type: "payment",
          status,
          amount: 100,
          currency: "EUR",
          credits: null,
          balance_after: null,
          description: null,
          reference,
          invoice_number: null,
          invoice_url: null,
          period_start: null,
          period_end: null,
          created_at: at(10),
          paid_at: null
        }),
        Option.getOrThrow
      )
    const totals = Effect.forEach(
      [
        {},
        { search: "row" },
        { min_amount: 100 },
        { search: "row", status: "succeeded" },
        { search: "row", status: "pending" }
      ] as const,
      (query) =>
        Effect.map(
          store.page(organization_id, { offset: 0, limit: 1, ascending: true, ...query }),
          ({ total }) => total
        )
    )
    const first = yield* insert("row 1", "pending")
    yield* insert("row 2", "succeeded")
    same(
      [yield* totals, yield* totals],
      Array.makeBy(2, () => [2, 2, 2, 1, 1])
    )
    yield* store.settle(organization_id, { id: first.id, status: "succeeded", paid_at: at(11) })
    same(yield* totals, [2, 2, 2, 2, 0])
    yield* insert("row 3", "pending")
    same(yield* totals, [3, 3, 3, 2, 1])
  })
})

export const cases: ReadonlyArray<StorageCase> = [...leads, ...blacklist, ...transactions]

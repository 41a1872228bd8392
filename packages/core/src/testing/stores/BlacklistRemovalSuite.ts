/** Conformance cases: the promises of `BlacklistStore` for entries that are being removed. */
import { Effect } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import type { Entry, BlacklistKind } from "../../blacklist/BlacklistEntry.ts"
import type { Timestamp } from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import { kinds, missingEntry, newBlacklist, row } from "./BlacklistStoreSuite.ts"
import { ascends, at, idsOf, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"

/** The results of all reads of an entry: by value, by id, on a page, as covering, as being removed. */
const whereIs = Effect.fnUntraced(function* (
  { organization_id, page, store }: Effect.Success<ReturnType<typeof newBlacklist>>,
  kind: BlacklistKind,
  { id, value }: Entry
) {
  const values = { addresses: kind === "email" ? [value] : [], domains: kind === "domain" ? [value] : [] }
  const { data, total } = yield* page({ search: value })
  strictEqual(total, data.length)
  return {
    byValue: (yield* store.find(organization_id, kind, { values: [value] })).length === 1,
    byId: (yield* store.find(organization_id, kind, { ids: [id] })).length === 1,
    paged: data.some((entry) => entry.value === value),
    covering: (yield* store.findCovering(organization_id, values)).length === 1,
    removed: (yield* store.findRemovals(organization_id, kind, at(1_000))).some((entry) => entry.id === id)
  }
})
const everywhere = { byValue: true, byId: true, paged: true, covering: true, removed: false }
const nowhere = { byValue: false, byId: false, paged: false, covering: false, removed: false }
const asRemoved = { ...nowhere, removed: true }

const removal = casesOf("BlacklistStore, removing entries", {
  "startRemoval returns the entries that exist, once each, by ascending id": Effect.gen(function* () {
    for (const kind of kinds) {
      const { entries, organization_id, page, store } = yield* newBlacklist(kind, "c.test", "a.test", "b.test")
      const foreign = yield* newBlacklist(kind, ...Array.from({ length: 20 }, (_, i) => `foreign${i}.test`))
      const [c, a, b] = entries
      ok(a && b && c)
      const theirs = idsOf(foreign.entries).slice(-1)
      const ids = [b.id, missingEntry, ...theirs, c.id, b.id]
      same(yield* store.startRemoval(organization_id, kind === "email" ? "domain" : "email", ids, at(1)), [])
      same(yield* store.startRemoval(organization_id, kind, ids, at(1)), [c, b])
      same(yield* page(), { total: 1, data: [a] })
      same(yield* store.startRemoval(organization_id, kind, ids, at(2)), [c, b])
      same(yield* store.startRemoval(organization_id, kind, [], at(2)), [])
      strictEqual((yield* foreign.page()).total, 20)
    }
  }),
  "an entry that is being removed is found by findRemovals only, until finishRemoval deletes it": Effect.gen(
    function* () {
      for (const kind of kinds) {
        const list = yield* newBlacklist(kind, row("a.test", { source: "bounce", reason: "full" }), "b.test")
        const { entries, organization_id, store } = list
        const [a, b] = entries
        ok(a && b)
        same([yield* whereIs(list, kind, a), yield* whereIs(list, kind, b)], [everywhere, everywhere])
        yield* store.startRemoval(organization_id, kind, [a.id], at(1))
        same([yield* whereIs(list, kind, a), yield* whereIs(list, kind, b)], [asRemoved, everywhere])
        same(yield* store.findRemovals(organization_id, kind, at(2)), [a])
        same(yield* store.finishRemoval(organization_id, kind, [a.id, missingEntry, a.id]), [a])
        same(yield* store.finishRemoval(organization_id, kind, [a.id]), [])
        same([yield* whereIs(list, kind, a), yield* whereIs(list, kind, b)], [nowhere, everywhere])
      }
    }
  ),
  "finishRemoval leaves entries that are not being removed, of another kind, or of another organization": Effect.gen(
    function* () {
      const list = yield* newBlacklist("email", "a.test", "b.test")
      const { entries, organization_id, store } = list
      const [a, b] = entries
      ok(a && b)
      const foreign = yield* newBlacklist("email", ...Array.from({ length: 20 }, (_, i) => `foreign${i}.test`))
      const theirs = foreign.entries.slice(-1)
      yield* store.startRemoval(foreign.organization_id, "email", idsOf(theirs), at(1))
      yield* store.startRemoval(organization_id, "email", [a.id], at(1))
      yield* store.finishRemoval(organization_id, "domain", [a.id])
      yield* store.finishRemoval(organization_id, "email", [b.id, ...idsOf(theirs)])
      yield* store.finishRemoval(organization_id, "email", [])
      same([yield* whereIs(list, "email", a), yield* whereIs(list, "email", b)], [asRemoved, everywhere])
      same(yield* store.findRemovals(foreign.organization_id, "email", at(2)), theirs)
    }
  ),
  "a value that is added again while it is removed gets a new entry, with a new id, as it is given": Effect.gen(
    function* () {
      for (const kind of kinds) {
        const removed = row("a.test", { source: "bounce", reason: "first", created_at: at(1) })
        const list = yield* newBlacklist(kind, removed, "b.test")
        const { entries, insert, organization_id, page, store } = list
        const [a, b] = entries
        ok(a && b)
        yield* store.startRemoval(organization_id, kind, [a.id], at(1))
        // Insertion keeps the smaller of two entries with one value. An entry that is being removed does not take part,
        // so `again` is added.
        const again = row("a.test", { source: "unsubscribe", reason: "second", created_at: at(9) })
        const answers = yield* insert(again, row("a.test", { source: "unsubscribe", created_at: at(10) }), "b.test")
        const [first, second, third] = answers
        ok(first && second && third)
        ok(first.entry.id > b.id)
        same(first, { entry: { ...again, id: first.entry.id }, added: true })
        same(
          [second, third],
          [
            { entry: first.entry, added: false },
            { entry: b, added: false }
          ]
        )
        same(yield* page(), { total: 2, data: [b, first.entry] })
        same(yield* whereIs(list, kind, first.entry), everywhere)
        same(yield* store.findRemovals(organization_id, kind, at(1_000)), [])
        yield* store.finishRemoval(organization_id, kind, [a.id])
        same(yield* whereIs(list, kind, first.entry), everywhere)
      }
    }
  ),
  "findRemovals returns removals that started before an instant, by ascending id": Effect.gen(function* () {
    for (const kind of kinds) {
      const { entries, organization_id, store } = yield* newBlacklist(kind, "c.test", "a.test", "b.test", "d.test")
      const [c, a, b] = entries
      ok(a && b && c)
      yield* store.startRemoval(organization_id, kind, [b.id], at(1))
      yield* store.startRemoval(organization_id, kind, [c.id], at(3))
      yield* store.startRemoval(organization_id, kind, [a.id], at(2))
      const before = (instant: Timestamp) => store.findRemovals(organization_id, kind, instant)
      same(yield* before(at(1)), [])
      same(yield* before(at(1.001)), [b])
      same(yield* before(at(3)), [a, b])
      same(yield* before(at(4)), [c, a, b])
      // The removal continues: it is started again, at a later instant.
      yield* store.startRemoval(organization_id, kind, [b.id], at(9))
      same(yield* before(at(4)), [c, a])
      same(yield* before(at(10)), [c, a, b])
      same(yield* store.findRemovals(organization_id, kind === "email" ? "domain" : "email", at(4)), [])
      same(yield* store.findRemovals((yield* newBlacklist(kind)).organization_id, kind, at(4)), [])
    }
  }),
  "findRemovals returns at most 1 000 entries": Effect.gen(function* () {
    const values = Array.from({ length: 1_200 }, (_, i) => `d${i}.test`)
    const { entries, organization_id, store } = yield* newBlacklist("domain", ...values)
    yield* store.startRemoval(organization_id, "domain", idsOf(entries), at(1))
    const first = yield* store.findRemovals(organization_id, "domain", at(2))
    strictEqual(idsOf(first).join(), idsOf(entries).slice(0, 1_000).join())
    yield* store.finishRemoval(organization_id, "domain", idsOf(first))
    const rest = yield* store.findRemovals(organization_id, "domain", at(2))
    strictEqual(idsOf(rest).join(), idsOf(entries).slice(1_000).join())
  }),
  "organizationsWithRemovals returns the organizations with a removal of either kind, once each, ascending": Effect.gen(
    function* () {
      const lists = [
        yield* newBlacklist("email", "a.test"),
        yield* newBlacklist("domain", "a.test", "b.test"),
        yield* newBlacklist("email", "a.test")
      ]
      const [first, second, third] = lists
      ok(first && second && third)
      const { store } = first
      const all = new Set(lists.map(({ organization_id }) => organization_id))
      // Other cases use the same database, so only the organizations of this case are compared.
      const own = Effect.map(store.organizationsWithRemovals, (ids) => ids.filter((id) => all.has(id)))
      same(yield* own, [])
      yield* store.startRemoval(third.organization_id, "email", idsOf(third.entries), at(1))
      yield* store.startRemoval(second.organization_id, "domain", idsOf(second.entries), at(1))
      same(yield* own, [second.organization_id, third.organization_id])
      const ids = yield* store.organizationsWithRemovals
      ok(ascends(ids))
      yield* store.finishRemoval(second.organization_id, "domain", idsOf(second.entries.slice(0, 1)))
      yield* third.insert("a.test")
      same(yield* own, [second.organization_id])
    }
  ),
  "of several transactions that delete an entry at the same time, one gets it": Effect.gen(function* () {
    const { entries, organization_id, page, store } = yield* newBlacklist("email", "a@x.test", "b@x.test", "c@x.test")
    const ids = idsOf(entries)
    const orders = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? ids : ids.toReversed()))
    const together = { concurrency: "unbounded" } as const
    yield* Effect.forEach(orders, (order, i) => store.startRemoval(organization_id, "email", order, at(i)), together)
    const answers = yield* Effect.forEach(
      orders,
      (order) => store.finishRemoval(organization_id, "email", order),
      together
    )
    same(
      idsOf(answers.flat()).toSorted((a, b) => a - b),
      ids
    )
    same(yield* page(), { total: 0, data: [] })
  }),
  "startRemoval, finishRemoval and an insert in between are undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const list = yield* newBlacklist("email", "a@x.test", "b@x.test")
    const { entries, insert, organization_id, page, store } = list
    const [a, b] = entries
    ok(a && b)
    const undone = (effect: Effect.Effect<unknown, unknown>) => Effect.flip(transaction(Effect.andThen(effect, refuse)))
    yield* undone(store.startRemoval(organization_id, "email", idsOf(entries), at(1)))
    same(yield* page(), { total: 2, data: entries })
    same(yield* store.findRemovals(organization_id, "email", at(2)), [])
    yield* store.startRemoval(organization_id, "email", [a.id], at(1))
    yield* undone(insert("a@x.test"))
    yield* undone(store.finishRemoval(organization_id, "email", [a.id]))
    same([yield* whereIs(list, "email", a), yield* whereIs(list, "email", b)], [asRemoved, everywhere])
  })
})

const together = casesOf(
  "BlacklistStore, two transactions",
  {
    "finishRemoval and an insert of the same value leave the new entry, whichever comes first": Effect.gen(
      function* () {
        const list = yield* newBlacklist("email", "a@x.test", "b@x.test")
        const { entries, insert, organization_id, page, store } = list
        yield* store.startRemoval(organization_id, "email", idsOf(entries), at(1))
        const finish = store.finishRemoval(organization_id, "email", idsOf(entries))
        yield* waits(insert("a@x.test"), finish)
        const [a] = (yield* page()).data
        strictEqual(a?.value, "a@x.test")
        same(yield* store.findRemovals(organization_id, "email", at(2)), [])
        yield* store.startRemoval(organization_id, "email", [a.id], at(1))
        const [again] = yield* waits(store.finishRemoval(organization_id, "email", [a.id]), insert("a@x.test"))
        strictEqual(again?.added, true)
        same(yield* page(), { total: 1, data: [again.entry] })
      }
    ),
    "reads show an entry until its removal is committed, and do not wait for it": Effect.gen(function* () {
      const list = yield* newBlacklist("domain", "a.test")
      const { entries, organization_id, store } = list
      const [a] = entries
      ok(a)
      const start = store.startRemoval(organization_id, "domain", [a.id], at(1))
      same(yield* goesOn(start, whereIs(list, "domain", a)), everywhere)
      same(yield* goesOn(list.insert("a.test"), whereIs(list, "domain", a)), asRemoved)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...removal, ...together]

/** Conformance cases: `WorkStore` finds due work and notifies listeners. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import { maximumConsidered } from "../../work/WorkStore.ts"
import { at, refuse, same, uniqueName } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { again, ends, keysOf, newWork, work } from "../fixtures/WorkFixtures.ts"

const put = casesOf("WorkStore.put", {
  "moves work that exists to the earlier instant, in its lane": Effect.gen(function* () {
    const { claim, due, next, organization_id, put } = yield* newWork
    yield* put(work("a", 30))
    yield* put(work("a", 10, "other"), work("b", 20))
    yield* put(work("a", 15))
    same(yield* next, at(10))
    same(yield* due(9.999), [])
    same(yield* due(100), [
      { organization_id, lane: "a", due_at: at(10) },
      { organization_id, lane: "b", due_at: at(20) }
    ])
    same(yield* claim("1", 100, ["a", "other"], 9), [{ ...work("a", 10), attempts: 1 }])
  }),
  "moves work that was settled for later, and keeps its attempts": Effect.gen(function* () {
    const { claim, next, put, settle } = yield* newWork
    yield* put(work("a"))
    yield* claim("1", 0, ["a"])
    yield* settle("1", 0, again("a", 500, 3))
    yield* put(work("a", 700))
    same(yield* next, at(500))
    yield* put(work("a", 5))
    same(yield* claim("2", 5, ["a"]), [{ ...work("a", 5), attempts: 4 }])
  }),
  "takes the first of several items with one key, and no items": Effect.gen(function* () {
    const { claim, lanes, put } = yield* newWork
    yield* put(work("b", 1), work("a", 2), work("a", 1), work("b", 2, "other"))
    yield* put()
    same(yield* lanes(9), ["b", "a"])
    same(yield* claim("1", 9, ["a", "b"]), [
      { ...work("b", 1), attempts: 1 },
      { ...work("a", 2), attempts: 1 }
    ])
  }),
  "keeps kinds and organizations apart": Effect.gen(function* () {
    const { claim, foreign, organization_id, put, settle, store } = yield* newWork
    const other = yield* foreign
    const kind = uniqueName("kind")
    yield* put(work("a", 1))
    yield* other.put(work("a", 2))
    yield* store.put(organization_id, kind, [work("a", 3)])
    same(yield* claim("1", 9, ["a"]), [{ ...work("a", 1), attempts: 1 }])
    same(yield* settle("1", 9, ends("a")), ["a"])
    same(yield* other.claim("1", 9, ["a"]), [{ ...work("a", 2), attempts: 1 }])
    same(yield* store.due(kind, { now: at(9), limit: 9 }), [{ organization_id, lane: "a", due_at: at(3) }])
  }),
  "is gone after a rollback, also as a put of a key that is claimed": Effect.gen(function* () {
    const { claim, lanes, next, put, settle, transaction } = yield* newWork
    yield* put(work("a"))
    yield* claim("1", 0, ["a"])
    yield* Effect.flip(transaction(Effect.andThen(put(work("a"), work("b")), refuse)))
    same(yield* settle("1", 0, ends("a")), ["a"])
    same([yield* lanes(1000), yield* next], [[], null])
  })
})

const due = casesOf("WorkStore.due", {
  "answers lanes with work that is due, the earliest first, once each, up to and including now": Effect.gen(
    function* () {
      const { due, lanes, organization_id, put } = yield* newWork
      yield* put(work("a1", 20, "a"), work("a2", 10, "a"), work("b1", 5, "b"), work("c1", 10.001, "c"))
      same(yield* due(4.999), [])
      same(yield* due(10), [
        { organization_id, lane: "b", due_at: at(5) },
        { organization_id, lane: "a", due_at: at(10) }
      ])
      same(yield* lanes(10.001), ["b", "a", "c"])
      same(yield* lanes(10.001, 2), ["b", "a"])
    }
  ),
  "skips work under a lease, until the lease ends": Effect.gen(function* () {
    const { claim, due, lanes, organization_id, put } = yield* newWork
    yield* put(work("a1", 1, "a"), work("a2", 2, "a"), work("b1", 3, "b"))
    yield* claim("1", 10, ["a", "b"])
    same(yield* due(69.999), [{ organization_id, lane: "a", due_at: at(2) }])
    same(yield* lanes(70), ["a", "b"])
  }),
  "lets organizations take turns": Effect.gen(function* () {
    const { due, foreign, organization_id, put } = yield* newWork
    const other = yield* foreign
    yield* put(...["a", "b", "c", "d"].map((lane, i) => work(lane, i)))
    yield* other.put(work("y", 11), work("x", 10), work("c", 12))
    const lane = (organization_id: number, lane: string, seconds: number) => ({
      organization_id,
      lane,
      due_at: at(seconds)
    })
    const turns = [
      lane(organization_id, "a", 0),
      lane(other.organization_id, "x", 10),
      lane(organization_id, "b", 1),
      lane(other.organization_id, "y", 11),
      lane(organization_id, "c", 2),
      lane(other.organization_id, "c", 12),
      lane(organization_id, "d", 3)
    ]
    same(yield* due(20), turns)
    same(yield* due(20, 3), turns.slice(0, 3))
  }),
  "shows the earliest work of every organization, however much is due of one": Effect.gen(function* () {
    const { claim, due, foreign, organization_id, put } = yield* newWork
    const [second, third] = [yield* foreign, yield* foreign]
    const backlog = Array.from({ length: maximumConsidered }, (_, i) =>
      work(`k${String(i).padStart(4, "0")}`, i / 1000)
    )
    yield* put(...backlog)
    yield* second.put(work("later", 60), work("last", 70), work("not due", 100))
    yield* third.put(work("leased", 50), work("free", 80))
    yield* third.claim("1", 50, ["leased"])
    const shown = (limit: number) =>
      Effect.map(due(90, limit), (lanes) => lanes.map(({ lane, organization_id }) => [organization_id, lane]))
    same(yield* shown(6), [
      [organization_id, "k0000"],
      [second.organization_id, "later"],
      [third.organization_id, "free"],
      [organization_id, "k0001"],
      [second.organization_id, "last"],
      [organization_id, "k0002"]
    ])
    // Claimed items give their places to the next ones.
    yield* claim("2", 90, ["k0000", "k0001"])
    same(yield* shown(4), [
      [organization_id, "k0002"],
      [second.organization_id, "later"],
      [third.organization_id, "free"],
      [organization_id, "k0003"]
    ])
  }),
  "orders lanes that were due at one instant by organization and name": Effect.gen(function* () {
    const { due, foreign, organization_id, put } = yield* newWork
    const other = yield* foreign
    yield* other.put(work("b"), work("a"))
    yield* put(work("d"), work("c"))
    same(
      (yield* due(0)).map(({ lane, organization_id }) => [organization_id, lane]),
      [
        [organization_id, "c"],
        [other.organization_id, "a"],
        [organization_id, "d"],
        [other.organization_id, "b"]
      ]
    )
  })
})

const next = casesOf("WorkStore.next", {
  "answers when work is due, or null": Effect.gen(function* () {
    const { foreign, next, put } = yield* newWork
    same(yield* next, null)
    yield* put(work("a", 20), work("b", 10))
    same(yield* next, at(10))
    yield* (yield* foreign).put(work("c", 5))
    same(yield* next, at(5))
  }),
  "answers when a lease ends, if nothing else is due before": Effect.gen(function* () {
    const { claim, next, put, settle } = yield* newWork
    yield* put(work("a", 1), work("b", 2), work("c", 100))
    yield* claim("1", 30, ["a"])
    same(yield* next, at(2))
    yield* claim("2", 20, ["b"])
    same(yield* next, at(80))
    yield* settle("2", 20, ends("b"))
    same(yield* next, at(90))
    yield* settle("1", 20, ends("a"))
    same(yield* next, at(100))
    yield* claim("3", 200, ["c"])
    same(yield* next, at(260))
    yield* settle("3", 200, again("c", 300))
    same(yield* next, at(300))
  })
})

const countDue = casesOf("WorkStore.countDue", {
  "counts what can be claimed, of all organizations, up to the limit": Effect.gen(function* () {
    const { claim, countDue, foreign, put } = yield* newWork
    same(yield* countDue(100), 0)
    yield* put(work("a", 1), work("b", 2, "a"), work("c", 3))
    yield* (yield* foreign).put(work("d", 2))
    same([yield* countDue(0.999), yield* countDue(2), yield* countDue(3), yield* countDue(3, 2)], [0, 3, 4, 2])
    yield* claim("1", 3, ["c"])
    same([yield* countDue(62.999), yield* countDue(63)], [3, 4])
  })
})

/** New work with a listener, and the number of calls of the listener. */
const listening = Effect.gen(function* () {
  const own = yield* newWork
  let calls = 0
  yield* own.store.onPut(own.kind, () => void calls++)
  return { ...own, calls: () => calls }
})

const onPut = casesOf("WorkStore.onPut", {
  "wakes after a put that is not in a transaction": Effect.gen(function* () {
    const { calls, lanes, put } = yield* listening
    yield* put(work("a"))
    ok(calls() > 0)
    same(yield* lanes(0), ["a"])
  }),
  "wakes after the commit of the outermost transaction, not before": Effect.gen(function* () {
    const { calls, put, transaction } = yield* listening
    yield* transaction(
      Effect.gen(function* () {
        yield* transaction(put(work("a")))
        same(calls(), 0)
      })
    )
    ok(calls() > 0)
  }),
  "wakes for a key that exists": Effect.gen(function* () {
    const { calls, put } = yield* listening
    yield* put(work("a"))
    const before = calls()
    yield* put(work("a"))
    ok(calls() > before)
  }),
  "does not wake for what was rolled back, in a nested transaction either": Effect.gen(function* () {
    const { calls, put, transaction } = yield* listening
    const undone = Effect.flip(transaction(Effect.andThen(put(work("a")), refuse)))
    yield* undone
    yield* transaction(undone)
    same(calls(), 0)
  }),
  "wakes listeners of the kind only, until their scope closes": Effect.gen(function* () {
    const { calls, kind, organization_id, put, store } = yield* listening
    let closed = 0
    yield* Effect.scoped(store.onPut(kind, () => void closed++))
    yield* store.put(organization_id, uniqueName("kind"), [work("a")])
    same(calls(), 0)
    yield* put(work("a"))
    ok(calls() > 0)
    same(closed, 0)
  })
})

const together = casesOf("WorkStore", {
  "survives many puts, claims and settlements at once: each item is done once, in all its lives": Effect.gen(
    function* () {
      const { claim, lanes, put, settle } = yield* newWork
      const keys = Array.from({ length: 12 }, (_, i) => `k${i}`)
      const done = new Map<string, number>()
      const working = new Set<string>()
      const worker = Effect.fnUntraced(function* (name: number) {
        for (let round = 0; round < 12; round++) {
          const id = `${name}.${round}`
          for (const key of yield* keysOf(claim(id, 0, keys.toSpliced(round, 1)))) {
            ok(!working.has(key))
            working.add(key)
            yield* Effect.yieldNow
            working.delete(key)
            if ((yield* settle(id, 0, ends(key))).length > 0) done.set(key, (done.get(key) ?? 0) + 1)
          }
        }
      })
      const putter = Effect.forEach(keys, (key) => Effect.andThen(put(work(key)), put(work(key))))
      yield* Effect.all([putter, worker(1), worker(2), worker(3)], { concurrency: "unbounded" })
      // The workers left at most one unfinished put of each key.
      for (const key of yield* lanes(0)) {
        same(yield* keysOf(claim(`last ${key}`, 0, [key])), [key])
        same(yield* settle(`last ${key}`, 0, ends(key)), [key])
        done.set(key, (done.get(key) ?? 0) + 1)
      }
      for (const key of keys) ok(done.get(key) === 1 || done.get(key) === 2, `${key}: ${done.get(key)}`)
      same(yield* lanes(1000), [])
    }
  )
})

export const cases: ReadonlyArray<StorageCase> = [...put, ...due, ...next, ...countDue, ...onPut, ...together]

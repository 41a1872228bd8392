/** Conformance cases: the leases of `WorkStore`, also when transactions overlap. */
import { Deferred, Effect, Fiber } from "effect"
import { strictEqual } from "node:assert/strict"
import { at, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import { again, ends, keysOf, newWork, work } from "../fixtures/WorkFixtures.ts"

const claim = casesOf("WorkStore.claim", {
  "leases the earliest of each lane that is asked for, as many as there is room": Effect.gen(function* () {
    const { claim, put } = yield* newWork
    yield* put(work("a3", 3, "a"), work("a1", 1, "a"), work("a2", 2, "a"), work("b1", 2.5, "b"), work("c1", 0, "c"))
    yield* put(work("a0", 2, "a"), work("late", 9.001, "a"))
    same(yield* claim("1", 9, ["a", "b", "nothing"], 3), [
      { ...work("a1", 1, "a"), attempts: 1 },
      { ...work("a0", 2, "a"), attempts: 1 },
      { ...work("a2", 2, "a"), attempts: 1 },
      { ...work("b1", 2.5, "b"), attempts: 1 }
    ])
    same(yield* keysOf(claim("2", 9, ["a"], 3)), ["a3"])
    same(yield* claim("3", 9, [], 3), [])
    same(yield* keysOf(claim("4", 9.001, ["a"])), ["late"])
  }),
  "takes each lane's own room": Effect.gen(function* () {
    const { kind, organization_id, put, store } = yield* newWork
    yield* put(...["a", "b", "c"].flatMap((lane) => [1, 2, 3].map((i) => work(`${lane}${i}`, i, lane))))
    const lanes = [
      { lane: "a", room: 2 },
      { lane: "b", room: 1 },
      { lane: "c", room: 0 }
    ]
    const query = { lanes, claim: "1", now: at(9), until: at(69) }
    same(yield* keysOf(store.claim(organization_id, kind, query)), ["a1", "b1", "a2"])
  }),
  "keeps the place of work whose lease ended: it is claimed before what is due later": Effect.gen(function* () {
    const { claim, put } = yield* newWork
    yield* put(work("first", 1, "a"), work("second", 2, "a"))
    same(yield* keysOf(claim("1", 10, ["a"])), ["first"])
    same(yield* keysOf(claim("2", 69.999, ["a"])), ["second"])
    same(yield* claim("3", 70, ["a"], 9), [{ ...work("first", 1, "a"), attempts: 2 }])
  }),
  "never gives two claims the same work": Effect.gen(function* () {
    const { claim, put } = yield* newWork
    const keys = Array.from({ length: 60 }, (_, i) => `k${String(i).padStart(2, "0")}`)
    yield* put(...keys.map((key, i) => work(key, 0, `lane ${i % 3}`)))
    const claims = Array.from({ length: 8 }, (_, i) => keysOf(claim(`${i}`, 0, ["lane 0", "lane 1", "lane 2"], 4)))
    const claimed = (yield* Effect.all(claims, { concurrency: "unbounded" })).flat()
    same(new Set(claimed).size, claimed.length)
    let rest = 0
    while (claimed.length < 60)
      claimed.push(...(yield* keysOf(claim(`rest ${rest++}`, 0, ["lane 0", "lane 1", "lane 2"]))))
    same(claimed.toSorted(), keys)
  })
})

const settle = casesOf("WorkStore.settle", {
  "ends work, or makes it due again; answers the keys, ascending": Effect.gen(function* () {
    const { claim, lanes, put, settle } = yield* newWork
    yield* put(work("b"), work("c"), work("a"))
    yield* claim("1", 0, ["a", "b", "c"])
    same(yield* settle("1", 5, ends("c"), again("b", 10), ends("a")), ["a", "b", "c"])
    same(yield* lanes(9.999), [])
    same(yield* lanes(1000), ["b"])
    same(yield* claim("2", 10, ["b"]), [{ ...work("b", 10), attempts: 1 }])
    same(yield* settle("2", 10), [])
  }),
  "changes nothing that the claim does not hold": Effect.gen(function* () {
    const { claim, due, organization_id, put, settle } = yield* newWork
    yield* put(work("a"), work("b", 1))
    yield* claim("1", 0, ["a"])
    same(yield* settle("2", 0, ends("a"), ends("b"), ends("nothing")), [])
    same(yield* settle("2", 0, again("a", 0), again("b", 500), again("nothing", 0)), [])
    same(yield* due(1), [{ organization_id, lane: "b", due_at: at(1) }])
    same(yield* settle("1", 0, ends("a")), ["a"])
    same(yield* settle("1", 0, ends("a")), [])
  }),
  "is fenced: a claim that lost its lease to another one cannot settle": Effect.gen(function* () {
    const { claim, lanes, put, settle } = yield* newWork
    yield* put(work("a"), work("b"))
    yield* claim("old", 0, ["a", "b"])
    same(yield* keysOf(claim("new", 60, ["a"])), ["a"])
    same(yield* settle("old", 60, ends("a"), ends("b")), ["b"])
    same(yield* settle("old", 60, again("a", 0)), [])
    same(yield* lanes(119), [])
    same(yield* settle("new", 60, ends("a")), ["a"])
  }),
  "is renewed as long as it holds the work, and moves the end of no other lease": Effect.gen(function* () {
    const { claim, foreign, lanes, next, put, renew, settle } = yield* newWork
    const other = yield* foreign
    yield* put(work("a"), work("b"))
    yield* other.put(work("a"))
    yield* claim("1", 0, ["a", "b"])
    yield* other.claim("2", 0, ["a"])
    yield* renew("1", "a", 300)
    yield* renew("2", "b", 300)
    yield* renew("1", "nothing", 300)
    same(yield* lanes(60), ["b", "a"])
    same(yield* next, at(60))
    same(yield* lanes(299), ["b", "a"])
    same(yield* lanes(300, 3), ["a", "a", "b"])
    same(yield* keysOf(claim("3", 300, ["a"])), ["a"])
    yield* renew("1", "a", 1000)
    same(yield* lanes(360), ["a", "a", "b"])
    same(yield* settle("3", 360, ends("a")), ["a"])
    yield* renew("3", "a", 1000)
    same(yield* lanes(360), ["b", "a"])
  }),
  "accepts an outcome after the lease has ended, as long as nobody else claimed the work": Effect.gen(function* () {
    const { claim, lanes, put, settle } = yield* newWork
    yield* put(work("a"))
    yield* claim("1", 0, ["a"])
    same(yield* settle("1", 1000, ends("a")), ["a"])
    same(yield* lanes(1000), [])
  }),
  "makes work due at once that was put again, instead of ending it": Effect.gen(function* () {
    const { claim, due, organization_id, put, settle } = yield* newWork
    yield* put(work("a"), work("b"))
    yield* claim("1", 1, ["a", "b"])
    yield* put(work("a", 500, "other"))
    same(yield* due(30), [])
    same(yield* settle("1", 30, ends("a"), ends("b")), ["a", "b"])
    same(yield* due(29.999), [])
    same(yield* due(30), [{ organization_id, lane: "a", due_at: at(30) }])
    same(yield* claim("2", 30, ["a"]), [{ ...work("a", 30), attempts: 1 }])
    same(yield* settle("2", 31, ends("a")), ["a"])
    same(yield* due(1000), [])
  }),
  "makes work due at once that was put again, instead of later": Effect.gen(function* () {
    const { claim, next, put, settle } = yield* newWork
    yield* put(work("a"), work("b"))
    yield* claim("1", 0, ["a", "b"])
    yield* put(work("a", 500))
    same(yield* settle("1", 30, again("a", 100, 2), again("b", 200)), ["a", "b"])
    same(yield* next, at(30))
    same(yield* claim("2", 30, ["a"]), [{ ...work("a", 30), attempts: 3 }])
    same(yield* settle("2", 30, ends("a")), ["a"])
    same(yield* next, at(200))
  }),
  "gives back work that was put again at its old place": Effect.gen(function* () {
    const { claim, next, put, settle } = yield* newWork
    yield* put(work("a", 5))
    yield* claim("1", 9, ["a"])
    yield* put(work("a", 9))
    yield* settle("1", 10, again("a", 5))
    same(yield* next, at(5))
  }),
  "does not count a put from before the claim as one after it": Effect.gen(function* () {
    const { claim, next, put, settle } = yield* newWork
    yield* put(work("a"))
    yield* put(work("a"))
    yield* claim("1", 0, ["a"])
    yield* put(work("a"))
    // The lease ended, so the next claim covers the put.
    yield* claim("2", 60, ["a"])
    same(yield* settle("2", 60, ends("a")), ["a"])
    same(yield* next, null)
  }),
  "sets the number of attempts, which each claim raises": Effect.gen(function* () {
    const { claim, put, settle } = yield* newWork
    const attempt = (name: string, now: number) =>
      Effect.map(claim(name, now, ["a"]), (items) => items.map(({ attempts }) => attempts))
    yield* put(work("a"))
    same(yield* attempt("1", 0), [1])
    same(yield* attempt("2", 60), [2])
    yield* settle("2", 60, again("a", 60, 2))
    same(yield* attempt("3", 60), [3])
    yield* settle("3", 60, again("a", 60))
    same(yield* attempt("4", 60), [1])
    yield* put(work("a"))
    yield* settle("4", 60, ends("a"))
    same(yield* attempt("5", 60), [1])
  }),
  "is part of a transaction": Effect.gen(function* () {
    const { claim, lanes, put, settle, transaction } = yield* newWork
    yield* put(work("a"), work("b"), work("c"))
    yield* claim("1", 0, ["a", "b"])
    const changes = Effect.all([settle("1", 0, ends("a"), again("b", 0)), claim("2", 0, ["c"])])
    yield* Effect.flip(transaction(Effect.andThen(changes, refuse)))
    same(yield* lanes(0), ["c"])
    same(yield* settle("1", 0, ends("a"), ends("b")), ["a", "b"])
  })
})

const overlapping = casesOf(
  "WorkStore, two transactions",
  {
    "claim does not wait for a put, and does not get its work before the commit": Effect.gen(function* () {
      const { claim, put } = yield* newWork
      yield* put(work("old"), work("other"))
      const lanes = ["new", "old", "other"]
      same(yield* goesOn(put(work("new"), work("old")), keysOf(claim("1", 0, lanes))), ["other"])
      same(yield* keysOf(claim("2", 0, lanes)), ["new", "old"])
    }),
    "no put is lost: settle waits for it, and the work is due again": Effect.gen(function* () {
      const { claim, lanes, put, settle } = yield* newWork
      yield* put(work("a"), work("b"))
      yield* claim("1", 0, ["a", "b"])
      same(yield* waits(put(work("a")), settle("1", 0, ends("a"))), ["a"])
      same(yield* lanes(0), ["a"])
      same(yield* waits(put(work("b")), settle("1", 0, again("b", 5))), ["b"])
      same(yield* lanes(0), ["a", "b"])
    }),
    "no put is lost: among many that are settled at once": Effect.gen(function* () {
      const { claim, lanes, put, settle } = yield* newWork
      const keys = ["a", "b", "c", "d"]
      yield* put(...keys.map((key) => work(key)))
      yield* claim("1", 0, keys)
      const outcomes = [ends("d"), ends("c"), again("b", 5), ends("a")]
      same(yield* waits(put(work("c"), work("b")), settle("1", 0, ...outcomes)), keys)
      same(yield* lanes(0), ["b", "c"])
    }),
    "a put that is rolled back does not keep work alive": Effect.gen(function* () {
      const { claim, lanes, put, settle, transaction } = yield* newWork
      yield* put(work("a"))
      yield* claim("1", 0, ["a"])
      const begun = yield* Deferred.make<void>()
      const settling = yield* Effect.forkChild(Effect.andThen(Deferred.await(begun), settle("1", 0, ends("a"))))
      const undone = put(work("a")).pipe(
        Effect.andThen(Deferred.succeed(begun, undefined)),
        Effect.andThen(Effect.yieldNow),
        Effect.andThen(refuse)
      )
      yield* Effect.flip(transaction(undone))
      same(yield* Fiber.join(settling), ["a"])
      same(yield* lanes(1000), [])
    }),
    "put waits for a settlement, and adds the work again": Effect.gen(function* () {
      const { claim, due, organization_id, put, settle } = yield* newWork
      yield* put(work("a"))
      yield* claim("1", 0, ["a"])
      yield* waits(settle("1", 0, ends("a")), put(work("a", 7)))
      same(yield* due(7), [{ organization_id, lane: "a", due_at: at(7) }])
    }),
    "put waits for another put of the key, and moves that to the earlier instant": Effect.gen(function* () {
      const { due, organization_id, put } = yield* newWork
      yield* waits(put(work("a", 3)), put(work("a", 1)))
      same(yield* due(9), [{ organization_id, lane: "a", due_at: at(1) }])
    }),
    "puts of several keys in different orders do not block each other": Effect.gen(function* () {
      const { lanes, put, transaction } = yield* newWork
      const keys = Array.from({ length: 20 }, (_, i) => work(`k${i}`))
      yield* put(...keys)
      const puts = [keys, keys.toReversed(), keys, keys.toReversed()].map((items) => transaction(put(...items)))
      yield* Effect.all(puts, { concurrency: "unbounded" })
      strictEqual((yield* lanes(0)).length, 20)
    }),
    "two claims do not wait for each other, and get different work": Effect.gen(function* () {
      const { claim, put } = yield* newWork
      yield* put(work("a1", 1, "a"), work("a2", 2, "a"), work("b1", 1, "b"))
      same(yield* goesOn(claim("1", 9, ["a", "b"]), keysOf(claim("2", 9, ["a", "b"]))), ["a2"])
    }),
    "claim skips work that is being settled": Effect.gen(function* () {
      const { claim, put, settle } = yield* newWork
      yield* put(work("a"))
      yield* claim("1", 0, ["a"])
      same(yield* goesOn(settle("1", 0, again("a", 0)), claim("2", 60, ["a"])), [])
      same(yield* keysOf(claim("3", 60, ["a"])), ["a"])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...claim, ...settle, ...overlapping]

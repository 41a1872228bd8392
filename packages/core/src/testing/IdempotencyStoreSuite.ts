/** What `IdempotencyStore` promises. */
import { Effect } from "effect"
import { strictEqual } from "node:assert/strict"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import { begin, end, type KeyedRequest } from "../idempotency/KeyedRequest.ts"
import { Transactor } from "../Transactor.ts"
import { at, newOrganization, refuse, same, uniqueName } from "./Fixtures.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"
import { goesOn } from "./Waiting.ts"

const request = (key = "key", run = uniqueName("run")): KeyedRequest => begin(key, "0a".repeat(32), run, at(0))

const newKeys = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* IdempotencyStore
  const { transaction } = yield* Transactor
  const lock = (given: KeyedRequest) => transaction(store.lockOrInsert(organization_id, given))
  return { organization_id, store, transaction, lock }
})

const alone = casesOf("IdempotencyStore", {
  "lockOrInsert answers what is inserted, and from then on what is stored": Effect.gen(function* () {
    const { lock, store } = yield* newKeys
    const keys = ["a", "A", "!~".repeat(127)]
    const requests = keys.map((key) => request(key))
    for (const given of requests) same(yield* lock(given), given)
    for (const given of requests)
      same(yield* lock({ ...given, run: "other", fingerprint: "", expires_at: at(9) }), given)
    // The same key of another organization is another one.
    const other = request("a")
    same(yield* store.lockOrInsert(yield* newOrganization, other), other)
  }),
  "lockOrInsert inserts a key for one of those who use it at the same time": Effect.gen(function* () {
    const { organization_id, store, transaction } = yield* newKeys
    const attempt = Effect.gen(function* () {
      const given = request()
      const stored = yield* store.lockOrInsert(organization_id, given)
      yield* Effect.yieldNow
      return { given: given.run, stored: stored.run }
    }).pipe(transaction, Effect.retry({ while: ({ _tag }) => _tag === "IdempotencyInProgress" }))
    const results = yield* Effect.all(Effect.replicate(attempt, 12), { concurrency: "unbounded" })
    strictEqual(new Set(results.map(({ stored }) => stored)).size, 1)
    strictEqual(results.filter(({ given, stored }) => given === stored).length, 1)
  }),
  "keeps nothing of a transaction that fails": Effect.gen(function* () {
    const { lock, organization_id, store, transaction } = yield* newKeys
    const first = request()
    yield* Effect.flip(transaction(Effect.andThen(store.lockOrInsert(organization_id, first), refuse)))
    const second = request()
    same(yield* lock(second), second)
    const failing = Effect.andThen(store.replace(organization_id, end(second, "answer", at(1))), refuse)
    yield* Effect.flip(transaction(Effect.andThen(store.lockOrInsert(organization_id, second), failing)))
    same(yield* lock(second), second)
  }),
  "replace stores every field, of one key": Effect.gen(function* () {
    const { lock, organization_id, store, transaction } = yield* newKeys
    const other = request("other")
    yield* lock(other)
    const first = request()
    const changed: KeyedRequest = {
      key: first.key,
      fingerprint: "1b".repeat(32),
      run: uniqueName("run"),
      status: "done",
      answer: `{"text":"Zoë 😀 \\u0000 \\\\ ${"x".repeat(300_000)}"}`,
      progress_at: at(3),
      expires_at: at(4)
    }
    for (const next of [changed, { ...changed, status: "pending", answer: null } as const]) {
      yield* transaction(
        Effect.andThen(store.lockOrInsert(organization_id, first), store.replace(organization_id, next))
      )
      same(yield* lock(first), next)
    }
    same(yield* lock(request("other")), other)
  }),
  "forgetAnswers removes answers that contain a text, and leaves the requests done": Effect.gen(function* () {
    const { lock, organization_id, store } = yield* newKeys
    const keep = Effect.fnUntraced(function* (organization: typeof organization_id, key: string, answer: string) {
      const kept = end(request(key), answer, at(0))
      yield* store.lockOrInsert(organization, kept)
      yield* store.replace(organization, kept)
      return kept
    })
    const ada = yield* keep(organization_id, "ada", `{"email":"Ada@x.test"}`)
    const seven = yield* keep(organization_id, "seven", `{"lead_id":7}`)
    const folded = yield* keep(organization_id, "case", `{"email":"ÄDA@X.test"}`)
    const others = [
      yield* keep(organization_id, "letter", `{"email":"ÖDA@x.test"}`),
      yield* keep(organization_id, "number", `{"lead_id":70}`),
      request("pending")
    ]
    for (const other of others) yield* lock(other)
    const stranger = yield* newOrganization
    const foreign = yield* keep(stranger, "ada", `{"email":"Ada@x.test"}`)
    const texts = ["ada@x.test", "äda@x.test", `"lead_id":7}`, "%"]
    strictEqual(yield* store.forgetAnswers(organization_id, texts, at(0)), 3)
    for (const forgotten of [ada, seven, folded]) same(yield* lock(forgotten), { ...forgotten, answer: null })
    for (const other of others) same(yield* lock(other), other)
    same(yield* store.lockOrInsert(stranger, foreign), foreign)
    strictEqual(yield* store.forgetAnswers(organization_id, [], at(0)), 0)
  }),
  "finds what has expired, the earliest first, and removes only that": Effect.gen(function* () {
    const { lock, organization_id, store } = yield* newKeys
    // Before everything that other cases have stored.
    const early = (minutes: number) => at(minutes - 100_000_000)
    const keys = [5, 1, 4, 2, 3].map((minutes) => ({ ...request(`key ${minutes}`), expires_at: early(minutes) }))
    yield* Effect.forEach(keys, lock)
    const find = (minutes: number, limit: number) =>
      Effect.map(store.findExpired({ now: early(minutes), limit }), (found) =>
        found.filter((expired) => expired.organization_id === organization_id).map(({ key }) => key)
      )
    same(yield* find(0, 100), [])
    same(yield* find(3, 100), ["key 1", "key 2", "key 3"])
    same(yield* find(5, 2), ["key 1", "key 2"])
    const removing = ["key 1", "key 1", "key 3", "key 4", "missing"]
    strictEqual(yield* store.removeExpired(organization_id, removing, early(3)), 2)
    strictEqual(yield* store.removeExpired(yield* newOrganization, ["key 4"], early(5)), 0)
    same(yield* find(5, 100), ["key 2", "key 4", "key 5"])
    const again = request("key 1")
    same(yield* lock(again), again)
    // So that it does not get in the way of the next run of this case.
    strictEqual(yield* store.removeExpired(organization_id, ["key 2", "key 4", "key 5"], early(5)), 3)
  })
})

const together = casesOf(
  "IdempotencyStore, two transactions",
  {
    "a locked key fails others soon, whether it was inserted or there already; other keys go on": Effect.gen(
      function* () {
        const { lock, organization_id, store } = yield* newKeys
        const hold = store.lockOrInsert(organization_id, request())
        const fails = Effect.map(Effect.flip(lock(request())), ({ _tag }) => strictEqual(_tag, "IdempotencyInProgress"))
        yield* goesOn(hold, fails)
        yield* goesOn(hold, Effect.andThen(fails, lock(request("other"))))
      }
    ),
    "removeExpired skips a key that is locked": Effect.gen(function* () {
      const { lock, organization_id, store } = yield* newKeys
      const held = request("held")
      yield* lock(held)
      yield* lock(request("free"))
      const { expires_at } = held
      yield* goesOn(
        store.lockOrInsert(organization_id, held),
        Effect.map(store.removeExpired(organization_id, ["held", "free"], expires_at), (count) => strictEqual(count, 1))
      )
      same(yield* lock(request("held")), held)
    }),
    "forgetAnswers skips an expired key that is locked": Effect.gen(function* () {
      const { lock, organization_id, store } = yield* newKeys
      const keep = Effect.fnUntraced(function* (key: string) {
        const kept = end(request(key), "ada@x.test", at(0))
        yield* lock(kept)
        yield* store.replace(organization_id, kept)
        return kept
      })
      const held = yield* keep("held")
      const free = yield* keep("free")
      yield* goesOn(
        store.lockOrInsert(organization_id, held),
        Effect.map(store.forgetAnswers(organization_id, ["ada@x.test"], held.expires_at), (count) =>
          strictEqual(count, 1)
        )
      )
      same([yield* lock(held), yield* lock(free)], [held, { ...free, answer: null }])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]

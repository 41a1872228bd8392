/** Conformance cases: the promises of `IdempotencyStore`. */
import { Effect } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { IdempotencyStore } from "../../idempotency/IdempotencyStore.ts"
import { begin, end, type KeyedRequest } from "../../idempotency/KeyedRequest.ts"
import { Transactor } from "../../Transactor.ts"
import { at, newOrganization, refuse, same, uniqueName } from "../fixtures/Fixtures.ts"
import { expiringCases } from "../fixtures/ExpiringSuite.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn } from "../fixtures/Waiting.ts"

const request = (key = "key", run = uniqueName("run")): KeyedRequest => begin(key, "0a".repeat(32), run, at(0))

const newKeys = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* IdempotencyStore
  const { transaction } = yield* Transactor
  const lock = (sent: KeyedRequest) => transaction(store.lockOrInsert(organization_id, sent))
  /** Stores a completed request with these mentions. */
  const keep = Effect.fnUntraced(function* (key: string, ...mentions: ReadonlyArray<string>) {
    const kept: KeyedRequest = { ...end(request(key), `the answer of ${key}`, at(0)), mentions }
    yield* lock(kept)
    yield* store.replace(organization_id, kept)
    return kept
  })
  return { organization_id, store, transaction, lock, keep }
})

const alone = casesOf("IdempotencyStore", {
  "lockOrInsert answers what is inserted, and from then on what is stored": Effect.gen(function* () {
    const { lock, store } = yield* newKeys
    const keys = ["a", "A", "!~".repeat(127)]
    const requests = keys.map((key) => request(key))
    for (const sent of requests) same(yield* lock(sent), sent)
    for (const sent of requests) same(yield* lock({ ...sent, run: "other", fingerprint: "", expires_at: at(9) }), sent)
    // Keys are separate for each organization.
    const other = request("a")
    same(yield* store.lockOrInsert(yield* newOrganization, other), other)
  }),
  "lockOrInsert inserts a key for one of several concurrent callers": Effect.gen(function* () {
    const { organization_id, store, transaction } = yield* newKeys
    const attempt = Effect.gen(function* () {
      const sent = request()
      const stored = yield* store.lockOrInsert(organization_id, sent)
      yield* Effect.yieldNow
      return { sent: sent.run, stored: stored.run }
    }).pipe(transaction, Effect.retry({ while: ({ _tag }) => _tag === "IdempotencyInProgress" }))
    const results = yield* Effect.all(Effect.replicate(attempt, 12), { concurrency: "unbounded" })
    strictEqual(new Set(results.map(({ stored }) => stored)).size, 1)
    strictEqual(results.filter(({ sent, stored }) => sent === stored).length, 1)
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
      mentions: ["ada@x.test", 'a"\\{}, b', "lead 7"],
      progress_at: at(3),
      expires_at: at(4)
    }
    for (const next of [changed, { ...changed, status: "pending", answer: null, mentions: [] } as const]) {
      yield* transaction(
        Effect.andThen(store.lockOrInsert(organization_id, first), store.replace(organization_id, next))
      )
      same(yield* lock(first), next)
    }
    same(yield* lock(request("other")), other)
  }),
  "forgetAnswers removes answers with a mention, and leaves the requests done": Effect.gen(function* () {
    const { keep, lock, organization_id, store } = yield* newKeys
    const ada = yield* keep("ada", "ada@x.test", "bob@x.test")
    const seven = yield* keep("seven", "lead 7")
    const others = [yield* keep("case", "Ada@x.test"), yield* keep("number", "lead 70"), yield* keep("none")]
    const pending = request("pending")
    yield* lock(pending)
    const stranger = yield* newKeys
    const foreign = yield* stranger.keep("ada", "ada@x.test")
    same(yield* store.forgetAnswers(organization_id, ["ada@x.test", "lead 7", "%", "ada"], at(0)), 2)
    for (const forgotten of [ada, seven]) same(yield* lock(forgotten), { ...forgotten, answer: null, mentions: [] })
    for (const other of [...others, pending]) same(yield* lock(other), other)
    same(yield* stranger.lock(foreign), foreign)
    same(yield* store.forgetAnswers(organization_id, ["ada@x.test"], at(0)), 0)
    same(yield* store.forgetAnswers(organization_id, [], at(0)), 0)
  }),
  "trim keeps the newest keys, and of these the newest answers": Effect.gen(function* () {
    const { lock, organization_id, store } = yield* newKeys
    const keep = Effect.fnUntraced(function* (minute: number, answer: string | null) {
      const expires_at = at(minute)
      const kept: KeyedRequest = { ...end(request(`key ${minute}`), answer ?? "", at(0)), answer, expires_at }
      yield* lock(kept)
      yield* store.replace(organization_id, kept)
      return kept
    })
    // `ü` has two bytes. The largest answer is the second oldest.
    const kept = [yield* keep(1, "aa"), yield* keep(2, "ü".repeat(9)), yield* keep(3, "ü"), yield* keep(4, null)]
    const [first, second, third, fourth] = kept
    ok(first && second && third && fourth)
    const last = yield* keep(5, "e@")
    const pending = { ...request("pending"), expires_at: at(0) }
    yield* lock(pending)
    const stranger = yield* newKeys
    const foreign = yield* stranger.keep("key")
    const trim = (keys: number, bytes: number, limit = 10) => store.trim(organization_id, { keys, bytes, limit })
    strictEqual(yield* trim(5, 24), 0)
    strictEqual(yield* trim(5, 23), 1)
    same(yield* lock(first), { ...first, answer: null, mentions: [] })
    same(yield* lock(second), second)
    // Removes the oldest first.
    strictEqual(yield* trim(3, 2, 1), 1)
    const again = request(first.key)
    same(yield* lock(again), again)
    strictEqual(yield* trim(3, 2), 2)
    same(yield* lock(third), { ...third, answer: null, mentions: [] })
    for (const stored of [fourth, last, pending]) same(yield* lock(stored), stored)
    const renewed = request(second.key)
    same(yield* lock(renewed), renewed)
    strictEqual(yield* trim(3, 2), 0)
    same(yield* stranger.lock(foreign), foreign)
  })
})

const expiring = expiringCases({
  port: "IdempotencyStore",
  store: IdempotencyStore,
  insert: Effect.fnUntraced(function* (organization_id, expires_at) {
    const sent = { ...request(uniqueName("key")), expires_at }
    yield* (yield* IdempotencyStore).lockOrInsert(organization_id, sent)
    return sent.key
  }),
  lock: (organization_id, key) => IdempotencyStore.use((store) => store.lockOrInsert(organization_id, request(key))),
  missing: "missing"
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
    "trim skips a key that is locked": Effect.gen(function* () {
      const { keep, lock, organization_id, store } = yield* newKeys
      const held = yield* keep("held")
      const free = yield* keep("free")
      const bounds = { keys: 2, bytes: 0, limit: 10 }
      yield* goesOn(
        store.lockOrInsert(organization_id, held),
        Effect.map(store.trim(organization_id, bounds), (count) => strictEqual(count, 1))
      )
      same([yield* lock(held), yield* lock(free)], [held, { ...free, answer: null }])
    }),
    "forgetAnswers skips an expired key that is locked": Effect.gen(function* () {
      const { keep, lock, organization_id, store } = yield* newKeys
      const held = yield* keep("held", "ada@x.test")
      const free = yield* keep("free", "ada@x.test")
      yield* goesOn(
        store.lockOrInsert(organization_id, held),
        Effect.map(store.forgetAnswers(organization_id, ["ada@x.test"], held.expires_at), (count) =>
          strictEqual(count, 1)
        )
      )
      same([yield* lock(held), yield* lock(free)], [held, { ...free, answer: null, mentions: [] }])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together, ...expiring]

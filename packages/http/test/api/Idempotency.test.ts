/** Repeated requests with the same `Idempotency-Key` (contract, section 1, "retries"). */
import { assert, layer as itLayer } from "@effect/vitest"
import { IdempotencyStore, Timestamp } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer } from "effect"
import type { Answer, Call } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { layer, onEveryStorage, TestServer } from "./TestServer.ts"

const payment = { type: "payment", status: "succeeded", amount: 4_900, currency: "EUR" }

onEveryStorage("idempotency keys", (it) => {
  const post = Effect.fnUntraced(function* (path: string, key: string, call: Call = {}) {
    const { call: request } = yield* TestServer
    return yield* request("POST", path, { ...call, headers: { "idempotency-key": key, ...call.headers } })
  })
  /** The problem of an answer, and whether it is a replay. */
  const problemOf = ({ headers, json, status }: Answer) => [status, json.code, headers["idempotency-replayed"]]
  const isReplayOf = (first: Answer, again: Answer) => {
    assert.notProperty(first.headers, "idempotency-replayed")
    assert.strictEqual(again.headers["idempotency-replayed"], "true")
    for (const name of ["content-type", "content-length", "location", "etag"]) {
      assert.strictEqual(again.headers[name], first.headers[name], name)
    }
    assert.strictEqual(again.status, first.status)
    assert.strictEqual(again.text, first.text)
  }
  const transactions = Effect.fnUntraced(function* (search: string, call: Call = {}) {
    const { call: request } = yield* TestServer
    const { json } = yield* request("GET", `/billing/transactions?search=${search}`, call)
    return json.total as number
  })

  it.effect("carry a request out once, and give its first answer again", () =>
    Effect.gen(function* () {
      const { b } = yield* TestServer
      const key = Fixtures.unique("key-")
      const body = { ...payment, description: Fixtures.unique("Once") }
      const first = yield* post("/billing/transactions", key, { body })
      assert.strictEqual(first.status, 201)
      isReplayOf(first, yield* post("/billing/transactions", key, { body }))
      assert.strictEqual(yield* transactions(body.description), 1)

      // A key belongs to one organization, and to one request: method, path, query and body.
      const theirs = yield* post("/billing/transactions", key, { body, key: b.key })
      assert.deepStrictEqual([theirs.status, theirs.headers["idempotency-replayed"]], [201, undefined])
      const mismatch = [422, "idempotency_mismatch", undefined]
      for (const [path, other] of [
        ["/billing/transactions", { ...body, amount: 1 }],
        ["/tags", { name: "A", sentiment: "neutral" }]
      ] as const) {
        assert.deepStrictEqual(problemOf(yield* post(path, key, { body: other })), mismatch)
      }
      // Faults of the request are reported first.
      const invalid = yield* post("/billing/transactions", key, { body: { ...body, amount: "1" } })
      assert.deepStrictEqual(problemOf(invalid), [400, "invalid_request", undefined])
      assert.strictEqual(invalid.json.errors[0].pointer, "/body/amount")
      const noId = yield* post("/keys/x/rotate", key)
      assert.strictEqual(noId.json.errors[0].pointer, "/path/id")
      for (const wrong of ["", "a b", "é", "x".repeat(256)]) {
        const { json, status } = yield* post("/billing/transactions", wrong, { body })
        assert.deepStrictEqual([status, json.errors?.[0]?.pointer], [400, "/header/idempotency-key"], wrong)
      }
    })
  )

  it.effect("are free again after a failure, and mean nothing to reads and tests", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const key = Fixtures.unique("key-")
      const name = Fixtures.unique("Tag ")
      const headers = { "idempotency-key": key }
      yield* call("POST", "/tags", { body: { name, sentiment: "neutral" } })
      const taken = yield* post("/tags", key, { body: { name, sentiment: "neutral" } })
      assert.strictEqual(taken.json.reason, "duplicate_tag")
      const missing = yield* post("/campaigns/00000000-0000-7000-8000-000000000000/start", key)
      assert.strictEqual(missing.status, 404)
      const other = { name: Fixtures.unique("Tag "), sentiment: "neutral" }
      const first = yield* post("/tags", key, { body: other })
      assert.strictEqual(first.status, 201)
      isReplayOf(first, yield* post("/tags", key, { body: other }))
      assert.strictEqual((yield* call("GET", "/tags?limit=1", { headers })).status, 200)
      assert.strictEqual((yield* post("/integrations/1/test", key)).status, 404)
    })
  )

  it.effect("never keep a secret", () =>
    Effect.gen(function* () {
      const issued = yield* post("/keys", Fixtures.unique("key-"), { body: { name: "CRM" } })
      const webhook = { type: "webhook", name: "CRM", config: { url: "http://127.0.0.1:1/" }, enabled: false }
      for (const [path, call] of [
        ["/keys", { body: { name: "CRM" } }],
        [`/keys/${issued.json.id}/rotate`, {}],
        ["/integrations", { body: webhook }]
      ] as const) {
        const key = Fixtures.unique("key-")
        const first = yield* post(path, key, call)
        assert.isString(first.json.secret)
        const again = yield* post(path, key, call)
        assert.strictEqual(again.headers["idempotency-replayed"], "true")
        assert.deepStrictEqual(Object.entries(again.json), Object.entries({ ...first.json, secret: null }))
      }
    })
  )

  it.effect("forget answers that name an erased lead", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const email = `${Fixtures.unique("ada")}@theirs.example`
      const [lead_id] = yield* Fixtures.leads(yield* Fixtures.campaign(), [email])
      const bodies = [
        { ...payment, description: `Paid by <${email.toUpperCase()}>.` },
        { ...payment, description: `Line\n${email}` }
      ]
      const keys = bodies.map(() => Fixtures.unique("key-"))
      for (const [i, body] of bodies.entries()) {
        assert.strictEqual((yield* post("/billing/transactions", keys[i] ?? "", { body })).status, 201)
      }
      const other = { ...payment, description: `Paid by other-${email}` }
      const kept = Fixtures.unique("key-")
      const first = yield* post("/billing/transactions", kept, { body: other })
      yield* call("DELETE", "/leads", { body: { ids: [lead_id], erase: true } })
      for (const [i, body] of bodies.entries()) {
        const again = yield* post("/billing/transactions", keys[i] ?? "", { body })
        assert.deepStrictEqual([again.status, again.json.reason], [409, "answer_not_kept"])
      }
      isReplayOf(first, yield* post("/billing/transactions", kept, { body: other }))
    })
  )

  it.effect("are ignored where a request is the same by what it contains", () =>
    Effect.gen(function* () {
      const [lead_id] = yield* Fixtures.leads(yield* Fixtures.campaign(), [`${Fixtures.unique("a")}@theirs.example`])
      const opened = (idempotency_key: string) => ({
        body: { events: [{ type: "opened", lead_id, occurred_at: "2026-08-06T09:00:00Z", idempotency_key }] }
      })
      const mail = (from: string) => ({
        headers: { "content-type": "message/rfc822" },
        body: Fixtures.mail({ from, to: "y@y.example" })
      })
      const paid = (reference: string) => ({ body: { ...payment, reference } })
      for (const [path, one, two, repeated] of [
        ["/events", opened("1"), opened("2"), { recorded: 0, duplicate: 1 }],
        ["/inbound/messages", mail("x@x.example"), mail("z@z.example"), { kind: "duplicate" }],
        ["/billing/transactions", paid(Fixtures.unique("r")), paid(Fixtures.unique("r")), { amount: payment.amount }]
      ] as const) {
        const key = Fixtures.unique("key-")
        for (const call of [one, two]) {
          const first = yield* post(path, key, call)
          assert.oneOf(first.status, [200, 201], path)
          const again = yield* post(path, key, call)
          assert.strictEqual(again.status, 200, path)
          assert.deepInclude(again.json, repeated)
          assert.notProperty(again.headers, "idempotency-replayed")
        }
        // The key is not even read, so an invalid key has no effect.
        assert.strictEqual((yield* post(path, "a b", one)).status, 200, path)
      }
      // Without a reference, only the key shows that it is the same row.
      for (const reference of [undefined, null]) {
        const wrong = yield* post("/billing/transactions", "a b", { body: { ...payment, reference } })
        assert.strictEqual(wrong.json.errors?.[0]?.pointer, "/header/idempotency-key")
      }
    })
  )

  it.effect("carry out one of the requests that come at the same time", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 5; round++) {
        const key = Fixtures.unique("key-")
        const body = { ...payment, description: Fixtures.unique("Parallel") }
        const answers = yield* Effect.all(Effect.replicate(post("/billing/transactions", key, { body }), 8), {
          concurrency: "unbounded"
        })
        const first = answers.filter(({ headers, status }) => status === 201 && !headers["idempotency-replayed"])
        assert.strictEqual(first.length, 1)
        for (const answer of answers) {
          if (answer.status === 201) assert.strictEqual(answer.text, first[0]?.text)
          else {
            assert.deepStrictEqual(problemOf(answer), [409, "idempotency_in_progress", undefined])
            assert.strictEqual(answer.headers["retry-after"], "1")
          }
        }
        assert.strictEqual(yield* transactions(body.description), 1)
      }
    })
  )

  it.effect("cover orders of several transactions", () =>
    Effect.gen(function* () {
      const campaign_id = yield* Fixtures.campaign()
      const domain = `${Fixtures.unique("domain")}.example`
      yield* Fixtures.leads(campaign_id, [`a@${domain}`, `b@${domain}`])
      const order = { body: { domains: [domain] } }
      const small = Fixtures.unique("key-")
      const added = yield* post("/blacklist/domains", small, order)
      assert.deepInclude(added.json, { added: 1, leads_stopped: 2 })
      isReplayOf(added, yield* post("/blacklist/domains", small, order))
      assert.deepInclude((yield* post("/blacklist/domains", Fixtures.unique("key-"), order)).json, { existing: 1 })
      const mismatch = yield* post("/tags", small, { body: { name: "A", sentiment: "neutral" } })
      assert.strictEqual(mismatch.status, 422)

      // More leads than one transaction of the operation stops.
      const large = `${Fixtures.unique("domain")}.example`
      const addresses = Array.from({ length: 1_001 }, (_, n) => `${n}@${large}`)
      yield* Fixtures.leads(campaign_id, addresses.slice(1))
      yield* Fixtures.leads(campaign_id, addresses.slice(0, 1))
      const key = Fixtures.unique("key-")
      const first = yield* post("/blacklist/domains", key, { body: { domains: [large] } })
      assert.deepInclude(first.json, { added: 1, leads_stopped: 1_001 })
      isReplayOf(first, yield* post("/blacklist/domains", key, { body: { domains: [large] } }))
    })
  )
})

/** A storage that looks as if the server of each first request had been killed half a minute ago. */
const layerKilled = Layer.effect(
  IdempotencyStore,
  Effect.map(IdempotencyStore, (store) =>
    IdempotencyStore.of({
      ...store,
      lockOrInsert: (_, request) =>
        Effect.map(Timestamp.now, (now) => ({ ...request, run: "killed", progress_at: Timestamp.plus(now, -30_000) }))
    })
  )
).pipe(Layer.provideMerge(MemoryStorage.layer))

itLayer(layer(layerKilled), { excludeTestServices: true })("a request whose server was killed", (it) => {
  it.effect("can be sent again when Retry-After says", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const headers = { "idempotency-key": "killed" }
      const answer = yield* call("POST", "/billing/transactions", { headers, body: payment })
      assert.deepStrictEqual([answer.status, answer.json.code], [409, "idempotency_in_progress"])
      assert.strictEqual(answer.headers["retry-after"], "30")
    })
  )
})

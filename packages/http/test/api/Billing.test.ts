/** Billing transactions over HTTP (contract, section 7). */
import { assert } from "@effect/vitest"
import { Timestamp } from "@mailroom/core"
import { Array, Effect } from "effect"
import type { Call } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const documented = [
  "id",
  "type",
  "status",
  "amount",
  "currency",
  "credits",
  "balance_after",
  "description",
  "reference",
  "invoice_number",
  "invoice_url",
  "period_start",
  "period_end",
  "created_at",
  "paid_at"
]

const path = "/billing/transactions"
const payment = { type: "payment", status: "succeeded", amount: 4_900, currency: "EUR" }
const at = (minutes: number) => Timestamp.fromMillis(Date.UTC(2026, 0) + minutes * 60_000)

onEveryStorage("billing", (it) => {
  const record = Effect.fnUntraced(function* (body: object = {}, call: Call = {}) {
    const server = yield* TestServer
    return yield* server.call("POST", path, { body: { ...payment, ...body }, ...call })
  })
  const list = Effect.fnUntraced(function* (query: string, call: Call = {}) {
    const server = yield* TestServer
    return yield* server.call("GET", `${path}?${query}`, call)
  })
  const ids = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)

  it.effect("records a row, shows exactly the documented fields, and says where it is", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const least = yield* record()
      assert.strictEqual(least.status, 201)
      assert.deepStrictEqual(Object.keys(least.json), documented)
      const { created_at, id, ...rest } = least.json
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
      const none = Object.fromEntries(documented.map((field) => [field, null]))
      assert.deepStrictEqual({ ...rest, created_at: null, id: null }, { ...none, ...payment })
      assert.strictEqual(least.headers["location"], `${origin}${path}/${id}`)
      assert.deepStrictEqual((yield* call("GET", `${path}/${id}`)).json, least.json)

      const given = {
        type: "usage",
        status: "pending",
        amount: -Number.MAX_SAFE_INTEGER,
        currency: "XTS",
        credits: -3,
        balance_after: 0,
        description: "Zoë 😀",
        reference: Fixtures.unique("full "),
        invoice_number: "A-1",
        invoice_url: "https://billing.example/in/1",
        period_start: at(0),
        period_end: at(60),
        created_at: at(1),
        paid_at: at(2)
      }
      const full = yield* record(given)
      assert.deepStrictEqual(full.json, { id: full.json.id, ...given })
    })
  )

  it.effect("records a row once by its reference, and names what differs", () =>
    Effect.gen(function* () {
      const reference = Fixtures.unique("ref ")
      const first = yield* record({ reference, description: "Pro" })
      assert.strictEqual(first.status, 201)
      const again = yield* record({ reference, description: "Pro", credits: null })
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual(again.json, first.json)
      assert.notProperty(again.headers, "location")
      const other = yield* record({ reference, amount: 1, currency: "USD" })
      assert.strictEqual(other.status, 409)
      assert.strictEqual(other.json.reason, "duplicate_reference")
      assert.strictEqual(other.json.detail, "The reference is recorded with another amount, currency, description")
      assert.strictEqual((yield* list(`search=${encodeURIComponent(reference)}`)).json.total, 1)
      // Without a reference, each transaction is new.
      const [one, two] = [yield* record(), yield* record()]
      assert.deepStrictEqual([one.status, two.status], [201, 201])
      assert.notStrictEqual(one.json.id, two.json.id)
    })
  )

  it.effect("ends a pending row, once", () =>
    Effect.gen(function* () {
      for (const status of ["succeeded", "failed", "void"]) {
        const reference = Fixtures.unique("pending ")
        const pending = yield* record({ reference, status: "pending" })
        const settled = yield* record({ reference, status, paid_at: at(5) })
        assert.strictEqual(settled.status, 200)
        assert.deepStrictEqual(settled.json, { ...pending.json, status, paid_at: at(5) })
        assert.strictEqual((yield* record({ reference, status, paid_at: at(5) })).status, 200)
        for (const [body, detail] of [
          [{ status: "pending" }, "status, paid_at"],
          [{ status: "refunded", paid_at: at(5) }, "status"],
          [{ status, paid_at: at(6) }, "paid_at"],
          [{ status }, "paid_at"]
        ] as const) {
          const conflict = yield* record({ reference, ...body })
          assert.strictEqual(conflict.status, 409)
          assert.strictEqual(conflict.json.detail, `The reference is recorded with another ${detail}`)
        }
      }
      const reference = Fixtures.unique("pending ")
      yield* record({ reference, status: "pending" })
      const refunded = yield* record({ reference, status: "refunded" })
      assert.strictEqual(refunded.json.detail, "The reference is recorded with another status")
      const changed = yield* record({ reference, status: "failed", amount: 1, paid_at: at(5) })
      assert.strictEqual(changed.json.detail, "The reference is recorded with another amount")
    })
  )

  it.effect("names what is wrong with a row, and records nothing", () =>
    Effect.gen(function* () {
      const { a, call } = yield* TestServer
      const before = (yield* list("limit=1")).json.total
      const invalid = Effect.fnUntraced(function* (body: object, ...pointers: ReadonlyArray<string>) {
        const { json, status } = yield* call("POST", path, { body })
        assert.strictEqual(status, 400, JSON.stringify(body))
        assert.deepStrictEqual(
          json.errors.map(({ pointer }: { pointer: string }) => pointer),
          pointers
        )
      })
      yield* invalid({}, "/body/type", "/body/status", "/body/amount", "/body/currency")
      yield* invalid({ ...payment, amount: 1.5, credits: 1e300 }, "/body/amount", "/body/credits")
      yield* invalid({ ...payment, amount: "1", currency: "eur" }, "/body/amount", "/body/currency")
      yield* invalid({ ...payment, type: "gift", status: "paid" }, "/body/type", "/body/status")
      for (const invoice_url of ["javascript:alert(1)", "http://", "/in/1", "https://x.test/a b", "ftp://x.test", ""]) {
        yield* invalid({ ...payment, invoice_url }, "/body/invoice_url")
      }
      yield* invalid({ ...payment, reference: "", description: "a\u0000" }, "/body/description", "/body/reference")
      yield* invalid({ ...payment, reference: "x".repeat(256) }, "/body/reference")
      yield* invalid({ ...payment, created_at: null }, "/body/created_at")
      yield* invalid({ ...payment, created_at: "0000-01-01T00:00:00.000Z" }, "/body/created_at")
      yield* invalid({ ...payment, period_start: at(2), period_end: at(1) }, "/body/period_end")
      yield* invalid({ ...payment, id: 1 }, "/body/id")
      const readOnly = yield* record({}, { key: a.readOnlyKey })
      assert.strictEqual(readOnly.json.code, "forbidden")
      assert.strictEqual((yield* list("limit=1")).json.total, before)
    })
  )

  it.effect("lists newest first or oldest first, by every filter", () =>
    Effect.gen(function* () {
      const { b } = yield* TestServer
      const name = Fixtures.unique("Ledger")
      const rows = [
        { type: "usage", status: "pending", currency: "USD", amount: -500, created_at: at(1) },
        { type: "usage", status: "failed", currency: "EUR", amount: 0, created_at: at(2) },
        { type: "refund", status: "pending", currency: "EUR", amount: -700, created_at: at(3) },
        { type: "credit", status: "succeeded", currency: "EUR", amount: 500, created_at: at(3) }
      ]
      const made = yield* Effect.forEach(rows, (row) => record({ ...row, description: `${name} 50%` }))
      yield* record({ description: name }, { key: b.key })
      const oldest = made.map(({ json }) => json.id)
      const lists = Effect.fnUntraced(function* (query: string, ...places: ReadonlyArray<number>) {
        const { json } = yield* list(`search=${name.toUpperCase()}&${query}`)
        assert.deepStrictEqual(
          [json.total, ids(json.data)],
          [places.length, places.map((place) => oldest[place])],
          query
        )
      })
      yield* lists("", 3, 2, 1, 0)
      yield* lists("sort=-created_at", 3, 2, 1, 0)
      yield* lists("sort=created_at", 0, 1, 2, 3)
      yield* lists("type=usage", 1, 0)
      yield* lists("status=pending&sort=created_at", 0, 2)
      yield* lists("currency=USD", 0)
      yield* lists(`from=${at(2)}&to=${at(3)}`, 1)
      yield* lists(`from=${at(3)}`, 3, 2)
      yield* lists("from=2026-01-01&to=2026-01-01", 3, 2, 1, 0)
      yield* lists("to=2025-12-31")
      yield* lists("from=2026-01-02")
      yield* lists(`from=2026-01-01&to=${at(2)}`, 0)
      yield* lists("min_amount=-500&max_amount=0", 1, 0)
      yield* lists("max_amount=-501", 2)
      yield* lists("type=usage&status=pending&currency=USD&max_amount=-1", 0)
      const { json: literal } = yield* list(`search=${encodeURIComponent(`${name} 50%`)}&offset=1&limit=2`)
      assert.deepStrictEqual([literal.total, literal.offset, literal.limit], [4, 1, 2])
      assert.deepStrictEqual(ids(literal.data), [oldest[2], oldest[1]])
      assert.strictEqual((yield* list(`search=${name}_50`)).json.total, 0)
      for (const sort of ["created_at", "-created_at"]) {
        const { json } = yield* list(`search=${name}&before_id=${oldest[3]}&sort=${sort}`)
        assert.strictEqual(json.total, 4)
        const older = oldest.slice(0, 3)
        assert.deepStrictEqual(ids(json.data), sort === "created_at" ? older : older.toReversed())
        const { json: rest } = yield* list(`search=${name}&after_id=${oldest[1]}&sort=${sort}&offset=0&limit=1`)
        assert.deepStrictEqual([rest.total, ids(rest.data)], [4, [oldest[sort === "created_at" ? 2 : 0]]])
      }
    })
  )

  it.effect("names what is wrong with a query", () =>
    Effect.gen(function* () {
      const { b } = yield* TestServer
      const { json: foreign } = yield* record({}, { key: b.key })
      for (const before_id of [999_999_999, foreign.id]) {
        const { json, status } = yield* list(`before_id=${before_id}`)
        assert.strictEqual(status, 400)
        assert.deepStrictEqual(json.errors, [
          { pointer: "/query/before_id", message: "the transaction does not exist" }
        ])
      }
      const wrong: Readonly<Record<string, ReadonlyArray<string>>> = {
        type: ["gift", "usage,refund", ""],
        status: ["paid", ""],
        currency: ["eur", "EU", ""],
        sort: ["amount", ""],
        from: ["yesterday", "2026-02-30T00:00:00.000Z", "2026-02-30", "2026-2-3", ""],
        to: ["2026-13-01"],
        min_amount: ["", "1.5", "%2B1", "--1", "-0", "01", "-9007199254740992", "1e3"],
        max_amount: ["9007199254740992"],
        after_id: ["-1", "0", "", "999999999"],
        before_id: ["-1", "0", ""],
        limit: ["201"],
        search: ["%00"],
        user: ["1"]
      }
      for (const [name, values] of Object.entries(wrong)) {
        for (const value of values) {
          const { json, status } = yield* list(`${name}=${value}`)
          assert.strictEqual(status, 400, `${name}=${value}`)
          assert.strictEqual(json.errors[0].pointer, `/query/${name}`)
        }
      }
    })
  )

  it.effect("gives each row once in pages by before_id, while four writers add rows", () =>
    Effect.gen(function* () {
      const total = 120
      const name = Fixtures.unique("Paged")
      yield* Effect.forEach(
        Array.range(0, total),
        // At most three rows have the same instant.
        (i) => record({ description: name, created_at: at(Math.floor(i / 3)) }),
        { concurrency: 8 }
      )
      const { json: start } = yield* list(`search=${name}&limit=200`)
      const expected = ids(start.data)
      assert.lengthOf(expected, total + 1)

      // Rows at the top, in the middle, and below all others: each writer adds one next to each page.
      const places = [{}, { created_at: at(total) }, { created_at: at(20) }, { created_at: at(-1) }]
      const add = (place: object) => record({ description: name, reference: Fixtures.unique(`${name} `), ...place })
      const found: Array<number> = []
      let pages = 0
      for (let before = ""; ; before = `&before_id=${found.at(-1)}`) {
        const page = list(`search=${name}&limit=7${before}`)
        const [{ json }] = yield* Effect.all([page, ...places.map(add)], { concurrency: "unbounded" })
        pages++
        if (json.data.length === 0) break
        found.push(...ids(json.data))
      }
      assert.strictEqual(new Set(found).size, found.length)
      assert.deepStrictEqual(
        found.filter((id) => expected.includes(id)),
        expected
      )
      assert.isAbove(pages, total / 7)
      assert.strictEqual((yield* list(`search=${name}&limit=1`)).json.total, expected.length + 4 * pages)
    })
  )
})

import { fold } from "@mailroom/mail/text"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  create,
  InvoiceUrl,
  type NewTransaction,
  repeat,
  searchTextOf,
  type Transaction,
  TransactionStatus
} from "../../src/billing/Transaction.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { TransactionId } from "../../src/ids.ts"

const payment: NewTransaction = {
  type: "payment",
  status: "succeeded",
  amount: 4_900,
  currency: "EUR",
  reference: "in_1"
}
const stored = (fields: Partial<NewTransaction> = {}): Transaction => ({
  id: TransactionId.make(1),
  ...create({ ...payment, ...fields }, at(0))
})

describe("repeat", () => {
  it("takes the same row for the stored one, whether or not it names what it lacks", () => {
    for (const row of [payment, { ...payment, description: null, paid_at: null }, { ...payment, created_at: at(0) }]) {
      const transaction = stored()
      assert.deepStrictEqual(repeat(transaction, row), { transaction })
    }
  })

  it("names each field that differs", () => {
    const different: Required<{ [K in keyof NewTransaction]: unknown }> = {
      type: "credit",
      status: "failed",
      amount: -4_900,
      currency: "USD",
      credits: 0,
      balance_after: 0,
      description: "Pro",
      reference: "in_2",
      invoice_number: "1",
      invoice_url: "https://x.test",
      period_start: at(1),
      period_end: at(1),
      created_at: at(1),
      paid_at: at(1)
    }
    for (const [field, value] of Object.entries(different)) {
      assert.deepStrictEqual(repeat(stored(), { ...payment, [field]: value }), { conflicting: [field] }, field)
      // A field that is missing now differs as well, except the instant of recording.
      if (!["type", "status", "amount", "currency", "created_at"].includes(field)) {
        assert.deepStrictEqual(repeat(stored({ [field]: value }), { ...payment, [field]: null }), {
          conflicting: [field]
        })
      }
    }
  })

  it("lets only a pending row change its status, to an end, with paid_at", () => {
    for (const from of TransactionStatus.literals) {
      for (const to of TransactionStatus.literals) {
        const before = stored({ status: from })
        const after = repeat(before, { ...payment, status: to, paid_at: at(9) })
        const ends = from === "pending" && ["succeeded", "failed", "void"].includes(to)
        const conflicting = from === to ? ["paid_at"] : ["status", "paid_at"]
        assert.deepStrictEqual(
          after,
          ends ? { transaction: { ...before, status: to, paid_at: at(9) } } : { conflicting },
          `${from} ${to}`
        )
      }
    }
  })

  it("keeps a paid_at that is known, and everything else of a row that ends", () => {
    const pending = stored({ status: "pending", paid_at: at(5) })
    assert.deepStrictEqual(repeat(pending, { ...payment, paid_at: at(6) }), { conflicting: ["paid_at"] })
    assert.deepStrictEqual(repeat(pending, payment), { conflicting: ["paid_at"] })
    assert.deepStrictEqual(repeat(pending, { ...payment, paid_at: at(5) }), {
      transaction: { ...pending, status: "succeeded" }
    })
    assert.deepStrictEqual(repeat(stored({ status: "pending" }), { ...payment, amount: 1, paid_at: at(5) }), {
      conflicting: ["amount"]
    })
  })
})

describe("InvoiceUrl", () => {
  it.effect("is an absolute http or https URL", () =>
    Effect.gen(function* () {
      const decode = Schema.decodeUnknownEffect(InvoiceUrl)
      for (const url of ["https://x.test", "HTTP://x.test:80/a?b=%20#c", "http://[::1]/", "https://münchen.test/ü"]) {
        assert.strictEqual(yield* decode(url), url)
      }
      for (const url of [
        "x.test",
        "//x.test",
        "javascript:alert(1)",
        "https://",
        "https:x.test",
        "https://x.test/\n"
      ]) {
        yield* Effect.flip(decode(url))
      }
      yield* Effect.flip(decode(`https://x.test/${"a".repeat(2_000)}`))
    })
  )
})

describe("searchTextOf", () => {
  it("holds each text folded, and nothing that goes on from one into the next", () => {
    const text = searchTextOf({ description: "Straße", reference: "IN_1", invoice_number: null })
    for (const found of ["STRASSE", "straße", "in_1", ""]) assert.include(text, fold(found))
    for (const lost of ["ssein", "e in", "eAi", "null"]) assert.notInclude(text, fold(lost))
  })
})

import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Billing } from "../../src/billing/Billing.ts"
import { type NewTransaction, type TransactionQuery } from "../../src/billing/Transaction.ts"
import { at, idsOf, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, errorsOf, faultsOf, test } from "../Tenant.ts"
import { TransactionId } from "../../src/ids.ts"

const payment: NewTransaction = { type: "payment", status: "succeeded", amount: 4_900, currency: "EUR" }
const first = { offset: 0, limit: 50 }
const unknown = TransactionId.make(missing.lead)

describe("Billing", () => {
  test("records a row of now, unless it says when, and finds it", function* () {
    yield* TestClock.setTime(Date.parse(at(5)))
    const billing = yield* Billing
    const { outcome, transaction } = yield* billing.record(payment)
    assert.strictEqual(outcome, "recorded")
    assert.strictEqual(transaction.created_at, at(5))
    assert.deepStrictEqual(yield* billing.find(transaction.id), transaction)
    const past = yield* billing.record({ ...payment, created_at: at(1) })
    assert.strictEqual(past.transaction.created_at, at(1))
    assert.deepStrictEqual(idsOf((yield* billing.page(first)).data), [transaction.id, past.transaction.id])
  })

  test("takes the same row again at a later time, and names what differs otherwise", function* () {
    const billing = yield* Billing
    const row = { ...payment, reference: "in_1" }
    const { transaction } = yield* billing.record(row)
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* billing.record(row), { outcome: "unchanged", transaction })
    const error = yield* Effect.flip(billing.record({ ...row, amount: 1 }))
    assert.deepInclude(error, { _tag: "DuplicateReference", reference: "in_1", fields: ["amount"] })
    assert.strictEqual((yield* asOther(billing.record({ ...row, amount: 1 }))).outcome, "recorded")
  })

  test("does not find what another organization has, or no one", function* () {
    const billing = yield* Billing
    const { transaction } = yield* asOther(billing.record(payment))
    assert.deepStrictEqual(yield* errorsOf(billing.find(transaction.id), billing.find(unknown)), [
      "TransactionNotFound",
      "TransactionNotFound"
    ])
    assert.deepStrictEqual(
      yield* Effect.forEach([transaction.id, unknown], (before_id) => faultsOf(billing.page({ ...first, before_id }))),
      [["/before_id"], ["/before_id"]]
    )
    assert.deepStrictEqual(
      yield* Effect.forEach([transaction.id, unknown], (after_id) => faultsOf(billing.page({ ...first, after_id }))),
      [["/after_id"], ["/after_id"]]
    )
    assert.strictEqual((yield* billing.page(first)).total, 0)
  })

  test("rejects an invalid query, fault by fault", function* () {
    const billing = yield* Billing
    const wrong: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, query: object]> = [
      [["/limit", "/offset"], { limit: 201, offset: -1 }],
      [["/sort", "/status", "/type"], { sort: "amount", status: "paid", type: "gift" }],
      [["/currency", "/from", "/to"], { currency: "eur", from: "0000-01-01T00:00:00.000Z", to: "now" }],
      [["/max_amount", "/min_amount"], { min_amount: 0.5, max_amount: "1" }],
      [["/before_id", "/user"], { before_id: 0, user: 1 }]
    ]
    for (const [pointers, query] of wrong) {
      assert.deepStrictEqual(yield* faultsOf(billing.page({ ...first, ...query } as TransactionQuery)), pointers)
    }
    assert.deepStrictEqual(yield* faultsOf(billing.find(0 as TransactionId)), ["/id"])
  })
})

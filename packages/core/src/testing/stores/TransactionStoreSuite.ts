/** Conformance cases: the promises of `TransactionStore`. */
import { foldForSearch } from "@mailroom/mail/text"
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { type Transaction } from "../../billing/Transaction.ts"
import { type TransactionListing, TransactionStore } from "../../billing/TransactionStore.ts"
import { Timestamp } from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import { ascends, at, idsOf, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"
import { TransactionId } from "../../ids.ts"

type Row = Omit<Transaction, "id">

const row = (fields: Partial<Row> = {}): Row => ({
  type: "payment",
  status: "succeeded",
  amount: 4_900,
  currency: "EUR",
  credits: null,
  balance_after: null,
  description: null,
  reference: null,
  invoice_number: null,
  invoice_url: null,
  period_start: null,
  period_end: null,
  created_at: at(10),
  paid_at: null,
  ...fields
})

const missingTransaction = TransactionId.make(Number.MAX_SAFE_INTEGER)

/** An organization with these transactions. */
const newLedger = Effect.fnUntraced(function* (...rows: ReadonlyArray<Partial<Row>>) {
  const organization_id = yield* newOrganization
  const store = yield* TransactionStore
  const insert = (fields: Partial<Row> = {}) => store.insert(organization_id, row(fields))
  const transactions = yield* Effect.forEach(rows, (fields) => Effect.map(insert(fields), Option.getOrThrow))
  const page = (query: Partial<TransactionListing> = {}) =>
    store.page(organization_id, { offset: 0, limit: 200, ascending: true, ...query })
  return { organization_id, store, insert, transactions, page }
})

const insert = casesOf("TransactionStore.insert", {
  "answers the row as it is given, under ascending ids": Effect.gen(function* () {
    const { organization_id, page, store } = yield* newLedger()
    const rows = [
      row({
        type: "adjustment",
        status: "refunded",
        amount: Number.MIN_SAFE_INTEGER,
        currency: "XTS",
        credits: -1,
        balance_after: Number.MAX_SAFE_INTEGER,
        description: "Zoë 😀 % _ \\ \n",
        reference: "r".repeat(255),
        invoice_number: "№ 7",
        invoice_url: "https://x.test/?a=%20",
        period_start: Timestamp.make("0001-01-01T00:00:00.001Z"),
        period_end: Timestamp.make("9999-12-31T23:59:59.999Z"),
        paid_at: at(0.001)
      }),
      row({ type: "refund", status: "void", amount: 0, credits: 0, balance_after: 0, created_at: at(11) }),
      row({ type: "credit", status: "pending", amount: Number.MAX_SAFE_INTEGER, created_at: at(12) }),
      row({ type: "usage", status: "failed", created_at: at(13) })
    ]
    const inserted = yield* Effect.forEach(rows, (row) =>
      Effect.map(store.insert(organization_id, row), Option.getOrThrow)
    )
    ok(ascends(idsOf(inserted)))
    same(
      inserted,
      rows.map((row, i) => ({ id: inserted[i]?.id, ...row }))
    )
    for (const transaction of inserted)
      same(yield* store.find(organization_id, transaction.id), Option.some(transaction))
    same(yield* page(), { total: 4, data: inserted })
  }),
  "answers none when the organization has the reference, and changes nothing": Effect.gen(function* () {
    const { insert, page, transactions } = yield* newLedger({ reference: "a" })
    same(yield* insert({ reference: "a", amount: 1, status: "pending" }), Option.none())
    same(yield* page(), { total: 1, data: transactions })
    same(yield* page({ status: "pending" }), { total: 0, data: [] })
  }),
  "compares references exactly, in one organization; any number of rows have none": Effect.gen(function* () {
    const { insert, page } = yield* newLedger({ reference: "É" }, {})
    for (const reference of ["é", "E\u0301", "É ", null, null]) ok(Option.isSome(yield* insert({ reference })))
    strictEqual((yield* page()).total, 7)
    strictEqual((yield* newLedger({ reference: "É" })).transactions.length, 1)
  }),
  "inserts a reference for one of several concurrent inserts, and counts it once": Effect.gen(function* () {
    const { insert, page } = yield* newLedger()
    const attempts = yield* Effect.replicateEffect(insert({ reference: "a" }), 8, { concurrency: "unbounded" })
    strictEqual(attempts.filter(Option.isSome).length, 1)
    strictEqual((yield* page()).total, 1)
    strictEqual((yield* page()).data.length, 1)
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { insert, organization_id, page, store, transactions } = yield* newLedger({
      reference: "a",
      status: "pending"
    })
    const [a] = transactions
    ok(a)
    const failing = Effect.gen(function* () {
      yield* insert({ reference: "b" })
      yield* store.settle(organization_id, { id: a.id, status: "failed", paid_at: null })
      strictEqual((yield* page({ status: "failed" })).total, 1)
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    same(yield* page(), { total: 1, data: transactions })
    same(yield* page({ status: "pending" }), { total: 1, data: transactions })
    ok(Option.isSome(yield* insert({ reference: "b" })))
  })
})

const find = casesOf("TransactionStore.find and lockByReference", {
  "answer the row of the organization, or none": Effect.gen(function* () {
    const { organization_id, store, transactions } = yield* newLedger({ reference: "a" }, { reference: "b" }, {})
    const foreign = yield* newLedger({ reference: "a" }, { reference: "c" }, {}, {}, {})
    for (const transaction of transactions) {
      same(yield* store.find(organization_id, transaction.id), Option.some(transaction))
    }
    for (const id of [missingTransaction, ...idsOf(foreign.transactions).slice(-1)]) {
      same(yield* store.find(organization_id, id), Option.none())
    }
    same(yield* store.lockByReference(organization_id, "b"), Option.some(transactions[1]))
    same(yield* store.lockByReference(foreign.organization_id, "a"), Option.some(foreign.transactions[0]))
    for (const reference of ["c", "A", "", "%"]) {
      same(yield* store.lockByReference(organization_id, reference), Option.none())
    }
  })
})

const settle = casesOf("TransactionStore.settle", {
  "stores status and paid_at, and nothing else; totals follow": Effect.gen(function* () {
    const draft = { status: "pending", description: "Pro", reference: "a", currency: "USD" } as const
    const { organization_id, page, store, transactions } = yield* newLedger(draft, { status: "pending" })
    const [a, b] = transactions
    ok(a && b)
    const after = { ...a, status: "succeeded" as const, paid_at: at(20) }
    yield* store.settle(organization_id, { ...after, description: "lost", amount: 1 } as Transaction)
    same(yield* store.lockByReference(organization_id, "a"), Option.some(after))
    same(yield* page(), { total: 2, data: [after, b] })
    same(yield* page({ status: "pending" }), { total: 1, data: [b] })
    same(yield* page({ status: "succeeded" }), { total: 1, data: [after] })
    same(yield* page({ status: "succeeded", currency: "EUR" }), { total: 0, data: [] })
    yield* store.settle(organization_id, { ...after, paid_at: null })
    same(yield* page({ status: "succeeded" }), { total: 1, data: [{ ...after, paid_at: null }] })
  }),
  "changes no row of another organization": Effect.gen(function* () {
    const { organization_id, store } = yield* newLedger()
    const foreign = yield* newLedger({ status: "pending" })
    for (const { id } of foreign.transactions) {
      yield* store.settle(organization_id, { id, status: "failed", paid_at: null })
    }
    same(yield* foreign.page({ status: "pending" }), { total: 1, data: foreign.transactions })
  })
})

const page = casesOf("TransactionStore.page", {
  "answers rows by created_at and id, in either direction, and a total that the page does not narrow": Effect.gen(
    function* () {
      const { page, transactions } = yield* newLedger(
        { created_at: at(3) },
        { created_at: at(1) },
        { created_at: at(2) },
        { created_at: at(1) }
      )
      yield* newLedger({}, {})
      const [third, first, second, alsoFirst] = transactions
      const sorted = [first, alsoFirst, second, third]
      same(yield* page(), { total: 4, data: sorted })
      same(yield* page({ ascending: false }), { total: 4, data: sorted.toReversed() })
      same(yield* page({ offset: 1, limit: 2 }), { total: 4, data: [alsoFirst, second] })
      same(yield* page({ ascending: false, offset: 1, limit: 2 }), { total: 4, data: [second, alsoFirst] })
      same(yield* page({ offset: 4 }), { total: 4, data: [] })
      same(yield* (yield* newLedger()).page(), { total: 0, data: [] })
    }
  ),
  "keeps to the rows before a place, in either direction, with the same total": Effect.gen(function* () {
    const { page, transactions } = yield* newLedger(
      ...[1, 1, 2, 2, 2, 3].map((seconds) => ({ created_at: at(seconds) }))
    )
    const middle = transactions[3]
    ok(middle)
    const before = { at: middle.created_at, id: middle.id }
    const older = transactions.slice(0, 3)
    same(yield* page({ before }), { total: 6, data: older })
    same(yield* page({ before, ascending: false }), { total: 6, data: older.toReversed() })
    same(yield* page({ before, ascending: false, offset: 1, limit: 1 }), { total: 6, data: older.slice(1, 2) })
    same(yield* page({ before, status: "succeeded" }), { total: 6, data: older })
    same(yield* page({ before, from: at(2) }), { total: 4, data: older.slice(2) })
    const [first] = transactions
    ok(first)
    same(yield* page({ before: { at: first.created_at, id: first.id } }), { total: 6, data: [] })
    const after = { at: at(2), id: missingTransaction }
    same(yield* page({ before: after }), { total: 6, data: transactions.slice(0, 5) })
  }),
  "keeps to the rows after a place in the order of the list, with the same total": Effect.gen(function* () {
    const { page, transactions } = yield* newLedger(
      ...[1, 1, 2, 2, 2, 3].map((seconds) => ({ created_at: at(seconds) }))
    )
    const [second, fourth] = [transactions[1], transactions[3]].map((row) => row && { at: row.created_at, id: row.id })
    ok(second && fourth)
    const older = transactions.slice(0, 3).toReversed()
    same(yield* page({ after: fourth }), { total: 6, data: transactions.slice(4) })
    same(yield* page({ after: fourth, offset: 1, limit: 1 }), { total: 6, data: transactions.slice(5) })
    same(yield* page({ after: fourth, ascending: false }), { total: 6, data: older })
    same(yield* page({ after: fourth, ascending: false, from: at(2) }), { total: 4, data: older.slice(0, 1) })
    same(yield* page({ after: fourth, to: at(3) }), { total: 5, data: transactions.slice(4, 5) })
    same(yield* page({ after: second, before: fourth }), { total: 6, data: transactions.slice(2, 3) })
    same(yield* page({ after: fourth, before: second, ascending: false }), { total: 6, data: older.slice(2) })
    same(yield* page({ after: second, before: fourth, ascending: false }), { total: 6, data: older.slice(2) })
    same(yield* page({ after: fourth, before: second }), { total: 6, data: [] })
  }),
  "keeps to what is asked for, one by one and all together": Effect.gen(function* () {
    const { page, transactions } = yield* newLedger(
      { type: "usage", status: "pending", currency: "USD", amount: -5, created_at: at(1) },
      { type: "usage", status: "failed", currency: "USD", amount: 0, created_at: at(2) },
      { type: "refund", status: "pending", currency: "USD", amount: -7, created_at: at(3) },
      { type: "usage", status: "pending", currency: "EUR", amount: 5, created_at: at(4) }
    )
    const lists = Effect.fnUntraced(function* (query: Partial<TransactionListing>, ...places: ReadonlyArray<number>) {
      const data = places.map((place) => transactions[place])
      same(yield* page(query), { total: data.length, data })
      same(yield* page({ ...query, limit: 1 }), { total: data.length, data: data.slice(0, 1) })
    })
    yield* lists({ type: "usage" }, 0, 1, 3)
    yield* lists({ status: "pending" }, 0, 2, 3)
    yield* lists({ currency: "USD" }, 0, 1, 2)
    yield* lists({ type: "usage", status: "pending" }, 0, 3)
    yield* lists({ type: "usage", status: "pending", currency: "USD" }, 0)
    yield* lists({ type: "credit" })
    yield* lists({ from: at(2) }, 1, 2, 3)
    yield* lists({ to: at(3) }, 0, 1)
    yield* lists({ from: at(2), to: at(2.001) }, 1)
    yield* lists({ from: at(3), to: at(2) })
    yield* lists({ min_amount: -5 }, 0, 1, 3)
    yield* lists({ max_amount: -5 }, 0, 2)
    yield* lists({ min_amount: 0, max_amount: 0 }, 1)
    yield* lists({ min_amount: 1, max_amount: -1 })
    yield* lists({ type: "usage", status: "pending", from: at(2), min_amount: 5, max_amount: 5 }, 3)
  }),
  "finds a substring of one of the texts, folded and taken literally": Effect.gen(function* () {
    const { page, transactions } = yield* newLedger(
      { description: "Pro plan, 50% off", reference: "in_1" },
      { description: "ÉLAN", invoice_number: "A-7\\B" },
      { reference: "pro", invoice_number: "7" },
      {}
    )
    const finds = Effect.fnUntraced(function* (search: string, ...places: ReadonlyArray<number>) {
      const data = places.map((place) => transactions[place])
      same(yield* page({ search: foldForSearch(search) }), { total: data.length, data })
    })
    yield* finds("PRO", 0, 2)
    yield* finds("élan", 1)
    yield* finds("elan", 1)
    yield* finds("prö", 0, 2)
    yield* finds("a-7\\b", 1)
    yield* finds("%", 0)
    yield* finds("_", 0)
    yield* finds("\\", 1)
    yield* finds("offin")
    yield* finds("offain")
    yield* finds("pro7")
    yield* finds("null")
    same(yield* page({ search: "7", status: "succeeded", limit: 1 }), { total: 2, data: transactions.slice(1, 2) })
  })
})

const together = casesOf(
  "TransactionStore, two transactions",
  {
    "a lock waits for another one, and shows what that one wrote": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { organization_id, page, store } = yield* newLedger({ reference: "a", status: "pending", amount: 1 })
      const end = (status: "failed" | "succeeded") =>
        Effect.gen(function* () {
          const found = Option.getOrThrow(yield* store.lockByReference(organization_id, "a"))
          if (found.status === "pending") yield* store.settle(organization_id, { ...found, status })
          return found.status
        })
      strictEqual(yield* waits(end("failed"), transaction(end("succeeded"))), "failed")
      strictEqual((yield* page({ status: "failed" })).total, 1)
      strictEqual((yield* page({ status: "succeeded" })).total, 0)
    }),
    "an insert waits for another one of the same reference": Effect.gen(function* () {
      const { insert, page } = yield* newLedger()
      same(yield* waits(insert({ reference: "a" }), insert({ reference: "a", amount: 1 })), Option.none())
      strictEqual((yield* page()).total, 1)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...insert, ...find, ...settle, ...page, ...together]

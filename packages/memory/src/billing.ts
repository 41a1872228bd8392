/** Billing transactions. */
import { type Timestamp, Transaction, type TransactionListing, TransactionStore } from "@mailroom/core"
import { Exit, Iterable, Option } from "effect"
import { type Database, makeSequence, type Mutable } from "./internal/Database.ts"
import type { Tenant, TransactionRow } from "./internal/State.ts"

export const transactionStore = ({ read, write }: Database): TransactionStore["Service"] => {
  const nextId = makeSequence<Transaction.TransactionId>()
  return TransactionStore.of({
    insert: (organization_id, fields) =>
      write(organization_id, "TransactionStore.insert", (tenant) => {
        const { reference } = fields
        if (reference !== null && tenant.transactionsByReference.get(reference) !== undefined) {
          return Exit.succeed(Option.none())
        }
        const transaction = Object.freeze({ id: nextId(), ...fields })
        put(tenant, { transaction, searchText: Transaction.searchTextOf(transaction) })
        if (reference !== null) {
          tenant.transactionsByReference = tenant.transactionsByReference.set(reference, transaction.id)
        }
        return Exit.succeed(Option.some(transaction))
      }),
    find: (organization_id, id) => read(organization_id, (tenant) => found(tenant, id)),
    // No other transaction runs until this one ends.
    lockByReference: (organization_id, reference) =>
      read(organization_id, (tenant) => {
        const id = tenant.transactionsByReference.get(reference)
        return id === undefined ? Option.none() : found(tenant, id)
      }),
    settle: (organization_id, { id, paid_at, status }) =>
      write(organization_id, "TransactionStore.settle", (tenant) => {
        const row = tenant.transactionsById.get(id)
        if (row !== undefined)
          put(tenant, { ...row, transaction: Object.freeze({ ...row.transaction, status, paid_at }) })
        return Exit.void
      }),
    page: (organization_id, { after, ascending, before, from, limit, offset, to, ...query }) =>
      read(organization_id, ({ transactions }) => {
        const placeOf = (at: Timestamp.Timestamp) => transactions.rank({ at, id: 0 as Transaction.TransactionId })
        const start = from === undefined ? 0 : placeOf(from)
        const end = Math.max(start, to === undefined ? transactions.size : placeOf(to))
        const older = [before, ascending ? undefined : after].flatMap((place) => place ?? [])
        const first = after === undefined || !ascending ? start : Math.max(start, transactions.rankAfter(after))
        const last = Math.min(end, ...older.map((place) => transactions.rank(place)))
        const rows = ascending ? transactions.values(first, last) : transactions.reversed(first, last)
        const conditions = conditionsOf(query)
        const matches = (row: TransactionRow) => conditions.every((condition) => condition(row))
        const page = Iterable.take(Iterable.drop(Iterable.filter(rows, matches), offset), limit)
        return {
          total:
            conditions.length === 0
              ? end - start
              : Iterable.size(Iterable.filter(transactions.values(start, end), matches)),
          data: Array.from(page, ({ transaction }) => transaction)
        }
      })
  })
}

const found = ({ transactionsById }: Tenant, id: Transaction.TransactionId) =>
  Option.map(Option.fromUndefinedOr(transactionsById.get(id)), ({ transaction }) => transaction)

const put = (tenant: Mutable<Tenant>, row: TransactionRow) => {
  const { created_at, id } = row.transaction
  tenant.transactions = tenant.transactions.set({ at: created_at, id }, row)
  tenant.transactionsById = tenant.transactionsById.set(id, row)
}

/** The conditions that a row must meet to be listed. */
const conditionsOf = ({ currency, max_amount, min_amount, search, status, type }: Partial<TransactionListing>) => {
  const conditions: Array<(row: TransactionRow) => boolean> = []
  if (type !== undefined) conditions.push(({ transaction }) => transaction.type === type)
  if (status !== undefined) conditions.push(({ transaction }) => transaction.status === status)
  if (currency !== undefined) conditions.push(({ transaction }) => transaction.currency === currency)
  if (min_amount !== undefined) conditions.push(({ transaction }) => transaction.amount >= min_amount)
  if (max_amount !== undefined) conditions.push(({ transaction }) => transaction.amount <= max_amount)
  if (search !== undefined) conditions.push(({ searchText }) => searchText.includes(search))
  return conditions
}

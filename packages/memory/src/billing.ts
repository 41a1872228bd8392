/** Billing transactions. */
import { Transaction, type TransactionListing, TransactionStore } from "@mailroom/core"
import { Exit, Option } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { byKeyset, type Tenant, type TransactionRow } from "./internal/State.ts"

export const transactionStore = ({ read, sequence, write }: Database): TransactionStore["Service"] => {
  const { next: nextId } = sequence<Transaction.TransactionId>("transactions")
  return TransactionStore.of({
    insert: (organization_id, fields) =>
      write(organization_id, "TransactionStore.insert", (tenant) => {
        const { reference } = fields
        if (reference !== null && withReference(tenant, reference) !== undefined) return Exit.succeed(Option.none())
        const transaction = Object.freeze({ id: nextId(), ...fields })
        put(tenant, { transaction, searchText: Transaction.searchTextOf(transaction) })
        return Exit.succeed(Option.some(transaction))
      }),
    find: (organization_id, id) =>
      read(organization_id, ({ transactions }) => Option.fromUndefinedOr(transactions.get(id)?.transaction)),
    // No other transaction runs until this one ends.
    lockByReference: (organization_id, reference) =>
      read(organization_id, (tenant) => Option.fromUndefinedOr(withReference(tenant, reference))),
    settle: (organization_id, { id, paid_at, status }) =>
      write(organization_id, "TransactionStore.settle", (tenant) => {
        const row = tenant.transactions.get(id)
        if (row !== undefined)
          put(tenant, { ...row, transaction: Object.freeze({ ...row.transaction, status, paid_at }) })
        return Exit.void
      }),
    page: (organization_id, { after, ascending, before, from, limit, offset, to, ...query }) =>
      read(organization_id, ({ transactions }) => {
        const conditions = conditionsOf(query)
        const matching = [...transactions.values()]
          .filter((row) => conditions.every((condition) => condition(row)))
          .map(({ transaction }) => ({ transaction, keyset: { at: transaction.created_at, id: transaction.id } }))
          .filter(({ keyset: { at } }) => (from === undefined || at >= from) && (to === undefined || at < to))
          .sort((a, b) => (ascending ? byKeyset(a.keyset, b.keyset) : byKeyset(b.keyset, a.keyset)))
        const rest = matching.filter(
          ({ keyset }) =>
            (after === undefined || (ascending ? byKeyset(keyset, after) > 0 : byKeyset(keyset, after) < 0)) &&
            (before === undefined || byKeyset(keyset, before) < 0)
        )
        const data = rest.slice(offset, offset + limit).map(({ transaction }) => transaction)
        return { total: matching.length, data }
      })
  })
}

const withReference = ({ transactions }: Tenant, reference: string) =>
  [...transactions.values()].find(({ transaction }) => transaction.reference === reference)?.transaction

const put = (tenant: Mutable<Tenant>, row: TransactionRow) => {
  tenant.transactions = tenant.transactions.set(row.transaction.id, row)
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

/** Billing transactions. */
import {
  type OrganizationId,
  type Pagination,
  Transaction,
  type TransactionListing,
  TransactionStore
} from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import type { Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { identified, inserting, insertInto } from "./internal/database/insertion.ts"
import { makeKeptPages } from "./internal/database/keptPages.ts"
import { rowsOfPage } from "./internal/database/paged.ts"
import { contains, int, readFirst, type Row, text } from "./internal/database/values.ts"

const columns = Column.of(Transaction.table)
const stored = Column.selectionOf(columns)
const readTransaction = Column.readerOf<Transaction.Transaction>(columns)
const inserted = { ...Struct.omit(columns, ["id"]), search_text: Column.Text }
const countedColumns = { type: Column.Key, status: Column.Key, currency: Column.Key, n: Column.Int }

/** Makes the function that adds `n`, which may be negative, to the count of transactions of a type, status and currency. */
export const countTransactions =
  ({ sql, write }: Pick<Database, "sql" | "write">) =>
  (
    operation: string,
    organization_id: OrganizationId,
    changes: ReadonlyArray<Pick<Transaction.Transaction, "currency" | "status" | "type"> & { readonly n: number }>
  ) =>
    write(
      operation,
      sql`
        INSERT INTO mailroom.transaction_counts AS kept (organization_id, type, status, currency, count)
        SELECT organization.id, new.type, new.status, new.currency, sum(new.n)
        FROM mailroom.organizations organization, ${Column.orderedRowsOf(sql, countedColumns, changes)}
        WHERE organization.id = ${organization_id}::bigint
        GROUP BY organization.id, new.type, new.status, new.currency HAVING sum(new.n) <> 0
        ORDER BY new.type, new.status, new.currency
        ON CONFLICT ON CONSTRAINT transaction_counts_pkey DO UPDATE SET count = kept.count + excluded.count`
    )

export const transactionStore = (database: Database): TransactionStore["Service"] => {
  const { read, sql, transaction, write } = database
  const pages = makeKeptPages(database)
  const select = (organization_id: OrganizationId, condition: Statement.Fragment) => sql`
    SELECT ${sql.literal(stored)} FROM mailroom.transactions
    WHERE organization_id = ${organization_id}::bigint AND ${condition}`

  /** The conditions that rows and their counts have in common. */
  const kindOf = (organization_id: OrganizationId, { currency, status, type }: TransactionListing) => {
    const conditions = [sql`organization_id = ${organization_id}::bigint`]
    if (type !== undefined) conditions.push(sql`type = ${type}::text`)
    if (status !== undefined) conditions.push(sql`status = ${status}::text`)
    if (currency !== undefined) conditions.push(sql`currency = ${currency}::text`)
    return sql.and(conditions)
  }

  /** The conditions that only rows can decide. */
  const conditionsOf = ({ from, max_amount, min_amount, search, to }: TransactionListing) => {
    const conditions: Array<Statement.Fragment> = []
    if (from !== undefined) conditions.push(sql`created_at >= ${from}::timestamptz`)
    if (to !== undefined) conditions.push(sql`created_at < ${to}::timestamptz`)
    if (min_amount !== undefined) conditions.push(sql`amount >= ${min_amount}::bigint`)
    if (max_amount !== undefined) conditions.push(sql`amount <= ${max_amount}::bigint`)
    if (search !== undefined) conditions.push(contains(sql, "search_text", search))
    return conditions
  }

  const count = countTransactions({ sql, write })

  return TransactionStore.of({
    insert: Effect.fnUntraced(function* (organization_id, row) {
      const withIds = yield* identified(database, "TransactionStore.insert", "transactions", {
        columns: inserted,
        rows: [{ ...row, search_text: Transaction.searchTextOf(row) }]
      })
      const id = yield* inserting(database)(
        "TransactionStore.insert",
        organization_id,
        sql<Row<"id">>`
          ${insertInto(sql, "transactions", organization_id, withIds)}
          ON CONFLICT ON CONSTRAINT transactions_reference_key DO NOTHING
          RETURNING id`,
        readFirst((inserted) => int<Transaction.TransactionId>(inserted.id))
      )
      if (Option.isNone(id)) return Option.none()
      yield* count("TransactionStore.insert", organization_id, [
        { ...Struct.pick(row, ["type", "status", "currency"]), n: 1 }
      ])
      return Option.some({ id: id.value, ...row })
    }, transaction),

    find: (organization_id, id) =>
      read("TransactionStore.find", select(organization_id, sql`id = ${id}::bigint`), readFirst(readTransaction)),

    lockByReference: (organization_id, reference) =>
      write(
        "TransactionStore.lockByReference",
        sql`${select(organization_id, sql`reference = ${reference}::text`)} FOR NO KEY UPDATE`,
        readFirst(readTransaction)
      ),

    settle: (organization_id, { id, paid_at, status }) =>
      write(
        "TransactionStore.settle",
        // `old` is the same row as it was before: RETURNING shows the new values of `settled` only.
        sql<Row<"currency" | "old_status" | "type">>`
          UPDATE mailroom.transactions settled SET status = ${status}::text, paid_at = ${paid_at}::timestamptz
          FROM mailroom.transactions old
          WHERE settled.organization_id = ${organization_id}::bigint AND settled.id = ${id}::bigint
            AND old.organization_id = ${organization_id}::bigint AND old.id = ${id}::bigint
          RETURNING settled.type, settled.currency, old.status AS old_status`,
        (rows) =>
          rows.flatMap((row) => {
            const kind = { type: text<Transaction.TransactionType>(row.type), currency: text(row.currency) }
            return [
              { ...kind, status, n: 1 },
              { ...kind, status: text<Transaction.TransactionStatus>(row.old_status), n: -1 }
            ]
          })
      ).pipe(
        Effect.flatMap((changes) => count("TransactionStore.settle", organization_id, changes)),
        transaction
      ),

    page: (organization_id, listing) => {
      const { after, ascending, before, limit, offset } = listing
      const kind = kindOf(organization_id, listing)
      const conditions = conditionsOf(listing)
      const matching = sql`FROM mailroom.transactions WHERE ${sql.and([kind, ...conditions])}`
      const beyond = ({ at, id }: Pagination.Keyset<number>, operator: "<" | ">") =>
        sql`AND (created_at, id) ${sql.literal(operator)} (${at}::timestamptz, ${id}::bigint)`
      const afterPlace = after === undefined ? sql.literal("") : beyond(after, ascending ? ">" : "<")
      const beforePlace = before === undefined ? sql.literal("") : beyond(before, "<")
      const order = ascending ? "created_at, id" : "created_at DESC, id DESC"
      const { currency, from, max_amount, min_amount, search, status, to, type } = listing
      return pages({
        operation: "TransactionStore.page",
        organization_id,
        filters: [currency, from, max_amount, min_amount, search, status, to, type],
        total:
          conditions.length === 0
            ? sql`SELECT coalesce(sum(count), 0)::bigint FROM mailroom.transaction_counts WHERE ${kind}`
            : undefined,
        // All counts as one text. Rows are only added, and each is settled once, so the same counts never come back.
        version: sql`
          SELECT string_agg(concat_ws(' ', type, status, currency, count), ',' ORDER BY type, status, currency)
          FROM mailroom.transaction_counts WHERE organization_id = ${organization_id}::bigint`,
        matching,
        page: rowsOfPage(
          sql,
          stored,
          { matching: sql`${matching} ${afterPlace} ${beforePlace}`, name: "transactions", order },
          { organization_id, limit, offset }
        ),
        order,
        query: { limit, offset },
        isFromFirst: after === undefined && before === undefined,
        isPlanned: conditions.length > 0,
        readRow: readTransaction
      })
    }
  })
}

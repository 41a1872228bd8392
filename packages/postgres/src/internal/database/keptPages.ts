/** Pages whose total is kept until the rows that it counts change. */
import type { OrganizationId, Pagination, StorageError } from "@mailroom/core"
import { Effect } from "effect"
import type { SqlConnection, Statement } from "effect/sql"
import type { Database } from "./Database.ts"
import { makeKept } from "./kept.ts"
import { int, type Row, text, textOrNull } from "./values.ts"

interface PageOf<A> {
  readonly operation: string
  readonly organization_id: OrganizationId
  /** The values of all filters. */
  readonly filters: unknown
  /** The total, as a query, where it need not be counted. */
  readonly total?: Statement.Fragment | undefined
  /** A query for the version of the rows that are counted, as text; without a row or NULL as long as it is unknown. */
  readonly version: Statement.Fragment
  /** `FROM … WHERE …` of all rows that are counted. */
  readonly matching: Statement.Fragment
  /** The statement that reads the page, with the column `id`. */
  readonly page: Statement.Fragment
  /** The order of the page by its columns, as the page itself has it. */
  readonly order: string
  readonly query: Pagination.OffsetQuery
  /** Whether the page begins with the first row of all, unless it skips some. */
  readonly isFromFirst: boolean
  /** Whether the values of the filters decide how to read: then Postgres plans each call. */
  readonly isPlanned: boolean
  readonly readRow: (row: SqlConnection.Row) => A
}

/** A total to count, unless it is kept. */
interface TotalOf {
  /** The identity of the total; `undefined`: it is not kept. */
  readonly key: string | undefined
  /** The version of the rows, as text; `null` as long as it is unknown. */
  readonly version: string | null
  /** The statement that counts, with the version that it has counted. */
  readonly counting: Statement.Statement<Row<"total" | "version">>["unprepared"]
}

/** Makes the function that counts rows once for each key and version. */
export const makeKeptTotals = ({ isNested, readLong }: Pick<Database, "isNested" | "readLong">) => {
  const totals = makeKept<number>()
  return Effect.fnUntraced(function* (operation: string, { counting, key, version }: TotalOf) {
    const kept = key === undefined || version === null ? undefined : totals.find(key, version)
    if (kept !== undefined) return kept
    const counted = yield* readLong(operation, counting, ([row]) => row)
    const value = int<number>(counted?.total)
    if (key !== undefined && counted?.version != null && !(yield* isNested)) {
      totals.keep(key, { version: text(counted.version), value })
    }
    return value
  })
}

/**
 * Makes the function that reads such pages. A first page that is not full is the total; other totals are counted once for each
 * version and filter.
 */
export const makeKeptPages = (database: Database) => {
  const { read, readLong, sql } = database
  const totalOf = makeKeptTotals(database)
  return Effect.fnUntraced(function* <A>(asked: PageOf<A>): Effect.fn.Return<Pagination.Rows<A>, StorageError> {
    const { filters, isFromFirst, isPlanned, matching, operation, order, organization_id, page, query, readRow } = asked
    // `one` is a row without columns: with it, an empty page still is a row, with the version and the total.
    const statement = sql<Row<"id" | "total" | "version"> & SqlConnection.Row>`
      SELECT (${asked.version}) AS version, (${asked.total ?? sql.literal("NULL::bigint")}) AS total, page.* FROM (SELECT) one LEFT JOIN (${page}) page ON TRUE
      ORDER BY ${sql.literal(order)}`
    const readPage = (rows: ReadonlyArray<Row<"id" | "total" | "version"> & SqlConnection.Row>) => ({
      version: rows[0]?.version ?? null,
      total: rows[0]?.total ?? null,
      data: rows[0]?.id === null ? [] : rows.map(readRow)
    })
    const {
      data,
      total: storedTotal,
      version
    } = isPlanned
      ? yield* readLong(operation, statement.unprepared, readPage)
      : yield* read(operation, statement, readPage)
    if (storedTotal !== null) return { total: int(storedTotal), data }
    if (isFromFirst && query.offset === 0 && data.length < query.limit) return { total: data.length, data }
    const key = JSON.stringify([organization_id, filters])
    const counting = sql<Row<"total" | "version">>`SELECT count(*) AS total, (${asked.version}) AS version ${matching}`
    const total = yield* totalOf(operation, { key, version: textOrNull(version), counting: counting.unprepared })
    return { total, data }
  })
}

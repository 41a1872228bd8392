/** Parts of the statements that read pages: `pageOf` reads the rows of `paged`. */
import type { OrganizationId, Pagination } from "@mailroom/core"
import type { SqlClient, SqlConnection, Statement } from "effect/sql"
import type { Row } from "./values.ts"

/** `LIMIT` as a literal, so that Postgres plans for its value. Throws unless that is a safe integer: it becomes SQL text. */
export const limited = (sql: SqlClient.SqlClient, limit: number): Statement.Fragment =>
  sql.literal(`LIMIT ${checked(limit)}`)

/** The same, and all rows that are equal to the last one in the order. */
export const limitedWithTies = (sql: SqlClient.SqlClient, limit: number): Statement.Fragment =>
  sql.literal(`FETCH FIRST ${checked(limit)} ROWS WITH TIES`)

const checked = (limit: number): number => {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new TypeError("Expected a limit that is a safe integer")
  return limit
}

/**
 * The rows of a page. `matching` is `FROM … WHERE …` of the table `name`. With an offset, rows are skipped by their ids: in an
 * index alone, where one has all that the conditions ask for.
 */
export const rowsOfPage = (
  sql: SqlClient.SqlClient,
  columns: string,
  { matching, name, order }: { readonly matching: Statement.Fragment; readonly name: string; readonly order: string },
  { organization_id, ...page }: Pagination.OffsetQuery & { readonly organization_id: OrganizationId }
): Statement.Fragment => {
  const rows = (selected: string) =>
    sql`SELECT ${sql.literal(selected)} ${matching} ORDER BY ${sql.literal(order)} ${limited(sql, page.limit)}`
  if (page.offset === 0) return rows(columns)
  return sql`
    SELECT ${sql.literal(columns)} FROM ${sql.literal(`mailroom.${name}`)}
    WHERE organization_id = ${organization_id}::bigint AND id = ANY(ARRAY(${rows("id")} OFFSET ${page.offset}::bigint))`
}

/**
 * The rows of a page by ascending id, with how many match beside each; one row without an `id` where the page is empty.
 * `matching` is `FROM … WHERE …`; ids are numbers, or the UUIDs of campaigns.
 */
export const paged = (
  sql: SqlClient.SqlClient,
  columns: string,
  matching: Statement.Fragment,
  { after_id, limit, offset }: Pagination.PageQuery<number | string>
) => {
  const type = sql.literal(typeof after_id === "string" ? "uuid" : "bigint")
  const beyond = after_id === undefined ? sql.literal("") : sql`AND id > ${after_id}::${type}`
  return sql<Row<"id" | "total"> & SqlConnection.Row>`
    SELECT matching.total, page.*
    FROM (SELECT count(*) AS total ${matching}) matching
    LEFT JOIN (
      SELECT ${sql.literal(columns)} ${matching} ${beyond} ORDER BY id LIMIT ${limit}::bigint OFFSET ${offset}::bigint
    ) page ON TRUE
    ORDER BY page.id`
}

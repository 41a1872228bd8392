/**
 * Finds texts by the people that they mention. A row that a process of an earlier release stored has no `mentions`: of such
 * rows the text itself is searched. They have an index of their own, and `completeMentions` leaves few.
 */
import { Mentions, type OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { int, type Row, text } from "./values.ts"

/** A table with texts, and the condition under which a row without `mentions` may mention someone: that of its index. */
const tables = {
  idempotency_keys: { text: "answer", incomplete: "mentions IS NULL AND answer IS NOT NULL" },
  deliveries: { text: "payload", incomplete: "mentions IS NULL AND lead_id IS NULL" }
} as const
type Table = keyof typeof tables

/** What `isMentioned` reads: the text only of rows without `mentions`. */
export const mentionColumns = (table: Table): string =>
  `CASE WHEN mentions IS NULL THEN ${tables[table].text} END AS searched`

/** The condition for rows that mention one of these people, or that are still to be searched. */
export const mayMention = (
  sql: SqlClient.SqlClient,
  table: Table,
  mentions: ReadonlyArray<Mentions.Mention>
): Statement.Fragment => sql`(
  (cardinality(mentions) > 0 AND mentions && ${mentions}::text[]) OR (${sql.literal(tables[table].incomplete)})
)`

/** Whether a row of these columns mentions one of these people. */
export const isMentioned = (mentions: ReadonlyArray<Mentions.Mention>) => {
  const asked = new Set(mentions)
  return ({ searched }: Row<"searched">): boolean =>
    searched === null || Mentions.mentionsIn(text(searched)).some((one) => asked.has(one))
}

/** At most so many texts, of 512 KiB at most, are searched in a transaction. */
const batchSize = 100

/**
 * Stores the mentions of the next rows without them, all of one organization: the first one from this id on that has any.
 * Skips rows that are locked. Returns the id to go on from, or `undefined` when none is left. Runs inside a transaction.
 */
export const completeMentions =
  (table: Table) =>
  (from = 0): Effect.Effect<number | undefined, SqlError.SqlError, SqlClient.SqlClient> =>
    Effect.gen(function* () {
      const sql = (yield* SqlClient.SqlClient).withoutTransforms()
      const name = sql.literal(`mailroom.${table}`)
      const incomplete = sql.literal(tables[table].incomplete)
      const [next] = yield* sql<Row<"organization_id">>`
        SELECT organization_id FROM ${name} WHERE organization_id >= ${from}::bigint AND ${incomplete}
        ORDER BY organization_id LIMIT 1`
      if (next === undefined) return undefined
      const organization_id = int<OrganizationId>(next.organization_id)
      const rows = yield* sql<Row<"place" | "searched">>`
        SELECT ctid::text AS place, ${sql.literal(tables[table].text)} AS searched FROM ${name}
        WHERE organization_id = ${organization_id}::bigint AND ${incomplete}
        LIMIT ${batchSize}::bigint FOR UPDATE SKIP LOCKED`
      if (rows.length === 0) return organization_id + 1
      const found = rows.map((row) => ({ place: text(row.place), mentions: Mentions.mentionsIn(text(row.searched)) }))
      yield* sql`
        UPDATE ${name} item SET mentions = found.mentions
        FROM json_to_recordset(${JSON.stringify(found)}::json) AS found (place tid, mentions text[])
        WHERE item.organization_id = ${organization_id}::bigint AND item.ctid = found.place`
      return organization_id
    })

/** The log of who did what. */
import { LogEntry, LogStore, type OrganizationId } from "@mailroom/core"
import { Effect, Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { identified, inserting, insertInto } from "./internal/database/insertion.ts"
import { limited } from "./internal/database/paged.ts"
import type { Row } from "./internal/database/values.ts"

const columns = Column.of(LogEntry.table)
const readEntry = Column.readerOf<LogEntry.LogEntry>(columns)
/** The columns of a new entry. */
export const entryColumns = Struct.omit(columns, ["id"])

/** Makes the function that adds entries. */
export const insertEntries = (database: Database) =>
  Effect.fnUntraced(function* (
    operation: string,
    organization_id: OrganizationId,
    rows: ReadonlyArray<LogEntry.LogEntryDraft>
  ) {
    const withIds = yield* identified(database, operation, "log_entries", { columns: entryColumns, rows })
    yield* inserting(database)(
      operation,
      organization_id,
      database.sql`${insertInto(database.sql, "log_entries", organization_id, withIds)} RETURNING id`,
      () => undefined
    )
  })

export const logStore = (database: Database): LogStore["Service"] => {
  const { read, sql, write } = database
  const insert = insertEntries(database)
  return LogStore.of({
    insert: (organization_id, entry) => insert("LogStore.insert", organization_id, [entry]),
    page: (organization_id, { before, limit, person_id, since, subject, until }) => {
      const conditions = [sql`organization_id = ${organization_id}::bigint`]
      if (person_id !== undefined) {
        conditions.push(sql`actor ->> 'type' = 'person' AND (actor ->> 'id')::bigint = ${person_id}::bigint`)
      }
      if (subject !== undefined) conditions.push(sql`subjects @> ARRAY[${subject}::text]`)
      if (since !== undefined) conditions.push(sql`at >= ${since}::timestamptz`)
      if (until !== undefined) conditions.push(sql`at < ${until}::timestamptz`)
      if (before !== undefined) conditions.push(sql`(at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`)
      return read(
        "LogStore.page",
        sql`
          SELECT ${sql.literal(Column.selectionOf(columns))} FROM mailroom.log_entries
          WHERE ${sql.and(conditions)} ORDER BY at DESC, id DESC ${limited(sql, limit)}`,
        (rows) => rows.map(readEntry)
      )
    },
    removeBefore: (organization_id, { before, limit }) =>
      write(
        "LogStore.removeBefore",
        sql<Row<"id">>`
          DELETE FROM mailroom.log_entries
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(ARRAY(
            SELECT id FROM mailroom.log_entries
            WHERE organization_id = ${organization_id}::bigint AND at < ${before}::timestamptz
            ORDER BY at, id ${limited(sql, limit)}
          ))
          RETURNING id`,
        (rows) => rows.length
      )
  })
}

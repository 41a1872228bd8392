/** People who are answering. */
import {
  type AnsweringRecord,
  AnsweringStore,
  answeringTable,
  type OrganizationId,
  type Timestamp
} from "@mailroom/core"
import { Effect } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { inserting, insertInto } from "./internal/database/insertion.ts"
import type { Row } from "./internal/database/values.ts"

const columns = Column.of(answeringTable)
const readAnswering = Column.readerOf<AnsweringRecord>(columns)

export const answeringStore = (database: Database): AnsweringStore["Service"] => {
  const { atomic, read, sql, write } = database
  const removeEnded = (organization_id: OrganizationId, now: Timestamp.Timestamp) =>
    write(
      "AnsweringStore.put",
      sql`DELETE FROM mailroom.answering WHERE organization_id = ${organization_id}::bigint AND until <= ${now}::timestamptz`
    )
  return AnsweringStore.of({
    put: (organization_id, row, now) =>
      atomic(
        Effect.gen(function* () {
          yield* removeEnded(organization_id, now)
          const isMoved = yield* write(
            "AnsweringStore.put",
            sql<Row<"actor_key">>`
              UPDATE mailroom.answering SET until = ${row.until}::timestamptz
              WHERE organization_id = ${organization_id}::bigint AND thread_id = ${row.thread_id}::bigint
                AND actor_key = ${row.actor_key}::text
              RETURNING actor_key`,
            (rows) => rows.length > 0
          )
          if (isMoved) return false
          yield* inserting(database)(
            "AnsweringStore.put",
            organization_id,
            sql`
              ${insertInto(sql, "answering", organization_id, { columns, rows: [row] })}
              ON CONFLICT ON CONSTRAINT answering_pkey DO UPDATE SET until = excluded.until
              RETURNING actor_key`,
            () => undefined
          )
          return true
        })
      ),
    remove: (organization_id, thread_id, actor_key) =>
      write(
        "AnsweringStore.remove",
        sql<Row<"actor_key">>`
          DELETE FROM mailroom.answering
          WHERE organization_id = ${organization_id}::bigint AND thread_id = ${thread_id}::bigint
            AND actor_key = ${actor_key}::text
          RETURNING actor_key`,
        (rows) => rows.length > 0
      ),
    find: (organization_id, thread_id, now) =>
      read(
        "AnsweringStore.find",
        sql`
          SELECT ${sql.literal(Column.selectionOf(columns))} FROM mailroom.answering
          WHERE organization_id = ${organization_id}::bigint AND thread_id = ${thread_id}::bigint
            AND until > ${now}::timestamptz
          ORDER BY actor_key`,
        (rows) => rows.map(readAnswering)
      )
  })
}

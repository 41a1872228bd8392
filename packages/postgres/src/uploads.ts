/** Files that wait for a mail. */
import { type Attachment, type OrganizationId, Upload, UploadStore } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { drawIds, inserting, insertInto } from "./internal/database/insertion.ts"
import { expiringRows } from "./internal/database/expiringRows.ts"
import { keyedStore } from "./internal/database/keyedRows.ts"
import { ids, int, type Row } from "./internal/database/values.ts"

const columns = Column.of(Upload.table)
const stored = Column.selectionOf(columns)
const readUpload = Column.readerOf<Upload.UploadRecord>(columns)
const readIds = (rows: ReadonlyArray<Row<"id">>) => rows.map(({ id }) => int<Attachment.AttachmentId>(id))

export const uploadStore = (database: Database): UploadStore["Service"] => {
  const { sql, write } = database
  const removing = (operation: string, organization_id: OrganizationId, where: Statement.Fragment) =>
    write(
      operation,
      sql<Row<"id">>`
        DELETE FROM mailroom.uploads WHERE organization_id = ${organization_id}::bigint AND ${where} RETURNING id`,
      readIds
    )

  return UploadStore.of({
    ...keyedStore<Attachment.AttachmentId, Upload.UploadRecord>(database, "UploadStore", Upload.table, columns),
    ...expiringRows(database, "UploadStore", Upload.table, int<Attachment.AttachmentId>),

    insert: Effect.fnUntraced(function* (organization_id, upload) {
      const [id] = yield* drawIds(database, "UploadStore.insert", "attachments", 1)
      const [inserted] = yield* inserting(database)(
        "UploadStore.insert",
        organization_id,
        sql`
          ${insertInto(sql, "uploads", organization_id, { columns, rows: [{ ...upload, id }] })}
          RETURNING ${sql.literal(stored)}`,
        (rows) => rows.map(readUpload)
      )
      return inserted ?? (yield* Effect.die(new Error("An upload with a new id is inserted")))
    }),

    remove: (organization_id, uploads) =>
      removing("UploadStore.remove", organization_id, sql`id = ANY(${ids(uploads)}::bigint[])`),

    removeOfSends: (organization_id, sends) =>
      removing("UploadStore.removeOfSends", organization_id, sql`of_send = ANY(${ids(sends)}::bigint[])`)
  })
}

/** Notes in threads. */
import { Note, NoteStore } from "@mailroom/core"
import { Effect, Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { identified, inserting, insertInto } from "./internal/database/insertion.ts"
import { listedRows } from "./internal/database/listedRows.ts"
import { paged } from "./internal/database/paged.ts"
import { pageOf } from "./internal/database/values.ts"

const columns = Column.of(Note.table)
const stored = Column.selectionOf(columns)
const readNote = Column.readerOf<Note.Note>(columns)
const written = Struct.omit(columns, ["id"])

export const noteStore = (database: Database): NoteStore["Service"] => {
  const { read, sql } = database
  return NoteStore.of({
    ...Struct.omit(listedRows<Note.Note>(database, "NoteStore", Note.table), ["find", "page"]),
    insert: Effect.fnUntraced(function* (organization_id, note) {
      const withIds = yield* identified(database, "NoteStore.insert", "notes", { columns: written, rows: [note] })
      const [inserted] = yield* inserting(database)(
        "NoteStore.insert",
        organization_id,
        sql`${insertInto(sql, "notes", organization_id, withIds)} RETURNING ${sql.literal(stored)}`,
        (rows) => rows.map(readNote)
      )
      // Without its organization, `inserting` fails; else the one row was inserted.
      return inserted!
    }),
    ofThread: (organization_id, thread_id, query) =>
      read(
        "NoteStore.ofThread",
        paged(
          sql,
          stored,
          sql`FROM mailroom.notes WHERE organization_id = ${organization_id}::bigint AND thread_id = ${thread_id}::bigint`,
          query
        ),
        pageOf(readNote)
      )
  })
}

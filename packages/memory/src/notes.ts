/** Notes in threads. */
import { Note, NoteStore } from "@mailroom/core"
import { Exit, Struct } from "effect"
import type { Database } from "./internal/Database.ts"
import { listedRows } from "./internal/listed.ts"
import { pageWhere } from "./internal/rows.ts"

export const noteStore = (database: Database): NoteStore["Service"] => {
  const { read, sequence, write } = database
  const { next: nextId } = sequence<Note.NoteId>("notes")
  const { set, store } = listedRows<Note.Note>(database, { part: "notes", port: "NoteStore", table: Note.table })
  return NoteStore.of({
    ...Struct.omit(store, ["find", "page"]),
    insert: (organization_id, note) =>
      write(organization_id, "NoteStore.insert", (tenant) => Exit.succeed(set(tenant, { ...note, id: nextId() }))),
    ofThread: (organization_id, thread_id, query) =>
      read(organization_id, ({ notes }) => pageWhere(notes, query, (note) => note.thread_id === thread_id))
  })
}

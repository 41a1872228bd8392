/** A note in a thread: a text for colleagues, which is never sent. */
import { isNotBlank, text } from "@mailroom/mail/text"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { NoteId, ThreadId } from "../ids.ts"
import { Actor } from "../people/Actor.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"

export { NoteId } from "../ids.ts"

const maximumBody = 10_000
const body = described(
  text(maximumBody).check(isNotBlank),
  "The plain text, 1 to 10 000 characters.",
  "She asked for the price of 50 seats by phone."
)

export const Note = Schema.Struct({
  id: NoteId,
  thread_id: ThreadId,
  author: described(Actor, "Who wrote the note, with the name at that time."),
  body,
  created_at: described(Timestamp, "When the note was written.", "2026-03-02T08:00:00.000Z"),
  updated_at: described(Timestamp, "When its text was last changed.", "2026-03-02T08:00:00.000Z")
}).annotate({ identifier: "Note", description: "A note in a thread. It is never sent." })
export type Note = typeof Note.Type

export const table = Table.of("notes", Note, { key: ["id"], fixed: ["thread_id", "author", "created_at"] })

/** A note that is not stored yet. */
export type NoteDraft = Omit<Note, "id">

export const NoteText = Schema.Struct({ body }).annotate({
  identifier: "NoteText",
  description: "The text of a note."
})
export type NoteText = typeof NoteText.Type

export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { id: NoteId }) {
  override get message(): string {
    return `There is no note ${this.id}`
  }
}
/** Only its author may change or remove a note. */
export class OtherAuthor extends Schema.TaggedError<OtherAuthor>()("OtherAuthor", {}) {
  override get message(): string {
    return "Only its author may change or remove a note: write another one"
  }
}

/** An entry of the log: who did what, to what, and when. It has ids only, no texts. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { LogEntryId, PersonId } from "../ids.ts"
import { CursorQuery } from "../Pagination.ts"
import { Actor } from "../people/Actor.ts"
import * as Table from "../Table.ts"
import { Timestamp, TimestampInput } from "../Timestamp.ts"

export { LogEntryId } from "../ids.ts"

/**
 * An entry of the log. Where the entry is stored together with the change (`storingEntry`), `at` is the time of the change, shortly
 * before the end of the operation; else it is the time after the change.
 */
export const LogEntry = Schema.Struct({
  id: LogEntryId,
  at: described(Timestamp, "When the operation ended.", "2026-03-02T08:00:00.000Z"),
  actor: described(Actor, "Who did it."),
  operation: described(
    Schema.String,
    "The name of the operation in this document; `people.accept`: a person accepted an invitation.",
    "campaigns.start"
  ),
  subjects: described(Schema.Array(Schema.String), "What the operation was about, as collection and id: at most 200.", [
    "campaigns/0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70"
  ])
}).annotate({ identifier: "LogEntry", description: "A change, without its contents." })
export type LogEntry = typeof LogEntry.Type

export const table = Table.of("log_entries", LogEntry, { key: ["id"] })

/** An entry that is not stored yet. */
export type LogEntryDraft = Omit<LogEntry, "id">

const maximumSubjects = 200

/** Each subject once, without those beyond the maximum. */
export const distinctSubjects = (subjects: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(subjects)].slice(0, maximumSubjects)

export const LogQuery = Schema.Struct({
  person_id: described(Schema.optionalKey(PersonId), "Only what this person did."),
  subject: described(
    Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200, { message: "must have at most 200 characters" }))),
    "Only operations about this subject: a collection and an id.",
    "campaigns/0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70"
  ),
  since: described(Schema.optionalKey(TimestampInput), "Only entries at this instant or later."),
  until: described(Schema.optionalKey(TimestampInput), "Only entries before this instant."),
  ...CursorQuery.fields
})
export type LogQuery = typeof LogQuery.Type

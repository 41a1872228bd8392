/** The people who are answering a thread now. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { ThreadId } from "../ids.ts"
import { Actor } from "../people/Actor.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"

/** How long somebody counts as answering after the last sign of it, in milliseconds. */
export const lease = 30_000

export const AnsweringRecord = Schema.Struct({
  thread_id: ThreadId,
  /** `Actor.keyOf` */
  actor_key: Schema.String,
  actor: Actor,
  until: Timestamp
})
export type AnsweringRecord = typeof AnsweringRecord.Type

export const answeringTable = Table.of("answering", AnsweringRecord, { key: ["thread_id", "actor_key"] })

export const Answering = Schema.Struct({
  actor: described(Actor, "Who is answering."),
  until: described(Timestamp, "Until when, unless there is another sign of it.", "2026-03-02T08:00:30.000Z")
}).annotate({ identifier: "Answering", description: "Somebody who is answering a thread." })
export type Answering = typeof Answering.Type

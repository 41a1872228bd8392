/** Stores each mail once, in its thread and with its files. */
import { type ParsedMail, Trust } from "@mailroom/mail"
import { Effect, Option, Schema } from "effect"
import { BlobStore } from "../attachments/BlobStore.ts"
import { type OrganizationId, ThreadId } from "../ids.ts"
import type { NewMessage } from "../unibox/Message.ts"
import type { NewThread } from "../unibox/Thread.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { MatchGone } from "./Match.ts"

/** Fails the transaction when the mail is already stored: another transaction may have stored it meanwhile. */
export class AlreadyStored extends Schema.TaggedError<AlreadyStored>()("AlreadyStored", {
  thread_id: Schema.optionalKey(ThreadId),
  trust: Trust
}) {}

export const makeStoredOnce = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const threads = yield* ThreadStore

  const failIfStored = Effect.fnUntraced(function* (organization_id: OrganizationId, identity: string) {
    const [stored] = yield* threads.findByIdentities(organization_id, [identity])
    if (stored !== undefined) return yield* new AlreadyStored(stored)
  })

  /** Stores a message in its thread, which may be a new one, and the files of its mail. Returns the id of the thread. */
  const insertMessage = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    thread: ThreadId | NewThread,
    message: Omit<NewMessage, "thread_id">,
    files: ParsedMail["attachments"]
  ) {
    const started = typeof thread === "number" ? [] : yield* threads.insertThreads(organization_id, [thread])
    const [thread_id] = typeof thread === "number" ? [thread] : started
    if (thread_id === undefined) return yield* Effect.die(new Error("A thread was inserted without an id"))
    const [inserted] = yield* threads.insertMessages(organization_id, [{ ...message, thread_id }], started)
    if (inserted === undefined || Option.isNone(inserted)) {
      yield* failIfStored(organization_id, message.identity)
      // The thread does not exist any more.
      return yield* new MatchGone()
    }
    for (const [i, id] of inserted.value.attachment_ids.entries()) {
      const file = files[i]
      if (file !== undefined) yield* blobs.put(organization_id, id, file.bytes)
    }
    return thread_id
  })

  return { failIfStored, insertMessage }
})

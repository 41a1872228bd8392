/** Scheduled answers whose conversation gets mail that their author did not know. */
import { Effect, Option } from "effect"
import type { SendId, ThreadId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { refuse } from "./Progress.ts"
import { overtaken, personalKinds } from "./Scheduling.ts"
import { filesOf, isScheduled, type SendRecord } from "./Send.ts"
import { SendStore } from "./SendStore.ts"

/** Makes a function that returns the mail of a person that a conversation got last; `undefined`: none. */
export const makeLastReceived = Effect.map(ThreadStore, (threads) =>
  Effect.fnUntraced(function* (thread_id: ThreadId) {
    const { id } = yield* CurrentOrganization
    return Option.getOrUndefined(yield* threads.findReceived(id, thread_id, personalKinds))
  })
)

/** Makes a function that says whether a conversation got mail of a person after an answer was written. */
export const makeIsOvertaken = Effect.map(makeLastReceived, (lastReceived) =>
  Effect.fnUntraced(function* ({ content, thread_id }: Pick<SendRecord, "content" | "thread_id">) {
    return thread_id !== null && ((yield* lastReceived(thread_id)) ?? 0) > (content?.seen ?? 0)
  })
)

/** Maximum number of scheduled answers of a conversation that one mail refuses. The turn of the account refuses others. */
const maximumWaiting = 100

/** Makes the functions for the scheduled answers of a conversation that gets mail of a person. */
export const makeOvertaking = Effect.gen(function* () {
  const files = yield* makeMailFiles
  const lastReceived = yield* makeLastReceived
  const sends = yield* SendStore
  return {
    /**
     * Locks the scheduled answers of a conversation. Call it before threads are locked. `others`: further mails that the transaction
     * locks, so that all are locked in the order of their ids.
     */
    lock: Effect.fnUntraced(function* (thread_id: ThreadId, others: ReadonlyArray<SendId>) {
      const { id } = yield* CurrentOrganization
      const found = yield* sends.page(id, { thread_id, scheduled: true, limit: maximumWaiting })
      if (found.length === 0) return []
      const ids = new Set(found.map((send) => send.id))
      const locked = yield* sends.lock(id, [...ids, ...others])
      return locked.filter((send) => ids.has(send.id) && isScheduled(send))
    }),
    /** Refuses locked answers: the conversation gets mail that arrives now. */
    refuse: Effect.fnUntraced(function* (waiting: ReadonlyArray<SendRecord>) {
      if (waiting.length === 0) return
      const { id } = yield* CurrentOrganization
      const now = yield* Timestamp.now
      yield* sends.write(
        id,
        waiting.map((send) => refuse(send, "newer_message", overtaken, now))
      )
      yield* files.expire(waiting.flatMap(filesOf))
    }),
    /** Lets locked answers wait on. Call it after the conversation got old mail, which is read later: it changes nothing for them. */
    keep: Effect.fnUntraced(function* (thread_id: ThreadId, waiting: ReadonlyArray<SendRecord>) {
      if (waiting.length === 0) return
      const { id } = yield* CurrentOrganization
      const seen = yield* lastReceived(thread_id)
      if (seen === undefined) return
      yield* sends.write(
        id,
        waiting.flatMap((send) => (send.content === null ? [] : [{ ...send, content: { ...send.content, seen } }]))
      )
    })
  }
})

/** Discards the texts of refused answers. They are kept until then, so that a person can send the text again. */
import { Effect } from "effect"
import type { SendId, ThreadId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { filesOf, type SendRecord } from "./Send.ts"
import { SendStore } from "./SendStore.ts"

/** Maximum number of refused answers of a conversation to look at: the newest ones. */
const maximumRefused = 100

/** Whether the mail is a refused answer whose text is kept. */
const isKept = ({ content, kind, outcome }: SendRecord): boolean =>
  kind === "reply" && outcome === "refused" && content !== null

export const makeDiscarding = Effect.gen(function* () {
  const files = yield* makeMailFiles
  const sends = yield* SendStore

  /** Discards the texts of locked mails. Other mails may use their uploads for a day. */
  const discard = Effect.fnUntraced(function* (locked: ReadonlyArray<SendRecord>) {
    if (locked.length === 0) return []
    const { id } = yield* CurrentOrganization
    const discarded = locked.map((send): SendRecord => ({ ...send, content: null }))
    yield* sends.write(id, discarded)
    yield* files.release(locked.flatMap(filesOf))
    return discarded
  })

  /** The ids of refused answers that are older than this answer, and in its conversation. Locks nothing. */
  const olderThan = Effect.fnUntraced(function* ({
    id: before,
    kind,
    thread_id
  }: Pick<SendRecord, "id" | "kind" | "thread_id">) {
    if (kind !== "reply" || thread_id === null) return []
    const { id } = yield* CurrentOrganization
    const query = { thread_id, kind, outcome: "refused", before, limit: maximumRefused } as const
    return (yield* sends.page(id, query)).filter(isKept).map((send) => send.id)
  })

  /** Discards the refused answers among the locked mails that are older than an answer to the same conversation in `sent`. */
  const discardOlder = (locked: ReadonlyArray<SendRecord>, sent: ReadonlyArray<SendRecord>) => {
    const latest = new Map<ThreadId, SendId>()
    for (const { id, kind, thread_id } of sent) if (kind === "reply" && thread_id !== null) latest.set(thread_id, id)
    const isOlder = ({ id, thread_id }: SendRecord) => thread_id !== null && id < (latest.get(thread_id) ?? id)
    return discard(locked.filter((send) => isKept(send) && isOlder(send)))
  }

  return { discard, discardOlder, olderThan }
})

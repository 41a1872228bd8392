import { Context, Effect, Layer, Option } from "effect"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type CursorPage, cursorPage, cursorScope, decodePlace, type InvalidCursor } from "../Pagination.ts"
import { Signer } from "../secrets/Signer.ts"
import type { StorageError } from "../StorageError.ts"
import type { Message } from "./Message.ts"
import { type Tab, type Thread, type ThreadId, ThreadNotFound, ThreadPatch } from "./Thread.ts"
import { type Position, ThreadStore } from "./ThreadStore.ts"

export interface CursorQuery {
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The unified inbox of the current organization: all conversations that something came in for. */
export class Unibox extends Context.Service<
  Unibox,
  {
    /** A tab's threads, the newest last message first, then the greatest id. */
    readonly threads: (
      query: CursorQuery & { readonly tab: Tab }
    ) => Effect.Effect<CursorPage<Thread>, InvalidCursor | StorageError, CurrentOrganization>
    /**
     * A thread with its messages, the oldest first, then the smallest id. A page ends before `limit` where it would hold
     * more than 4 Mi characters of text, so that no one can write a thread that is too large to be shown.
     */
    readonly thread: (
      id: ThreadId,
      query: CursorQuery
    ) => Effect.Effect<
      CursorPage<Message> & { readonly thread: Thread },
      InvalidCursor | StorageError | ThreadNotFound,
      CurrentOrganization
    >
    readonly update: (
      id: ThreadId,
      patch: ThreadPatch
    ) => Effect.Effect<Thread, InvalidInput | StorageError | ThreadNotFound, CurrentOrganization>
    /** How many threads of each tab are new. */
    readonly unread: Effect.Effect<Readonly<Record<Tab, number>>, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Unibox") {
  static readonly layer = Layer.effect(
    Unibox,
    Effect.gen(function* () {
      const store = yield* ThreadStore
      const signer = yield* Signer
      const decodePatch = decode(ThreadPatch)

      const positionOf = <Id extends number>(scope: string, cursor: string) =>
        Effect.map(decodePlace<Id>(signer, scope, cursor), ({ at, id }): Position<Id> => ({ date_sent: at, id }))

      return Unibox.of({
        threads: Effect.fn("Unibox.threads")(function* ({ cursor, limit, tab }) {
          const { id } = yield* CurrentOrganization
          const scope = cursorScope(id, "threads", tab)
          const rows = yield* store.page(id, {
            tab,
            limit: limit + 1,
            ...(cursor === undefined ? {} : { before: yield* positionOf<ThreadId>(scope, cursor) })
          })
          return yield* cursorPage(signer, scope, rows, limit, (thread) => ({
            at: thread.last_message.date_sent,
            id: thread.id
          }))
        }),
        thread: Effect.fn("Unibox.thread")(function* (id, { cursor, limit }) {
          const organization = yield* CurrentOrganization
          const scope = cursorScope(organization.id, "messages", id)
          const after = cursor === undefined ? {} : { after: yield* positionOf<Message["id"]>(scope, cursor) }
          const thread = yield* store.find(organization.id, id)
          if (Option.isNone(thread)) return yield* new ThreadNotFound({ id })
          const rows = yield* store.messages(organization.id, id, { limit: limit + 1, ...after })
          const page = yield* cursorPage(signer, scope, rows, Math.min(limit, fitting(rows)), (message) => ({
            at: message.date_sent,
            id: message.id
          }))
          return { thread: thread.value, ...page }
        }),
        update: Effect.fn("Unibox.update")(function* (id, input) {
          const organization = yield* CurrentOrganization
          const updated = yield* store.update(organization.id, id, yield* decodePatch(input))
          return Option.isSome(updated) ? updated.value : yield* new ThreadNotFound({ id })
        }),
        unread: Effect.flatMap(CurrentOrganization, ({ id }) => store.unread(id))
      })
    })
  )
}

const maximumText = 2 ** 22

/** How many of the messages, and at least one, a page has room for. */
const fitting = (messages: ReadonlyArray<Message>): number => {
  let size = 0
  const end = messages.findIndex(({ body_html = "", body_text }) => {
    size += body_text.length + body_html.length
    return size > maximumText
  })
  return end === -1 ? messages.length : Math.max(end, 1)
}

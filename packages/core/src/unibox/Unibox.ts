import { searchFor } from "@mailroom/mail/text"
import { Context, Effect, Layer } from "effect"
import type { StorageError, Stored } from "../StorageError.ts"
import type { UseCase } from "../UseCase.ts"
import { type BulkResult, bulkResult } from "../Bulk.ts"
import { inAllOrganizations } from "../AllOrganizations.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { LeadNotFound } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import {
  type CursorPage,
  cursorPage,
  CursorQuery,
  cursorScope,
  decodeKeyset,
  type InvalidCursor,
  withCursor
} from "../Pagination.ts"
import { Signer } from "../secrets/Signer.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { excerptOf } from "./Excerpt.ts"
import type { Message } from "./Message.ts"
import {
  type FoundThread,
  maximumCount,
  type Tab,
  type Thread,
  ThreadMessagesQuery,
  ThreadNotFound,
  ThreadPatch,
  ThreadQuery,
  type UniboxChanges,
  UnreadQuery,
  UpdateThreads,
  type UpdateThreadResult
} from "./Thread.ts"
import { type ThreadListing, ThreadStore } from "./ThreadStore.ts"
import { LeadId, ThreadId } from "../ids.ts"

/** Maximum size of the text of a page of messages, in bytes. */
const maximum_bytes = 4 * 2 ** 20

/** The unified inbox of the current organization: all conversations with incoming mail. */
export class Unibox extends Context.Service<
  Unibox,
  {
    /** A tab's threads, the newest last message first, then the greatest id. A cursor is bound to all filters. */
    readonly threads: (query: Input<ThreadQuery>) => UseCase<CursorPage<FoundThread>, InvalidCursor>
    /**
     * Like `threads`, for the threads of one lead, in either tab. Conversations without incoming mail are not included.
     */
    readonly ofLead: (
      lead_id: LeadId,
      query: Input<CursorQuery>
    ) => UseCase<CursorPage<Thread>, InvalidCursor | LeadNotFound>
    /**
     * A thread with its messages, sorted by date and id, by default the oldest first (see `order`). A page has at most
     * 4 MiB of text (UTF-8), so it may end before `limit`: a thread is never too large to be shown. A page has at least
     * one message.
     */
    readonly thread: (
      id: ThreadId,
      query: Input<ThreadMessagesQuery>
    ) => UseCase<CursorPage<Message> & { readonly thread: Thread }, InvalidCursor | ThreadNotFound>
    readonly update: (id: ThreadId, patch: typeof ThreadPatch.Encoded) => UseCase<Thread, ThreadNotFound>
    /**
     * Changes up to 200 threads in one transaction: one result per distinct id, in order. A result has the previous
     * `tab`, `state`, `snoozed_until` and `new_message_ids`. To undo the call exactly, send them back, the threads of
     * each tab, state and `snoozed_until` in one call; mail that arrived in between is then marked as seen.
     */
    readonly updateMany: (input: typeof UpdateThreads.Encoded) => UseCase<BulkResult<UpdateThreadResult>>
    /** Opens the snoozed threads of all organizations whose time has come, in batches. Returns their number. */
    readonly wakeSnoozed: Stored<number>
    /**
     * `revision` grows whenever a thread changes: its messages, their `is_new`, its tab, its lead, campaign or tag. It
     * does not grow for changes of the lead's texts or the campaign's name.
     */
    readonly changes: Effect.Effect<UniboxChanges, StorageError, CurrentOrganization>
    /** The number of threads with new messages, for each tab. All given filters apply. */
    readonly unread: (query: Input<UnreadQuery>) => UseCase<Readonly<Record<Tab, number>>>
  }
>()("@mailroom/core/Unibox") {
  static readonly layer = Layer.effect(
    Unibox,
    Effect.gen(function* () {
      const leads = yield* LeadStore
      const store = yield* ThreadStore
      const signer = yield* Signer
      const decodeId = decode(ThreadId, "/id")
      const decodeLeadId = decode(LeadId, "/id")
      const decodeCursor = decode(CursorQuery)
      const decodePatch = decode(ThreadPatch)
      const decodeThreads = decode(ThreadQuery)
      const decodeMessages = decode(ThreadMessagesQuery)
      const decodeUnread = decode(UnreadQuery)
      const decodeUpdate = decode(UpdateThreads)

      const page = Effect.fnUntraced(function* (
        scope: string,
        filters: Omit<ThreadListing, "before" | "limit">,
        limit: number,
        cursor: string | undefined
      ) {
        const { id } = yield* CurrentOrganization
        const before = cursor === undefined ? {} : { before: yield* decodeKeyset<ThreadId>(signer, scope, cursor) }
        const rows = yield* store.page(id, { ...filters, limit: limit + 1, ...before })
        return yield* cursorPage(signer, scope, rows, limit, (thread) => ({
          at: thread.last_message.date_sent,
          id: thread.id
        }))
      })

      /** Adds to threads what a search has found in their messages. */
      const withFound = Effect.fnUntraced(function* (threads: ReadonlyArray<Thread>, search: string) {
        const { id } = yield* CurrentOrganization
        const ids = threads.map((thread) => thread.id)
        const matching = ids.length === 0 ? [] : yield* store.findMatching(id, ids, search)
        const found = new Map(
          matching.flatMap(({ id, reply_text, thread_id }) => {
            const text = excerptOf(reply_text, search)
            return text === undefined ? [] : [[thread_id, { id, text }] as const]
          })
        )
        return threads.map((thread): FoundThread => {
          const excerpt = found.get(thread.id)
          return excerpt === undefined ? thread : { ...thread, found: excerpt }
        })
      })

      /** Snoozing until an instant that has passed opens a thread. */
      const nowOf = Effect.fnUntraced(function* <P extends Omit<UpdateThreads, "ids">>(patch: P) {
        const { snoozed_until, ...rest } = patch
        if (snoozed_until === undefined || snoozed_until > (yield* Timestamp.now)) return patch
        return { ...rest, state: "open" as const }
      })

      const changes = Effect.flatMap(CurrentOrganization, ({ id }) => store.changes(id, maximumCount))

      return Unibox.of({
        threads: traced("Unibox.threads")(function* (query) {
          const { cursor, limit, search, tab, ...others } = yield* decodeThreads(query)
          const { id } = yield* CurrentOrganization
          const filters = { ...others, ...searchFor(search) }
          const scope = cursorScope(id, "threads", tab, ...filterScope(filters))
          const found = yield* page(scope, { ...filters, tab }, limit, cursor)
          return filters.search === undefined ? found : { ...found, data: yield* withFound(found.data, filters.search) }
        }),
        ofLead: traced("Unibox.ofLead")(function* (input, query) {
          const lead_id = yield* decodeLeadId(input)
          const { cursor, limit } = yield* decodeCursor(query)
          const { id } = yield* CurrentOrganization
          yield* orNotFound(findOne(leads.findMany, id, lead_id), () => new LeadNotFound({ id: lead_id }))
          return yield* page(cursorScope(id, "threads of a lead", lead_id), { lead_id }, limit, cursor)
        }),
        thread: traced("Unibox.thread")(function* (input, query) {
          const id = yield* decodeId(input)
          const { cursor, limit, order = "asc" } = yield* decodeMessages(query)
          const organization = yield* CurrentOrganization
          const scope = cursorScope(organization.id, "messages", id, ...(order === "asc" ? [] : [order]))
          const after = cursor === undefined ? {} : { after: yield* decodeKeyset<Message["id"]>(signer, scope, cursor) }
          const thread = yield* orNotFound(store.find(organization.id, id), () => new ThreadNotFound({ id }))
          const rows = yield* store.messages(organization.id, id, { order, limit, maximum_bytes, ...after })
          const page = yield* withCursor(signer, scope, rows, ({ date_sent, id }) => ({ at: date_sent, id }))
          return { thread, ...page }
        }),
        update: traced("Unibox.update")(function* (input, patch) {
          const id = yield* decodeId(input)
          const changes = yield* decodePatch(patch)
          const organization = yield* CurrentOrganization
          yield* store.updateMany(organization.id, [id], yield* nowOf(changes))
          return yield* orNotFound(store.find(organization.id, id), () => new ThreadNotFound({ id }))
        }),
        updateMany: traced("Unibox.updateMany")(function* (input) {
          const { ids, ...patch } = yield* decodeUpdate(input)
          const organization = yield* CurrentOrganization
          const distinct = [...new Set(ids)]
          const states = yield* store.updateMany(organization.id, distinct, yield* nowOf(patch))
          const before = new Map(states.map((state) => [state.id, state]))
          return bulkResult(
            ["updated", "not_found"],
            distinct.map((id): UpdateThreadResult => {
              const state = before.get(id)
              return state === undefined ? { id, status: "not_found" } : { status: "updated", ...state }
            })
          )
        }),
        changes,
        wakeSnoozed: inAllOrganizations({
          find: store.findSnoozed,
          handle: (organization_id, snoozed, now) =>
            store.wake(
              organization_id,
              snoozed.map(({ id }) => id),
              now
            )
        }).pipe(Effect.withSpan("Unibox.wakeSnoozed")),
        unread: traced("Unibox.unread")(function* (query) {
          const { search, ...others } = yield* decodeUnread(query)
          const { id } = yield* CurrentOrganization
          return yield* store.unread(id, { ...others, ...searchFor(search) }, maximumCount)
        })
      })
    })
  )
}

/** The filters as parts of the cursor's scope: each with its name, in a fixed order. */
const filterScope = (filters: Readonly<Record<string, boolean | number | string>>): ReadonlyArray<string> =>
  Object.entries(filters)
    .map((filter) => JSON.stringify(filter))
    .toSorted()

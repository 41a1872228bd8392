import { searchFor } from "@mailroom/mail/text"
import { Context, Effect, Layer, Option } from "effect"
import type { StorageError, Stored } from "../StorageError.ts"
import type { UseCase } from "../UseCase.ts"
import { type BulkResult, bulkResult } from "../Bulk.ts"
import { inAllOrganizations } from "../AllOrganizations.ts"
import { Changes } from "../Changes.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
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
  withCursor,
  filterScope
} from "../Pagination.ts"
import { CurrentActor, isSame, keyOf, personIdOf } from "../people/Actor.ts"
import { isActive } from "../people/Person.ts"
import { PersonStore } from "../people/PersonStore.ts"
import { SendStore } from "../sends/SendStore.ts"
import { Signer } from "../secrets/Signer.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { type Answering, lease } from "../answering/Answering.ts"
import { AnsweringStore } from "../answering/AnsweringStore.ts"
import { excerptOf } from "./Excerpt.ts"
import type { Message } from "./Message.ts"
import { type ConversationMessage, linksOf, maximumLinks } from "./MessageLink.ts"
import {
  type FoundThread,
  maximumCount,
  maximumFound,
  type Tab,
  type Thread,
  ThreadMessagesQuery,
  type ThreadNotFound,
  ThreadPatch,
  ThreadQuery,
  type UniboxChanges,
  UnreadQuery,
  UpdateThreads,
  type UpdateThreadResult
} from "./Thread.ts"
import { findThread, type ThreadListing, ThreadStore } from "./ThreadStore.ts"
import { LeadId, type PersonId, ThreadId } from "../ids.ts"

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
    ) => UseCase<CursorPage<FoundThread>, InvalidCursor | LeadNotFound>
    /**
     * A thread with its messages, sorted by date and id, by default the oldest first (see `order`). A page has at most
     * 4 MiB of text (UTF-8), so it may end before `limit`: a thread is never too large to be shown. A page has at least
     * one message. Messages have their `links`.
     */
    readonly thread: (
      id: ThreadId,
      query: Input<ThreadMessagesQuery>
    ) => UseCase<CursorPage<ConversationMessage> & { readonly thread: FoundThread }, InvalidCursor | ThreadNotFound>
    readonly update: (id: ThreadId, patch: typeof ThreadPatch.Encoded) => UseCase<FoundThread, ThreadNotFound>
    /**
     * Changes up to 200 threads in one transaction: one result per distinct id, in order. A result has the previous
     * `tab`, `state`, `snoozed_until`, `assigned_to` and `new_message_ids`. To undo the call exactly, send them back, the threads
     * with the same values of the first four in one call; mail that arrived in between is then marked as seen.
     */
    readonly updateMany: (input: typeof UpdateThreads.Encoded) => UseCase<BulkResult<UpdateThreadResult>>
    /** The actors who are answering a thread now, except the current one. */
    readonly answering: (id: ThreadId) => UseCase<ReadonlyArray<Answering>>
    /** Notes that the current actor is answering a thread, for 30 seconds. Repeat it while that is so. */
    readonly beginAnswering: (id: ThreadId) => UseCase<void, ThreadNotFound>
    /** Notes that the current actor is not answering a thread any more. */
    readonly endAnswering: (id: ThreadId) => UseCase<void, ThreadNotFound>
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
      const answering = yield* AnsweringStore
      const people = yield* PersonStore
      const sends = yield* SendStore
      const store = yield* ThreadStore
      const { transactional } = yield* Changes
      const signer = yield* Signer
      const decodeId = decode(ThreadId, "/id")
      const decodeLeadId = decode(LeadId, "/id")
      const decodeCursor = decode(CursorQuery)
      const decodePatch = decode(ThreadPatch)
      const decodeThreads = decode(ThreadQuery)
      const decodeMessages = decode(ThreadMessagesQuery)
      const decodeUnread = decode(UnreadQuery)
      const decodeUpdate = decode(UpdateThreads)

      /** Adds to threads when their scheduled answers go out. */
      const withScheduled = Effect.fnUntraced(function* (threads: ReadonlyArray<Thread>) {
        if (threads.length === 0) return []
        const { id } = yield* CurrentOrganization
        const found = yield* sends.findScheduled(
          id,
          threads.map((thread) => thread.id)
        )
        const times = new Map(found)
        return threads.map((thread): FoundThread => {
          const scheduled_at = times.get(thread.id)
          return scheduled_at === undefined ? thread : { ...thread, scheduled_at }
        })
      })

      /** The thread with this id, with the time of its scheduled answer. */
      const findWhole = Effect.fnUntraced(function* (id: ThreadId) {
        const organization = yield* CurrentOrganization
        const thread = yield* findThread(store, organization.id, id)
        const [whole = thread] = yield* withScheduled([thread])
        return whole
      })

      const page = Effect.fnUntraced(function* (
        scope: string,
        filters: Omit<ThreadListing, "before" | "limit">,
        limit: number,
        cursor: string | undefined
      ) {
        const { id } = yield* CurrentOrganization
        const before = cursor === undefined ? {} : { before: yield* decodeKeyset<ThreadId>(signer, scope, cursor) }
        const rows = yield* store.page(id, { ...filters, limit: limit + 1, ...before })
        const found = yield* cursorPage(signer, scope, rows, limit, (thread) => ({
          at: thread.last_message.date_sent,
          id: thread.id
        }))
        return { ...found, data: yield* withScheduled(found.data) }
      })

      /** Adds to threads what a search has found in their messages. */
      const withFound = Effect.fnUntraced(function* (threads: ReadonlyArray<FoundThread>, search: string) {
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

      /** Adds the links (`MessageLink`) of each message. */
      const withLinks = Effect.fnUntraced(function* (messages: ReadonlyArray<Message>) {
        if (messages.length === 0) return []
        const organization = yield* CurrentOrganization
        const match = {
          ids: messages.flatMap(({ refers_to }) => refers_to ?? []),
          referred: messages.map(({ id }) => id)
        }
        const found = yield* store.findLinked(organization.id, match, { limit: maximumLinks })
        return messages.map((message): ConversationMessage => {
          const { refers_to: _, ...shown } = message
          const links = linksOf(message, found)
          return links.length === 0 ? shown : { ...shown, links }
        })
      })

      /** The same patch, except that it opens threads if it snoozes them until an instant that has passed. */
      const withoutPastSnooze = Effect.fnUntraced(function* <P extends Omit<UpdateThreads, "ids">>(patch: P) {
        const { snoozed_until, ...rest } = patch
        if (snoozed_until === undefined || snoozed_until > (yield* Timestamp.now)) return patch
        return { ...rest, state: "open" as const }
      })

      /** Applies a patch that assigns threads to a person. The person is locked, so that nobody removes them before that is stored. */
      const assign = transactional(function* (
        ids: ReadonlyArray<ThreadId>,
        patch: Omit<UpdateThreads, "ids">,
        person_id: PersonId
      ) {
        const { id } = yield* CurrentOrganization
        const person = Option.getOrUndefined(yield* people.lock(id, person_id))
        if (person === undefined) return yield* new InvalidInput({ faults: [unknownPerson] })
        if (!isActive(person)) return yield* new InvalidInput({ faults: [blockedPerson] })
        return yield* store.updateMany(id, ids, patch)
      })
      /** Applies a patch to threads. Returns their states before. */
      const change = Effect.fnUntraced(function* (ids: ReadonlyArray<ThreadId>, patch: Omit<UpdateThreads, "ids">) {
        const { id } = yield* CurrentOrganization
        const { assigned_to } = patch
        if (assigned_to === undefined || assigned_to === null) return yield* store.updateMany(id, ids, patch)
        return yield* assign(ids, patch, assigned_to)
      })

      /** The filter for the person of a query. `me` is nobody when no person asks. */
      const assignedTo = Effect.fnUntraced(function* (given: string | undefined) {
        if (given === undefined) return {}
        if (given === "none") return { assigned_to: null }
        if (given !== "me") return { assigned_to: Number(given) as PersonId }
        const person_id = personIdOf((yield* CurrentActor).actor)
        if (person_id === undefined) return yield* new InvalidInput({ faults: [noPerson] })
        return { assigned_to: person_id }
      })

      const changes = Effect.flatMap(CurrentOrganization, ({ id }) => store.changes(id, maximumCount))

      return Unibox.of({
        threads: traced("Unibox.threads")(function* (query) {
          const { assigned_to, cursor, limit, search, tab, ...others } = yield* decodeThreads(query)
          const { id } = yield* CurrentOrganization
          const filters = { ...others, ...(yield* assignedTo(assigned_to)), ...searchFor(search) }
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
          const thread = yield* findWhole(id)
          const rows = yield* store.messages(organization.id, id, { order, limit, maximum_bytes, ...after })
          const page = yield* withCursor(signer, scope, rows, ({ date_sent, id }) => ({ at: date_sent, id }))
          return { thread, ...page, data: yield* withLinks(page.data) }
        }),
        update: traced("Unibox.update")(function* (input, patch) {
          const id = yield* decodeId(input)
          const changes = yield* decodePatch(patch)
          yield* change([id], yield* withoutPastSnooze(changes))
          return yield* findWhole(id)
        }),
        updateMany: traced("Unibox.updateMany")(function* (input) {
          const { ids, ...patch } = yield* decodeUpdate(input)
          const distinct = [...new Set(ids)]
          const states = yield* change(distinct, yield* withoutPastSnooze(patch))
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
        answering: traced("Unibox.answering")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const { actor } = yield* CurrentActor
          const all = yield* answering.find(organization.id, id, yield* Timestamp.now)
          return all.filter((row) => !isSame(row.actor, actor)).map((row) => ({ actor: row.actor, until: row.until }))
        }),
        beginAnswering: traced("Unibox.beginAnswering")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          yield* findThread(store, organization.id, id)
          const { actor } = yield* CurrentActor
          const now = yield* Timestamp.now
          const row = { thread_id: id, actor_key: keyOf(actor), actor, until: Timestamp.plus(now, lease) }
          if (yield* answering.put(organization.id, row, now)) yield* store.touch(organization.id)
        }),
        endAnswering: traced("Unibox.endAnswering")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          yield* findThread(store, organization.id, id)
          const { actor } = yield* CurrentActor
          if (yield* answering.remove(organization.id, id, keyOf(actor))) yield* store.touch(organization.id)
        }),
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
          const { assigned_to, search, ...others } = yield* decodeUnread(query)
          const { id } = yield* CurrentOrganization
          const filters = { ...others, ...(yield* assignedTo(assigned_to)), ...searchFor(search) }
          return yield* store.unread(id, filters, search === undefined ? maximumCount : maximumFound)
        })
      })
    })
  )
}

const unknownPerson = { pointer: "/assigned_to", message: "there is no such person" }
const blockedPerson = { pointer: "/assigned_to", message: "the person is blocked" }
const noPerson = { pointer: "/assigned_to", message: "`me` needs a person who is signed in: use the id of a person" }

import { Context, Effect, Layer } from "effect"
import { Changes } from "../Changes.ts"
import { NoteId, ThreadId } from "../ids.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type OffsetPage, offsetPage, type PageQuery, pageQuery } from "../Pagination.ts"
import { CurrentActor, isSame } from "../people/Actor.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import type { ThreadNotFound } from "../unibox/Thread.ts"
import { findThread, ThreadStore } from "../unibox/ThreadStore.ts"
import type { UseCase } from "../UseCase.ts"
import { type Note, NoteNotFound, NoteText, OtherAuthor } from "./Note.ts"
import { NoteStore } from "./NoteStore.ts"

/** The notes of the current organization. Each change raises the revision of the unibox, so that others see it. */
export class Notes extends Context.Service<
  Notes,
  {
    /** Writes a note in a thread, for the current actor. */
    readonly create: (thread_id: ThreadId, input: NoteText) => UseCase<Note, ThreadNotFound>
    /** A page of the notes of a thread by ascending id. */
    readonly page: (thread_id: ThreadId, query: Input<PageQuery<NoteId>>) => UseCase<OffsetPage<Note>, ThreadNotFound>
    /** Changes the text of a note of the current actor. */
    readonly update: (id: NoteId, input: NoteText) => UseCase<Note, NoteNotFound | OtherAuthor>
    /** Removes a note of the current actor. */
    readonly remove: (id: NoteId) => UseCase<void, NoteNotFound | OtherAuthor>
  }
>()("@mailroom/core/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const store = yield* NoteStore
      const threads = yield* ThreadStore
      const { transactional } = yield* Changes
      const decodeText = decode(NoteText)
      const decodeId = decode(NoteId, "/id")
      const decodeThreadId = decode(ThreadId, "/thread_id")
      const decodeQuery = decode(pageQuery(NoteId))

      const ensureThread = Effect.fnUntraced(function* (id: ThreadId) {
        const organization = yield* CurrentOrganization
        return yield* findThread(threads, organization.id, id)
      })

      /** Locks a note of the current actor. */
      const own = Effect.fnUntraced(function* (id: NoteId) {
        const organization = yield* CurrentOrganization
        const note = yield* orNotFound(store.lock(organization.id, id), () => new NoteNotFound({ id }))
        if (!isSame(note.author, (yield* CurrentActor).actor)) return yield* new OtherAuthor()
        return { note, organization_id: organization.id }
      })

      const create = transactional(function* (thread_id: ThreadId, { body }: NoteText) {
        yield* ensureThread(thread_id)
        const { id: organization_id } = yield* CurrentOrganization
        const { actor } = yield* CurrentActor
        const now = yield* Timestamp.now
        const draft = { thread_id, author: actor, body, created_at: now, updated_at: now }
        const note = yield* store.insert(organization_id, draft)
        yield* threads.touch(organization_id)
        return note
      })

      const update = transactional(function* (id: NoteId, { body }: NoteText) {
        const { note, organization_id } = yield* own(id)
        if (note.body === body) return note
        const changed = { ...note, body, updated_at: Timestamp.latest(note.updated_at, yield* Timestamp.now) }
        yield* store.replace(organization_id, changed)
        yield* threads.touch(organization_id)
        return changed
      })

      const remove = transactional(function* (id: NoteId) {
        const { organization_id } = yield* own(id)
        yield* store.remove(organization_id, id)
        yield* threads.touch(organization_id)
      })

      return Notes.of({
        create: traced("Notes.create")(function* (thread_id, input) {
          return yield* create(yield* decodeThreadId(thread_id), yield* decodeText(input))
        }),
        page: traced("Notes.page")(function* (input, query) {
          const thread_id = yield* decodeThreadId(input)
          const part = yield* decodeQuery(query)
          yield* ensureThread(thread_id)
          const { id } = yield* CurrentOrganization
          return offsetPage(yield* store.ofThread(id, thread_id, part), part)
        }),
        update: traced("Notes.update")(function* (id, input) {
          return yield* update(yield* decodeId(id), yield* decodeText(input))
        }),
        remove: traced("Notes.remove")(function* (id) {
          yield* remove(yield* decodeId(id))
        })
      })
    })
  )
}

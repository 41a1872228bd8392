/** Faults in storing and listing mail. */
import { type OrganizationId, Thread, ThreadStore } from "@mailroom/core"
import { Effect, Option } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const newestFirst = (a: Thread.Thread, b: Thread.Thread) =>
  a.last_message.date_sent > b.last_message.date_sent ? -1 : a.last_message.date_sent < b.last_message.date_sent ? 1 : 0

export const threads: ReadonlyArray<Mutant> = [
  mutant(
    "threads of the same instant in the order of their ids",
    ThreadStore,
    ({ page }) => ({
      page: (organization_id, query) =>
        Effect.map(page(organization_id, query), (threads) =>
          threads.toSorted((a, b) => newestFirst(a, b) || a.id - b.id)
        )
    }),
    "ThreadStore.page: lists the newest last message first, then the greatest id, to the millisecond"
  ),
  mutant(
    "the cursor's own thread comes again",
    ThreadStore,
    ({ page }) => ({
      page: (organization_id, { before, ...query }) =>
        page(
          organization_id,
          before === undefined ? query : { ...query, before: { ...before, id: Thread.ThreadId.make(before.id + 1) } }
        )
    }),
    "ThreadStore.page: goes on strictly beyond a position, be there a thread at it or not"
  ),
  mutant(
    "a thread is listed without an inbound message",
    ThreadStore,
    ({ find, insertThread, page }) => {
      const opened: Array<readonly [OrganizationId, Thread.ThreadId]> = []
      return {
        insertThread: (organization_id, thread) =>
          Effect.tap(insertThread(organization_id, thread), (id) =>
            Effect.sync(() => opened.push([organization_id, id]))
          ),
        page: Effect.fnUntraced(function* (organization_id, query) {
          const listed = [...(yield* page(organization_id, query))]
          for (const [owner, id] of opened) {
            if (owner !== organization_id || query.before !== undefined) continue
            const found = Option.getOrUndefined(yield* find(owner, id))
            if (found?.tab === query.tab && !listed.some((thread) => thread.id === id)) listed.push(found)
          }
          return listed.sort((a, b) => newestFirst(a, b) || b.id - a.id).slice(0, query.limit)
        })
      }
    },
    "ThreadStore.page: lists a thread once it holds an inbound message"
  ),
  mutant(
    "the message that arrived last is the last message",
    ThreadStore,
    ({ find, messages }) => ({
      find: Effect.fnUntraced(function* (organization_id, id) {
        const [latest] = (yield* messages(organization_id, id, { limit: 200 })).toSorted((a, b) => b.id - a.id)
        return Option.map(yield* find(organization_id, id), (thread) => {
          if (latest === undefined) return thread
          const { body_html: _html, body_text: _text, ...last_message } = latest
          return { ...thread, last_message: { ...last_message, is_new: thread.last_message.is_new } }
        })
      })
    }),
    "ThreadStore.insertMessage: carries on the last message by date, whatever the order of arrival"
  ),
  mutant(
    "a message is stored as often as it comes",
    ThreadStore,
    ({ insertMessage }) => ({
      insertMessage: (organization_id, message) =>
        insertMessage(organization_id, { ...message, identity: crypto.randomUUID() })
    }),
    "ThreadStore.insertMessage: stores a message of an identity once in the organization, and changes nothing the second time"
  ),
  mutant(
    "Message-IDs looked for in another order",
    ThreadStore,
    ({ findByMessageIds }) => ({
      findByMessageIds: (organization_id, ids) => findByMessageIds(organization_id, ids.toSorted())
    }),
    "ThreadStore.findBy…: finds the thread of the first Message-ID that is known, in the order asked"
  ),
  mutant(
    "a patch that moves the thread marks nothing",
    ThreadStore,
    ({ update }) => ({
      update: (organization_id, id, { is_new, tab }) =>
        update(organization_id, id, tab === undefined ? (is_new === undefined ? {} : { is_new }) : { tab })
    }),
    "ThreadStore.update: moves the thread to a tab, at once with the rest, and changes nothing for an empty patch"
  ),
  mutant(
    "fields without a value are null",
    ThreadStore,
    ({ find }) => ({
      find: (organization_id, id) =>
        Effect.map(
          find(organization_id, id),
          Option.map((thread) => Object.assign({ lead_id: undefined }, thread))
        )
    }),
    "ThreadStore.insertMessage: keeps every field, and leaves out what has no value"
  )
]

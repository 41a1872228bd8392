/** Conformance cases: the lists of `ThreadStore`, their cursors, and changes that a person makes. */
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { Timestamp } from "../../Timestamp.ts"
import type { Message } from "../../unibox/Message.ts"
import { type Thread } from "../../unibox/Thread.ts"
import type { ThreadListing } from "../../unibox/ThreadStore.ts"
import type { Keyset } from "../../Pagination.ts"
import { at, idsOf, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { newUnibox, summary, unreadOf, updateThread } from "../fixtures/ThreadFixtures.ts"
import { type MessageId, ThreadId } from "../../ids.ts"

const missingThread = ThreadId.make(Number.MAX_SAFE_INTEGER)
/** Maximum number of pages. No list here has as many, so the test of an adapter that repeats pages ends. */
const maximumPages = 20
/** More bytes than all texts here have together. */
const maximum_bytes = 2 ** 20
const beginning = Timestamp.make("0001-01-01T00:00:00.000Z")
const end = Timestamp.make("9999-12-31T23:59:59.999Z")

const keysetOf = ({ id, last_message }: Thread): Keyset<ThreadId> => ({ at: last_message.date_sent, id })
const keysetOfMessage = ({ date_sent, id }: Message): Keyset<MessageId> => ({ at: date_sent, id })

const page = casesOf("ThreadStore.page", {
  "lists the newest last message first, then the greatest id, to the millisecond": Effect.gen(function* () {
    const { listed, openWith, organization_id, store, thread } = yield* newUnibox
    const ids = yield* Effect.forEach([1.001, 3, 1, 3, 2, 1.002, 3], (seconds) => openWith(seconds))
    const [a, b, c, d, e, f, g] = ids
    ok(a && b && c && d && e && f && g)
    same(yield* listed("other"), [g, d, b, e, f, a, c])
    const threads = yield* Effect.forEach([g, d, b], thread)
    same(yield* store.page(organization_id, { tab: "other", limit: 3 }), threads)
  }),
  "lists a thread once it holds an inbound message": Effect.gen(function* () {
    const { listed, open, receive, send, thread } = yield* newUnibox
    const ours = yield* open()
    yield* send(ours, 1, { is_new: true })
    yield* open()
    same(yield* listed("other"), [])
    strictEqual((yield* thread(ours)).last_message.is_our_email, true)
    yield* receive(ours, 0)
    same(yield* listed("other"), [ours])
    strictEqual((yield* thread(ours)).last_message.is_our_email, true)
  }),
  "lists the threads of a period by their newest message: its beginning is included, its end is not": Effect.gen(
    function* () {
      const { open, organization_id, receive, store } = yield* newUnibox
      const found = (listing: Omit<ThreadListing, "limit">) =>
        Effect.map(store.page(organization_id, { ...listing, limit: 9 }), idsOf)
      const of = (tab: "other" | "replies", seconds: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          const id = yield* open({ tab })
          for (const second of seconds) yield* receive(id, second)
          return id
        })
      const early = yield* of("replies", [1])
      const middle = yield* of("replies", [1, 5])
      const late = yield* of("other", [9])
      same(yield* found({ since: at(5) }), [late, middle])
      same(yield* found({ since: at(5.001) }), [late])
      same(yield* found({ until: at(5) }), [early])
      same(yield* found({ until: at(5.001) }), [middle, early])
      same(yield* found({ since: at(1), until: at(9) }), [middle, early])
      same(yield* found({ since: at(5), until: at(10), tab: "replies" }), [middle])
      same(yield* found({ since: at(5), until: at(5) }), [])
      same(yield* store.unread(organization_id, { since: at(5) }, 9), { replies: 1, other: 1 })
      same(yield* store.unread(organization_id, { until: at(5) }, 9), { replies: 1, other: 0 })
      const [first] = yield* store.page(organization_id, { since: at(1), limit: 1 })
      ok(first)
      const before = { at: first.last_message.date_sent, id: first.id }
      same(idsOf(yield* store.page(organization_id, { since: at(1), until: at(9.5), before, limit: 9 })), [
        middle,
        early
      ])
    }
  ),
  "lists a thread in its own tab only": Effect.gen(function* () {
    const { listed, openWith, organization_id } = yield* newUnibox
    const reply = yield* openWith(1, { tab: "replies" })
    const other = yield* openWith(2)
    same([yield* listed("replies"), yield* listed("other")], [[reply], [other]])
    yield* updateThread(organization_id, other, { tab: "replies" })
    same([yield* listed("replies"), yield* listed("other")], [[other, reply], []])
  }),
  "moves a thread up when something newer arrives, and not for something older": Effect.gen(function* () {
    const { listed, openWith, receive, send } = yield* newUnibox
    const [a, b, c] = yield* Effect.forEach([1, 2, 3], (seconds) => openWith(seconds))
    ok(a && b && c)
    yield* receive(a, 0)
    same(yield* listed("other"), [c, b, a])
    yield* send(a, 2.5)
    same(yield* listed("other"), [c, a, b])
    yield* receive(b, 9)
    same(yield* listed("other"), [b, c, a])
  }),
  "goes on strictly beyond a position, be there a thread at it or not": Effect.gen(function* () {
    const { openWith, organization_id, store } = yield* newUnibox
    const [a, b, c, d] = yield* Effect.forEach([1, 2, 2, 3], (seconds) => openWith(seconds))
    ok(a && b && c && d)
    const before = (at: Timestamp, id: ThreadId) =>
      Effect.map(store.page(organization_id, { tab: "other", before: { at, id }, limit: 10 }), idsOf)
    same(yield* before(at(3), d), [c, b, a])
    same(yield* before(at(2), c), [b, a])
    same(yield* before(at(2), b), [a])
    same(yield* before(at(1), a), [])
    same(yield* before(at(2), missingThread), [c, b, a])
    same(yield* before(at(1.999), missingThread), [a])
    same(yield* before(end, missingThread), [d, c, b, a])
    same(yield* before(beginning, missingThread), [])
  }),
  "reaches every thread once, a page at a time, while others come, move and change tabs": Effect.gen(function* () {
    const { openWith, organization_id, receive, store } = yield* newUnibox
    const staying = yield* Effect.forEach([9, 8, 8, 7, 6, 6, 6, 5, 4], (seconds) => openWith(seconds))
    const [rising, leaving] = [yield* openWith(3), yield* openWith(2)]
    const seen: Array<ThreadId> = []
    let before: Keyset<ThreadId> | undefined
    for (let pages = 0; pages < maximumPages; pages++) {
      const query = { tab: "other", limit: 2, ...(before === undefined ? {} : { before }) } as const
      const threads = yield* store.page(organization_id, query)
      const last = threads.at(-1)
      if (last === undefined) break
      ok(threads.length <= 2)
      seen.push(...idsOf(threads))
      before = keysetOf(last)
      yield* openWith(10)
      yield* receive(rising, 11)
      yield* updateThread(organization_id, leaving, { tab: "replies" })
    }
    const ascending = (a: number, b: number) => a - b
    same(seen.toSorted(ascending), staying.toSorted(ascending))
  }),
  "lists nothing of another organization": Effect.gen(function* () {
    const { listed, openWith } = yield* newUnibox
    const foreign = yield* newUnibox
    const id = yield* openWith(1)
    const theirs = [yield* foreign.openWith(2), yield* foreign.openWith(0)]
    same(yield* listed("other"), [id])
    same(yield* foreign.listed("other"), theirs)
  })
})

const messages = casesOf("ThreadStore.messages", {
  "lists a thread's messages, the oldest first, then the smallest id": Effect.gen(function* () {
    const { messages, open, openWith, receive } = yield* newUnibox
    const id = yield* open()
    yield* openWith(1)
    const [a, b, c, d] = yield* Effect.forEach([2, 1.001, 1, 1], (seconds) => receive(id, seconds))
    ok(a && b && c && d)
    same(yield* messages(id), c.id < d.id ? [c, d, b, a] : [d, c, b, a])
  }),
  "goes on strictly beyond a position, and stops at the limit": Effect.gen(function* () {
    const { messages, open, organization_id, receive, store } = yield* newUnibox
    const id = yield* open()
    for (const seconds of [1, 2, 2, 3]) yield* receive(id, seconds)
    const [a, b, c, d] = idsOf(yield* messages(id))
    ok(a && b && c && d)
    const after = (seconds: number, message: MessageId, limit = 10) =>
      Effect.map(
        store.messages(organization_id, id, { after: { at: at(seconds), id: message }, limit, maximum_bytes }),
        ({ data }) => idsOf(data)
      )
    same(idsOf((yield* store.messages(organization_id, id, { limit: 2, maximum_bytes })).data), [a, b])
    const only = (yield* store.messages(organization_id, id, { id: b, limit: 2, maximum_bytes })).data
    same(idsOf(only), [b])
    same(yield* after(1, a, 2), [b, c])
    same(yield* after(2, b), [c, d])
    same(yield* after(2, c, 1), [d])
    same(yield* after(2.001, a), [d])
    same(yield* after(3, d), [])
  }),
  "reaches every message once, a page at a time, while others arrive": Effect.gen(function* () {
    const { messages, open, organization_id, receive, store } = yield* newUnibox
    const id = yield* open()
    for (const seconds of [1, 2, 2, 2, 3, 4, 4, 5]) yield* receive(id, seconds)
    const staying = idsOf(yield* messages(id))
    const seen: Array<MessageId> = []
    let after: Keyset<MessageId> | undefined
    for (let pages = 0; pages < maximumPages; pages++) {
      const query = { limit: 3, maximum_bytes, ...(after === undefined ? {} : { after }) }
      const { data: found } = yield* store.messages(organization_id, id, query)
      const last = found.at(-1)
      if (last === undefined) break
      seen.push(...idsOf(found))
      after = keysetOfMessage(last)
      yield* receive(id, 0)
    }
    same(seen, staying)
  }),
  "stops before the texts have more bytes than are asked for, counted in UTF-8": Effect.gen(function* () {
    const { messages, open, organization_id, receive, store } = yield* newUnibox
    const id = yield* open()
    // Two of the texts are so long that a database may compress them or store them separately.
    const texts = ["abcd", "ééé", "€", "x".repeat(100_000), "😀".repeat(10_000)]
    for (const [i, text] of texts.entries()) {
      yield* receive(id, i, i % 2 === 0 ? { body_text: text } : { body_text: "12", body_html: text })
    }
    const sizes = [4, 8, 3, 100_002, 40_000]
    const all = yield* messages(id)
    const total = (first: number, count: number) =>
      sizes.slice(first, first + count).reduce((sum, size) => sum + size, 0)
    for (const [first, message] of all.entries()) {
      const after = all[first - 1]
      const ask = (bytes: number, limit = 100) =>
        store.messages(organization_id, id, {
          limit,
          maximum_bytes: bytes,
          ...(after && { after: keysetOfMessage(after) })
        })
      for (let count = 1; first + count <= all.length; count++) {
        const expected = { data: all.slice(first, first + count), has_more: first + count < all.length }
        same(yield* ask(total(first, count)), expected)
        same(yield* ask(2 ** 30, count), expected)
        same((yield* ask(total(first, count) - 1)).data.length, Math.max(count - 1, 1))
      }
      same((yield* ask(0)).data, [message])
    }
  }),
  "says whether there are more, also of a thread that is not there": Effect.gen(function* () {
    const { open, openWith, organization_id, receive, store } = yield* newUnibox
    const id = yield* openWith(1)
    const last = yield* receive(id, 2)
    const has_more = (thread_id: ThreadId, query: { readonly limit: number; readonly after?: Keyset<MessageId> }) =>
      Effect.map(store.messages(organization_id, thread_id, { maximum_bytes, ...query }), (found) => found.has_more)
    same(yield* has_more(id, { limit: 1 }), true)
    same(yield* has_more(id, { limit: 2 }), false)
    same(yield* has_more(id, { limit: 1, after: keysetOfMessage(last) }), false)
    for (const nothing of [yield* open(), missingThread]) same(yield* has_more(nothing, { limit: 1 }), false)
  })
})

const update = casesOf("ThreadStore.updateMany, one thread", {
  "marks every message as seen": Effect.gen(function* () {
    const { messages, open, organization_id, receive, send, thread } = yield* newUnibox
    const id = yield* open()
    yield* receive(id, 1)
    yield* receive(id, 2)
    yield* send(id, 3, { is_new: true })
    const before = yield* thread(id)
    const seen = { ...before, last_message: { ...before.last_message, is_new: false } }
    same(yield* updateThread(organization_id, id, { is_new: false }), Option.some(seen))
    same(yield* thread(id), seen)
    same(
      (yield* messages(id)).map(({ is_new }) => is_new),
      [false, false, false]
    )
    same(yield* updateThread(organization_id, id, { is_new: false }), Option.some(seen))
  }),
  "marks the newest inbound message as new, by date, then id": Effect.gen(function* () {
    const { messages, open, organization_id, receive, send } = yield* newUnibox
    const id = yield* open()
    yield* receive(id, 1)
    const first = yield* receive(id, 2)
    const second = yield* receive(id, 2)
    const newest = Math.max(first.id, second.id)
    const ours = yield* send(id, 3)
    yield* receive(id, 0)
    yield* updateThread(organization_id, id, { is_new: false })
    const updated = Option.getOrThrow(yield* updateThread(organization_id, id, { is_new: true }))
    same(updated.last_message, { ...summary(ours), thread_id: id, is_new: true })
    const marked = (yield* messages(id)).filter(({ is_new }) => is_new)
    same(idsOf(marked), [newest])
  }),
  "keeps new messages new when it marks the last one": Effect.gen(function* () {
    const { messages, open, organization_id, receive } = yield* newUnibox
    const id = yield* open()
    yield* receive(id, 1)
    yield* receive(id, 2, { is_new: false })
    yield* updateThread(organization_id, id, { is_new: true })
    same(
      (yield* messages(id)).map(({ is_new }) => is_new),
      [true, true]
    )
  }),
  "marks nothing in a thread without an inbound message": Effect.gen(function* () {
    const { messages, open, organization_id, send, thread } = yield* newUnibox
    const id = yield* open()
    yield* send(id, 1)
    const before = yield* thread(id)
    same(yield* updateThread(organization_id, id, { is_new: true }), Option.some(before))
    same(
      (yield* messages(id)).map(({ is_new }) => is_new),
      [false]
    )
  }),
  "moves the thread to a tab, at once with the rest, and changes nothing for an empty patch": Effect.gen(function* () {
    const { openWith, organization_id, thread } = yield* newUnibox
    const id = yield* openWith(1)
    const other = yield* openWith(2)
    const [before, untouched] = [yield* thread(id), yield* thread(other)]
    same(yield* updateThread(organization_id, id, {}), Option.some(before))
    const after = { ...before, tab: "replies", last_message: { ...before.last_message, is_new: false } }
    same(yield* updateThread(organization_id, id, { tab: "replies", is_new: false }), Option.some(after))
    same([yield* thread(id), yield* thread(other)], [after, untouched])
    same(yield* updateThread(organization_id, id, { tab: "replies" }), Option.some(after))
  }),
  "keeps the tab when mail arrives": Effect.gen(function* () {
    const { listed, openWith, organization_id, receive } = yield* newUnibox
    const id = yield* openWith(1)
    yield* updateThread(organization_id, id, { tab: "replies" })
    yield* receive(id, 2)
    same([yield* listed("replies"), yield* listed("other")], [[id], []])
  }),
  "answers none for an empty thread, a missing one, and one of another organization": Effect.gen(function* () {
    const { open, openWith, organization_id } = yield* newUnibox
    const foreign = yield* newUnibox
    yield* openWith(1)
    const empty = yield* open()
    yield* foreign.openWith(1)
    yield* foreign.openWith(2)
    const theirs = yield* foreign.openWith(3)
    const before = yield* foreign.thread(theirs)
    for (const id of [empty, missingThread, theirs]) {
      for (const patch of [{}, { tab: "replies" }, { is_new: false }] as const) {
        same(yield* updateThread(organization_id, id, patch), Option.none())
      }
    }
    same(yield* foreign.thread(theirs), before)
    same(yield* foreign.messages(theirs), [
      { ...before.last_message, body_text: "Body", reply_text: "", trust: "plausible" }
    ])
  })
})

const unread = casesOf("ThreadStore.changes, unread threads", {
  "counts the threads of each tab that a list shows as new": Effect.gen(function* () {
    const { open, openWith, organization_id, receive, send } = yield* newUnibox
    const foreign = yield* newUnibox
    yield* foreign.openWith(1)
    const unread = unreadOf(organization_id)
    same(yield* unread, { replies: 0, other: 0 })
    const reply = yield* openWith(1, { tab: "replies" })
    yield* receive(reply, 2)
    const other = yield* openWith(3)
    yield* openWith(4)
    yield* receive(yield* open(), 5, { is_new: false })
    yield* send(yield* open(), 6, { is_new: true })
    same(yield* unread, { replies: 1, other: 2 })
    yield* updateThread(organization_id, other, { tab: "replies" })
    same(yield* unread, { replies: 2, other: 1 })
    yield* updateThread(organization_id, reply, { is_new: false })
    same(yield* unread, { replies: 1, other: 1 })
    yield* updateThread(organization_id, reply, { is_new: true, tab: "other" })
    same(yield* unread, { replies: 1, other: 2 })
    yield* receive(reply, 7)
    same(yield* unread, { replies: 1, other: 2 })
  })
})

export const cases: ReadonlyArray<StorageCase> = [...page, ...messages, ...update, ...unread]

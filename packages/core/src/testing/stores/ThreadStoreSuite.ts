/** Conformance cases: `ThreadStore` stores mail, one message at a time. Batches have a separate suite. */
import { Deferred, Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AttachmentStore } from "../../attachments/AttachmentStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, idsOf, newCampaign, newLeads, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { file, fullMessages, messageRow, newUnibox, summary, threadRow, unreadOf } from "../fixtures/ThreadFixtures.ts"
import type { ThreadId } from "../../ids.ts"

const insertThreads = casesOf("ThreadStore.insertThreads", {
  "returns ids that ascend in the order of the input; no list shows a thread while it is empty": Effect.gen(
    function* () {
      const { listed, messages, organization_id, receive, store, thread } = yield* newUnibox
      const campaign_id = yield* newCampaign(organization_id)
      const [lead] = yield* newLeads(organization_id, campaign_id, "a@x.test")
      ok(lead)
      const rows = [threadRow(), threadRow({ tab: "replies", lead_id: lead.id, campaign_id }), threadRow()]
      const ids = [
        ...(yield* store.insertThreads(organization_id, rows)),
        ...(yield* store.insertThreads(organization_id, [])),
        ...(yield* store.insertThreads(organization_id, rows.slice(0, 1)))
      ]
      strictEqual(ids.length, 4)
      ok(ids.every((id, i) => id > (ids[i - 1] ?? 0)))
      for (const id of ids) {
        same(yield* store.find(organization_id, id), Option.none())
        same(yield* messages(id), [])
      }
      same([yield* listed("other"), yield* listed("replies")], [[], []])
      same(yield* unreadOf(organization_id), { replies: 0, other: 0 })
      for (const id of ids) yield* receive(id, 1)
      const shown = yield* Effect.forEach(ids.slice(0, 3), thread)
      same(
        shown.map((thread) => [thread.tab, thread.lead_id, thread.campaign_id]),
        rows.map(({ campaign_id, lead_id, tab }) => [tab, lead_id ?? undefined, campaign_id ?? undefined])
      )
    }
  ),
  "inserts many at once": Effect.gen(function* () {
    const { organization_id, store } = yield* newUnibox
    const ids = yield* store.insertThreads(
      organization_id,
      Array.from({ length: 1_000 }, () => threadRow())
    )
    strictEqual(new Set(ids).size, 1_000)
    ok(ids.every((id, i) => id > (ids[i - 1] ?? 0)))
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { organization_id, store } = yield* newUnibox
    const { transaction } = yield* Transactor
    const opened = yield* Deferred.make<ThreadId>()
    const failing = Effect.gen(function* () {
      const [id] = yield* store.insertThreads(organization_id, [threadRow()])
      ok(id)
      yield* Deferred.succeed(opened, id)
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    const id = yield* Deferred.await(opened)
    yield* Effect.exit(store.insertMessages(organization_id, [messageRow(id)]))
    same(yield* store.find(organization_id, id), Option.none())
  })
})

const insertMessages = casesOf("ThreadStore.insertMessages", {
  "keeps every field, and leaves out what has no value": Effect.gen(function* () {
    const { insert, messages, open, receive, thread } = yield* newUnibox
    const id = yield* open()
    const plain = yield* receive(id, 0)
    const [full, empty] = yield* Effect.forEach(fullMessages(id), insert)
    ok(full && empty)
    same(yield* messages(id), [full, plain, empty])
    same(yield* thread(id), { id, tab: "other", state: "open", last_message: summary(empty), message_count: 3 })
  }),
  "moves the thread of a message with a tab there, and no other thread": Effect.gen(function* () {
    const { insert, open, openWith, organization_id, receive, store, thread } = yield* newUnibox
    const id = yield* openWith(1)
    const other = yield* openWith(2)
    const empty = yield* open()
    yield* insert(messageRow(id, { date_sent: at(3), tab: "replies" }))
    yield* store.insertMessages(organization_id, [
      messageRow(empty, { date_sent: at(5) }),
      messageRow(empty, { date_sent: at(4), tab: "replies" }),
      messageRow(other, { date_sent: at(5) })
    ])
    yield* receive(id, 9)
    const tabOf = (id: ThreadId) => Effect.map(thread(id), ({ tab }) => tab)
    same([yield* tabOf(id), yield* tabOf(empty), yield* tabOf(other)], ["replies", "replies", "other"])
  }),
  "gives each attachment an id, in order, and keeps what is known of it": Effect.gen(function* () {
    const { open, organization_id, receive, thread } = yield* newUnibox
    const files = [
      file("b.pdf"),
      file("a.png", { ext: "png", type: 1, content_id: "logo@mail.test", content_type: "image/png", size: 1 }),
      file("b.pdf")
    ]
    const id = yield* open()
    const { attachments } = yield* receive(id, 0, { attachments: files })
    same(
      attachments.map(({ filename }) => filename),
      ["b.pdf", "a.png", "b.pdf"]
    )
    strictEqual(new Set(idsOf(attachments)).size, 3)
    for (const [i, { id }] of attachments.entries()) {
      same(yield* (yield* AttachmentStore).find(organization_id, id), Option.some({ id, ...files[i] }))
    }
    same((yield* thread(id)).last_message.attachments, attachments)
  }),
  "stores a message of an identity once in the organization, and changes nothing the second time": Effect.gen(
    function* () {
      const { insert, listed, messages, open, openWith, organization_id, store, thread } = yield* newUnibox
      const elsewhere = yield* newUnibox
      const id = yield* openWith(1)
      const other = yield* openWith(2)
      const empty = yield* open()
      const identity = "one and the same"
      yield* insert(messageRow(id, { identity, date_sent: at(3), is_new: false }))
      const before = [yield* thread(id), yield* thread(other)]
      const again = { identity, date_sent: at(9), is_our_email: true, attachments: [file("a.pdf")] }
      for (const thread_id of [id, other, empty]) {
        same(yield* store.insertMessages(organization_id, [messageRow(thread_id, again)]), [Option.none()])
      }
      same([yield* thread(id), yield* thread(other)], before)
      same([(yield* messages(id)).length, (yield* messages(other)).length], [2, 1])
      same(yield* store.find(organization_id, empty), Option.none())
      same(yield* listed("other"), [id, other])
      yield* elsewhere.receive(yield* elsewhere.open(), 0, { identity })
    }
  ),
  "stores a message once also when it comes several times at once": Effect.gen(function* () {
    const { messages, open, organization_id, store } = yield* newUnibox
    const threads = yield* Effect.replicateEffect(open(), 8)
    const answers = yield* Effect.forEach(
      threads,
      (id) => store.insertMessages(organization_id, [messageRow(id, { identity: "one and the same" })]),
      { concurrency: "unbounded" }
    )
    const holders = threads.filter((_, i) => Option.isSome(answers[i]?.[0] ?? Option.none()))
    strictEqual(holders.length, 1)
    for (const id of threads) strictEqual((yield* messages(id)).length, holders.includes(id) ? 1 : 0)
  }),
  "stores nothing in a thread that does not exist, and the other messages": Effect.gen(function* () {
    const { listed, messages, openWith, organization_id, store } = yield* newUnibox
    const [gone, id] = [yield* openWith(1), yield* openWith(2)]
    yield* store.removeOf(organization_id, [], [gone])
    const missing = messageRow(gone, { identity: "of both", attachments: [file("a.pdf")] })
    const rows = [missing, messageRow(id, { identity: "of both" }), messageRow(id)]
    same((yield* store.insertMessages(organization_id, rows)).map(Option.isSome), [false, true, true])
    same(yield* store.insertMessages(organization_id, [messageRow(gone)]), [Option.none()])
    strictEqual((yield* messages(id)).length, 3)
    same(yield* messages(gone), [])
    same(yield* listed("other"), [id])
  }),
  "takes no message into a thread of another organization": Effect.gen(function* () {
    const { listed, openWith, organization_id, store, thread } = yield* newUnibox
    const foreign = yield* newUnibox
    const id = yield* openWith(1)
    yield* Effect.forEach([1, 2, 3], (seconds) => foreign.openWith(seconds))
    const theirs = yield* foreign.openWith(4)
    const before = yield* foreign.thread(theirs)
    const rows = [messageRow(id, { date_sent: at(8) }), messageRow(theirs, { date_sent: at(9) })]
    same((yield* store.insertMessages(organization_id, rows)).map(Option.isSome), [true, false])
    same((yield* thread(id)).message_count, 2)
    same(yield* foreign.thread(theirs), before)
    strictEqual((yield* foreign.messages(theirs)).length, 1)
    same(yield* listed("other"), [id])
  }),
  "updates the thread correctly when messages arrive at the same time": Effect.gen(function* () {
    const { messages, open, organization_id, receive, send, thread } = yield* newUnibox
    const id = yield* open()
    const seconds = [3, 1, 4, 1.5, 9, 2, 6, 5]
    const arrivals = seconds.map((second) => receive(id, second, { is_new: second === 2 }))
    yield* Effect.all([...arrivals, send(id, 0)], { concurrency: "unbounded" })
    same(
      (yield* messages(id)).map(({ date_sent }) => date_sent),
      [0, ...seconds].sort((a, b) => a - b).map(at)
    )
    const { last_message, thread_id } = yield* thread(id)
    same([last_message.date_sent, last_message.is_new, thread_id], [at(9), true, id])
    same(yield* unreadOf(organization_id), { replies: 0, other: 1 })
  }),
  "carries on the last message by date, whatever the order of arrival": Effect.gen(function* () {
    const { open, receive, thread } = yield* newUnibox
    const id = yield* open()
    const second = yield* receive(id, 2, { subject: "second" })
    same((yield* thread(id)).last_message, summary(second))
    yield* receive(id, 1, { subject: "first" })
    same((yield* thread(id)).last_message, summary(second))
    const third = yield* receive(id, 2.001, { subject: "third" })
    same((yield* thread(id)).last_message, summary(third))
  }),
  "does not take a forwarded message for the last one, unless there is no other": Effect.gen(function* () {
    const { listed, messages, open, openWith, organization_id, receive, send, store, thread } = yield* newUnibox
    const [id, other] = [yield* open(), yield* openWith(3)]
    const question = yield* receive(id, 2, { subject: "question" })
    const forwarded = yield* send(id, 5, { kind: "forward", subject: "Fwd: question" })
    same((yield* thread(id)).last_message, summary({ ...question, thread_id: id }))
    same([(yield* thread(id)).message_count, yield* listed("other")], [2, [other, id]])
    same(
      (yield* messages(id)).map((message) => message.id),
      [question.id, forwarded.id]
    )
    const answer = yield* send(id, 4, { subject: "answer" })
    same((yield* thread(id)).last_message, { ...summary({ ...answer, thread_id: id }), is_new: true })
    same(yield* listed("other"), [id, other])
    // Together with others, in any order.
    yield* store.insertMessages(organization_id, [
      messageRow(id, { date_sent: at(6), subject: "thanks" }),
      messageRow(id, { date_sent: at(7), kind: "forward", is_our_email: true })
    ])
    same((yield* thread(id)).last_message.subject, "thanks")
    // The only messages: the last of them, until another one comes, also an earlier one.
    const alone = yield* open()
    yield* send(alone, 3, { kind: "forward", subject: "first" })
    yield* send(alone, 4, { kind: "forward", subject: "second" })
    same((yield* thread(alone)).last_message.subject, "second")
    yield* receive(alone, 1, { subject: "earlier" })
    same((yield* thread(alone)).last_message.subject, "earlier")
  }),
  "takes the message with the greater id for the last of the same instant": Effect.gen(function* () {
    const { open, receive, thread } = yield* newUnibox
    const id = yield* open()
    const first = yield* receive(id, 1, { subject: "first" })
    const second = yield* receive(id, 1, { subject: "second" })
    const last = first.id < second.id ? second : first
    same((yield* thread(id)).last_message, summary(last))
  }),
  "says in the last message whether any message is new": Effect.gen(function* () {
    const { messages, open, receive, send, thread } = yield* newUnibox
    const id = yield* open()
    yield* receive(id, 1, { is_new: false })
    strictEqual((yield* thread(id)).last_message.is_new, false)
    yield* receive(id, 2)
    yield* receive(id, 3, { is_new: false })
    yield* send(id, 4)
    strictEqual((yield* thread(id)).last_message.is_new, true)
    same(
      (yield* messages(id)).map(({ is_new }) => is_new),
      [false, true, false, false]
    )
  }),
  "shows the conversation once it holds a message of ours, also in the messages before it": Effect.gen(function* () {
    const { listed, messages, open, organization_id, receive, send, store, thread } = yield* newUnibox
    const id = yield* open()
    const inbound = yield* receive(id, 5)
    same(yield* messages(id), [inbound])
    same(yield* thread(id), { id, tab: "other", state: "open", last_message: summary(inbound), message_count: 1 })
    const ours = yield* send(id, 1)
    same(yield* messages(id), [
      { ...ours, thread_id: id },
      { ...inbound, thread_id: id }
    ])
    const shown = {
      id,
      thread_id: id,
      tab: "other",
      state: "open",
      last_message: { ...summary(inbound), thread_id: id },
      message_count: 2
    }
    same(yield* thread(id), shown)
    same(yield* store.page(organization_id, { tab: "other", limit: 10 }), [shown])
    same(yield* listed("other"), [id])
  })
})

const removeEmpty = casesOf("ThreadStore.removeEmpty", {
  "removes the threads without a message, and only those that are named": Effect.gen(function* () {
    const { listed, open, openWith, organization_id, receive, store } = yield* newUnibox
    const foreign = yield* newUnibox
    const [empty, full, other] = [yield* open(), yield* openWith(1), yield* open()]
    yield* foreign.store.removeEmpty(foreign.organization_id, [other])
    yield* store.removeEmpty(organization_id, [full, empty, empty])
    yield* store.removeEmpty(organization_id, [])
    same(yield* store.insertMessages(organization_id, [messageRow(empty)]), [Option.none()])
    yield* receive(other, 2)
    same(yield* listed("other"), [other, full])
  })
})

export const cases: ReadonlyArray<StorageCase> = [...insertThreads, ...insertMessages, ...removeEmpty]

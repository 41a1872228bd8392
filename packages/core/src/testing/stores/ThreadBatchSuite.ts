/** Conformance cases: `ThreadStore` stores several messages in one call, and runs concurrent calls. */
import { Array, Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AttachmentStore } from "../../attachments/AttachmentStore.ts"
import { Transactor } from "../../Transactor.ts"
import type { NewMessage } from "../../unibox/Message.ts"
import { at, idsOf, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { file, messageRow, newUnibox, summary, unreadOf, updateThread } from "../fixtures/ThreadFixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { AttachmentId } from "../../ids.ts"

const batches = casesOf("ThreadStore.insertMessages, several at once", {
  "stores messages of several threads, under ids that ascend in the order of the input": Effect.gen(function* () {
    const { insertAll, listed, messages, open, openWith, thread } = yield* newUnibox
    const [a, b, c] = [yield* open(), yield* open(), yield* open()]
    const untouched = yield* openWith(9)
    const before = yield* thread(untouched)
    const all = yield* insertAll(
      messageRow(c, { date_sent: at(3), subject: "c3" }),
      messageRow(a, { date_sent: at(2), subject: "a2" }),
      messageRow(b, { date_sent: at(1), subject: "b1" }),
      messageRow(a, { date_sent: at(1), subject: "a1", body_html: "<p>a1" }),
      messageRow(c, { date_sent: at(4), subject: "c4", body_text: "Text of c4" })
    )
    const [c3, a2, b1, a1, c4] = all
    ok(c3 && a2 && b1 && a1 && c4)
    ok(idsOf(all).every((id, i) => id > (idsOf(all)[i - 1] ?? 0)))
    same([yield* messages(a), yield* messages(b), yield* messages(c)], [[a1, a2], [b1], [c3, c4]])
    same(
      (yield* Effect.forEach([a, b, c], thread)).map(({ last_message }) => last_message),
      [a2, b1, c4].map(summary)
    )
    same(yield* listed("other"), [untouched, c, a, b])
    same(yield* thread(untouched), before)
  }),
  "stores the first of equal identities in one call, and nothing of the others": Effect.gen(function* () {
    const { insert, messages, open, openWith, organization_id, store, thread } = yield* newUnibox
    const [a, b] = [yield* openWith(1), yield* openWith(1)]
    const empty = yield* open()
    const stored = yield* insert(messageRow(a, { identity: "stored", date_sent: at(2) }))
    const late = { date_sent: at(9), is_our_email: true, attachments: [file("late.pdf")] }
    const rows = [
      messageRow(a, { identity: "one", date_sent: at(3), attachments: [file("one.pdf")] }),
      messageRow(empty, { identity: "one", ...late }),
      messageRow(b, { identity: "stored", ...late }),
      messageRow(b, { identity: "two", date_sent: at(3), subject: "two" }),
      messageRow(a, { identity: "one", ...late })
    ]
    const before = yield* thread(b)
    const answers = yield* store.insertMessages(organization_id, rows)
    same(answers.map(Option.isSome), [true, false, false, true, false])
    same(
      answers.map((answer) => Option.match(answer, { onNone: () => 0, onSome: (it) => it.attachment_ids.length })),
      [1, 0, 0, 0, 0]
    )
    const [one] = answers
    const { last_message, thread_id } = yield* thread(a)
    same([last_message.id, last_message.date_sent, thread_id], [Option.getOrThrow(one!).id, at(3), undefined])
    strictEqual((yield* messages(a)).length, 3)
    ok((yield* messages(a)).some(({ id }) => id === stored.id))
    const after = yield* thread(b)
    same(after, {
      ...before,
      last_message: { ...before.last_message, id: after.last_message.id, date_sent: at(3), subject: "two" },
      message_count: 2
    })
    same(yield* store.find(organization_id, empty), Option.none())
    same(yield* messages(empty), [])
    same(yield* store.findByIdentities(organization_id, ["stored"]), [
      { identity: "stored", thread_id: a, trust: "plausible" }
    ])
  }),
  "gives each message its own attachments, in their order": Effect.gen(function* () {
    const { insertAll, messages, open, organization_id, thread } = yield* newUnibox
    const files = yield* AttachmentStore
    const [a, b] = [yield* open(), yield* open()]
    const names = [["z.pdf", "a.pdf"], [], ["b.pdf"], ["a.pdf", "z.pdf", "a.pdf"]]
    const rows = names.map((attached, i) =>
      messageRow(i % 2 === 0 ? a : b, {
        date_sent: at(i),
        attachments: attached.map((name) => file(name, { size: i }))
      })
    )
    const inserted = yield* insertAll(...rows)
    const ids = inserted.flatMap(({ attachments }) => idsOf(attachments))
    strictEqual(new Set(ids).size, 6)
    const stored = [...(yield* messages(a)), ...(yield* messages(b))].toSorted((x, y) => x.id - y.id)
    same(stored, inserted)
    for (const [i, { attachments }] of stored.entries()) {
      same(
        attachments.map(({ filename }) => filename),
        names[i]
      )
      for (const [j, { id }] of attachments.entries()) {
        same(yield* files.find(organization_id, id), Option.some({ ...rows[i]?.attachments[j], id }))
      }
    }
    same((yield* thread(a)).last_message.attachments, inserted[2]?.attachments)
    same((yield* thread(b)).last_message.attachments, inserted[3]?.attachments)
  }),
  "updates the last message of each thread by date_sent, then id": Effect.gen(function* () {
    const { insertAll, open, openWith, thread } = yield* newUnibox
    const [middle, equal, older] = [yield* open(), yield* openWith(5), yield* openWith(9)]
    const before = yield* thread(older)
    const [, newest, , , last] = yield* insertAll(
      messageRow(middle, { date_sent: at(1), subject: "1" }),
      messageRow(middle, { date_sent: at(3), subject: "3" }),
      messageRow(middle, { date_sent: at(2), subject: "2" }),
      messageRow(equal, { date_sent: at(5), subject: "first" }),
      messageRow(equal, { date_sent: at(5), subject: "last" }),
      messageRow(older, { date_sent: at(8), subject: "8" }),
      messageRow(older, { date_sent: at(7), subject: "7" })
    )
    ok(newest && last)
    same((yield* thread(middle)).last_message, summary(newest))
    same((yield* thread(equal)).last_message, summary(last))
    same(yield* thread(older), { ...before, message_count: 3 })
  }),
  "updates for each thread whether any message is new, inbound or ours": Effect.gen(function* () {
    const { insertAll, listed, open, openWith, organization_id, thread } = yield* newUnibox
    const [ours, mixed, seen, known] = [yield* open(), yield* open(), yield* open(), yield* openWith(1)]
    const sent = { is_our_email: true, is_new: false } as const
    yield* insertAll(
      messageRow(ours, { ...sent, date_sent: at(2) }),
      messageRow(mixed, { ...sent, date_sent: at(9) }),
      messageRow(seen, { is_new: false, date_sent: at(3) }),
      messageRow(mixed, { date_sent: at(1) }),
      messageRow(known, { is_new: false, date_sent: at(4) }),
      messageRow(mixed, { is_new: false, date_sent: at(2) })
    )
    const shown = yield* Effect.forEach([ours, mixed, seen, known], thread)
    same(
      shown.map(({ last_message, thread_id }) => [thread_id, last_message.is_new]),
      [
        [ours, false],
        [mixed, true],
        [undefined, false],
        [undefined, true]
      ]
    )
    same(yield* listed("other"), [mixed, known, seen])
    same(yield* unreadOf(organization_id), { replies: 0, other: 2 })
  }),
  "takes no messages, and many": Effect.gen(function* () {
    const { insertAll, open, organization_id, store, thread } = yield* newUnibox
    same(yield* store.insertMessages(organization_id, []), [])
    const threads = yield* Effect.replicateEffect(open(), 10)
    const rows = Array.makeBy(1_000, (i) => messageRow(threads[i % 10]!, { date_sent: at((i * 7) % 1_000) }))
    const inserted = yield* insertAll(...rows)
    ok(idsOf(inserted).every((id, i) => id > (idsOf(inserted.slice(i - 1, i))[0] ?? 0)))
    for (const [i, id] of threads.entries()) {
      const dates = rows.filter((_, j) => j % 10 === i).map(({ date_sent }) => date_sent)
      strictEqual((yield* thread(id)).last_message.date_sent, dates.toSorted().at(-1))
    }
  }),
  "is undone by a failure, and frees the identities": Effect.gen(function* () {
    const { messages, open, openWith, organization_id, store, thread } = yield* newUnibox
    const { transaction } = yield* Transactor
    const files = yield* AttachmentStore
    const [known, empty] = [yield* openWith(1), yield* open()]
    const before = yield* thread(known)
    const rows = [
      messageRow(known, { identity: "a", date_sent: at(2), is_our_email: true, attachments: [file("a.pdf")] }),
      messageRow(empty, { identity: "b", message_id: "<b@x.test>" })
    ]
    const attached: Array<AttachmentId> = []
    const failing = Effect.gen(function* () {
      const answers = yield* store.insertMessages(organization_id, rows)
      same(answers.map(Option.isSome), [true, true])
      for (const answer of answers) attached.push(...Option.getOrThrow(answer).attachment_ids)
      strictEqual((yield* thread(known)).last_message.date_sent, at(2))
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    same([yield* thread(known), (yield* messages(known)).length], [before, 1])
    same(yield* store.find(organization_id, empty), Option.none())
    for (const id of attached) same(yield* files.find(organization_id, id), Option.none())
    same(yield* store.findByMessageIds(organization_id, ["<b@x.test>"]), Option.none())
    same((yield* store.insertMessages(organization_id, rows)).map(Option.isSome), [true, true])
  }),
  "stores each message once of calls that hold the same ones in different orders and threads": Effect.gen(function* () {
    const { messages, open, organization_id, store, thread } = yield* newUnibox
    const threads = yield* Effect.replicateEffect(open(), 3)
    const calls = Array.makeBy(6, (call) => {
      const rows = Array.makeBy(12, (i): NewMessage => {
        const fields = { identity: `message ${i}`, date_sent: at(i), is_new: i === 4, is_our_email: i === 5 }
        return messageRow(threads[i % 3]!, fields)
      })
      return call % 2 === 0 ? rows : rows.toReversed()
    })
    const answers = yield* Effect.forEach(calls, (rows) => store.insertMessages(organization_id, rows), {
      concurrency: "unbounded"
    })
    strictEqual(answers.flat().filter(Option.isSome).length, 12)
    for (const [i, id] of threads.entries()) {
      const stored = yield* messages(id)
      same(
        stored.map(({ date_sent }) => date_sent),
        [i, i + 3, i + 6, i + 9].map(at)
      )
      const { last_message, thread_id } = yield* thread(id)
      same([last_message.id, last_message.is_new], [stored.at(-1)?.id, i === 1])
      strictEqual(thread_id, i === 2 ? id : undefined)
    }
  })
})

/** A thread with one inbound message. `states` shows `is_new` of the thread and of its messages. */
const beginNew = Effect.gen(function* () {
  const { messages, openWith, organization_id, receive, thread } = yield* newUnibox
  const id = yield* openWith(1)
  return {
    receive: receive(id, 2),
    update: (is_new: boolean) => updateThread(organization_id, id, { is_new }),
    states: Effect.gen(function* () {
      const { last_message } = yield* thread(id)
      const unread = yield* unreadOf(organization_id)
      return { thread: last_message.is_new, unread: unread.other, messages: (yield* messages(id)).map((m) => m.is_new) }
    })
  }
})
const allSeen = { thread: false, unread: 0, messages: [false, false] }
const lastNew = { thread: true, unread: 1, messages: [false, true] }

const together = casesOf(
  "ThreadStore, two transactions",
  {
    "update waits for mail that arrives, and marks that, too": Effect.gen(function* () {
      const { receive, states, update } = yield* beginNew
      yield* waits(receive, update(false))
      same(yield* states, allSeen)
    }),
    "update marks mail that arrived while it waited as the newest": Effect.gen(function* () {
      const { receive, states, update } = yield* beginNew
      yield* update(false)
      yield* waits(Effect.andThen(receive, update(false)), update(true))
      same(yield* states, lastNew)
    }),
    "mail that arrives waits for an update, and is new after it": Effect.gen(function* () {
      const { receive, states, update } = yield* beginNew
      yield* waits(update(false), receive)
      same(yield* states, lastNew)
    }),
    "an update waits for another one": Effect.gen(function* () {
      const { receive, states, update } = yield* beginNew
      yield* receive
      yield* waits(update(false), update(true))
      same(yield* states, lastNew)
      yield* waits(update(true), update(false))
      same(yield* states, allSeen)
    }),
    "mail that arrives in one thread waits for other mail in it, and the thread shows the newest": Effect.gen(
      function* () {
        const { openWith, receive, thread } = yield* newUnibox
        for (const [first, second] of [
          [2, 3],
          [5, 4]
        ] as const) {
          const id = yield* openWith(1)
          yield* waits(receive(id, first), receive(id, second))
          strictEqual((yield* thread(id)).last_message.date_sent, at(Math.max(first, second)))
        }
      }
    )
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...batches, ...together]

/** Replies, from the bytes of a mail to the lead that wrote it, over in-memory storage. */
import { assert, describe } from "@effect/vitest"
import type { Lead } from "@mailroom/core"
import { Array, Effect } from "effect"
import { at, date, lead, mail, me, now, ours, test, theirs } from "./Desk.ts"
import { threadOf } from "./Reports.ts"

const stopOf = ({ stop_sending, stop_sending_type }: Lead.LeadRecord) => [stop_sending, stop_sending_type]

describe("our own mail", () => {
  test("starts a thread about the lead, which no tab shows yet", (desk) =>
    Effect.gen(function* () {
      const before = yield* desk.lead()
      const result = yield* desk.write("<1@sender.test>")
      const thread_id = threadOf(result)
      assert.deepStrictEqual(result, {
        message_id: "<1@sender.test>",
        kind: "own",
        trust: "plausible",
        thread_id,
        lead_id: desk.lead_id,
        events: []
      })
      assert.deepStrictEqual([yield* desk.threads("replies"), yield* desk.threads("other")], [[], []])
      const [message, ...others] = yield* desk.messages(thread_id)
      assert.lengthOf(others, 0)
      assert.deepInclude(message, { is_our_email: true, is_new: false, from_email: me, to_email: lead, thread_id })
      assert.deepStrictEqual(yield* desk.lead(), before)
    }))

  test("goes to the thread of the mail that it answers", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write("<1@sender.test>"))
      const next = yield* desk.receive(ours(["Message-ID: <2@sender.test>", "In-Reply-To: <1@sender.test>"]))
      assert.deepInclude(next, { kind: "own", thread_id })
      assert.notStrictEqual((yield* desk.write("<3@sender.test>")).thread_id, thread_id)
    }))

  test("is about the lead of the campaign that wrote last, and about none to a stranger", (desk) =>
    Effect.gen(function* () {
      const second = yield* desk.newLead(lead)
      assert.strictEqual((yield* desk.write("<1@sender.test>")).lead_id, second)
      const stranger = yield* desk.receive(mail(me, "stranger@x.test", []))
      assert.deepInclude(stranger, { kind: "own" })
      assert.notProperty(stranger, "lead_id")
    }))

  test("changes nothing when it comes back, whatever a list made of it", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write("<1@sender.test>"))
      const before = yield* desk.messages(thread_id)
      const back = ours(["Message-ID: <1@sender.test>", "Subject: [List] Hello"], "Hello\n-- \nThe list")
      assert.deepStrictEqual(yield* desk.receive(back), {
        message_id: "<1@sender.test>",
        kind: "duplicate",
        trust: "plausible",
        thread_id,
        events: []
      })
      assert.deepStrictEqual(yield* desk.messages(thread_id), before)
    }))
})

describe("a lead's answer", () => {
  test("takes a mail from an address with a part after a plus as the answer of the lead without it", (desk) =>
    Effect.gen(function* () {
      yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1) })
      const answer = mail("Ada+work@lead.test", me, ["Subject: Your question", date(2)])
      assert.deepInclude(yield* desk.receive(answer), { kind: "reply", lead_id: desk.lead_id })
      const stranger = mail("eve+ada@lead.test", me, ["Subject: Hello", date(3)])
      assert.deepInclude(yield* desk.receive(stranger), { kind: "other", events: [] })
    }))

  test("moves its thread to replies and its lead to Replied, and stops it", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write("<1@sender.test>"))
      const answer = theirs(
        ["Message-ID: <2@lead.test>", "In-Reply-To: <1@sender.test>", "Subject: Re: Offer", date(2)],
        "Yes, please.\n\nOn Thu, Aug 6, 2026, Me wrote:\n\n> Hello"
      )
      assert.deepStrictEqual(yield* desk.receive(answer), {
        message_id: "<2@lead.test>",
        kind: "reply",
        trust: "plausible",
        thread_id,
        lead_id: desk.lead_id,
        reply_text: "Yes, please.",
        events: ["replied"]
      })
      const [thread, ...others] = yield* desk.threads("replies")
      assert.lengthOf(others, 0)
      assert.deepInclude(thread, { id: thread_id, thread_id, lead_id: desk.lead_id, tab: "replies" })
      assert.deepInclude(thread?.last_message, {
        subject: "Re: Offer",
        body: "Yes, please. On Thu, Aug 6, 2026, Me wrote: > Hel…",
        date_sent: at(2),
        is_new: true,
        is_our_email: false
      })
      assert.deepInclude(yield* desk.lead(), {
        status: "Replied",
        reply_text: "Yes, please.",
        stop_sending: true,
        stop_sending_type: "reply",
        stops: { reply: at(2) }
      })
    }))

  test("is found by In-Reply-To, then by References from the last, then by its sender", (desk) =>
    Effect.gen(function* () {
      const ids = ["<1@sender.test>", "<2@sender.test>", "<3@sender.test>"]
      const [first, second, third] = yield* Effect.forEach(ids, (id, i) => desk.write(id, [date(i + 1)]))
      const receive = (id: number, header: ReadonlyArray<string>, from = lead) =>
        Effect.map(desk.receive(mail(from, me, [`Message-ID: <a${id}@lead.test>`, ...header])), (_) => [
          _.kind,
          _.thread_id
        ])
      const references = "References: <0@x.test> <1@sender.test> <2@sender.test> <9@x.test>"
      assert.deepStrictEqual(yield* receive(1, ["In-Reply-To: <1@sender.test>", references]), [
        "reply",
        first?.thread_id
      ])
      assert.deepStrictEqual(yield* receive(2, ["In-Reply-To: <9@x.test>", references]), ["reply", second?.thread_id])
      assert.deepStrictEqual(yield* receive(3, [references]), ["reply", second?.thread_id])
      // Without references, a reply belongs to the lead's thread with the newest message.
      yield* desk.receive(
        ours(["Message-ID: <4@sender.test>", "In-Reply-To: <3@sender.test>", "Date: Fri, 7 Aug 2026 13:00:00 +0000"])
      )
      assert.deepStrictEqual(yield* receive(4, [], lead.toUpperCase()), ["reply", third?.thread_id])
      // Another person answers for the lead.
      const assistant = ["In-Reply-To: <1@sender.test>"]
      assert.deepStrictEqual(yield* receive(5, assistant, "bob@lead.test"), ["reply", first?.thread_id])
    }))

  test("does not stop the lead of a campaign that goes on", (desk) =>
    Effect.gen(function* () {
      const id = yield* desk.newLead("bob@lead.test", { stop_on_reply: false })
      yield* desk.receive(mail(me, "bob@lead.test", [date(1)]))
      assert.deepInclude(yield* desk.receive(mail("bob@lead.test", me, [date(2)], "No.")), {
        kind: "reply",
        lead_id: id
      })
      assert.deepInclude(yield* desk.lead(id), { status: "Replied", reply_text: "No.", stop_sending: false })
    }))

  test("is quoted when it is the first by its date, in whatever order they arrive", (desk) =>
    Effect.gen(function* () {
      yield* desk.write("<1@sender.test>")
      const texts = yield* Effect.forEach(
        [theirs([date(5)], "Five"), theirs([date(7)], "Seven"), theirs([date(3)], "Three"), theirs([date(4)], "Four")],
        (raw) =>
          Effect.andThen(
            desk.receive(raw),
            Effect.map(desk.lead(), (_) => [_.reply_text, _.stops.reply])
          )
      )
      assert.deepStrictEqual(texts, [
        ["Five", at(5)],
        ["Five", at(5)],
        ["Three", at(3)],
        ["Three", at(3)]
      ])
    }))

  test("leaves alone what a person decided after it was sent", (desk) =>
    Effect.gen(function* () {
      yield* desk.write("<1@sender.test>")
      yield* desk.stop(true)
      yield* desk.receive(theirs([date(2)], "Yes"))
      assert.deepStrictEqual(stopOf(yield* desk.lead()), [true, "manual"])
      assert.deepInclude(yield* desk.lead(), { status: "Replied", reply_text: "Yes" })
      yield* desk.receive(theirs(["Date: Fri, 7 Aug 2026 18:00:00 +0000"], "Still"))
      assert.deepStrictEqual(stopOf(yield* desk.lead()), [true, "manual"])
      yield* desk.stop(false)
      yield* desk.receive(theirs([date(3)], "Again"))
      assert.deepStrictEqual(stopOf(yield* desk.lead()), [false, null])
      yield* desk.receive(theirs(["Date: Fri, 7 Aug 2026 19:00:00 +0000"], "And now"))
      assert.deepStrictEqual(stopOf(yield* desk.lead()), [true, "reply"])
    }))

  test("is kept, too, when the lead is gone", (desk) =>
    Effect.gen(function* () {
      yield* desk.write("<1@sender.test>")
      yield* desk.remove
      const answer = yield* desk.receive(theirs(["In-Reply-To: <1@sender.test>"]))
      assert.strictEqual(answer.kind, "other")
      assert.notProperty(answer, "lead_id")
      assert.lengthOf(yield* desk.threads("other"), 1)
    }))
})

describe("mail that is no answer", () => {
  test("from a stranger goes to other, as no conversation", (desk) =>
    Effect.gen(function* () {
      const result = yield* desk.receive(mail("Eve <eve@x.test>", me, ["Cc: bob@x.test", "Message-ID: <1@x.test>"]))
      assert.deepInclude(result, { kind: "other", message_id: "<1@x.test>" })
      assert.deepStrictEqual(yield* desk.threads("replies"), [])
      const [thread] = yield* desk.threads("other")
      assert.notProperty(thread, "thread_id")
      assert.notProperty(thread, "lead_id")
      assert.notProperty(thread?.last_message, "thread_id")
      assert.deepInclude(thread?.last_message, { from_name: "Eve", from_email: "eve@x.test", cc_email: "bob@x.test" })
    }))

  test("from a lead that was never written to is a stranger's", (desk) =>
    Effect.gen(function* () {
      const result = yield* desk.receive(theirs([]))
      assert.strictEqual(result.kind, "other")
      assert.strictEqual((yield* desk.lead()).status, "Not contacted")
    }))
})

describe("the same mail", () => {
  const twice: ReadonlyArray<readonly [name: string, header: ReadonlyArray<string>]> = [
    ["with a Message-ID", ["Message-ID: <1@lead.test>"]],
    ["without", []]
  ]
  for (const [name, header] of twice) {
    test(`is stored once: ${name}`, (desk) =>
      Effect.gen(function* () {
        const thread_id = threadOf(yield* desk.write("<1@sender.test>"))
        const raw = theirs([...header, date(2)])
        assert.strictEqual((yield* desk.receive(raw)).kind, "reply")
        const after = yield* desk.lead()
        const again = yield* desk.receive(raw)
        assert.deepStrictEqual(again, {
          message_id: header.length === 0 ? null : "<1@lead.test>",
          kind: "duplicate",
          trust: "plausible",
          thread_id,
          events: []
        })
        assert.lengthOf(yield* desk.messages(thread_id), 2)
        assert.deepStrictEqual(yield* desk.lead(), after)
      }))
  }

  test("is stored once by many at the same time", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write("<1@sender.test>"))
      const raw = theirs(["Message-ID: <1@lead.test>"])
      const results = yield* Effect.all(Array.replicate(desk.receive(raw), 8), { concurrency: "unbounded" })
      assert.deepStrictEqual(results.map(({ kind }) => kind).sort(), [...Array.replicate("duplicate", 7), "reply"])
      assert.lengthOf(yield* desk.messages(thread_id), 2)
      assert.strictEqual((yield* desk.lead()).version, 2)
      const strays = mail("eve@x.test", me, [])
      yield* Effect.all(Array.replicate(desk.receive(strays), 8), { concurrency: "unbounded" })
      assert.lengthOf(yield* desk.threads("other"), 1)
    }))

  test("is not what another says under the same Message-ID", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write("<1@sender.test>"))
      for (const body of ["One", "Two"]) {
        const { kind } = yield* desk.receive(theirs(["Message-ID: <same@lead.test>"], body))
        assert.strictEqual(kind, "reply")
      }
      assert.lengthOf(yield* desk.messages(thread_id), 3)
    }))
})

describe("a date", () => {
  const dates: ReadonlyArray<readonly [date: string, expected: string]> = [
    ["Thu, 1 Jan 1970 00:00:00 +0000", now],
    ["Sun, 1 Jan 2090 00:00:00 +0000", now],
    ["Sat, 8 Aug 2026 12:00:01 +0000", now],
    ["some day", now],
    ["Sat, 8 Aug 2026 12:00:00 +0000", "2026-08-08T12:00:00.000Z"],
    ["Mon, 2 Apr 2012 06:45:30 -0700", "2012-04-02T13:45:30.000Z"]
  ]
  for (const [date, expected] of dates) {
    test(`of ${date} is taken for ${expected}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.receive(mail("eve@x.test", me, [`Date: ${date}`]))
        const [thread] = yield* desk.threads("other")
        assert.strictEqual(thread?.last_message.date_sent, expected)
      }))
  }
})

/** Mail that a group or a mailing list of ours passed on, under its own address: its author answers. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { date, lead, mail, me, test, testWithResults, theirs } from "./Desk.ts"
import { ours, stateOf, threadOf, untouched } from "./Reports.ts"

const via = `"'Ada Lovelace' via Sales" <${me}>`
const list = ["Precedence: list", "Mailing-list: list me@sender.test; contact me+owners@sender.test"]
const answers = [`In-Reply-To: ${ours}`, "Message-ID: <a@lead.test>", date(2)]

describe("an answer through our own group", () => {
  const groups: Record<string, readonly [from: string, header: ReadonlyArray<string>]> = {
    "X-Original-From": [via, [`X-Original-From: "Ada Lovelace" <${lead}>`, ...list]],
    "X-Original-From, without a name": [me, [`X-Original-From: ${lead}`]],
    "X-Original-Sender": [via, [`X-Original-Sender: ${lead}`, "List-ID: <me.sender.test>"]],
    "X-Original-Sender of another domain": [me, [`X-Original-Sender: ${lead}`]],
    "Reply-To of an answer to us": [me, [`Reply-To: ${lead}`]],
    "Reply-To, and the name": [via, [`Reply-To: Ada Lovelace <${lead}>`]],
    "Reply-To with the group first": [via, [`Reply-To: Sales <${me}>, "Lovelace, Ada" <${lead}>`]],
    "Reply-To, and the list of Mailman": [`Ada via Sales <${me}>`, [`Reply-To: ${lead}`, `X-BeenThere: ${me}`]],
    "Reply-To, and a name in Japanese": [`Ada経由 <${me}>`, [`Reply-To: ${lead}`, `List-Post: <mailto:${me}>`]]
  }
  for (const [name, [from, header]] of Object.entries(groups)) {
    test(`is its author's: ${name}`, (desk) =>
      Effect.gen(function* () {
        const thread_id = threadOf(yield* desk.write(ours))
        const result = yield* desk.receive(mail(from, me, [...header, ...answers], "Thursday suits me."))
        assert.deepInclude(result, {
          kind: "reply",
          lead_id: desk.lead_id,
          thread_id,
          events: ["replied"],
          trust: "plausible"
        })
        const messages = yield* desk.messages(thread_id)
        assert.deepInclude(messages.at(-1), { from_email: lead, is_our_email: false })
        assert.deepInclude(yield* stateOf(desk), { lead: ["Replied", "reply", "Thursday suits me."] })
      }))
  }

  test("is found by its author when it mentions no mail", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const found = { kind: "reply", lead_id: desk.lead_id, thread_id } as const
      const header = [`X-Original-From: ${lead}`, "List-Unsubscribe: <mailto:me+unsubscribe@sender.test>", ...list]
      assert.deepInclude(yield* desk.receive(mail(via, me, [...header, date(2)])), found)
      // The group keeps `From` when the author's domain allows that.
      assert.deepInclude(yield* desk.receive(theirs([...list, date(3)])), found)
    }))

  test("may be automatic", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const header = [`X-Original-From: ${lead}`, "Auto-Submitted: auto-replied", ...list, ...answers]
      assert.deepInclude(yield* desk.receive(mail(via, me, header)), { kind: "auto_reply", events: ["auto_replied"] })
    }))

  test("from a stranger is kept", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const result = yield* desk.receive(mail(via, me, ["X-Original-From: eve@x.test", ...list, date(2)]))
      assert.deepInclude(result, { kind: "other", events: [] })
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    }))

  testWithResults("is proven by DMARC only as far as the group", (desk) =>
    Effect.gen(function* () {
      const results = (dmarc: string) => `Authentication-Results: mx.host.test; dmarc=${dmarc} header.from=sender.test`
      yield* desk.write(ours)
      const header = [`X-Original-From: ${lead}`, ...list, ...answers]
      assert.deepInclude(yield* desk.receive(mail(via, me, [results("fail"), ...header], "No")), {
        trust: "unverified",
        events: []
      })
      assert.deepInclude(yield* desk.receive(mail(via, me, [results("pass"), ...header])), {
        kind: "reply",
        trust: "plausible"
      })
    })
  )
})

describe("our own mail", () => {
  const own: Record<string, ReadonlyArray<string>> = {
    "to a lead, with another Reply-To and list fields": [
      "Reply-To: answers@elsewhere.test",
      "List-Unsubscribe: <https://sender.test/u>",
      "List-Id: <campaign.sender.test>",
      "Precedence: bulk"
    ],
    "to ourselves, with another Reply-To": ["Reply-To: answers@elsewhere.test", "Cc: me@sender.test"],
    "of an alias, through a group of others": ["X-Original-Sender: grace.hopper@sender.test", "Precedence: list"],
    "with the original fields of its own sender": [
      `X-Original-Sender: ${me}`,
      `X-Original-From: Grace <${me}>`,
      ...list
    ]
  }
  for (const [name, header] of Object.entries(own)) {
    test(`is ours: ${name}`, (desk) =>
      Effect.gen(function* () {
        const result = yield* desk.receive(mail(me, lead, [...header, "Message-ID: <n@sender.test>", date(1)]))
        assert.deepInclude(result, { kind: "own", lead_id: desk.lead_id, events: [] })
      }))
  }

  test("is a colleague's who has an account, too", (desk) =>
    Effect.gen(function* () {
      yield* desk.newAccount("bob@sender.test")
      const header = ["X-Original-From: Bob <bob@sender.test>", ...list, ...answers]
      const result = yield* desk.receive(mail("Bob via Sales <me@sender.test>", me, header))
      assert.deepInclude(result, { kind: "own", events: [] })
    }))
})

describe("a newsletter", () => {
  test("of a lead through our group is none of its answers", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const header = [...list, "List-Unsubscribe: <https://news.lead.test/u>", "List-Id: <news.lead.test>", date(2)]
      assert.deepInclude(yield* desk.receive(theirs(header)), { kind: "other", events: [] })
    }))
})

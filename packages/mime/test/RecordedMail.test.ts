/** Answers to mail that only a `sent` event recorded: the author's address shows who was mailed. */
import { assert, describe } from "@effect/vitest"
import { Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { at, date, lead, mail, me, now, test, theirs } from "./Desk.ts"
import { stateOf, threadOf, untouched } from "./Reports.ts"

const days = (count: number) => Timestamp.plus(now, -count * 86_400_000)
const sent = (lead_id: number, occurred_at = at(1), rest: object = { message_id: "<1@sender.test>" }) => ({
  type: "sent",
  lead_id,
  occurred_at,
  ...rest
})

describe("after a `sent` event without its mail", () => {
  const records: Record<string, object> = {
    "a Message-ID": { message_id: "<1@sender.test>" },
    "the id of a relay": { provider_message_id: "0100-relay" },
    "no id": {}
  }
  for (const [name, ids] of Object.entries(records)) {
    test(`an answer that mentions no mail stops its author: ${name}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.record(sent(desk.lead_id, at(1), ids))
        const result = yield* desk.receive(theirs([date(2), "Subject: Your question"], "Thursday suits me."))
        assert.deepInclude(result, { kind: "reply", lead_id: desk.lead_id, events: ["replied"] })
        assert.deepInclude(yield* stateOf(desk), { lead: ["Replied", "reply", "Thursday suits me."] })
        assert.lengthOf(yield* desk.threads("replies"), 1)
      }))
  }

  test("an automatic reply is its author's, too, and both are in one thread", (desk) =>
    Effect.gen(function* () {
      yield* desk.record(sent(desk.lead_id))
      const away = yield* desk.receive(theirs([date(2), "Auto-Submitted: auto-replied"], "Away"))
      assert.deepInclude(away, { kind: "auto_reply", lead_id: desk.lead_id, events: ["auto_replied"] })
      const thread_id = threadOf(away)
      assert.deepInclude(yield* desk.receive(theirs([date(3)], "Back")), { kind: "reply", thread_id })
      assert.deepInclude(yield* desk.receive(theirs([date(4)], "One more thing")), { kind: "reply", thread_id })
    }))

  test("the lead that was mailed last answers", (desk) =>
    Effect.gen(function* () {
      const second = yield* desk.newLead(lead)
      yield* desk.write("<0@sender.test>", [date(1)])
      yield* desk.record(sent(second, at(2)))
      assert.deepInclude(yield* desk.receive(theirs([date(3)])), { kind: "reply", lead_id: second })
      yield* desk.record(sent(desk.lead_id, at(4), { message_id: "<4@sender.test>" }))
      assert.deepInclude(yield* desk.receive(theirs([date(5)])), { kind: "reply", lead_id: desk.lead_id })
    }))

  test("a mail of ours that is newer decides", (desk) =>
    Effect.gen(function* () {
      const other = yield* desk.newLead("bob@lead.test")
      yield* desk.record(sent(other, at(1)))
      const thread_id = threadOf(
        yield* desk.receive(mail(me, "bob@lead.test", [date(2), "Message-ID: <b@sender.test>"]))
      )
      assert.deepInclude(yield* desk.receive(mail("bob@lead.test", me, [date(3)])), { kind: "reply", thread_id })
    }))

  test("an answer after 90 days, or from an address that was never mailed, is kept", (desk) =>
    Effect.gen(function* () {
      yield* desk.record(sent(desk.lead_id, days(91)))
      yield* desk.newLead("eve@lead.test")
      for (const from of [lead, "eve@lead.test", "stranger@x.test"]) {
        assert.deepInclude(yield* desk.receive(mail(from, me, [date(2)])), { kind: "other", events: [] })
      }
      yield* desk.record(sent(desk.lead_id, days(89), { message_id: "<2@sender.test>" }))
      assert.deepInclude(yield* desk.receive(theirs([date(3)])), { kind: "reply" })
    }))

  test("a newsletter of the author answers nothing", (desk) =>
    Effect.gen(function* () {
      yield* desk.record(sent(desk.lead_id))
      const result = yield* desk.receive(theirs([date(2), "List-Id: <news.lead.test>"]))
      assert.deepInclude(result, { kind: "other", events: [] })
      assert.deepInclude(yield* stateOf(desk), { lead: ["Sent", ...untouched.lead.slice(1)] })
    }))
})

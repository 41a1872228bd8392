/** One mail whose Message-ID has several spellings, and several mails with one Message-ID. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { at, date, lead, mail, me, ours as oursTo, test, theirs } from "./Desk.ts"
import { bounce, dead, ours, returned, stateOf, threadOf } from "./Reports.ts"

const bare = "1@sender.test"
const statuses = ({ data }: { readonly data: ReadonlyArray<{ readonly status: string }> }) =>
  data.map(({ status }) => status)

describe("a bounce that arrives as mail and is reported without angle brackets", () => {
  for (const sentAs of [ours, bare]) {
    test(`counts once, in either order, of a mail that was reported as ${sentAs}`, (desk) =>
      Effect.gen(function* () {
        const report = { type: "bounced", lead_id: desk.lead_id, message_id: bare, occurred_at: at(3) }
        yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1), message_id: sentAs })
        assert.deepInclude(yield* desk.receive(bounce([dead])), { trust: "verified", events: ["bounced"] })
        assert.deepStrictEqual(statuses(yield* desk.record(report)), ["duplicate"])
        const { events, metrics } = yield* stateOf(desk)
        assert.deepInclude(metrics, ["bounced", 1])
        assert.deepStrictEqual(
          events.map(([type, id]) => [type, id]),
          [
            ["bounced", ours],
            ["sent", ours]
          ]
        )

        const second = yield* desk.newLead("bob@lead.test")
        const sent = { type: "sent", lead_id: second, occurred_at: at(1), message_id: sentAs.replace("1", "2") }
        yield* desk.record(sent, { ...report, lead_id: second, message_id: "2@sender.test" })
        const notice = bounce([dead.replace(lead, "bob@lead.test")], returned("<2@sender.test>", "bob@lead.test"))
        assert.deepInclude(yield* desk.receive(notice), { trust: "verified", lead_id: second, events: [] })
        assert.deepInclude((yield* stateOf(desk, second)).metrics, ["bounced", 1])
      }))
  }

  test("counts once, too, when the mail is known by the id of its relay alone", (desk) =>
    Effect.gen(function* () {
      const relay = { provider_message_id: "0100-relay" }
      yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1), ...relay })
      const notice = bounce([dead], returned("<0100-relay@mail.relay.test>"))
      assert.deepInclude(yield* desk.receive(notice), { trust: "verified", events: ["bounced"] })
      const report = { type: "bounced", lead_id: desk.lead_id, occurred_at: at(3) }
      const again = yield* desk.record({ ...report, ...relay }, { ...report, message_id: "0100-relay" })
      assert.deepStrictEqual(statuses(again), ["duplicate", "duplicate"])
    }))
})

test("a notice finds the mail whose relay's id was reported as its Message-ID", (desk) =>
  Effect.gen(function* () {
    yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1), message_id: "0100-relay" })
    const notice = bounce([dead], returned("<0100-relay@mail.relay.test>"))
    assert.deepInclude(yield* desk.receive(notice), { trust: "verified", events: ["bounced"] })
  }))

describe("a mail of ours that its event names without angle brackets", () => {
  const message = { message_id: bare, subject: "Hi", body_text: "Hello", from_email: me, to_email: lead }
  const raw = oursTo([`Message-ID: ${ours}`, date(1)])

  test("is stored once, whether the event or the mail comes first", (desk) =>
    Effect.gen(function* () {
      const sent = { type: "sent", lead_id: desk.lead_id, occurred_at: at(1) }
      yield* desk.record({ ...sent, message })
      const again = yield* desk.receive(raw)
      assert.deepInclude(again, { kind: "duplicate" })
      const second = ours.replace("1", "2")
      assert.deepInclude(yield* desk.write(second), { kind: "own" })
      yield* desk.record({ ...sent, message: { ...message, message_id: "2@sender.test" } })
      // The events from above again, now with angle brackets around the ids.
      yield* desk.record(...[ours, second].map((message_id) => ({ ...sent, message: { ...message, message_id } })))
      yield* desk.receive(theirs([`In-Reply-To: ${ours}`, date(2)]))
      yield* desk.receive(theirs([`In-Reply-To: ${second}`, date(3)]))
      assert.deepStrictEqual(
        (yield* desk.everything).flatMap(({ is_our_email, message_id }) => (is_our_email ? [message_id] : [])).sort(),
        [ours, second]
      )
    }))
})

describe("another mail under a Message-ID that is stored", () => {
  const id = "Message-ID: <r1@lead.test>"

  test("is kept: whoever knows an id keeps out no mail by it", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      yield* desk.receive(mail("mallory@evil.test", me, [id, date(2)], "Not from Ada"))
      const reply = yield* desk.receive(theirs([id, `In-Reply-To: ${ours}`, date(2)], "Yes."))
      assert.deepInclude(reply, { kind: "reply", thread_id, lead_id: desk.lead_id, events: ["replied"] })
      assert.deepInclude(yield* desk.lead(), { status: "Replied", reply_text: "Yes." })
      // A forged bounce has the Message-ID of the real one.
      yield* desk.receive(bounce([dead], returned("<made-up@sender.test>"), ["Message-ID: <b@mx.test>", date(2)]))
      const real = yield* desk.receive(bounce([dead], returned(), ["Message-ID: <b@mx.test>", date(2)]))
      assert.deepInclude(real, { kind: "bounce", trust: "verified", events: ["bounced"] })
    }))

  for (const [what, header, body] of [
    ["date", [date(3)], "Yes."],
    ["subject", [date(2), "Subject: Another"], "Yes."],
    ["text", [date(2)], "No."]
  ] as const) {
    test(`is kept when it differs in its ${what} alone, and reports nothing again`, (desk) =>
      Effect.gen(function* () {
        const thread_id = threadOf(yield* desk.write(ours))
        const first = theirs([id, `In-Reply-To: ${ours}`, date(2)], "Yes.")
        assert.deepInclude(yield* desk.receive(first), { kind: "reply", events: ["replied"] })
        const other = yield* desk.receive(theirs([id, `In-Reply-To: ${ours}`, ...header], body))
        assert.deepInclude(other, { kind: "reply", thread_id, events: [] })
        assert.lengthOf(yield* desk.messages(thread_id), 3)
        // Header lines that mail systems add on the way do not make a different mail.
        const hop = theirs(["Received: from a by b", id, `In-Reply-To: ${ours}`, "X-Spam: no", date(2)], "Yes.")
        assert.deepInclude(yield* desk.receive(hop), { kind: "duplicate", thread_id })
      }))
  }
})

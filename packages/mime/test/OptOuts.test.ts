/** A request to stop in words is a reply, and unsubscribes its author in every campaign (domain, "Opt-out in words"). */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { at, date, lead, mail, me, test, testWithResults, theirs } from "./Desk.ts"
import { ours, stateOf, threadOf, untouched } from "./Reports.ts"

const header = [`In-Reply-To: ${ours}`, "Message-ID: <a@lead.test>", date(2)]
const both = { kind: "reply", events: ["replied", "unsubscribed"] } as const

describe("a request to stop", () => {
  test("is a reply, and an event with its source", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const result = yield* desk.receive(theirs(header, "Please remove me from your list."))
      assert.deepInclude(result, { ...both, thread_id, lead_id: desk.lead_id })
      const state = yield* stateOf(desk)
      assert.deepStrictEqual(state.blacklist, [[lead, "unsubscribe", null]])
      assert.sameDeepMembers(
        [...state.events],
        [
          ["replied", "<a@lead.test>", { reply_text: "Please remove me from your list.", trust: "plausible" }],
          ["unsubscribed", "<a@lead.test>", { source: "reply", trust: "plausible" }]
        ]
      )
      const again = yield* desk.receive(theirs(header, "Please remove me from your list."))
      assert.deepInclude(again, { kind: "duplicate", events: [] })
    }))

  test("stops every lead with the address, also where replies stop nothing", (desk) =>
    Effect.gen(function* () {
      const first = yield* desk.newLead("bob@lead.test", { stop_on_reply: false })
      const second = yield* desk.newLead("Bob@lead.test", { stop_on_reply: false })
      yield* desk.receive(mail(me, "bob@lead.test", ["Message-ID: <b@sender.test>", date(1)]))
      const result = yield* desk.receive(
        mail("bob@lead.test", me, ["In-Reply-To: <b@sender.test>", date(2)], "Abmelden bitte\n\nBob")
      )
      assert.deepInclude(result, both)
      const leads = yield* Effect.forEach([first, second], (id) => desk.lead(id))
      assert.sameMembers(
        leads.map(({ stop_sending_type }) => stop_sending_type),
        ["unsubscribe", "blacklist"]
      )
      assert.isFalse((yield* desk.lead()).stop_sending)
    }))

  test("counts once for each mail, also without a Message-ID", (desk) =>
    Effect.gen(function* () {
      yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1) })
      assert.deepInclude(yield* desk.receive(theirs([date(2)], "Stop")), both)
      assert.deepInclude(yield* desk.receive(theirs([date(2)], "Stop")), { kind: "duplicate", events: [] })
      assert.deepInclude((yield* stateOf(desk)).metrics, ["unsubscribed", 1])
    }))

  test("may be the subject, of a mail that a program sent for its user, too", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      assert.deepInclude(yield* desk.receive(theirs(["Subject: unsubscribe", date(2)], "")), both)
      const automatic = theirs(["Subject: Unsubscribe", "Auto-Submitted: auto-generated", date(3)], "Sent by a program")
      assert.deepInclude(yield* desk.receive(automatic), {
        kind: "auto_reply",
        events: ["auto_replied", "unsubscribed"]
      })
    }))

  test("in a whole sentence, with a reason beside it, stops the person in every campaign", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const second = yield* desk.newLead(lead, { stop_on_reply: false })
      const text = "Hi Grace,\n\nwe have a supplier. Take me off your list and never write to me again!!\n\nAda"
      assert.deepInclude(yield* desk.receive(theirs(header, text)), both)
      assert.deepInclude(yield* desk.lead(second), { stop_sending: true, stop_sending_type: "blacklist" })
    }))

  test("covers the other spellings of a Gmail mailbox, of leads that exist and of new ones", (desk) =>
    Effect.gen(function* () {
      const [written, waiting, other] = yield* Effect.forEach(
        ["ada.love@gmail.com", "AdaLove@googlemail.com", "ada.lovelace@gmail.com"],
        (email) => desk.newLead(email)
      )
      yield* desk.receive(mail(me, "ada.love@gmail.com", ["Message-ID: <g@sender.test>", date(1)]))
      const stop = mail("ada.love@gmail.com", me, ["In-Reply-To: <g@sender.test>", date(2)], "Unsubscribe")
      const result = yield* desk.receive(stop)
      assert.deepInclude(result, both)
      assert.strictEqual(result.lead_id, written)
      assert.deepInclude(yield* desk.lead(waiting), { stop_sending: true, stop_sending_type: "blacklist" })
      const later = yield* desk.newLead("adalove+x@gmail.com")
      assert.deepInclude(yield* desk.lead(later), { stop_sending: true, stop_sending_type: "blacklist" })
      assert.isFalse((yield* desk.lead(other)).stop_sending)
    }))

  test("is only a reply when it says anything else", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      for (const [i, text] of ["Stop by our booth.", "Unsubscribe?", "Please don't stop"].entries()) {
        const result = yield* desk.receive(theirs([`In-Reply-To: ${ours}`, date(i + 2)], text))
        assert.deepInclude(result, { kind: "reply", events: ["replied"] })
      }
      assert.deepStrictEqual((yield* stateOf(desk)).blacklist, [])
    }))

  test("is none in an automatic reply, or in our own mail", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const away = theirs([`In-Reply-To: ${ours}`, "Auto-Submitted: auto-replied", date(2)], "Stop")
      assert.deepInclude(yield* desk.receive(away), { kind: "auto_reply", events: ["auto_replied"] })
      assert.deepInclude(yield* desk.receive(mail(me, lead, [date(3)], "Stop")), { kind: "own", events: [] })
      assert.deepStrictEqual((yield* stateOf(desk)).blacklist, [])
    }))

  test("from another address of the lead is believed for both addresses", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      assert.deepInclude(yield* desk.receive(mail("ada@home.test", me, header, "Unsubscribe")), both)
      const { blacklist } = yield* stateOf(desk)
      assert.sameMembers(
        blacklist.map(([value]) => value),
        [lead, "ada@home.test"]
      )
    }))

  test("from an address whose lead was deleted keeps the address on the blacklist", (desk) =>
    Effect.gen(function* () {
      const { campaign_id } = yield* desk.lead()
      yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1), message_id: ours })
      yield* desk.remove
      assert.deepInclude(yield* desk.receive(theirs(header, "Unsubscribe")), { kind: "other" })
      const next = yield* desk.newLead(lead)
      assert.deepInclude(yield* desk.lead(next), { stop_sending: true, stop_sending_type: "blacklist" })
      assert.notStrictEqual((yield* desk.lead(next)).campaign_id, campaign_id)
    }))

  test("from a stranger moves nothing", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      assert.deepInclude(yield* desk.receive(mail("eve@x.test", me, [date(2)], "Unsubscribe")), {
        kind: "other",
        events: []
      })
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    }))

  testWithResults("that fails DMARC moves nothing", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const results = "Authentication-Results: mx.host.test; dmarc=fail header.from=lead.test"
      assert.deepInclude(yield* desk.receive(theirs([results, ...header], "Unsubscribe")), {
        trust: "unverified",
        events: []
      })
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    })
  )
})

/** Automatic replies and complaints: each changes the documented data and nothing else. */
import { assert, describe } from "@effect/vitest"
import { Activity } from "@mailroom/core"
import { Effect } from "effect"
import { at, date, lead, mail, me, test, theirs } from "./Desk.ts"
import { complaint, ours, returned, stateOf, threadOf, untouched } from "./Reports.ts"

const away = theirs(
  [`In-Reply-To: ${ours}`, "Message-ID: <a@lead.test>", "Auto-Submitted: auto-replied", date(2)],
  "Away"
)

describe("an automatic reply", () => {
  test("is recorded, and neither read as an answer nor shown as one", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const result = yield* desk.receive(away)
      assert.deepInclude(result, { kind: "auto_reply", thread_id, lead_id: desk.lead_id, events: ["auto_replied"] })
      assert.notProperty(result, "reply_text")
      assert.deepStrictEqual(yield* stateOf(desk), {
        ...untouched,
        events: [["auto_replied", "<a@lead.test>", { trust: "plausible" }]],
        metrics: [["auto_replied", 1]]
      })
      assert.deepStrictEqual(yield* desk.threads("replies"), [])
      assert.lengthOf(yield* desk.threads("other"), 1)
    }))

  test("keeps the day on which its author returns", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const header = [
        `In-Reply-To: ${ours}`,
        "Message-ID: <a@lead.test>",
        "Subject: Abwesend bis Freitag: Hello",
        date(2)
      ]
      const written = "Ich bin bis 14.8. nicht im Haus und ab Montag, 17. August wieder erreichbar."
      const result = yield* desk.receive(
        theirs([...header, "Auto-Submitted: auto-replied"], `${written}\n\n> until 1 September`)
      )
      assert.deepInclude(result, { kind: "auto_reply", returns_on: "2026-08-17" })
      const { events } = yield* stateOf(desk)
      assert.deepStrictEqual(events, [
        ["auto_replied", "<a@lead.test>", { trust: "plausible", returns_on: "2026-08-17" }]
      ])
      assert.notProperty(
        yield* desk.receive(theirs([...header.slice(0, 1), "Auto-Submitted: auto-replied"], "Away")),
        "returns_on"
      )
    }))

  test("stops the lead of a campaign that wants it", (desk) =>
    Effect.gen(function* () {
      const id = yield* desk.newLead("bob@lead.test", { stop_on_auto_reply: true })
      yield* desk.receive(mail(me, "bob@lead.test", [date(1)]))
      const header = ["Subject: Out of office", date(2)]
      assert.deepInclude(yield* desk.receive(mail("bob@lead.test", me, header)), { kind: "auto_reply", lead_id: id })
      assert.deepInclude(yield* stateOf(desk, id), { lead: ["Not contacted", "reply", null], blacklist: [] })
    }))

  test("of several kinds is one", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const headers = [["Auto-Submitted: Auto-Generated (rule)"], ["Return-Path: <>"], ["Precedence: auto_reply"]]
      for (const [i, header] of headers.entries()) {
        const result = yield* desk.receive(theirs([`In-Reply-To: ${ours}`, ...header, date(i)]))
        assert.deepInclude(result, { kind: "auto_reply", thread_id, lead_id: desk.lead_id, events: ["auto_replied"] })
      }
      const nobody = yield* desk.receive(mail("<>", me, [`In-Reply-To: ${ours}`]))
      assert.deepInclude(nobody, { kind: "auto_reply", thread_id, events: ["auto_replied"] })
      assert.deepInclude(yield* stateOf(desk), { metrics: [["auto_replied", 4]], lead: untouched.lead })
    }))

  test("does not move a conversation out of replies", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      yield* desk.receive(theirs([date(1)], "Yes"))
      yield* desk.receive(away)
      assert.lengthOf(yield* desk.threads("replies"), 1)
      assert.deepInclude(yield* stateOf(desk), { lead: ["Replied", "reply", "Yes"] })
    }))

  test("is none for what only asks machines not to answer, or says it is none", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      for (const field of ["X-Auto-Response-Suppress: All", "Auto-Submitted: no"]) {
        assert.strictEqual((yield* desk.receive(theirs([field], field))).kind, "reply")
      }
    }))

  test("from no one we know is kept", (desk) =>
    Effect.gen(function* () {
      const result = yield* desk.receive(mail("eve@x.test", me, ["Auto-Submitted: auto-replied"]))
      assert.deepInclude(result, { kind: "auto_reply", events: [] })
      assert.notProperty(result, "lead_id")
      assert.lengthOf(yield* desk.threads("other"), 1)
    }))
})

describe("a newsletter", () => {
  test("of a lead answers nothing", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      for (const field of ["List-Id: <news.lead.test>", "Precedence: bulk"]) {
        assert.deepInclude(yield* desk.receive(theirs([field], field)), { kind: "other", events: [] })
      }
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
      assert.strictEqual((yield* desk.receive(theirs([`In-Reply-To: ${ours}`, "Precedence: list"]))).kind, "reply")
    }))
})

describe("a complaint", () => {
  const abuse = ["Feedback-Type: abuse", `Original-Rcpt-To: ${lead}`]
  /** The state after a complaint. */
  const complained = {
    lead: ["Not contacted", "complaint", null],
    events: [["complained", ours, { trust: "verified" }]],
    metrics: [["complained", 1]],
    blacklist: [[lead, "complaint", null]]
  }

  test("stops the lead and blacklists its address", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const result = yield* desk.receive(complaint(abuse))
      assert.deepInclude(result, { kind: "complaint", thread_id, lead_id: desk.lead_id, events: ["complained"] })
      assert.deepStrictEqual(yield* stateOf(desk), complained)
      assert.strictEqual((yield* desk.lead()).stops.complaint, at(2))
    }))

  test("is about whom it names, else about the returned mail's recipient", (desk) =>
    Effect.gen(function* () {
      const bob = yield* desk.newLead("bob@lead.test")
      yield* desk.write(ours)
      yield* desk.receive(mail(me, "bob@lead.test", [date(1)]))
      const namesBob = ["Feedback-Type: abuse", "Original-Rcpt-To: bob@lead.test"]
      assert.deepInclude(yield* desk.receive(complaint(namesBob, returned(null))), { lead_id: bob })
      // A provider that hides the person who complains returns a mail that was sent to one lead only.
      const hidden = returned().replace(lead, "undisclosed")
      assert.deepInclude(yield* desk.receive(complaint(["Feedback-Type: abuse"], hidden)), {
        lead_id: desk.lead_id,
        trust: "verified"
      })
      assert.deepInclude(yield* desk.receive(complaint(["Feedback-Type: abuse"], returned(null, "bob@lead.test"))), {
        lead_id: bob
      })
    }))

  test("counts once, whoever reports it", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      yield* desk.receive(complaint(abuse))
      const event = { type: "complained", lead_id: desk.lead_id, message_id: ours, occurred_at: at(3) }
      yield* desk.here((yield* Activity).record([event]))
      assert.deepInclude(yield* desk.receive(complaint(abuse, returned(), [date(4)])), { events: [] })
      assert.deepStrictEqual(yield* stateOf(desk), complained)
    }))

  test("of authentication, or that mail is no spam, is no one's refusal", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      for (const type of ["auth-failure", "not-spam"]) {
        const result = yield* desk.receive(complaint([`Feedback-Type: ${type}`, `Original-Rcpt-To: ${lead}`]))
        assert.deepInclude(result, { kind: "complaint", thread_id, lead_id: desk.lead_id, events: [] })
      }
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    }))

  test("of someone we do not know is kept", (desk) =>
    Effect.gen(function* () {
      const result = yield* desk.receive(complaint(["Feedback-Type: abuse"], returned(null, "eve@x.test")))
      assert.deepInclude(result, { kind: "complaint", events: [] })
      assert.notProperty(result, "lead_id")
      assert.lengthOf(yield* desk.threads("other"), 1)
    }))
})

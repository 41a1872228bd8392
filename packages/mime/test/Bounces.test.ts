/** The effect of a bounce on the lead, its address and the sums, from the bytes of the mail, over in-memory storage. */
import { assert, describe } from "@effect/vitest"
import { Activity, Blacklist, CurrentOrganization, ThreadStore } from "@mailroom/core"
import { Array, Effect } from "effect"
import { at, date, lead, mail, me, test, theirs } from "./Desk.ts"
import {
  bounce,
  dead,
  effects,
  failed,
  full,
  ours,
  refused,
  returned,
  stateOf,
  threadOf,
  untouched
} from "./Reports.ts"

const unknown = { hard: true, reason: "unknown_address", status: "5.1.1", trust: "verified" }
/** The state after an address was reported dead. */
const gone = {
  lead: ["Bounce", "bounce", null],
  events: [["bounced", ours, unknown]],
  metrics: [["bounced", 1]],
  blacklist: [[lead, "bounce", "unknown_address"]]
}

describe("a bounce", () => {
  test("of a dead address stops the lead and blacklists the address", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const result = yield* desk.receive(bounce([dead], returned(), ["Message-ID: <b@mx.test>", date(2)]))
      assert.deepStrictEqual(result, {
        message_id: "<b@mx.test>",
        kind: "bounce",
        trust: "verified",
        thread_id,
        lead_id: desk.lead_id,
        bounce: {
          recipients: [{ email: lead, hard: true, status: "5.1.1", reply_code: 550, reason: "unknown_address" }]
        },
        events: ["bounced"]
      })
      assert.deepStrictEqual(yield* stateOf(desk), gone)
      assert.strictEqual((yield* desk.lead()).stops.bounce, at(2))
      assert.deepStrictEqual(yield* desk.threads("replies"), [])
      assert.deepStrictEqual(
        (yield* desk.threads("other")).map(({ id, last_message }) => [id, last_message.is_our_email]),
        [[thread_id, false]]
      )
    }))

  test("of a mail that was refused for good stops the lead, and leaves the address alone", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      assert.deepInclude(yield* desk.receive(bounce([refused])), { kind: "bounce", events: ["bounced"] })
      assert.deepStrictEqual(yield* stateOf(desk), {
        lead: ["Bounce", "bounce", null],
        events: [["bounced", ours, { hard: false, reason: "spam", status: "5.7.1", trust: "verified" }]],
        metrics: [["bounced", 1]],
        blacklist: []
      })
    }))

  test("of a full mailbox, and of what may pass, is soft", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      assert.deepInclude(yield* desk.receive(bounce([full])), { kind: "bounce", events: ["soft_bounced"] })
      assert.deepStrictEqual(yield* stateOf(desk), {
        ...untouched,
        events: [["soft_bounced", ours, { hard: false, reason: "mailbox_full", status: "5.2.2", trust: "verified" }]],
        metrics: [["soft_bounced", 1]]
      })
      const busy = failed(lead, "4.1.1", "450 4.1.1 User unknown")
      yield* desk.write("<2@sender.test>")
      assert.deepInclude(yield* desk.receive(bounce([busy], returned("<2@sender.test>"))), { events: ["soft_bounced"] })
      assert.deepInclude(yield* stateOf(desk), { lead: untouched.lead, blacklist: [] })
    }))

  test("of mail that is late, or arrived, is none", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      for (const [i, action] of ["delayed", "delivered", "relayed", "expanded"].entries()) {
        const status = action === "delayed" ? "4.4.1" : "2.0.0"
        const result = yield* desk.receive(bounce([failed(lead, status, "", action)], returned(), [date(i)]))
        assert.deepInclude(result, { kind: "other", thread_id, lead_id: desk.lead_id, events: [] })
        assert.notProperty(result, "bounce")
      }
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    }))

  test("tells of those to whom the mail is under way, and records nothing of them", (desk) =>
    Effect.gen(function* () {
      const bob = yield* desk.newLead("bob@lead.test")
      yield* desk.write(ours)
      const late = failed("bob@lead.test", "4.4.1", "450 Try again later", "delayed")
      const result = yield* desk.receive(bounce([dead, late]))
      assert.deepInclude(result, { kind: "bounce", lead_id: desk.lead_id, events: ["bounced"] })
      assert.lengthOf(result.bounce?.recipients ?? [], 2)
      assert.deepInclude(yield* stateOf(desk, bob), { lead: untouched.lead, events: [] })
    }))

  test("that says nothing that we know changes nothing", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const result = yield* desk.receive(
        mail("MAILER-DAEMON@mx.test", me, [`In-Reply-To: ${ours}`, date(2)], "I am a teapot")
      )
      assert.deepInclude(result, { kind: "bounce", bounce: { recipients: [] }, events: [] })
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    }))
})

describe("whom a bounce is about", () => {
  test("is known by the mail that it returns, before the address", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      // A lead of a second campaign, which sends to the same address later.
      const second = yield* desk.newLead(lead)
      yield* desk.write("<2@sender.test>")
      assert.deepInclude(yield* desk.receive(bounce([dead])), { thread_id, lead_id: desk.lead_id })
      assert.deepStrictEqual((yield* stateOf(desk)).lead, ["Bounce", "bounce", null])
      // The dead address stops the other lead, too.
      assert.deepStrictEqual((yield* stateOf(desk, second)).lead, ["Not contacted", "blacklist", null])
    }))

  test("is known by the returned mail when the address forwards", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const elsewhere = failed("ada@elsewhere.test", "5.1.1", "550 5.1.1 User unknown")
      const result = yield* desk.receive(bounce([elsewhere]))
      assert.deepInclude(result, { lead_id: desk.lead_id, events: ["bounced"] })
      // The address may also forward to other people, so it is not blacklisted.
      const { blacklist, lead } = yield* stateOf(desk)
      assert.deepStrictEqual([lead, blacklist], [["Bounce", "bounce", null], []])
    }))

  test("is each of two, in reports that differ in the address only", (desk) =>
    Effect.gen(function* () {
      const bob = yield* desk.newLead("bob@lead.test")
      for (const [email, id] of [
        [lead, desk.lead_id],
        ["bob@lead.test", bob]
      ] as const) {
        yield* desk.receive(mail(me, email, [date(1)]))
        const result = yield* desk.receive(bounce([failed(email, "5.1.1", "550 5.1.1 User unknown")], null))
        assert.deepInclude(result, { lead_id: id, events: ["bounced"] })
      }
    }))

  test("is not about the lead when an address of bcc failed, which the returned mail does not name", (desk) =>
    Effect.gen(function* () {
      const { thread_id } = yield* desk.write(ours)
      const message_id = "<answer@sender.test>"
      const { id } = yield* desk.here(CurrentOrganization)
      yield* ThreadStore.use((store) =>
        store.insertMessages(id, [
          {
            thread_id: thread_id ?? assert.fail("stored"),
            account_id: null,
            identity: "answer",
            subject: "Hello",
            body: "Hello",
            body_text: "Hello",
            reply_text: "Hello",
            date_sent: at(1),
            from_email: me,
            to_email: lead,
            bcc_email: "crm@sender.test",
            message_id,
            is_new: false,
            is_our_email: true,
            kind: "own",
            trust: "verified",
            attachments: []
          }
        ])
      )
      const notice = bounce([failed("crm@sender.test", "5.1.1", "550 5.1.1 User unknown")], returned(message_id))
      assert.deepInclude(yield* desk.receive(notice), { events: [] })
      assert.deepStrictEqual((yield* effects(desk)).blacklist, ["crm@sender.test"])
      assert.strictEqual((yield* desk.lead()).status, "Not contacted")
      assert.deepInclude(yield* desk.receive(bounce([dead], returned(message_id))), { events: ["bounced"] })
    }))

  test("is not the lead when someone failed who got a copy", (desk) =>
    Effect.gen(function* () {
      const cc = "bob@elsewhere.test"
      yield* desk.write(ours, [date(1), `Cc: ${cc}`])
      const copied = returned(ours).replace("\n", `\nCc: ${cc}\n`)
      const result = yield* desk.receive(bounce([failed(cc, "5.1.1", "550 5.1.1 User unknown")], copied))
      assert.deepInclude(result, { lead_id: desk.lead_id, events: [] })
      const second = yield* desk.newLead(cc)
      const again = yield* desk.receive(bounce([failed(cc, "5.1.1", "550 5.1.1 No such user")], copied))
      assert.deepInclude(again, { lead_id: second, events: ["bounced"] })
      assert.deepStrictEqual((yield* stateOf(desk)).lead, ["Not contacted", "goes on", null])
    }))

  test("is known by the address that failed, in any case, or was written to", (desk) =>
    Effect.gen(function* () {
      yield* desk.receive(mail(me, lead, [date(1)]))
      const original = `Original-Recipient: rfc822; ${lead}\n${failed("ada@elsewhere.test", "5.2.2", "552 Over quota")}`
      const address = failed(lead.toUpperCase(), "5.2.2", "552 Over quota")
      for (const [i, recipient] of [original, address].entries()) {
        for (const returning of [null, returned(null), returned(`<unknown${i}@sender.test>`)]) {
          const result = yield* desk.receive(bounce([recipient], returning))
          assert.deepInclude(result, { kind: "bounce", lead_id: desk.lead_id, events: ["soft_bounced"] })
        }
      }
    }))

  test("is the lead that was last sent to, of several with the address", (desk) =>
    Effect.gen(function* () {
      const activity = yield* Activity
      const second = yield* desk.newLead(lead)
      const sent = (lead_id: number, occurred_at: string) =>
        desk.here(activity.record([{ type: "sent", lead_id, occurred_at, idempotency_key: `${lead_id}` }]))
      yield* sent(desk.lead_id, at(1))
      yield* sent(second, at(0))
      assert.deepInclude(yield* desk.receive(bounce([full], null)), { lead_id: desk.lead_id })
    }))

  test("is everyone that it names and the mail went to", (desk) =>
    Effect.gen(function* () {
      const bob = yield* desk.newLead("bob@lead.test")
      yield* desk.write(ours, [date(1), "Cc: bob@lead.test"])
      const other = failed("bob@lead.test", "5.2.2", "552 5.2.2 Over quota")
      const stranger = failed("eve@lead.test", "5.1.1", "550 5.1.1 User unknown")
      const result = yield* desk.receive(bounce([other, dead, stranger]))
      assert.deepInclude(result, { lead_id: desk.lead_id, events: ["soft_bounced", "bounced"] })
      assert.lengthOf(result.bounce?.recipients ?? [], 3)
      assert.deepStrictEqual(yield* stateOf(desk), gone)
      assert.deepInclude(yield* stateOf(desk, bob), {
        lead: untouched.lead,
        metrics: [["soft_bounced", 1]]
      })
    }))

  test("is no one whom it does not name and no one knows", (desk) =>
    Effect.gen(function* () {
      const eve = failed("eve@x.test", "5.1.1", "550 5.1.1 User unknown")
      const result = yield* desk.receive(bounce([eve], null))
      assert.deepInclude(result, { kind: "bounce", events: [] })
      assert.notProperty(result, "lead_id")
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
      assert.lengthOf(yield* desk.threads("other"), 1)
    }))

  test("is no lead when that was removed, and the address of the mail all the same", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      yield* desk.remove
      const result = yield* desk.receive(bounce([dead]))
      assert.deepInclude(result, { kind: "bounce", events: [] })
      assert.notProperty(result, "lead_id")
      const { data } = yield* desk.here((yield* Blacklist).page("email", { offset: 0, limit: 10 }))
      assert.deepStrictEqual(
        data.map(({ campaign_id, created_at, reason, source, value }) => [
          value,
          source,
          reason,
          campaign_id,
          created_at
        ]),
        [[lead, "bounce", "unknown_address", null, at(2)]]
      )
    }))
})

describe("the same bounce", () => {
  test("is counted once, whoever reports it, in any order", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const event = { type: "bounced", lead_id: desk.lead_id, message_id: ours, occurred_at: at(3) }
      const record = desk.here((yield* Activity).record([event]))
      yield* desk.receive(bounce([dead]))
      const after = yield* stateOf(desk)
      assert.deepStrictEqual(
        (yield* record).data.map(({ status }) => status),
        ["duplicate"]
      )
      assert.deepStrictEqual(yield* stateOf(desk), after)

      const bob = yield* desk.newLead("bob@lead.test")
      yield* desk.receive(mail(me, "bob@lead.test", ["Message-ID: <2@sender.test>", date(1)]))
      const hosts = { ...event, lead_id: bob, message_id: "<2@sender.test>" }
      yield* desk.here((yield* Activity).record([hosts]))
      const report = bounce(
        [failed("bob@lead.test", "5.1.1", "550 5.1.1 User unknown")],
        returned("<2@sender.test>", "bob@lead.test"),
        [date(4)]
      )
      assert.deepInclude(yield* desk.receive(report), { kind: "bounce", lead_id: bob, events: [] })
      assert.deepInclude((yield* stateOf(desk, bob)).metrics, ["bounced", 1])
    }))

  test("is stored once", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const raw = bounce([dead])
      const results = yield* Effect.all(Array.replicate(desk.receive(raw), 8), { concurrency: "unbounded" })
      assert.deepStrictEqual(results.map(({ kind }) => kind).sort(), ["bounce", ...Array.replicate("duplicate", 7)])
      for (const result of results) assert.strictEqual(result.thread_id, thread_id)
      assert.lengthOf(
        results.flatMap(({ events }) => events),
        1
      )
      assert.deepStrictEqual(yield* stateOf(desk), gone)
      assert.lengthOf(yield* desk.everything, 2)
    }))

  test("reported by two systems counts once, and is stored twice", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      yield* desk.receive(bounce([dead]))
      const result = yield* desk.receive(bounce([dead], returned(), ["X-System: other", date(4)]))
      assert.deepInclude(result, { kind: "bounce", lead_id: desk.lead_id, events: [] })
      assert.deepStrictEqual(yield* stateOf(desk), gone)
      assert.lengthOf(yield* desk.everything, 3)
    }))
})

describe("after a bounce", () => {
  test("an answer still is one", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      yield* desk.receive(bounce([full]))
      assert.deepInclude(yield* desk.receive(theirs([date(3)], "Here I am.")), { kind: "reply", events: ["replied"] })
      assert.deepInclude(yield* stateOf(desk), { lead: ["Replied", "reply", "Here I am."] })
    }))
})

/**
 * Which mail the intake trusts: forged mail changes no lead, honest notices keep their effect (domain, "Whom to
 * believe").
 */
import { assert, describe } from "@effect/vitest"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import { at, date, type Desk, lead, mail, me, test } from "./Desk.ts"
import {
  bounce,
  complaint,
  dead,
  deadAt,
  effects,
  failed,
  ours,
  returned,
  stateOf,
  threadOf,
  untouched
} from "./Reports.ts"

const elsewhere = "bob@lead.test"
const abuse = (email: string) => ["Feedback-Type: abuse", `Original-Rcpt-To: ${email}`]
/** A notice in prose that does not return the mail. */
const prose = (email: string, header: ReadonlyArray<string> = [date(2)]) =>
  mail(
    "MAILER-DAEMON@mx.test",
    me,
    ["Subject: failure notice", ...header],
    `Your mail was not delivered.\n\n<${email}>:\n550 5.1.1 User unknown\n`
  )

/** A lead in a new campaign that a mail was sent to. */
const newPartner = Effect.fnUntraced(function* (desk: Desk, email = elsewhere, header: ReadonlyArray<string> = []) {
  const id = yield* desk.newLead(email)
  yield* desk.receive(mail(me, email, [...header, date(1)]))
  return id
})

describe("a forgery moves no lead, blacklists nothing, and is kept apart from all conversations:", () => {
  const forgeries: Record<string, Uint8Array> = {
    "a report with a wrong Message-ID": bounce([dead], returned("<made-up@sender.test>")),
    "a notice in prose that answers a wrong Message-ID": prose(lead, ["In-Reply-To: <made-up@sender.test>", date(2)]),
    "a returned stranger's spam": bounce([dead], returned("<spam@stranger.test>").replace(me, "eve@stranger.test")),
    "an abuse report with a wrong Message-ID": complaint(abuse(lead), returned("<made-up@sender.test>")),
    "a lead's own Message-ID with another lead's address": bounce([deadAt(elsewhere)]),
    "an abuse report of a lead's own mail by another lead": complaint(abuse(elsewhere)),
    "a report about 500 addresses": bounce(
      [...Array.makeBy(499, (i) => deadAt(`lead${i}@lead.test`)), dead],
      returned(null)
    ),
    "a report about two addresses that returns nothing": bounce([dead, deadAt(elsewhere)], null)
  }
  for (const [name, raw] of Object.entries(forgeries)) {
    test(name, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        const partner = yield* newPartner(desk, elsewhere, ["Message-ID: <partner@sender.test>"])
        const before = yield* effects(desk, partner)
        const result = yield* desk.receive(raw)
        assert.deepInclude(result, { trust: "unverified", events: [] })
        assert.notProperty(result, "lead_id")
        assert.deepStrictEqual(yield* effects(desk, partner), before)
        assert.deepStrictEqual(before, {
          leads: [
            ["Not contacted", null],
            ["Not contacted", null]
          ],
          blacklist: []
        })
        const [thread, ...others] = yield* desk.threads("other")
        assert.lengthOf(others, 0)
        assert.strictEqual(thread?.id, result.thread_id)
        for (const key of ["lead_id", "thread_id", "campaign_id"]) assert.notProperty(thread, key)
        const [message] = yield* desk.messages(threadOf(result))
        assert.deepInclude(message, { trust: "unverified", is_our_email: false })
      })
    )
  }

  test("500 addresses beside the one that the mail went to: only that one is believed", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const partner = yield* newPartner(desk)
      const many = Array.makeBy(97, (i) => deadAt(`lead${i}@lead.test`))
      const result = yield* desk.receive(bounce([deadAt(elsewhere), ...many, dead]))
      assert.deepInclude(result, { trust: "verified", lead_id: desk.lead_id, events: ["bounced"] })
      assert.deepStrictEqual(yield* effects(desk, partner), {
        leads: [
          ["Bounce", "bounce"],
          ["Not contacted", null]
        ],
        blacklist: [lead]
      })
    }))
})

describe("a notice that returns a mail of ours moves only whom that went to:", () => {
  const stranger = "mallory@evil.test"
  /** Our mail to a stranger, in the thread of the lead. */
  const aside = (desk: Desk) =>
    Effect.andThen(
      desk.write("<first@sender.test>"),
      desk.receive(
        mail(me, stranger, [`Message-ID: ${ours}`, "In-Reply-To: <first@sender.test>", date(1)], "Between us")
      )
    )
  const unmoved = { leads: [["Not contacted", null] as const], blacklist: [] }

  test("not the address that the notice names beside the right one", (desk) =>
    Effect.gen(function* () {
      yield* desk.receive(mail(me, stranger, [`Message-ID: ${ours}`, date(1)]))
      yield* newPartner(desk)
      const pairs = [lead, elsewhere].map((email) => `Original-Recipient: rfc822; ${stranger}\n${deadAt(email)}`)
      for (const recipients of [pairs, pairs.slice(0, 1)]) {
        assert.deepInclude(yield* desk.receive(bounce(recipients, returned(ours, stranger), [date(3)])), { events: [] })
      }
      assert.deepStrictEqual(yield* effects(desk), { ...unmoved, blacklist: [stranger] })
    }))

  const asides: Record<string, Uint8Array> = {
    "a complaint that hides who complains": complaint(["Feedback-Type: abuse"], returned(ours, "undisclosed")),
    "a notice that names nobody": mail("MAILER-DAEMON@mx.test", me, [
      "Subject: Undelivered Mail",
      `In-Reply-To: ${ours}`,
      date(2)
    ]),
    "a notice of an unknown address": bounce([deadAt("unknown@evil.test")], returned(ours, stranger))
  }
  for (const [name, raw] of Object.entries(asides)) {
    test(`not the lead of its thread, by ${name}`, (desk) =>
      Effect.gen(function* () {
        yield* aside(desk)
        assert.deepInclude(yield* desk.receive(raw), { events: [] })
        assert.deepStrictEqual(yield* effects(desk), unmoved)
      }))
  }

  test("not one of two recipients, by a complaint that hides who complains", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours, [date(1), `Cc: ${stranger}`])
      const hidden = complaint(["Feedback-Type: abuse"], returned(ours, "undisclosed"))
      assert.deepInclude(yield* desk.receive(hidden), { events: [] })
      assert.deepStrictEqual(yield* effects(desk), unmoved)
    }))

  test("not one of two leads, by a notice of an unknown address", (desk) =>
    Effect.gen(function* () {
      const second = yield* desk.newLead(elsewhere)
      const sent = { type: "sent", occurred_at: at(1), message_id: ours }
      yield* desk.record({ ...sent, lead_id: desk.lead_id }, { ...sent, lead_id: second })
      const notice = bounce([deadAt("unknown@evil.test")], returned(ours, "list@lead.test"))
      assert.deepInclude(yield* desk.receive(notice), { trust: "unverified", events: [] })
    }))

  test("not the lead, by the failure of a copy that only the returned header names", (desk) =>
    Effect.gen(function* () {
      yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1), message_id: ours })
      const copied = returned().replace("\n", "\nCc: copy@else.test\n")
      assert.deepInclude(yield* desk.receive(bounce([deadAt("copy@else.test")], copied)), { events: [] })
    }))

  test("not another lead whose mail was recorded without a Message-ID", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const partner = yield* newPartner(desk)
      assert.deepInclude(yield* desk.receive(bounce([deadAt(elsewhere)])), { trust: "unverified", events: [] })
      assert.strictEqual((yield* desk.lead(partner)).stop_sending, false)
    }))
})

describe("a complaint of a provider that hides addresses", () => {
  const hidden = "redacted@provider.test"
  const reports: Record<string, Uint8Array> = {
    "in the report": complaint(abuse(hidden)),
    "in the report and in the mail": complaint(abuse(hidden), returned(ours, hidden)),
    "by leaving them out": complaint(["Feedback-Type: abuse"], returned(ours, "undisclosed"))
  }
  for (const [name, raw] of Object.entries(reports)) {
    test(`${name}, has its full effect when it returns our Message-ID`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        assert.deepInclude(yield* desk.receive(raw), { trust: "verified", events: ["complained"] })
        assert.deepStrictEqual((yield* effects(desk)).blacklist, [lead])
      }))
  }
})

describe("a mail that was unverified", () => {
  test("has its effect when it comes again and can be believed", (desk) =>
    Effect.gen(function* () {
      const raw = bounce([dead])
      assert.deepInclude(yield* desk.receive(raw), { trust: "unverified", events: [] })
      assert.deepInclude(yield* desk.receive(raw), { kind: "duplicate", trust: "unverified" })
      yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1), message_id: ours })
      assert.deepInclude(yield* desk.receive(raw), { kind: "bounce", trust: "verified", events: ["bounced"] })
      assert.deepInclude(yield* desk.receive(raw), { kind: "duplicate", trust: "verified" })
      assert.deepStrictEqual((yield* effects(desk)).blacklist, [lead])
    }))
})

describe("a notice that names only an address", () => {
  const notices: Record<string, (email: string) => Uint8Array> = {
    "in prose": prose,
    "as a report": (email) => bounce([deadAt(email)], null),
    "of abuse": (email) => complaint(abuse(email), returned(null, email))
  }
  for (const [name, notice] of Object.entries(notices)) {
    test(`${name}, stops the one lead that was mailed last, and blacklists nothing`, (desk) =>
      Effect.gen(function* () {
        const second = yield* desk.newLead(lead)
        const sent = { type: "sent", lead_id: desk.lead_id, occurred_at: at(1), idempotency_key: "1" }
        yield* desk.record(sent)
        const result = yield* desk.receive(notice(lead))
        assert.deepInclude(result, { trust: "plausible", lead_id: desk.lead_id })
        const { blacklist, leads } = yield* effects(desk, second)
        assert.deepStrictEqual(blacklist, [])
        assert.deepStrictEqual(
          leads.map(([, stop]) => stop),
          [name === "of abuse" ? "complaint" : "bounce", null]
        )
      }))

    test(`${name}, moves no lead that was not mailed for 30 days`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        const sent = { type: "sent", lead_id: desk.lead_id, occurred_at: at(1), idempotency_key: "1" }
        yield* desk.record(sent)
        const before = yield* stateOf(desk)
        yield* TestClock.adjust("31 days")
        assert.deepInclude(yield* desk.receive(notice(lead)), { trust: "unverified", events: [] })
        assert.deepStrictEqual(yield* stateOf(desk), before)
      }))

    test(`${name}, moves no lead that was never mailed`, (desk) =>
      Effect.gen(function* () {
        assert.deepInclude(yield* desk.receive(notice(lead)), { trust: "unverified", events: [] })
        assert.deepStrictEqual(yield* stateOf(desk), untouched)
      }))
  }

  test("counts beside the host's own report, in either order, so that the address is blacklisted", (desk) =>
    Effect.gen(function* () {
      const [first, second] = [yield* newPartner(desk, "first@lead.test"), yield* newPartner(desk, "second@lead.test")]
      const told = (lead_id: number) => ({ type: "bounced", lead_id, message_id: "<x@y.test>", occurred_at: at(3) })
      yield* desk.record(told(first))
      yield* desk.receive(bounce([deadAt("first@lead.test")], returned(null, "first@lead.test")))
      yield* desk.receive(bounce([deadAt("second@lead.test")], returned(null, "second@lead.test")))
      yield* desk.record(told(second))
      const { blacklist, leads } = yield* effects(desk, first, second)
      assert.deepStrictEqual(leads.slice(1), [
        ["Bounce", "bounce"],
        ["Bounce", "bounce"]
      ])
      assert.deepStrictEqual(blacklist, ["first@lead.test", "second@lead.test"])
    }))
})

describe("a report that mail is late", () => {
  test("joins no conversation without a Message-ID of ours", (desk) =>
    Effect.gen(function* () {
      const thread_id = threadOf(yield* desk.write(ours))
      const late = (id: string) =>
        bounce([failed(lead, "4.4.1", "", "delayed")], returned(id), [`Message-ID: <late-${id.slice(1)}`, date(2)])
      const stray = yield* desk.receive(late("<made-up@sender.test>"))
      assert.deepInclude(stray, { kind: "other", events: [] })
      assert.notProperty(stray, "lead_id")
      assert.deepInclude(yield* desk.receive(late(ours)), { kind: "other", thread_id, lead_id: desk.lead_id })
    }))
})

/** Whom the intake believes: forged mail moves no lead, honest notices keep their effect (domain, "Whom to believe"). */
import { assert, describe } from "@effect/vitest"
import { Activity, Blacklist, type Trust } from "@mailroom/core"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import { at, date, type Desk, lead, mail, me, test, testWithResults, theirs } from "./Desk.ts"
import { bounce, complaint, dead, failed, ours, returned, stateOf, threadOf, untouched } from "./Reports.ts"

const elsewhere = "bob@lead.test"
const deadAt = (email: string) => failed(email, "5.1.1", "550 5.1.1 User unknown")
const abuse = (email: string) => ["Feedback-Type: abuse", `Original-Rcpt-To: ${email}`]
/** A notice in prose, which returns nothing. */
const prose = (email: string, header: ReadonlyArray<string> = [date(2)]) =>
  mail(
    "MAILER-DAEMON@mx.test",
    me,
    ["Subject: failure notice", ...header],
    `Your mail was not delivered.\n\n<${email}>:\n550 5.1.1 User unknown\n`
  )

/** Which leads moved, and what is on the blacklist. */
const effects = Effect.fnUntraced(function* (desk: Desk, ...others: ReadonlyArray<typeof desk.lead_id>) {
  const leads = yield* Effect.forEach([desk.lead_id, ...others], (id) => desk.lead(id))
  const { data } = yield* desk.here((yield* Blacklist).page("email", { offset: 0, limit: 200 }))
  return {
    leads: leads.map(({ status, stop_sending_type }) => [status, stop_sending_type] as const),
    blacklist: data.map(({ value }) => value)
  }
})

/** A lead that was written to, in a campaign of its own. */
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
        yield* TestClock.adjust("31 days")
        assert.deepInclude(yield* desk.receive(notice(lead)), { trust: "unverified", events: [] })
        assert.deepStrictEqual(yield* stateOf(desk), untouched)
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

describe("a notice that returns a mail of a `sent` event", () => {
  const sent = { type: "sent", occurred_at: at(1) }
  const proven = { leads: [["Bounce", "bounce"] as const], blacklist: [lead] }

  test("has its full effect, by the Message-ID or by the relay's", (desk) =>
    Effect.gen(function* () {
      const ids = ["<own@sender.test>", "<0100-relay@mail.relay.test>", "<0200-relay@mail.relay.test>"]
      const emails = ["a@lead.test", "b@lead.test", "c@lead.test"]
      const leads = yield* Effect.forEach(emails, (email) => desk.newLead(email))
      yield* desk.record(
        { ...sent, lead_id: leads[0], message_id: ids[0] },
        { ...sent, lead_id: leads[1], message_id: "<b@sender.test>", provider_message_id: ids[1] },
        // As the API of the relay answers it.
        { ...sent, lead_id: leads[2], provider_message_id: "0200-relay" }
      )
      for (const [i, lead_id] of leads.entries()) {
        const email = emails[i] ?? ""
        const result = yield* desk.receive(bounce([deadAt(email)], returned(ids[i], email)))
        assert.deepInclude(result, { trust: "verified", lead_id, events: ["bounced"] })
      }
      const { blacklist } = yield* effects(desk)
      assert.deepStrictEqual(blacklist, emails)
      const [, second] = leads
      const { data } = yield* desk.here(
        (yield* Activity).log((yield* desk.lead(second)).campaign_id, { types: ["bounced"], limit: 10 })
      )
      assert.deepStrictEqual(
        data.map(({ message_id }) => message_id),
        ["<b@sender.test>"]
      )
    }))

  test("is about the address that the mail went to, although the lead has another one by now", (desk) =>
    Effect.gen(function* () {
      const message_id = "<own@sender.test>"
      yield* desk.record({ ...sent, lead_id: desk.lead_id, message_id })
      const other = yield* desk.newLead(lead)
      yield* desk.readdress("new@lead.test")
      const forged = bounce([deadAt("new@lead.test")], returned(message_id, "new@lead.test"))
      assert.deepInclude(yield* desk.receive(forged), { trust: "unverified", events: [] })
      assert.deepInclude(yield* desk.receive(bounce([dead], returned(message_id))), {
        trust: "verified",
        lead_id: desk.lead_id,
        events: ["bounced"]
      })
      assert.deepStrictEqual(yield* effects(desk, other), {
        leads: [
          ["Bounce", "bounce"],
          ["Not contacted", "blacklist"]
        ],
        blacklist: [lead]
      })
    }))

  test("is plausible with any Message-ID when the mail was recorded without one", (desk) =>
    Effect.gen(function* () {
      yield* desk.record({ ...sent, lead_id: desk.lead_id, idempotency_key: "1" })
      const result = yield* desk.receive(bounce([dead], returned("<of-the-relay@relay.test>")))
      assert.deepInclude(result, { trust: "plausible", events: ["bounced"] })
      assert.deepStrictEqual(yield* effects(desk), { ...proven, blacklist: [] })
    }))

  test("has its full effect without a Message-ID when the host vouches for it", (desk) =>
    Effect.gen(function* () {
      const raw = bounce([dead], null)
      assert.deepInclude(yield* desk.vouch(raw), { trust: "verified", lead_id: desk.lead_id, events: ["bounced"] })
      assert.deepStrictEqual(yield* effects(desk), proven)
      assert.deepInclude(yield* desk.vouch(raw), { kind: "duplicate", trust: "verified" })
    }))
})

describe("an answer", () => {
  test("to a Message-ID that a relay gave the mail finds its lead", (desk) =>
    Effect.gen(function* () {
      yield* desk.record({
        type: "sent",
        lead_id: desk.lead_id,
        occurred_at: at(1),
        provider_message_id: "0100-relay"
      })
      const answer = mail("assistant@lead.test", me, ["In-Reply-To: <0100-relay@mail.relay.test>", date(2)], "Yes.")
      assert.deepInclude(yield* desk.receive(answer), { kind: "reply", lead_id: desk.lead_id, events: ["replied"] })
      assert.strictEqual((yield* desk.lead()).status, "Replied")
      assert.lengthOf(yield* desk.threads("replies"), 1)
    }))
})

describe("with the results of the host's mail server", () => {
  const results = (dmarc: string, server = "mx.host.test") =>
    `Authentication-Results: ${server}; spf=pass smtp.mailfrom=lead.test; dmarc=${dmarc} header.from=lead.test`
  const spoofs: Record<string, (header: ReadonlyArray<string>) => Uint8Array> = {
    "an answer": (header) => theirs([`In-Reply-To: ${ours}`, ...header, date(2)], "Stop."),
    "an answer by its sender": (header) => theirs([...header, date(2)], "Stop."),
    "an automatic reply": (header) => theirs(["Auto-Submitted: auto-replied", ...header, date(2)]),
    "mail in our own name": (header) => mail(me, lead, ["Message-ID: <forged@sender.test>", ...header, date(2)])
  }
  for (const [name, spoof] of Object.entries(spoofs)) {
    testWithResults(`${name} that fails DMARC moves nothing, and is kept apart`, (desk) =>
      Effect.gen(function* () {
        const thread_id = threadOf(yield* desk.write(ours))
        const before = yield* stateOf(desk)
        const result = yield* desk.receive(spoof([results("fail")]))
        assert.deepInclude(result, { trust: "unverified", events: [] })
        assert.notStrictEqual(result.thread_id, thread_id)
        assert.notProperty(result, "lead_id")
        assert.deepStrictEqual(yield* stateOf(desk), before)
        assert.deepStrictEqual(
          (yield* desk.threads("other")).map(({ id }) => id),
          [threadOf(result)]
        )
        assert.lengthOf(yield* desk.threads("replies"), 0)
        assert.lengthOf(yield* desk.messages(thread_id), 1)
      })
    )
  }

  testWithResults("mail in our own name that fails DMARC proves no notice", (desk) =>
    Effect.gen(function* () {
      yield* desk.receive(mail(me, lead, ["Message-ID: <forged@sender.test>", results("fail"), date(1)]))
      const notice = bounce([dead], returned("<forged@sender.test>"))
      assert.deepInclude(yield* desk.receive(notice), { trust: "unverified", events: [] })
      assert.deepStrictEqual(yield* stateOf(desk), untouched)
    })
  )

  const believed: ReadonlyArray<readonly [header: ReadonlyArray<string>, trust: Trust]> = [
    [[results("pass")], "verified"],
    [[results("none")], "plausible"],
    [[], "plausible"],
    [[results("fail", "mx.attacker.test")], "plausible"],
    [[results("pass", "mx.attacker.test")], "plausible"]
  ]
  for (const [header, trust] of believed) {
    testWithResults(`an answer is ${trust} with ${header.join() || "none"}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        assert.deepInclude(yield* desk.receive(spoofs["an answer"]?.(header) ?? theirs([])), {
          kind: "reply",
          trust,
          events: ["replied"]
        })
      })
    )
  }

  test("that nobody named, DMARC changes nothing", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const answer = theirs([`In-Reply-To: ${ours}`, results("fail"), date(2)])
      assert.deepInclude(yield* desk.receive(answer), { kind: "reply", trust: "plausible", events: ["replied"] })
    }))
})

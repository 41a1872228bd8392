/** Notices and replies about mail that is known only from `sent` events. */
import { assert, describe } from "@effect/vitest"
import { Activity, Blacklist } from "@mailroom/core"
import { Effect } from "effect"
import { at, date, lead, mail, me, test, theirs } from "./Desk.ts"
import { bounce, dead, deadAt, effects, ours, returned } from "./Reports.ts"

const elsewhere = "bob@lead.test"

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
        // The form of the id in the answer of the relay's API.
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

  const spellings = ["0100-b", "<0100-b>", "0100-b@mail.relay.test", "<0100-b@mail.relay.test>"]
  for (const provider_message_id of spellings) {
    test(`has its full effect when the relay's id is recorded as ${provider_message_id}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.record({ ...sent, lead_id: desk.lead_id, provider_message_id })
        for (const [i, id] of spellings.slice(1).entries()) {
          const notice = bounce([dead], returned(id.startsWith("<") ? id : `<${id}>`), [date(i)])
          assert.deepInclude(yield* desk.receive(notice), { trust: "verified", events: i === 0 ? ["bounced"] : [] })
        }
      }))
  }

  test("finds a lead by another spelling of its domain", (desk) =>
    Effect.gen(function* () {
      const id = yield* desk.newLead("ada@bücher.test")
      const notice = bounce([deadAt("ada@xn--bcher-kva.test")], null)
      assert.deepInclude(yield* desk.vouch(notice), { trust: "verified", lead_id: id, events: ["bounced"] })
    }))

  test("blacklists the address of a removed lead for other campaigns", (desk) =>
    Effect.gen(function* () {
      const second = yield* desk.newLead(lead)
      yield* desk.record({ ...sent, lead_id: desk.lead_id, message_id: ours })
      yield* desk.remove
      const result = yield* desk.receive(bounce([dead]))
      assert.deepInclude(result, { trust: "verified", events: ["bounced"] })
      assert.notProperty(result, "lead_id")
      assert.deepInclude(yield* desk.lead(second), { status: "Not contacted", stop_sending_type: "blacklist" })
      const { data } = yield* desk.here((yield* Blacklist).page("email", { offset: 0, limit: 10 }))
      assert.deepStrictEqual(
        data.map(({ source, value }) => [value, source]),
        [[lead, "bounce"]]
      )
    }))

  test("is about the former address also when it names the new one beside it", (desk) =>
    Effect.gen(function* () {
      yield* desk.record({ ...sent, lead_id: desk.lead_id, message_id: ours })
      yield* desk.readdress("right@lead.test")
      const pair = `Original-Recipient: rfc822; ${lead}\n${deadAt("right@lead.test")}`
      assert.deepInclude(yield* desk.receive(bounce([pair])), { trust: "verified", events: ["bounced"] })
      assert.deepStrictEqual((yield* effects(desk)).blacklist, [lead])
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

  test("is about the mail that In-Reply-To names, before those of References", (desk) =>
    Effect.gen(function* () {
      const second = yield* desk.newLead(elsewhere)
      const sent = { type: "sent", occurred_at: at(1) }
      yield* desk.record(
        { ...sent, lead_id: desk.lead_id, message_id: "<a@sender.test>" },
        { ...sent, lead_id: second, message_id: "<b@sender.test>" }
      )
      const answer = mail(elsewhere, me, [
        "In-Reply-To: <b@sender.test>",
        "References: <a@sender.test> <b@sender.test>",
        date(2)
      ])
      assert.deepInclude(yield* desk.receive(answer), { kind: "reply", lead_id: second })
    }))

  test("finds its lead although a stranger's mail has the Message-ID of ours", (desk) =>
    Effect.gen(function* () {
      yield* desk.record({ type: "sent", lead_id: desk.lead_id, occurred_at: at(1), message_id: ours })
      yield* desk.receive(mail("mallory@evil.test", me, [`Message-ID: ${ours}`, date(1)]))
      const answer = theirs([`In-Reply-To: ${ours}`, date(2)])
      assert.deepInclude(yield* desk.receive(answer), { kind: "reply", lead_id: desk.lead_id })
    }))
})

/** The effect of an event on its lead (domain, "Lead status" and "Stop rules"), one rule at a time. */
import { assert, describe, it } from "@effect/vitest"
import { type Account, create as createAccount } from "../../src/accounts/Account.ts"
import { type Event, EventType } from "../../src/activity/Event.ts"
import { applyEvent, blacklistSource, sharedRule } from "../../src/activity/Transition.ts"
import { create, type LeadRecord, type LeadStatus } from "../../src/leads/Lead.ts"
import { resume, stop } from "../../src/leads/StopSending.ts"
import { at, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { AccountId, EventId, LeadId, SequenceId } from "../../src/ids.ts"

const account: Account = {
  id: AccountId.make(1),
  ...createAccount({ email: "one@ours.test", provider: "google" }, at(0))
}
const fresh: LeadRecord = {
  ...create(missing.campaign, { email: "ada@x.test" }, at(0), false),
  id: LeadId.make(1)
}

let count = 0
const event = (type: EventType, seconds: number, fields: Partial<Event> = {}): Event => ({
  id: EventId.make(++count),
  identity: `event ${count}`,
  type,
  occurred_at: at(seconds),
  campaign_id: missing.campaign,
  lead_id: fresh.id,
  account_id: null,
  sequence_id: null,
  message_id: null,
  provider_message_id: null,
  email: null,
  data: {},
  ...fields
})

const settings = { stop_on_reply: true, stop_on_auto_reply: false, stop_scope: "campaign" as const, timezone: "UTC" }

/** The lead after these events, reported in this order. */
const after = (events: ReadonlyArray<Event>, lead = fresh, campaign = settings): LeadRecord =>
  events.reduce((lead, event) => {
    const sender = event.account_id === account.id ? account : undefined
    return applyEvent(lead, event, campaign, sender, at(1_000))
  }, lead)

const stopOf = ({ stop_sending, stop_sending_type, stops }: LeadRecord) => ({ stop_sending, stop_sending_type, stops })
const sendingOn = { stop_sending: false, stop_sending_type: null, stops: {} }

describe("status", () => {
  const cases: ReadonlyArray<readonly [types: ReadonlyArray<EventType>, status: LeadStatus]> = [
    [[], "Not contacted"],
    [["delivered"], "Not contacted"],
    [["sent"], "Sent"],
    [["sent", "delivered"], "Sent"],
    [["sent", "machine_opened"], "Sent"],
    [["sent", "soft_bounced"], "Sent"],
    [["sent", "unsubscribed"], "Sent"],
    [["sent", "complained"], "Sent"],
    [["sent", "auto_replied"], "Sent"],
    [["sent", "opened"], "Opened"],
    [["sent", "clicked"], "Opened"],
    [["sent", "opened", "auto_replied"], "Opened"],
    [["sent", "opened", "soft_bounced"], "Opened"],
    [["sent", "bounced"], "Bounce"],
    [["sent", "opened", "bounced"], "Bounce"],
    [["sent", "bounced", "opened", "clicked"], "Bounce"],
    [["sent", "bounced", "sent"], "Bounce"],
    [["sent", "replied"], "Replied"],
    [["sent", "opened", "replied"], "Replied"],
    [["sent", "bounced", "replied"], "Replied"],
    [["sent", "replied", "bounced"], "Replied"],
    [["sent", "replied", "opened", "sent"], "Replied"]
  ]

  it.each(cases)("after %j is %s, in whatever order they are told", (types, status) => {
    const events = types.map((type, i) => event(type, i))
    assert.strictEqual(after(events).status, status)
    assert.strictEqual(after(events.toReversed()).status, status)
  })
})

describe("what was sent last", () => {
  const first = event("sent", 10, { account_id: account.id, sequence_id: SequenceId.make(3) })
  const second = event("sent", 20, { sequence_id: SequenceId.make(4) })
  const lastOf = (lead: LeadRecord) => ({
    amount: lead.amount_sequences_sent,
    date: lead.date_last_sequence_send,
    provider: lead.provider,
    sender: lead.sender,
    sequence: lead.id_previous_sending_sequence
  })

  it("is remembered with its sender, its sequence and its date", () => {
    assert.deepStrictEqual(lastOf(after([first])), {
      amount: 1,
      date: at(10),
      provider: "google",
      sender: "one@ours.test",
      sequence: 3
    })
  })

  it("is the last event by time, not the last report", () => {
    const expected = { amount: 2, date: at(20), provider: null, sender: null, sequence: 4 }
    assert.deepStrictEqual(lastOf(after([first, second])), expected)
    assert.deepStrictEqual(lastOf(after([second, first])), expected)
  })

  it("is decided by identity between equal instants", () => {
    const a = event("sent", 10, { identity: "a", sequence_id: SequenceId.make(3) })
    const b = event("sent", 10, { identity: "b", sequence_id: SequenceId.make(4) })
    assert.deepStrictEqual(lastOf(after([a, b])), lastOf(after([b, a])))
    assert.strictEqual(after([b, a]).id_previous_sending_sequence, 4)
  })

  it("is nothing that any other event changes", () => {
    const sent = after([first])
    const others = ["delivered", "opened", "clicked", "replied", "auto_replied", "bounced", "complained"] as const
    const lead = after(
      others.map((type) => event(type, 99, { sequence_id: SequenceId.make(9) })),
      sent
    )
    assert.deepStrictEqual(lastOf(lead), lastOf(sent))
  })
})

describe("reply_text", () => {
  const early = event("replied", 10, { data: { reply_text: "first" } })
  const late = event("replied", 20, { data: { reply_text: "second" } })

  it("is the text of the reply that occurred first", () => {
    assert.strictEqual(after([early, late]).reply_text, "first")
    assert.strictEqual(after([late, early]).reply_text, "first")
    assert.strictEqual(after([event("replied", 5), late]).reply_text, "")
  })

  it("is not taken from an automatic reply", () => {
    const automatic = event("auto_replied", 1, { data: { reply_text: "I am on holiday" } })
    assert.strictEqual(after([automatic]).reply_text, null)
    assert.strictEqual(after([late, automatic]).reply_text, "second")
  })
})

describe("stop rules", () => {
  const hard = { data: { status: "5.1.1" } }
  const policy = { data: { status: "5.7.1" } }

  it.each([
    ["bounced", "bounce"],
    ["unsubscribed", "unsubscribe"],
    ["complained", "complaint"],
    ["replied", "reply"]
  ] as const)("%s stops the lead as %s, at the instant it occurred", (type, stop_sending_type) => {
    const expected = { stop_sending: true, stop_sending_type, stops: { [stop_sending_type]: at(10) } }
    assert.deepStrictEqual(stopOf(after([event("sent", 1), event(type, 10, hard)])), expected)
  })

  it.each(["sent", "delivered", "opened", "machine_opened", "clicked", "soft_bounced", "auto_replied"] as const)(
    "%s does not stop the lead, nor blacklist its address",
    (type) => {
      assert.deepStrictEqual(stopOf(after([event(type, 10, hard)])), sendingOn)
      assert.isUndefined(blacklistSource(event(type, 10, hard)))
    }
  )

  it("a reply stops only where the campaign says so, human or automatic", () => {
    for (const stop_on_reply of [true, false]) {
      for (const stop_on_auto_reply of [true, false]) {
        const campaign = { ...settings, stop_on_reply, stop_on_auto_reply }
        assert.strictEqual(after([event("replied", 1)], fresh, campaign).stop_sending, stop_on_reply)
        const automatic = after([event("auto_replied", 1)], fresh, campaign)
        assert.strictEqual(automatic.stop_sending_type, stop_on_auto_reply ? "reply" : null)
        assert.strictEqual(automatic.status, "Not contacted")
        assert.isNull(automatic.reply_text)
      }
    }
  })

  it("an answer of a person stops the other leads with its address where the campaign says so", () => {
    const wide = { stop_on_reply: true, stop_on_auto_reply: true, stop_scope: "organization", timezone: "UTC" } as const
    const rules = EventType.literals.map((type) => [type, sharedRule({ type }, wide)] as const)
    assert.deepStrictEqual(
      rules.filter(([, rule]) => rule !== undefined),
      [
        ["replied", "reply"],
        ["unsubscribed", "unsubscribe"]
      ]
    )
    assert.isUndefined(sharedRule({ type: "replied" }, { ...wide, stop_on_reply: false }))
    assert.isUndefined(sharedRule({ type: "replied" }, { ...wide, stop_scope: "campaign" }))
    assert.isUndefined(sharedRule({ type: "unsubscribed" }, undefined))
  })

  it("a bounce, an unsubscription and a complaint blacklist the address under their names", () => {
    assert.strictEqual(blacklistSource(event("bounced", 1, hard)), "bounce")
    assert.strictEqual(blacklistSource(event("bounced", 1)), "bounce")
    assert.strictEqual(blacklistSource(event("unsubscribed", 1)), "unsubscribe")
    assert.strictEqual(blacklistSource(event("complained", 1)), "complaint")
    assert.isUndefined(blacklistSource(event("replied", 1)))
  })

  it("a refusal by policy stops the lead, and does not blacklist its address", () => {
    const bounced = event("bounced", 10, policy)
    assert.strictEqual(after([bounced]).stop_sending_type, "bounce")
    assert.isUndefined(blacklistSource(bounced))
    assert.strictEqual(blacklistSource(event("bounced", 1, { data: { status: "5.71.1" } })), "bounce")
  })

  it("do not overwrite what a person decided since, and keep what the event is otherwise", () => {
    const replied = event("replied", 10, { data: { reply_text: "No" } })
    for (const decided of [stop(at(5)), stop(at(20)), resume(at(20))]) {
      const lead = after([event("sent", 1), replied], { ...fresh, ...decided })
      assert.deepStrictEqual({ ...lead, ...decided }, lead)
      assert.strictEqual(lead.status, "Replied")
      assert.strictEqual(lead.reply_text, "No")
      assert.strictEqual(lead.amount_sequences_sent, 1)
      assert.isDefined(lead.activity.firsts["replied"])
    }
    assert.strictEqual(after([replied], { ...fresh, ...resume(at(5)) }).stop_sending_type, "reply")
  })
})

it("an event that is something new makes a version, and any other leaves the lead as it is", () => {
  const lead = after([event("sent", 10), event("opened", 20), event("replied", 30)])
  assert.strictEqual(lead.version, 4)
  assert.strictEqual(lead.updated_at, at(1_000))
  for (const type of ["opened", "replied", "delivered", "machine_opened", "auto_replied", "soft_bounced"] as const) {
    assert.strictEqual(after([event(type, 40)], lead), lead)
  }
  // This opening is earlier than the first known one, so the lead changes.
  assert.strictEqual(after([event("opened", 15)], lead).version, 5)
})

it("a mail in a further variant is remembered with its step, the earliest first, in any order", () => {
  const [first, b, c] = [7, 8, 9].map((id) => SequenceId.make(id))
  const step_id = first ?? null
  const sent = [
    event("sent", 20, { sequence_id: b ?? null }),
    event("sent", 10, { sequence_id: c ?? null }),
    event("opened", 5, { sequence_id: c ?? null })
  ]
  for (const events of [sent, sent.toReversed()]) {
    const { firsts } = events.reduce(
      (lead, event) => applyEvent(lead, event, settings, undefined, at(1_000), step_id),
      fresh
    ).activity
    assert.deepStrictEqual(
      Object.entries(firsts)
        .flatMap(([key, { occurred_at }]) => (key.startsWith("sent") ? [[key, occurred_at]] : []))
        .sort(),
      [
        ["sent", at(10)],
        ["sent:8", at(20)],
        ["sent:9", at(10)],
        ["sent_step:7", at(10)]
      ]
    )
  }
  // The first variant has the id of the step.
  const { firsts } = after([event("sent", 10, { sequence_id: step_id })]).activity
  assert.deepStrictEqual(Object.keys(firsts).sort(), ["sent", "sent:7"])
})

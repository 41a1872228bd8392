/** A campaign whose steps have conditions. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import type { EventType } from "../../src/activity/Event.ts"
import type { CampaignPatch } from "../../src/campaigns/Campaign.ts"
import { InvalidInput } from "../../src/InvalidInput.ts"
import type { SequencePatch } from "../../src/sequences/Sequence.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"

/** After two days, leads who clicked get the second step, and all others the third. After three more days, all get the last one. */
const steps = [
  { subject: "Hello", body: "One" },
  { subject: "You clicked", body: "Two", delay_days: 2, condition: { kind: "clicked", otherwise: "skip" } },
  { subject: "You did not", body: "Three", delay_days: 0, condition: { kind: "not_clicked", otherwise: "skip" } },
  { subject: "Last", body: "Four", delay_days: 3 }
] as const
/** The host sends, and Mailroom tracks. */
const tracking = { publicUrl: "https://mail.example", campaign: { track_clicks: true, track_opens: true } }
const setting = { ...tracking, leads: 3, steps }

const record = Effect.fnUntraced(function* ({ asTenant, lead_ids }: Mailing, type: EventType, index: number) {
  const events = [{ type, lead_id: lead_ids[index], occurred_at: yield* Timestamp.now }]
  const { data } = yield* asTenant(Activity.use((activity) => activity.record(events)))
  assert.deepStrictEqual(
    data.map(({ status }) => status),
    ["recorded"]
  )
})

/** Turns on each of the next days, until nothing more is due. */
const pass = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing, days: number) {
  for (let day = 0; day < days; day++) {
    yield* TestClock.adjust("1 day")
    for (let before = -1; before < outgoing.submitted.length;) {
      before = outgoing.submitted.length
      yield* turn()
    }
  }
})

/** The subjects of the mails to each lead, with the day of March on which they went out. */
const subjects = Effect.fnUntraced(function* ({ asTenant, lead_ids, sends }: Mailing) {
  const { data } = yield* asTenant(sends.page({ limit: 100 }))
  return lead_ids.map((id) =>
    data
      .toReversed()
      .filter(({ lead_id }) => lead_id === id)
      .map(({ begun_at, subject }) => `${subject} ${begun_at?.slice(8, 10)}`)
  )
})

describe("Steps with conditions", () => {
  test("send each lead its branch, and stop with its answer", setting, function* (given) {
    const { status, turn } = given
    for (let i = 0; i < 3; i++) yield* turn()
    yield* record(given, "clicked", 0)
    yield* pass(given, 1)
    yield* record(given, "replied", 2)
    yield* pass(given, 2)
    // Too late: its branch is decided.
    yield* record(given, "clicked", 1)
    yield* pass(given, 5)
    assert.deepStrictEqual(yield* subjects(given), [
      ["Hello 02", "You clicked 04", "Last 07"],
      ["Hello 02", "You did not 04", "Last 07"],
      ["Hello 02"]
    ])
    assert.strictEqual(yield* status, "completed")
  })

  test("are foreseen as if nothing happened", setting, function* (given) {
    const { asTenant, sending, turn } = given
    for (let i = 0; i < 3; i++) yield* turn()
    const { mails } = yield* asTenant(sending.outlook({}))
    assert.deepStrictEqual(
      [...new Set(mails.map(({ at, position }) => `${position} ${at.slice(8, 10)}`))],
      ["3 04", "4 07"]
    )
    const { accounts } = yield* given.upcoming
    assert.deepInclude(accounts[0]?.next, { position: 3 })
    yield* record(given, "clicked", 0)
    const after = yield* asTenant(sending.outlook({}))
    assert.sameMembers(
      [...new Set(after.mails.map(({ lead_id, position }) => `${lead_id === given.lead_ids[0]} ${position}`))],
      ["true 2", "true 4", "false 3", "false 4"]
    )
  })

  test(
    "end the sequence of a lead, and complete the campaign",
    {
      ...tracking,
      leads: 2,
      steps: [steps[0], { ...steps[1], condition: { kind: "clicked", otherwise: "end" } }, steps[3]]
    },
    function* (given) {
      for (let i = 0; i < 2; i++) yield* given.turn()
      yield* record(given, "clicked", 1)
      yield* pass(given, 8)
      assert.deepStrictEqual(yield* subjects(given), [["Hello 02"], ["Hello 02", "You clicked 04", "Last 07"]])
      assert.strictEqual(yield* given.status, "completed")
    }
  )

  test("may change while leads wait", setting, function* (given) {
    const { asTenant, campaign_id, sequences, turn } = given
    for (let i = 0; i < 3; i++) yield* turn()
    const [, second = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
    yield* pass(given, 1)
    yield* asTenant(sequences.update(campaign_id, second.id, { condition: null }))
    yield* pass(given, 2)
    assert.deepStrictEqual(
      (yield* subjects(given)).map((own) => own.slice(0, 2)),
      [
        ["Hello 02", "You clicked 04"],
        ["Hello 02", "You clicked 04"],
        ["Hello 02", "You clicked 04"]
      ]
    )
  })

  test("belong to the step, with all its variants", setting, function* (given) {
    const { asTenant, campaign_id, sequences } = given
    const [, second = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
    const variant = yield* asTenant(sequences.create(campaign_id, { body: "Other", variant_of: second.id }))
    assert.deepStrictEqual(variant.condition, second.condition)
    const refused = yield* Effect.flip(
      asTenant(sequences.create(campaign_id, { body: "Other", variant_of: second.id, condition: null }))
    )
    assert.strictEqual(refused._tag, "InvalidInput")
    const condition = { kind: "opened", otherwise: "end" } as const
    yield* asTenant(sequences.update(campaign_id, variant.id, { condition }))
    const found = (yield* asTenant(sequences.list(campaign_id))).filter(({ position }) => position === 2)
    assert.deepStrictEqual(
      found.map((one) => one.condition),
      [condition, condition]
    )
  })

  const hello = { subject: "Hello", body: "One" }
  const clicked = (delay_days: number, otherwise: "end" | "skip") =>
    ({ subject: "Clicked", body: "Yes", delay_days, condition: { kind: "clicked", otherwise } }) as const
  const two = { subject: "Two", body: "Two", delay_days: 1 }

  test(
    "are looked at with what the lead has done, at once after the mail before",
    { ...tracking, leads: 2, steps: [hello, two, clicked(0, "end")] },
    function* (given) {
      for (let i = 0; i < 2; i++) yield* given.turn()
      yield* record(given, "clicked", 0)
      yield* pass(given, 2)
      assert.deepStrictEqual(yield* subjects(given), [
        ["Hello 02", "Two 03", "Clicked 03"],
        ["Hello 02", "Two 03"]
      ])
    }
  )

  test(
    "send a branch without delay at once, and not with the next step",
    {
      ...tracking,
      leads: 1,
      steps: [hello, two, clicked(0, "skip"), { subject: "Last", body: "Four", delay_days: 3 }]
    },
    function* (given) {
      yield* given.turn()
      yield* record(given, "clicked", 0)
      yield* pass(given, 8)
      assert.deepStrictEqual(yield* subjects(given), [["Hello 02", "Two 03", "Clicked 03", "Last 06"]])
    }
  )

  test(
    "are true of a lead that was paused while its step became due",
    { ...tracking, leads: 1, steps: [hello, clicked(2, "end")] },
    function* (given) {
      const { asTenant, lead_ids, leads, turn } = given
      const pause = (until: string | null) => asTenant(leads.pause(lead_ids[0] ?? assert.fail(), { until }))
      yield* turn()
      yield* record(given, "clicked", 0)
      yield* pause("2026-04-01T09:00:00Z")
      yield* pass(given, 3)
      yield* pause(null)
      yield* pass(given, 1)
      assert.deepStrictEqual(yield* subjects(given), [["Hello 02", "Clicked 06"]])
    }
  )

  test(
    "are true of a lead that gets another time zone while its step waits for the window",
    {
      ...tracking,
      leads: 1,
      campaign: {
        ...tracking.campaign,
        send_window: { days: [1, 2, 3, 4, 5], from: "00:00", to: "24:00" },
        window_zone: "lead"
      },
      steps: [hello, clicked(5, "end")]
    },
    function* (given) {
      const { asTenant, lead_ids, leads, turn } = given
      yield* turn()
      yield* record(given, "clicked", 0)
      yield* pass(given, 6)
      yield* asTenant(leads.update(lead_ids[0] ?? assert.fail(), { timezone: "Asia/Tokyo" }))
      yield* pass(given, 2)
      assert.deepStrictEqual(
        (yield* subjects(given)).map((own) => own.map((mail) => mail.slice(0, 7))),
        [["Hello 0", "Clicked"]]
      )
    }
  )

  test(
    "are rejected in a started campaign that does not track what they ask for",
    { ...tracking, campaign: { track_clicks: true }, leads: 1, steps: [hello, two] },
    function* ({ asTenant, campaign_id, campaigns, sequences }) {
      const rejected = <A, R>(change: Effect.Effect<A, { readonly _tag: string } | InvalidInput, R>) =>
        Effect.map(Effect.flip(change), (error) =>
          error instanceof InvalidInput ? error.faults.map(({ pointer }) => pointer).join() : error._tag
        )
      const opened = { kind: "opened", otherwise: "skip" } as const
      const [first = assert.fail(), second = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
      const change = (id: typeof first.id, patch: SequencePatch) => asTenant(sequences.update(campaign_id, id, patch))
      const set = (patch: CampaignPatch) => asTenant(campaigns.update(campaign_id, patch))

      assert.strictEqual(yield* rejected(change(second.id, { condition: opened })), "/condition")
      const added = { subject: "Third", body: "Three", condition: opened }
      assert.strictEqual(yield* rejected(asTenant(sequences.create(campaign_id, added))), "/condition")
      assert.strictEqual((yield* asTenant(sequences.list(campaign_id))).length, 2)
      // The condition of the first step does not count, until the step is moved.
      yield* change(first.id, { condition: opened })
      assert.strictEqual(yield* rejected(change(first.id, { position: 2 })), "/position")
      yield* change(first.id, { condition: null })
      // Clicks are tracked, and stay so while a step asks for them.
      yield* change(second.id, { condition: { kind: "clicked", otherwise: "skip" } })
      assert.strictEqual(yield* rejected(set({ track_clicks: false })), "/track_clicks")
      yield* set({ track_opens: true })
      yield* change(second.id, { condition: opened })
      yield* set({ track_clicks: false })
      assert.strictEqual(yield* rejected(set({ track_opens: false })), "/track_opens")
      // A campaign that a person starts is looked at then.
      yield* asTenant(campaigns.pause(campaign_id))
      yield* set({ track_opens: false })
      assert.strictEqual(yield* rejected(asTenant(campaigns.start(campaign_id))), "CampaignNotReady")
    }
  )
})

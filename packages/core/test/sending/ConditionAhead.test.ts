/** A lead whose next step has a condition that is not true so far: what `upcoming`, the outlook, the lead and a rehearsal say of it. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import type { EventType } from "../../src/activity/Event.ts"
import type { ConditionKind, NewSequence } from "../../src/sequences/Sequence.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"

const tracking = { publicUrl: "https://mail.example", campaign: { track_clicks: true, track_opens: true } }
const hello = { subject: "Hello", body: "One" }
const second = (kind: ConditionKind, otherwise: "end" | "skip", delay_days = 2): NewSequence => ({
  body: "Two",
  delay_days,
  condition: { kind, otherwise }
})
const last = { body: "Last", delay_days: 3 }

const record = Effect.fnUntraced(function* ({ asTenant, lead_ids }: Mailing, type: EventType) {
  const events = [{ type, lead_id: lead_ids[0], occurred_at: yield* Timestamp.now }]
  yield* asTenant(Activity.use((activity) => activity.record(events)))
})

const stateOf = ({ asTenant, lead_ids, leads, sending }: Mailing) =>
  asTenant(Effect.flatMap(leads.find(lead_ids[0] ?? assert.fail()), sending.effectiveState))

interface Row {
  readonly name: string
  readonly steps: ReadonlyArray<NewSequence>
  readonly accounts?: ReadonlyArray<{ readonly min_delay_minutes: number }>
  /** Happens after the first mail. */
  readonly event?: EventType
  /** Days after the first mail. */
  readonly days?: number
  /** The held leads of the outlook: the reason, and the position of the step whose condition is open. */
  readonly held: ReadonlyArray<readonly [string, number | null]>
  /** The positions of the mails that are foreseen. */
  readonly mails: ReadonlyArray<number>
  /** The position of `waits_for` of the lead. */
  readonly waits_for: number | null
  /** The reason of the account in `upcoming` of the campaign. */
  readonly reason: string | null
}

const open = (position: number, held = true) => ({
  held: held ? ([["waits_for_condition", position]] as const) : [],
  mails: [],
  waits_for: position,
  reason: "waits_for_condition"
})
const paced = [{ min_delay_minutes: 30 }]

const rows: ReadonlyArray<Row> = [
  { name: "opened, else the end", steps: [hello, second("opened", "end")], ...open(2) },
  { name: "the same, while the pace holds", steps: [hello, second("opened", "end")], accounts: paced, ...open(2) },
  { name: "opened, else the next step, of the last step", steps: [hello, second("opened", "skip")], ...open(2) },
  { name: "clicked, else the end", steps: [hello, second("clicked", "end")], accounts: paced, ...open(2) },
  {
    name: "clicked, of a lead that opened",
    steps: [hello, second("clicked", "end")],
    accounts: paced,
    event: "opened",
    ...open(2)
  },
  { name: "the end before a further step", steps: [hello, second("opened", "end"), last], accounts: paced, ...open(2) },
  {
    name: "a delay beyond the days of the outlook",
    steps: [hello, second("opened", "end", 20)],
    accounts: paced,
    ...open(2, false)
  },
  {
    name: "two branches without an else",
    steps: [hello, second("opened", "skip"), second("clicked", "end")],
    ...open(2)
  },
  {
    name: "opened, of a lead that opened",
    steps: [hello, second("opened", "end")],
    event: "opened",
    held: [],
    mails: [2],
    waits_for: null,
    reason: null
  },
  {
    name: "opened, of a lead that clicked",
    steps: [hello, second("opened", "end")],
    event: "clicked",
    held: [],
    mails: [2],
    waits_for: null,
    reason: null
  },
  {
    name: "not opened, as nobody opened",
    steps: [hello, second("not_opened", "end")],
    held: [],
    mails: [2],
    waits_for: null,
    reason: null
  },
  {
    name: "not opened, of a lead that opened",
    steps: [hello, second("not_opened", "end")],
    event: "opened",
    held: [["no_step", null]],
    mails: [],
    waits_for: null,
    reason: null
  },
  {
    name: "a skipped step before the last one",
    steps: [hello, second("opened", "skip"), last],
    held: [],
    mails: [3],
    waits_for: 2,
    reason: null
  },
  {
    name: "no condition",
    steps: [hello, { body: "Two", delay_days: 2 }],
    held: [],
    mails: [2],
    waits_for: null,
    reason: null
  },
  {
    name: "a lead that has got all steps",
    steps: [hello],
    accounts: paced,
    held: [],
    mails: [],
    waits_for: null,
    reason: "campaign_not_active"
  },
  {
    name: "a condition that was decided, before the account has looked",
    steps: [hello, second("opened", "end")],
    days: 3,
    held: [["no_step", null]],
    mails: [],
    waits_for: null,
    reason: null
  }
]

describe("The condition ahead of a lead", () => {
  for (const { accounts, days, event, held, mails, name, reason, steps, waits_for } of rows)
    test(name, { ...tracking, leads: 1, steps, ...(accounts === undefined ? {} : { accounts }) }, function* (given) {
      yield* given.turn()
      assert.strictEqual(given.outgoing.submitted.length, 1)
      if (event !== undefined) yield* record(given, event)
      if (days !== undefined) yield* TestClock.adjust(`${days} days`)
      const outlook = yield* given.asTenant(given.sending.outlook({}))
      assert.deepStrictEqual(
        outlook.held.map((lead) => [lead.reason, lead.waits_for?.position ?? null]),
        held.map((lead) => [...lead])
      )
      assert.deepStrictEqual(
        outlook.mails.map(({ position }) => position),
        [...mails]
      )
      const { waits_for: waits } = yield* stateOf(given)
      assert.strictEqual(waits?.position ?? null, waits_for)
      // Two days after the first mail, on March 2, the condition is looked at.
      if (waits !== null && name !== "a delay beyond the days of the outlook")
        assert.strictEqual(waits.due_at.slice(0, 10), "2026-03-04")
      const upcoming = yield* given.upcoming
      assert.strictEqual(upcoming.accounts[0]?.reason ?? null, reason)
      if (reason === "waits_for_condition") {
        assert.deepStrictEqual(upcoming.accounts[0]?.waits_for, waits)
        assert.strictEqual(upcoming.accounts[0]?.next_at, waits?.due_at)
      }
    })

  test(
    "is named by a rehearsal, with the mails that it counts",
    {
      ...tracking,
      isDraft: true,
      leads: 3,
      steps: [hello, second("opened", "skip"), second("not_opened", "end"), last]
    },
    function* ({ asTenant, campaign_id, sending }) {
      const { warnings } = yield* asTenant(sending.rehearse(campaign_id, { reply_rate: 0, bounce_rate: 0 }))
      assert.deepStrictEqual(
        warnings.map(({ count, kind, position }) => [kind, position, count]),
        [
          ["condition", 2, 0],
          ["condition", 3, 3]
        ]
      )
      assert.include(warnings[0]?.message, "Step 2 is for leads that have opened a mail")
      assert.include(warnings[1]?.message, "Step 3 is for leads that have opened no mail")
    }
  )
})

import { assert, describe, it } from "@effect/vitest"
import type { MoveRule } from "../../src/campaigns/MoveRule.ts"
import { CampaignId, LeadId } from "../../src/ids.ts"
import type { Stops } from "../../src/leads/StopSending.ts"
import { type MoveFacts, nextMove } from "../../src/sending/NextMove.ts"
import { Timestamp } from "../../src/Timestamp.ts"

/** 09:00 UTC on a day of March 2026. */
const day = (number: number, time = "09:00") =>
  Timestamp.make(`2026-03-${String(number).padStart(2, "0")}T${time}:00.000Z`)
const campaign = (name: string) => CampaignId.make(`00000000-0000-7000-8000-00000000000${name}`)

const rule = (when: MoveRule["when"], to: string, after_days = 0, label?: MoveRule["label"]): MoveRule => ({
  when,
  campaign_id: campaign(to),
  after_days,
  ...(label === undefined ? {} : { label })
})
const interested = (to: string, after_days = 0) => rule("labelled", to, after_days, "interested")

interface Case {
  readonly rules: ReadonlyArray<MoveRule>
  readonly label?: MoveFacts["label"]
  /** When the tag was decided. Default: on day 2. */
  readonly labelled_at?: Timestamp
  readonly finished_at?: Timestamp
  readonly opened?: Timestamp
  readonly clicked?: Timestamp
  readonly replied?: Timestamp
  readonly stops?: Stops
  readonly manual?: boolean
  readonly moved_to?: boolean
  readonly moved_from?: Timestamp
  readonly zone?: string
  /** The target and the instant of the move; `null`: the lead stays. */
  readonly expected: readonly [to: string, due_at: Timestamp] | null
}

const factsOf = (given: Case): MoveFacts => {
  const first = (occurred_at: Timestamp | undefined, type: string) =>
    occurred_at === undefined ? {} : { [type]: { occurred_at, identity: type, account_id: null, sequence_id: null } }
  const stops = given.stops ?? {}
  const other = { lead_id: LeadId.make(9), campaign_id: campaign("9") }
  return {
    rules: given.rules,
    label: given.label,
    finished_at: given.finished_at ?? null,
    clock: { zone: given.zone ?? "UTC", window: { days: [1, 2, 3, 4, 5] } },
    lead: {
      stop_sending: given.manual === true || Object.keys(stops).length > 0,
      stop_sending_type: given.manual === true ? "manual" : null,
      stops,
      reply_status_at: given.label === undefined ? null : (given.labelled_at ?? day(2)),
      activity: {
        firsts: {
          ...first(given.opened, "opened"),
          ...first(given.clicked, "clicked"),
          ...first(given.replied, "replied")
        }
      },
      moved_to: given.moved_to === true ? { ...other, at: day(1) } : null,
      moved_from: given.moved_from === undefined ? null : { ...other, at: given.moved_from }
    }
  }
}

const reply = { reply: day(2) } as const

const cases: Readonly<Record<string, Case>> = {
  "an interested answer moves at once without a delay": {
    rules: [interested("1")],
    label: "interested",
    stops: reply,
    replied: day(2),
    expected: ["1", day(2)]
  },
  "the delay counts from the answer": {
    rules: [interested("1", 3)],
    label: "interested",
    stops: reply,
    expected: ["1", day(5)]
  },
  "another label than that of the rule moves nobody": {
    rules: [interested("1")],
    label: "not_now",
    stops: reply,
    expected: null
  },
  "an answer without a label moves nobody": { rules: [interested("1")], stops: reply, replied: day(2), expected: null },
  "each label has a campaign of its own": {
    rules: [interested("1"), rule("labelled", "2", 30, "not_now")],
    label: "not_now",
    labelled_at: day(1),
    expected: ["2", day(31)]
  },
  "of two rules at the same instant, the first one counts": {
    rules: [interested("2"), interested("1")],
    label: "interested",
    expected: ["2", day(2)]
  },
  "of two rules, the earlier move counts": {
    rules: [interested("2", 4), interested("1", 1)],
    label: "interested",
    expected: ["1", day(3)]
  },
  "a referral moves": {
    rules: [rule("labelled", "3", 0, "referral")],
    label: "referral",
    stops: reply,
    expected: ["3", day(2)]
  },
  "an absence moves a lead that is still mailed": {
    rules: [rule("labelled", "4", 7, "out_of_office")],
    label: "out_of_office",
    expected: ["4", day(9)]
  },
  "a label that a person gave without an answer moves": {
    rules: [interested("1")],
    label: "interested",
    labelled_at: day(6),
    expected: ["1", day(6)]
  },
  "a lead that asked for no more mail stays": {
    rules: [interested("1")],
    label: "interested",
    stops: { ...reply, unsubscribe: day(3) },
    expected: null
  },
  "a lead that complained stays": {
    rules: [interested("1")],
    label: "interested",
    stops: { ...reply, complaint: day(3) },
    expected: null
  },
  "a lead that bounced stays": {
    rules: [rule("finished", "1")],
    finished_at: day(2),
    stops: { bounce: day(3) },
    expected: null
  },
  "a lead on the blacklist stays": {
    rules: [interested("1")],
    label: "interested",
    stops: { ...reply, blacklist: day(3) },
    expected: null
  },
  "a lead that a person stopped stays": {
    rules: [interested("1")],
    label: "interested",
    manual: true,
    expected: null
  },
  "a finished lead that a person stopped stays": {
    rules: [rule("finished", "1")],
    finished_at: day(2),
    manual: true,
    expected: null
  },
  "a lead whose colleague answered stays": {
    rules: [rule("finished", "1")],
    finished_at: day(2),
    stops: { colleague: day(3), colleague_id: LeadId.make(7) },
    expected: null
  },
  "an interested lead whose colleague answered, too, stays": {
    rules: [interested("1")],
    label: "interested",
    stops: { ...reply, colleague: day(3), colleague_id: LeadId.make(7) },
    expected: null
  },
  "a lead moves once": { rules: [interested("1")], label: "interested", moved_to: true, expected: null },
  "a lead that finished without an answer moves after the delay": {
    rules: [rule("finished", "1", 5)],
    finished_at: day(2),
    expected: ["1", day(7)]
  },
  "a lead that answered has not finished": {
    rules: [rule("finished", "1")],
    finished_at: day(2),
    replied: day(3),
    stops: reply,
    expected: null
  },
  "nor has one that answered, in a campaign that goes on after answers": {
    rules: [rule("finished", "1")],
    finished_at: day(2),
    replied: day(1),
    expected: null
  },
  "nor has one that an automatic answer stopped": {
    rules: [rule("finished", "1")],
    finished_at: day(2),
    stops: reply,
    expected: null
  },
  "a lead with steps left stays": {
    rules: [rule("finished", "1"), rule("clicked", "2")],
    clicked: day(1),
    expected: null
  },
  "a click before the last step counts from the last step": {
    rules: [rule("clicked", "2", 1)],
    finished_at: day(4),
    clicked: day(2),
    expected: ["2", day(5)]
  },
  "a click after the last step counts from the click": {
    rules: [rule("clicked", "2", 1)],
    finished_at: day(4),
    clicked: day(6),
    expected: ["2", day(7)]
  },
  "those who click go one way": {
    rules: [rule("clicked", "2", 1), rule("finished", "1", 5)],
    finished_at: day(2),
    clicked: day(4),
    expected: ["2", day(5)]
  },
  "and all others the other way": {
    rules: [rule("clicked", "2", 1), rule("finished", "1", 5)],
    finished_at: day(2),
    opened: day(4),
    expected: ["1", day(7)]
  },
  "a click that comes too late changes nothing": {
    rules: [rule("clicked", "2", 1), rule("finished", "1", 5)],
    finished_at: day(2),
    clicked: day(6, "12:00"),
    expected: ["1", day(7)]
  },
  "a click counts as an opening": {
    rules: [rule("opened", "2")],
    finished_at: day(2),
    clicked: day(3),
    expected: ["2", day(3)]
  },
  "the earlier of opening and click counts": {
    rules: [rule("opened", "2")],
    finished_at: day(2),
    opened: day(5),
    clicked: day(3),
    expected: ["2", day(3)]
  },
  "without an opening nobody moves by it": { rules: [rule("opened", "2")], finished_at: day(2), expected: null },
  "a lead that clicked and answered does not move by its click": {
    rules: [rule("clicked", "2")],
    finished_at: day(2),
    clicked: day(3),
    replied: day(4),
    stops: reply,
    expected: null
  },
  "a label moves a finished lead, too": {
    rules: [rule("finished", "1", 1), interested("2", 3)],
    label: "interested",
    labelled_at: day(3),
    finished_at: day(1),
    replied: day(3),
    stops: { reply: day(3) },
    expected: ["2", day(6)]
  },
  "a label from before its own move does not move a lead on": {
    rules: [interested("1")],
    label: "interested",
    labelled_at: day(2),
    moved_from: day(3),
    expected: null
  },
  "a label from after its own move does": {
    rules: [interested("1")],
    label: "interested",
    labelled_at: day(4),
    moved_from: day(3),
    expected: ["1", day(4)]
  },
  "a day ends at the same time of the clock": {
    rules: [interested("1", 1)],
    label: "interested",
    labelled_at: day(28, "08:00"),
    zone: "Europe/Berlin",
    expected: ["1", day(29, "07:00")]
  },
  "without rules nobody moves": { rules: [], label: "interested", finished_at: day(2), expected: null }
}

describe("The next move of a lead", () => {
  for (const [name, given] of Object.entries(cases)) {
    it(name, () => {
      const found = nextMove(factsOf(given), day(31))
      const shown = found === undefined ? null : [found.rule.campaign_id, found.due_at]
      assert.deepStrictEqual(shown, given.expected === null ? null : [campaign(given.expected[0]), given.expected[1]])
    })
  }
})

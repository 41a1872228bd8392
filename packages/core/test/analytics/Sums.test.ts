/** The effect of events and tags on the sums (domain, "Analytics"). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Event, type EventType } from "../../src/activity/Event.ts"
import { EventRecorded } from "../../src/activity/ActivityChange.ts"
import { remember } from "../../src/activity/Transition.ts"
import { type Dimension, type Metrics, type RollupChange } from "../../src/analytics/Rollup.ts"
import { RollupStore } from "../../src/analytics/RollupStore.ts"
import { sumConsumer } from "../../src/analytics/Sums.ts"
import type { Change } from "../../src/Changes.ts"
import { create, type LeadRecord } from "../../src/leads/Lead.ts"
import { setTag } from "../../src/tags/LeadTag.ts"
import { LeadRemoved, LeadTagged, TagChanged } from "../../src/leads/LeadChange.ts"
import { type LeadActivity, none } from "../../src/leads/LeadActivity.ts"
import { at, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { AccountId, EventId, LeadId, OrganizationId, SequenceId, TagId } from "../../src/ids.ts"

const lead: LeadRecord = { ...create(missing.campaign, { email: "ada@x.test" }, at(0), false), id: LeadId.make(1) }

let id = 0
const event = (type: EventType, minutes: number, account: number | null, sequence: number | null): Event => ({
  id: EventId.make(++id),
  identity: `event ${id}`,
  type,
  occurred_at: at(minutes * 60),
  campaign_id: missing.campaign,
  lead_id: lead.id,
  account_id: account === null ? null : AccountId.make(account),
  sequence_id: sequence === null ? null : SequenceId.make(sequence),
  message_id: null,
  provider_message_id: null,
  email: null,
  data: {}
})

/** The amounts that the consumer adds to the sums for these changes, by `dimension id minutes`. */
const added = (changes: ReadonlyArray<Change>): Record<string, Partial<Metrics>> => {
  const rows: Array<RollupChange> = []
  const store = { add: (_: unknown, changes: ReadonlyArray<RollupChange>) => Effect.sync(() => rows.push(...changes)) }
  const consumer = Effect.provideService(sumConsumer, RollupStore, store as unknown as RollupStore["Service"])
  Effect.runSync(Effect.flatMap(consumer, ({ consume }) => consume(OrganizationId.make(1), changes)))
  return Object.fromEntries(
    rows.map(({ bucket, dimension, dimension_id, metrics }) => {
      const minutes = (Date.parse(bucket) - Date.parse(at(0))) / 60_000
      const amounts = Object.entries(metrics).filter(([, amount]) => amount !== 0)
      return [`${dimension} ${dimension_id} ${minutes}`, Object.fromEntries(amounts)]
    })
  )
}

/** The changes that consecutive events produce, and the activity that is remembered in the end. */
const recorded = (events: ReadonlyArray<Event>, activity: LeadActivity = none) => {
  const changes: Array<Change> = []
  const next = events.reduce((before, event) => {
    const activity = remember(before, event)
    changes.push(new EventRecorded({ event, before, lead: { ...lead, activity } }))
    return activity
  }, activity)
  return { activity: next, changes }
}
const sumsOf = (events: ReadonlyArray<Event>, before: LeadActivity = none) => {
  const { activity, changes } = recorded(events, before)
  return { activity, sums: added(changes) }
}
const key = (dimension: Dimension, id: number | null, minutes: number) => `${dimension} ${id} ${minutes}`

describe("an event", () => {
  it.each(["machine_opened", "auto_replied", "bounced", "soft_bounced", "unsubscribed", "complained"] as const)(
    "%s counts as itself, for its campaign, its account and its sequence",
    (type) => {
      assert.deepStrictEqual(sumsOf([event(type, 20, 7, 8)]).sums, {
        [key("account", 7, 15)]: { [type]: 1 },
        [key("campaign", null, 15)]: { [type]: 1 },
        [key("sequence", 8, 15)]: { [type]: 1 }
      })
    }
  )

  it("delivered counts for nothing", () => {
    assert.deepStrictEqual(sumsOf([event("delivered", 0, 7, 8)]).sums, {})
  })

  it.each([
    ["sent", "contacted"],
    ["opened", "unique_opened"],
    ["clicked", "unique_clicked"],
    ["replied", "unique_replied"]
  ] as const)(
    "%s counts as %s when it is the first; under null where account or sequence are unknown",
    (type, unique) => {
      const sums = { [type]: 1, [unique]: 1 }
      assert.deepStrictEqual(sumsOf([event(type, 0, null, null)]).sums, {
        [key("account", null, 0)]: sums,
        [key("campaign", null, 0)]: sums,
        [key("sequence", null, 0)]: sums
      })
    }
  )
})

describe("a first", () => {
  it("counts for the campaign and its account once, and for each sequence once", () => {
    const events = [event("opened", 0, 1, 10), event("opened", 20, 2, 11), event("opened", 40, 1, 10)]
    const expected = {
      [key("account", 1, 0)]: { opened: 1, unique_opened: 1 },
      [key("account", 1, 30)]: { opened: 1 },
      [key("account", 2, 15)]: { opened: 1 },
      [key("campaign", null, 0)]: { opened: 1, unique_opened: 1 },
      [key("campaign", null, 15)]: { opened: 1 },
      [key("campaign", null, 30)]: { opened: 1 },
      [key("sequence", 10, 0)]: { opened: 1, unique_opened: 1 },
      [key("sequence", 10, 30)]: { opened: 1 },
      [key("sequence", 11, 15)]: { opened: 1, unique_opened: 1 }
    }
    assert.deepStrictEqual(sumsOf(events).sums, expected)
  })

  it("is taken back, and given to the one that occurred before, when that is told later", () => {
    const late = event("sent", 20, 1, 10)
    const early = event("sent", 0, 2, 10)
    const known = sumsOf([late])
    assert.deepStrictEqual(sumsOf([early], known.activity).sums, {
      [key("account", 1, 15)]: { contacted: -1 },
      [key("account", 2, 0)]: { sent: 1, contacted: 1 },
      [key("campaign", null, 0)]: { sent: 1, contacted: 1 },
      [key("campaign", null, 15)]: { contacted: -1 },
      [key("sequence", 10, 0)]: { sent: 1, contacted: 1 },
      [key("sequence", 10, 15)]: { contacted: -1 }
    })
    assert.deepStrictEqual(sumsOf([late, early]).sums, sumsOf([early, late]).sums)
    assert.deepStrictEqual(sumsOf([late, early]).activity, sumsOf([early, late]).activity)
  })
})

describe.each(["bounced", "unsubscribed"] as const)("%s", (type) => {
  const events = [event(type, 20, 1, 10), event(type, 0, 2, 11), event(type, 40, 1, null)]

  it("counts a lead once: at its first, for the account and the sequence of that", () => {
    const expected = {
      [key("account", 2, 0)]: { [type]: 1 },
      [key("campaign", null, 0)]: { [type]: 1 },
      [key("sequence", 11, 0)]: { [type]: 1 }
    }
    for (const order of [events, events.toReversed(), [1, 0, 2].flatMap((i) => events[i] ?? [])]) {
      assert.deepStrictEqual(sumsOf(order).sums, expected)
      assert.deepStrictEqual(sumsOf(order).activity, sumsOf(events).activity)
    }
  })
})

describe("a positive tag", () => {
  const replies = [event("replied", 20, 1, 10), event("replied", 0, 2, 11), event("replied", 40, 1, 10)]
  const before = sumsOf(replies, { ...none, positive: true })

  it("counts the first replies, of the campaign and of each sequence", () => {
    const positive = Object.entries(before.sums).filter(([, metrics]) => metrics.positive_replied !== undefined)
    assert.deepStrictEqual(Object.fromEntries(positive), {
      [key("account", 2, 0)]: { replied: 1, unique_replied: 1, positive_replied: 1 },
      [key("campaign", null, 0)]: { replied: 1, unique_replied: 1, positive_replied: 1 },
      [key("sequence", 10, 15)]: { replied: 1, unique_replied: 1, positive_replied: 1 },
      [key("sequence", 11, 0)]: { replied: 1, unique_replied: 1, positive_replied: 1 }
    })
  })

  const tag = { id: TagId.make(1), name: "Yes", sentiment: "positive" }
  /** The lead with or without the tag, and the change that this produces. */
  const assigned = (before: LeadRecord, to: typeof tag | null) => {
    const after = setTag(before, to, at(0))
    return { lead: after, change: new LeadTagged({ before, lead: after }) }
  }

  it("counts alike before the replies, after them and between them", () => {
    for (const place of [1, 2, 3]) {
      const first = recorded(replies.slice(0, place))
      const { change, lead: positive } = assigned({ ...lead, activity: first.activity }, tag)
      const rest = recorded(replies.slice(place), positive.activity)
      assert.deepStrictEqual(added([...first.changes, change, ...rest.changes]), before.sums)
      assert.deepStrictEqual(rest.activity, before.activity)
    }
  })

  it("is taken back as it was counted, and counts once", () => {
    const untagged = { ...lead, activity: sumsOf(replies).activity }
    const { change, lead: positive } = assigned(untagged, tag)
    const again = assigned(positive, tag)
    assert.strictEqual(again.lead, positive)
    assert.deepStrictEqual(added([again.change]), {})
    const back = assigned(positive, null)
    assert.deepStrictEqual(back.lead.activity, untagged.activity)
    assert.deepStrictEqual(added([change, back.change]), {})
  })

  it("counts for all leads of a tag that becomes positive, and goes with a lead that is removed", () => {
    const untagged = { ...lead, activity: sumsOf(replies).activity }
    const { change, lead: positive } = assigned(untagged, tag)
    const leads = [{ before: untagged, lead: positive }]
    assert.deepStrictEqual(added([new TagChanged({ leads })]), added([change]))
    assert.deepStrictEqual(added([change, new LeadRemoved({ lead: positive })]), {})
    assert.deepStrictEqual(added([new LeadRemoved({ lead: untagged })]), {})
  })
})

/** Updates the sums of analytics: the consumer that keeps them, and its pure functions. */
import { Effect } from "effect"
import { EventRecorded, RefusalRecorded } from "../activity/ActivityChange.ts"
import type { Event, EventType } from "../activity/Event.ts"
import {
  type CountedOnceType,
  firstKeys,
  isCountedOnce,
  isRemembered,
  type RememberedType
} from "../activity/Transition.ts"
import type { Change, ChangeKind, Consumer } from "../Changes.ts"
import type { First, LeadActivity } from "../leads/LeadActivity.ts"
import { LeadRemoved, LeadTagged, TagChanged } from "../leads/LeadChange.ts"
import { bucketOf, type Metric, RollupChanges, type RollupKey } from "./Rollup.ts"
import { RollupStore } from "./RollupStore.ts"
import type { CampaignId } from "../ids.ts"

/** The metric that the first event of a type counts for, in addition to the metric of each event. */
const uniques = {
  sent: "contacted",
  opened: "unique_opened",
  clicked: "unique_clicked",
  replied: "unique_replied"
} as const satisfies Record<RememberedType, Metric>

/** Whether each event of the type counts. */
const isMetric = (type: EventType): type is Exclude<EventType, CountedOnceType | "delivered"> =>
  type !== "delivered" && !isCountedOnce(type)

/** The account, the sequence and the instant for which an event counts. */
type Credit = Pick<First, "account_id" | "occurred_at" | "sequence_id">

/** The keys of the sums that an event belongs to: of its campaign, its account and its sequence. */
const keysOf = (campaign_id: CampaignId, { account_id, occurred_at, sequence_id }: Credit) => {
  const bucket = bucketOf(occurred_at)
  return {
    campaign: { campaign_id, dimension: "campaign", dimension_id: null, bucket },
    account: { campaign_id, dimension: "account", dimension_id: account_id, bucket },
    sequence: { campaign_id, dimension: "sequence", dimension_id: sequence_id, bucket }
  } satisfies Record<string, RollupKey>
}

/**
 * A first event in the campaign counts for the campaign and its account; a first event of a sequence counts for the
 * sequence.
 */
const countFirst = (
  sums: RollupChanges,
  campaign_id: CampaignId,
  level: "campaign" | "sequence",
  first: Credit,
  metric: Metric,
  amount: number
) => {
  const { account, campaign, sequence } = keysOf(campaign_id, first)
  for (const key of level === "campaign" ? [campaign, account] : [sequence]) sums.add(key, metric, amount)
}

/** Adds to the sums of the event's campaign, account and sequence. */
const countAll = (sums: RollupChanges, campaign_id: CampaignId, credit: Credit, metric: Metric, amount: number) => {
  for (const key of Object.values(keysOf(campaign_id, credit))) sums.add(key, metric, amount)
}

/** Adds an event of a type that counts once per lead. */
const countOnce = (
  sums: RollupChanges,
  { campaign_id, type }: { readonly campaign_id: CampaignId; readonly type: CountedOnceType },
  before: LeadActivity,
  after: LeadActivity
) => {
  const known = before.firsts[type]
  const first = after.firsts[type]
  if (first === undefined || first === known) return
  if (known !== undefined) countAll(sums, campaign_id, known, type, -1)
  countAll(sums, campaign_id, first, type, 1)
}

/** Adds an event to the metrics that count only first events: of the campaign, and of its sequence. */
const countRemembered = (
  sums: RollupChanges,
  event: Pick<Event, "campaign_id" | "sequence_id">,
  type: RememberedType,
  before: LeadActivity,
  after: LeadActivity
) => {
  const { campaign_id } = event
  const metrics: ReadonlyArray<Metric> =
    type === "replied" && after.positive ? [uniques[type], "positive_replied"] : [uniques[type]]
  const keys = firstKeys(type, event)
  for (const level of ["campaign", "sequence"] as const) {
    const known = before.firsts[keys[level]]
    const first = after.firsts[keys[level]]
    if (first === undefined || first === known) continue
    for (const metric of metrics) {
      if (known !== undefined) countFirst(sums, campaign_id, level, known, metric, -1)
      countFirst(sums, campaign_id, level, first, metric, 1)
    }
  }
}

/**
 * Adds an event to the sums, given the activity of its lead before and after it. Invariant: of the first events of a lead, the sums count
 * exactly those in its activity. So an event that is earlier than the known first one replaces it: it is added to the sums, and the known
 * one is subtracted.
 */
export const countEvent = (sums: RollupChanges, event: Event, before: LeadActivity, after: LeadActivity): void => {
  const { campaign_id, type } = event
  if (isMetric(type)) countAll(sums, campaign_id, event, type, 1)
  if (isCountedOnce(type)) countOnce(sums, { campaign_id, type }, before, after)
  else if (isRemembered(type)) countRemembered(sums, event, type, before, after)
}

/** Adds a lead's first replies to the positive replies, or subtracts them. */
const countSentiment = (sums: RollupChanges, campaign_id: CampaignId, { firsts }: LeadActivity, amount: 1 | -1) => {
  // The keys of `LeadActivity.firsts`.
  for (const [key, first] of Object.entries(firsts)) {
    if (key === "replied") countFirst(sums, campaign_id, "campaign", first, "positive_replied", amount)
    if (key.startsWith("replied:")) countFirst(sums, campaign_id, "sequence", first, "positive_replied", amount)
  }
}

/** Counts the first replies of a lead whose tag has become positive, or is not positive any more. */
const countTag = (sums: RollupChanges, { before, lead }: Pick<LeadTagged, "before" | "lead">) => {
  if (before.activity.positive === lead.activity.positive) return
  countSentiment(sums, lead.campaign_id, lead.activity, lead.activity.positive ? 1 : -1)
}

const kinds: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  EventRecorded,
  RefusalRecorded,
  LeadTagged,
  TagChanged,
  LeadRemoved
])

/** Adds the amounts of a change to `sums`. */
const countChange = (sums: RollupChanges, change: Change): void => {
  if (change instanceof EventRecorded) {
    countEvent(sums, change.event, change.before, change.lead.activity)
  } else if (change instanceof RefusalRecorded) {
    countEvent(sums, change.event, change.before, change.after)
  } else if (change instanceof LeadTagged) {
    countTag(sums, change)
  } else if (change instanceof TagChanged) {
    for (const tagged of change.leads) countTag(sums, tagged)
  } else if (change instanceof LeadRemoved) {
    // Events stay in the sums; the positive replies of the removed lead are subtracted.
    const { activity, campaign_id } = change.lead
    if (activity.positive) countSentiment(sums, campaign_id, activity, -1)
  }
}

/** The amounts that changes add to the sums: one row per sum. */
export const rowsOf = (changes: ReadonlyArray<Change>) => {
  const sums = new RollupChanges()
  for (const change of changes) countChange(sums, change)
  return sums.toArray()
}

/** The consumer that adds changes to the sums. */
export const sumConsumer: Effect.Effect<Consumer, never, RollupStore> = Effect.map(RollupStore, (store) => ({
  kinds,
  consume: (organization_id, changes) => {
    const rows = rowsOf(changes)
    return rows.length === 0 ? Effect.void : store.add(organization_id, rows)
  }
}))

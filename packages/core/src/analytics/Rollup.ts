/** The sums that analytics read (domain, "Analytics"). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { CampaignId } from "../ids.ts"

export const Metrics = Schema.Struct({
  sent: described(Count, "Mails sent.", 140),
  contacted: described(Count, "Leads whose first mail was sent in the period.", 100),
  opened: described(Count, "Opens by people.", 61),
  unique_opened: described(Count, "Leads whose first open is in the period.", 42),
  machine_opened: described(Count, "Opens by machines, such as prefetching proxies.", 18),
  clicked: described(Count, "Clicks.", 9),
  unique_clicked: described(Count, "Leads whose first click is in the period.", 8),
  replied: described(Count, "Human replies.", 14),
  unique_replied: described(Count, "Leads whose first human reply is in the period.", 12),
  auto_replied: described(Count, "Automatic replies.", 5),
  positive_replied: described(Count, "The leads in `unique_replied` whose tag is positive now.", 6),
  bounced: described(Count, "Leads whose first bounce is in the period: a mail to them failed permanently.", 3),
  soft_bounced: described(Count, "Mails that failed temporarily.", 2),
  unsubscribed: described(Count, "Leads whose first unsubscription is in the period.", 1),
  complained: described(Count, "Reports as spam.", 0)
})
/** The counts that are stored as sums. */
export type Metrics = typeof Metrics.Type
export type Metric = keyof Metrics

export const metricNames = Object.keys(Metrics.fields) as ReadonlyArray<Metric>

export const zero: Metrics = {
  sent: 0,
  contacted: 0,
  opened: 0,
  unique_opened: 0,
  machine_opened: 0,
  clicked: 0,
  unique_clicked: 0,
  replied: 0,
  unique_replied: 0,
  auto_replied: 0,
  positive_replied: 0,
  bounced: 0,
  soft_bounced: 0,
  unsubscribed: 0,
  complained: 0
}

/**
 * `part / whole` with four decimals, at most 1 although the part may be greater in a short period; `null` if `whole` is
 * 0.
 */
export const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.min(1, Math.round((part / whole) * 10_000) / 10_000)

/** The same events are summed in three ways: per campaign, per sender account, per sequence. */
export const Dimension = Schema.Literals(["account", "campaign", "sequence"])
export type Dimension = typeof Dimension.Type

/**
 * The key of a sum. Every time zone in use is a multiple of 15 minutes from UTC, so a bucket lies in one local hour.
 */
export interface RollupKey {
  readonly campaign_id: CampaignId
  readonly dimension: Dimension
  /** The account or the sequence; `null` if it is unknown, and for `campaign`. */
  readonly dimension_id: number | null
  /** The beginning of the 15 minutes. */
  readonly bucket: Timestamp
}

/** The sums of 15 minutes as they are stored. */
export const RollupRecord = Schema.Struct({
  campaign_id: CampaignId,
  dimension: Dimension,
  bucket: Timestamp,
  dimension_id: described(Count, "The account or the sequence; 0 where there is none."),
  ...Metrics.fields
})

export const table = Table.of("rollups", RollupRecord, { key: ["campaign_id", "dimension", "bucket", "dimension_id"] })

/** Amounts to add to a sum; they may be negative. */
export interface RollupChange extends RollupKey {
  readonly metrics: Partial<Metrics>
}

/**
 * The bucket of an instant. It is computed from the text, in a tenth of the time of `Date`: it runs for every event of the
 * row "POST /events, 100" of the bench.
 */
export const bucketOf = (at: Timestamp): Timestamp => {
  // `2026-08-07T09:`, then two digits of the minute.
  const untilMinute = at.slice(0, 14)
  const minute = Number(at.slice(14, 16))
  return `${untilMinute}${minute < 15 ? "00" : minute - (minute % 15)}:00.000Z` as Timestamp
}

/** Collects changes, one per key, without changes whose amounts are all 0. */
export class RollupChanges {
  private readonly byKey = new Map<string, RollupKey & { readonly metrics: { [M in Metric]?: number } }>()

  add(key: RollupKey, metric: Metric, amount: number): void {
    // Numbers with leading zeros sort as texts.
    const dimension_id = String(key.dimension_id ?? 0).padStart(16, "0")
    const id = `${key.campaign_id} ${key.dimension} ${dimension_id} ${key.bucket}`
    let change = this.byKey.get(id)
    if (change === undefined) {
      change = { ...key, metrics: {} }
      this.byKey.set(id, change)
    }
    change.metrics[metric] = (change.metrics[metric] ?? 0) + amount
  }

  /**
   * The changes in the same order of keys for all callers, so that concurrent writers wait for each other without a
   * deadlock.
   */
  toArray(): ReadonlyArray<RollupChange> {
    return [...this.byKey.keys()].sort().flatMap((id) => {
      const change = this.byKey.get(id)
      return change === undefined || Object.values(change.metrics).every((amount) => amount === 0) ? [] : [change]
    })
  }
}

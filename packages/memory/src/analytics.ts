/** The sums that analytics are answered from. */
import { type Campaign, type Range, Rollup, RollupStore, Timestamp } from "@mailroom/core"
import { Exit } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { noSums, type Sum, type Sums, type Tenant } from "./internal/State.ts"

export const rollupStore = ({ read, write }: Database): RollupStore["Service"] =>
  RollupStore.of({
    add: (organization_id, changes) =>
      write(organization_id, "RollupStore.add", (tenant) => {
        let { days, quarters } = tenant.sums
        for (const change of changes) {
          quarters = added(quarters, change, change.bucket)
          days = added(days, change, dayOf(change.bucket))
        }
        tenant.sums = { days, quarters }
        return Exit.void
      }),
    sum: (organization_id, campaign_id, dimension, range) =>
      read(organization_id, ({ sums }) => {
        const byId = new Map<number | null, Mutable<Rollup.Metrics>>()
        for (const { dimension_id, metrics } of sumsOf(sums, campaign_id, dimension, range)) {
          let total = byId.get(dimension_id)
          if (total === undefined) byId.set(dimension_id, (total = { ...Rollup.zero }))
          addTo(total, metrics)
        }
        return [...byId]
          .map(([id, metrics]) => ({ id, metrics }))
          .filter(({ metrics }) => Rollup.metricNames.some((name) => metrics[name] !== 0))
          .sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity))
      }),
    series: (organization_id, campaign_id, boundaries) =>
      read(organization_id, ({ sums }) =>
        boundaries.slice(1).map((end, i) => {
          const total = { ...Rollup.zero }
          const range = { start: boundaries[i]!, end }
          for (const { metrics } of sumsOf(sums, campaign_id, "campaign", range)) addTo(total, metrics)
          return total
        })
      ),
    clear: (organization_id) =>
      write(organization_id, "RollupStore.clear", (tenant) => {
        tenant.sums = noSums
        return Exit.void
      })
  })

/** The sums of a campaign of all time. */
export const totalOf = ({ sums }: Tenant, campaign_id: Campaign.CampaignId): Rollup.Metrics => {
  const total = { ...Rollup.zero }
  for (const { metrics } of sumsOf(sums, campaign_id, "campaign", { start: null, end: null })) addTo(total, metrics)
  return total
}

const dayMillis = 86_400_000
const dayOf = (at: Timestamp.Timestamp) => at.slice(0, "2026-08-07".length)

const added = (
  sums: Sums,
  { campaign_id, dimension, dimension_id, metrics: changes }: Rollup.RollupChange,
  bucket: string
) => {
  const key = { campaign_id, dimension, dimension_id, bucket }
  const metrics = { ...(sums.get(key)?.metrics ?? Rollup.zero) }
  addTo(metrics, changes)
  const sum = { ...key, metrics }
  return sums.set(sum, sum)
}

const addTo = (total: Mutable<Rollup.Metrics>, metrics: Partial<Rollup.Metrics>) => {
  for (const name of Rollup.metricNames) total[name] += metrics[name] ?? 0
}

/** Sums that together are those of the range: of days where it has whole ones, of 15 minutes at its edges. */
function* sumsOf(
  { days, quarters }: Tenant["sums"],
  campaign_id: Campaign.CampaignId,
  dimension: Rollup.Dimension,
  { end, start }: Range
): Iterable<Sum> {
  const between = (sums: Sums, from: string, to: string) => {
    const key = { campaign_id, dimension, dimension_id: -Infinity }
    return sums.values(sums.rank({ ...key, bucket: from }), sums.rank({ ...key, bucket: to }))
  }
  const first = start === null ? "" : dayOf(Timestamp.fromMillis(Timestamp.toMillis(start) + dayMillis - 1))
  const last = end === null ? "\uffff" : dayOf(end)
  if (first < last) {
    yield* between(quarters, start ?? first, first)
    yield* between(days, first, last)
    yield* between(quarters, last, end ?? last)
  } else {
    yield* between(quarters, start ?? first, end ?? last)
  }
}

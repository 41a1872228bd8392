/** The sums from which analytics are answered. */
import { type Campaign, type Range, Rollup, RollupStore, type Timestamp } from "@mailroom/core"
import { Exit, Option } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { campaignsIn } from "./internal/rows.ts"
import { emptyTenant, type Sum, type Tenant } from "./internal/State.ts"

export const rollupStore = ({ read, write }: Database): RollupStore["Service"] =>
  RollupStore.of({
    add: (organization_id, changes) =>
      write(organization_id, "RollupStore.add", (tenant) => {
        for (const { metrics: added, ...key } of changes) {
          const metrics = { ...(tenant.sums.get(key)?.metrics ?? Rollup.zero) }
          addTo(metrics, added)
          tenant.sums = tenant.sums.set(key, { ...key, metrics })
        }
        return Exit.void
      }),
    sum: (organization_id, campaign_ids, dimension, range) =>
      read(organization_id, ({ sums }) => {
        const byId = new Map<number | null, Mutable<Rollup.Metrics>>()
        for (const campaign_id of campaign_ids) {
          for (const { dimension_id, metrics } of sumsOf(sums, campaign_id, dimension, range)) {
            let total = byId.get(dimension_id)
            if (total === undefined) byId.set(dimension_id, (total = { ...Rollup.zero }))
            addTo(total, metrics)
          }
        }
        return [...byId]
          .map(([id, metrics]) => ({ id, metrics }))
          .filter(isNotZero)
          .sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity))
      }),
    sumCampaigns: (organization_id, campaign_ids, range) =>
      read(organization_id, ({ sums }) => campaign_ids.map((id) => totalIn(sums, [id], range))),
    sumAccounts: (organization_id, spans) =>
      read(organization_id, ({ sums }) => {
        const campaign_ids = campaignsIn(sums, (campaign_id) => ({ ...behind, campaign_id }))
        return spans.map(({ account_id, ...range }) => {
          const total = { sent: 0, contacted: 0, bounced: 0 }
          for (const campaign_id of campaign_ids) {
            for (const { dimension_id, metrics } of sumsOf(sums, campaign_id, "account", range)) {
              if (dimension_id !== account_id) continue
              total.sent += metrics.sent
              total.contacted += metrics.contacted
              total.bounced += metrics.bounced
            }
          }
          return total
        })
      }),
    series: (organization_id, campaign_ids, boundaries) =>
      read(organization_id, ({ sums }) =>
        boundaries.slice(1).map((end, i) => totalIn(sums, campaign_ids, { start: boundaries[i]!, end }))
      ),
    extent: (organization_id, campaign_ids) =>
      read(organization_id, ({ sums }) => {
        const buckets = campaign_ids
          .flatMap((campaign_id) => sumsOf(sums, campaign_id, "campaign", { start: null, end: null }))
          .filter(isNotZero)
          .map(({ bucket }) => bucket as Timestamp.Timestamp)
          .sort()
        const [first, last] = [buckets[0], buckets.at(-1)]
        return first === undefined || last === undefined ? Option.none() : Option.some({ first, last })
      }),
    clear: (organization_id) =>
      write(organization_id, "RollupStore.clear", (tenant) => {
        tenant.sums = emptyTenant.sums
        return Exit.void
      })
  })

const isNotZero = ({ metrics }: Pick<Sum, "metrics">) => Rollup.metricNames.some((name) => metrics[name] !== 0)

/** The sums of a campaign over all time. */
export const totalOf = ({ sums }: Tenant, campaign_id: Campaign.CampaignId): Rollup.Metrics =>
  totalIn(sums, [campaign_id], { start: null, end: null })

/** The total of the sums of these campaigns. */
const totalIn = (
  sums: Tenant["sums"],
  campaign_ids: ReadonlyArray<Campaign.CampaignId>,
  range: Range
): Rollup.Metrics => {
  const total = { ...Rollup.zero }
  for (const campaign_id of campaign_ids) {
    for (const { metrics } of sumsOf(sums, campaign_id, "campaign", range)) addTo(total, metrics)
  }
  return total
}

const addTo = (total: Mutable<Rollup.Metrics>, metrics: Partial<Rollup.Metrics>) => {
  for (const name of Rollup.metricNames) total[name] += metrics[name] ?? 0
}

/** A campaign's sums in the range. */
const sumsOf = (
  sums: Tenant["sums"],
  campaign_id: Campaign.CampaignId,
  dimension: Rollup.Dimension,
  { end, start }: Range
): ReadonlyArray<Sum> => {
  const key = { campaign_id, dimension, dimension_id: -Infinity }
  return sums.between({ ...key, bucket: start ?? "" }, { ...key, bucket: end ?? "\uffff" })
}

/** With the campaign that a caller adds, a key behind all sums of the campaign. */
const behind = { dimension: "~" as Rollup.Dimension, bucket: "", dimension_id: null }

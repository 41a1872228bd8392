/** The sums from which analytics are answered. */
import {
  type Account,
  type AccountBucket,
  type Campaign,
  type Range,
  Rollup,
  RollupStore,
  Timestamp
} from "@mailroom/core"
import { Exit, Option } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { noSums, type Sum, type Sums, type Tenant } from "./internal/State.ts"

export const rollupStore = ({ read, write }: Database): RollupStore["Service"] =>
  RollupStore.of({
    add: (organization_id, changes) =>
      write(organization_id, "RollupStore.add", (tenant) => {
        let { accountDays, accountQuarters, days, quarters } = tenant.sums
        for (const change of changes) {
          const quarter = added(quarters, change, change.bucket)
          const day = added(days, change, dayOf(change.bucket))
          quarters = quarters.set(quarter, quarter)
          days = days.set(day, day)
          if (change.dimension !== "account") continue
          accountQuarters = accountQuarters.set(quarter, quarter)
          accountDays = accountDays.set(day, day)
        }
        tenant.sums = { accountDays, accountQuarters, days, quarters }
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
      read(organization_id, ({ sums }) =>
        spans.map(({ account_id, ...range }) => {
          const total = { sent: 0, bounced: 0 }
          for (const { metrics } of sumsOfAccount(sums, account_id, range)) {
            total.sent += metrics.sent
            total.bounced += metrics.bounced
          }
          return total
        })
      ),
    findLastSent: (organization_id, account_ids) =>
      read(organization_id, ({ sums: { accountQuarters } }) =>
        [...new Set(account_ids)].flatMap((account_id) => {
          const key = { dimension: "account", dimension_id: account_id, campaign_id: noCampaign } as const
          const newestFirst = accountQuarters.reversed(
            accountQuarters.rank({ ...key, bucket: "" }),
            accountQuarters.rank({ ...key, bucket: "\uffff" })
          )
          const found: Array<AccountBucket> = []
          for (const { bucket, campaign_id, metrics } of newestFirst) {
            if (found[0] !== undefined && bucket !== found[0].bucket) break
            if (metrics.sent > 0) found.push({ account_id, campaign_id, bucket: bucket as Timestamp.Timestamp })
          }
          return found
        })
      ),
    series: (organization_id, campaign_ids, boundaries) =>
      read(organization_id, ({ sums }) =>
        boundaries.slice(1).map((end, i) => totalIn(sums, campaign_ids, { start: boundaries[i]!, end }))
      ),
    extent: (organization_id, campaign_ids) =>
      read(organization_id, ({ sums: { quarters } }) => {
        const found = campaign_ids.flatMap((campaign_id) => {
          const key = { campaign_id, dimension: "campaign", dimension_id: null } as const
          const [start, end] = [quarters.rank({ ...key, bucket: "" }), quarters.rank({ ...key, bucket: "\uffff" })]
          const [first, last] = [firstOf(quarters.values(start, end)), firstOf(quarters.reversed(start, end))]
          return first === undefined || last === undefined ? [] : [{ first, last }]
        })
        if (found.length === 0) return Option.none()
        const first = found.map(({ first }) => first).reduce((a, b) => (a < b ? a : b))
        const last = found.map(({ last }) => last).reduce((a, b) => (a > b ? a : b))
        return Option.some({ first, last })
      }),
    clear: (organization_id) =>
      write(organization_id, "RollupStore.clear", (tenant) => {
        tenant.sums = noSums
        return Exit.void
      })
  })

const isNotZero = ({ metrics }: Pick<Sum, "metrics">) => Rollup.metricNames.some((name) => metrics[name] !== 0)

/** The bucket of the first sum that is not zero. */
const firstOf = (sums: Iterable<Sum>) => {
  for (const sum of sums) if (isNotZero(sum)) return sum.bucket as Timestamp.Timestamp
  return undefined
}

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

const dayMillis = 86_400_000
const dayOf = (at: Timestamp.Timestamp) => at.slice(0, "2026-08-07".length)

/** The sum of the bucket after adding the change. */
const added = (
  sums: Sums,
  { campaign_id, dimension, dimension_id, metrics: changes }: Rollup.RollupChange,
  bucket: string
): Sum => {
  const key = { campaign_id, dimension, dimension_id, bucket }
  const metrics = { ...(sums.get(key)?.metrics ?? Rollup.zero) }
  addTo(metrics, changes)
  return { ...key, metrics }
}

const addTo = (total: Mutable<Rollup.Metrics>, metrics: Partial<Rollup.Metrics>) => {
  for (const name of Rollup.metricNames) total[name] += metrics[name] ?? 0
}

/** A campaign's sums in the range. */
const sumsOf = (
  { days, quarters }: Tenant["sums"],
  campaign_id: Campaign.CampaignId,
  dimension: Rollup.Dimension,
  range: Range
): Iterable<Sum> => inRange({ days, quarters }, { campaign_id, dimension, dimension_id: -Infinity }, range)

/** An account's sums in the range. */
const sumsOfAccount = (
  { accountDays, accountQuarters }: Tenant["sums"],
  account_id: Account.AccountId,
  range: Range
): Iterable<Sum> =>
  inRange(
    { days: accountDays, quarters: accountQuarters },
    { dimension: "account", dimension_id: account_id, campaign_id: noCampaign },
    range
  )
/** Sorts before every campaign. */
const noCampaign = "" as Campaign.CampaignId

/** The sums that together cover the range: of whole days where possible, of 15 minutes at its edges. */
function* inRange(
  { days, quarters }: Pick<Tenant["sums"], "days" | "quarters">,
  key: Omit<Sum, "bucket" | "metrics">,
  { end, start }: Range
): Iterable<Sum> {
  const between = (sums: Sums, from: string, to: string) =>
    sums.values(sums.rank({ ...key, bucket: from }), sums.rank({ ...key, bucket: to }))
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

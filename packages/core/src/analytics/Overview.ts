import { Clock, Context, Effect, Layer, Schema } from "effect"
import { described } from "../Described.ts"
import { CampaignStatus } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { decode, type Input, type InvalidInput } from "../InvalidInput.ts"
import type { LeadCounts } from "../leads/LeadCounts.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { traced } from "../Traced.ts"
import { Period, PeriodQuery, type Preset, resolve } from "./Period.ts"
import {
  accountRows,
  checkPeriod,
  leadsNow,
  makeReportReader,
  numbers,
  numbersOf,
  series,
  SeriesQuery
} from "./Reports.ts"
import { zero } from "./Rollup.ts"
import { RollupStore } from "./RollupStore.ts"
import { CampaignId, CampaignIdInput, CampaignNotFound } from "../ids.ts"

const echo = {
  campaign_ids: described(
    Schema.NullOr(Schema.Array(CampaignId)),
    "The requested campaigns; `null`: all campaigns.",
    null
  ),
  period: Period
}

export const OverviewSummary = Schema.Struct({ ...echo, leads: leadsNow, ...numbers }).annotate({
  identifier: "OverviewSummary",
  description: "The leads, metrics and rates of the campaigns together."
})

export const OverviewSeries = Schema.Struct({ ...echo, ...series }).annotate({
  identifier: "OverviewEvents",
  description: "The metrics of the campaigns together, over time."
})

export const OverviewByAccount = Schema.Struct({ ...echo, data: accountRows }).annotate({
  identifier: "OverviewByAccount",
  description: "The numbers of the campaigns by account."
})

export const OverviewByCampaign = Schema.Struct({
  ...echo,
  data: described(
    Schema.Array(
      Schema.Struct({
        campaign_id: CampaignId,
        campaign_name: described(Schema.String, "The name of the campaign.", "Spring launch"),
        campaign_status: CampaignStatus,
        leads: leadsNow,
        ...numbers
      }).annotate({ identifier: "CampaignNumbers", description: "The numbers of one campaign." })
    ),
    "The numbers of each campaign, in the order of creation."
  )
}).annotate({ identifier: "OverviewByCampaign", description: "The numbers of each campaign." })

const campaign_ids = described(
  Schema.optionalKey(
    Schema.Array(CampaignIdInput).check(Schema.isBetweenLength(1, 200, { message: "must have 1 to 200 ids" }))
  ),
  "Only these campaigns: 1 to 200. Default: all."
)

export const OverviewQuery = Schema.Struct({ ...PeriodQuery.fields, campaign_ids })
export type OverviewQuery = typeof OverviewQuery.Type

export const OverviewSeriesQuery = Schema.Struct({ ...SeriesQuery.fields, campaign_ids })
export type OverviewSeriesQuery = typeof OverviewSeriesQuery.Type

type Failure = CampaignNotFound | InvalidInput | StorageError

/**
 * The numbers of the current organization across its campaigns. Deleted campaigns do not count. The default time zone
 * is UTC.
 */
export class Overview extends Context.Service<
  Overview,
  {
    /** The default period is `all_time`. */
    readonly summary: (
      query: Input<OverviewQuery>
    ) => Effect.Effect<typeof OverviewSummary.Type, Failure, CurrentOrganization>
    /**
     * The metrics for each interval. By default days of `last_30_days`; hours only for at most seven days. `all_time`
     * is from the first day with numbers to today, at most 3661 intervals.
     */
    readonly events: (
      query: Input<OverviewSeriesQuery>
    ) => Effect.Effect<typeof OverviewSeries.Type, Failure, CurrentOrganization>
    /**
     * Attached accounts by ascending id, including accounts without numbers; then other accounts with numbers; then
     * `null`.
     */
    readonly byAccount: (
      query: Input<OverviewQuery>
    ) => Effect.Effect<typeof OverviewByAccount.Type, Failure, CurrentOrganization>
    /** The campaigns in the order of creation, including campaigns without numbers. */
    readonly byCampaign: (
      query: Input<OverviewQuery>
    ) => Effect.Effect<typeof OverviewByCampaign.Type, Failure, CurrentOrganization>
  }
>()("@mailroom/core/Overview") {
  static readonly layer = Layer.effect(
    Overview,
    Effect.gen(function* () {
      const store = yield* CampaignStore
      const rollups = yield* RollupStore
      const reports = yield* makeReportReader
      const decodeQuery = decode(OverviewQuery)
      const decodeSeries = decode(OverviewSeriesQuery)

      /** The campaigns that a query selects, by ascending id, and its period. */
      const readScope = Effect.fnUntraced(function* (query: OverviewQuery, preset: Preset) {
        yield* checkPeriod(query)
        const { id } = yield* CurrentOrganization
        const asked = query.campaign_ids === undefined ? undefined : [...new Set(query.campaign_ids)].toSorted()
        const campaigns = yield* store.list(id, asked)
        const ids = campaigns.map((campaign) => campaign.id)
        const missing = asked?.find((id) => !ids.includes(id))
        if (missing !== undefined) return yield* new CampaignNotFound({ id: missing })
        return {
          organization_id: id,
          campaigns,
          ids,
          asked: asked ?? null,
          ...resolve(query, { preset, timezone: "UTC" }, yield* Clock.currentTimeMillis)
        }
      })

      return Overview.of({
        summary: traced("Overview.summary")(function* (input) {
          const scope = yield* readScope(yield* decodeQuery(input), "all_time")
          const { asked, campaigns, ids, organization_id, period } = scope
          const [sum] = yield* rollups.sum(organization_id, ids, "campaign", period)
          const leads = totalOf(campaigns.map(({ leads }) => leads))
          return { campaign_ids: asked, period, leads, ...numbersOf(sum?.metrics ?? zero) }
        }),
        events: traced("Overview.events")(function* (input) {
          const query = yield* decodeSeries(input)
          const scope = yield* readScope(query, "last_30_days")
          const { asked, ids, organization_id } = scope
          return { campaign_ids: asked, ...(yield* reports.series(organization_id, ids, query, scope)) }
        }),
        byAccount: traced("Overview.byAccount")(function* (input) {
          const scope = yield* readScope(yield* decodeQuery(input), "all_time")
          const { asked, campaigns, ids, organization_id, period } = scope
          const attached = [...new Set(campaigns.flatMap(({ account_ids }) => account_ids))].toSorted((a, b) => a - b)
          return {
            campaign_ids: asked,
            period,
            data: yield* reports.byAccount(organization_id, ids, attached, period)
          }
        }),
        byCampaign: traced("Overview.byCampaign")(function* (input) {
          const scope = yield* readScope(yield* decodeQuery(input), "all_time")
          const { asked, campaigns, ids, organization_id, period } = scope
          const sums = yield* rollups.sumCampaigns(organization_id, ids, period)
          const data = campaigns.map(({ id, leads, name, status }, i) => {
            const numbers = numbersOf(sums[i] ?? zero)
            return { campaign_id: id, campaign_name: name, campaign_status: status, leads, ...numbers }
          })
          return { campaign_ids: asked, period, data }
        })
      })
    })
  )
}

/** Adds the counts of several campaigns, number by number. */
const totalOf = (counts: ReadonlyArray<LeadCounts>): LeadCounts => {
  const sum = { total: 0, not_contacted: 0, sent: 0, opened: 0, replied: 0, bounced: 0, stopped: 0 }
  for (const leadCounts of counts)
    for (const [name, count] of Object.entries(leadCounts)) sum[name as keyof LeadCounts] += count
  return sum
}

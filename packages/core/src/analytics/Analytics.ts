import { Changes } from "../Changes.ts"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { described } from "../Described.ts"
import { EventStore } from "../activity/EventStore.ts"
import { CampaignStatus } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Count } from "../Id.ts"
import { decode, type Input, type InvalidInput } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Variant } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { StorageError } from "../StorageError.ts"
import { traced } from "../Traced.ts"
import { Period, PeriodQuery, type Preset, resolve } from "./Period.ts"
import { rebuild } from "./Rebuild.ts"
import {
  accountRows,
  checkPeriod,
  inOrder,
  leadsNow,
  makeReportReader,
  numbers,
  numbersOf,
  rowsOf,
  series,
  SeriesQuery
} from "./Reports.ts"
import { zero } from "./Rollup.ts"
import { RollupStore } from "./RollupStore.ts"
import { CampaignId, CampaignIdInput, CampaignNotFound, SequenceId } from "../ids.ts"

const echo = { campaign_id: CampaignId, period: Period }

export const Summary = Schema.Struct({
  ...echo,
  campaign_name: described(Schema.String, "The name of the campaign.", "Spring launch"),
  campaign_status: CampaignStatus,
  leads: leadsNow,
  ...numbers
}).annotate({ identifier: "AnalyticsSummary", description: "The leads, metrics and rates of a campaign." })

export const Series = Schema.Struct({ ...echo, ...series }).annotate({
  identifier: "AnalyticsEvents",
  description: "The metrics of a campaign over time."
})

export const ByAccount = Schema.Struct({ ...echo, data: accountRows }).annotate({
  identifier: "AnalyticsByAccount",
  description: "The numbers of a campaign by account."
})

export const BySequence = Schema.Struct({
  ...echo,
  data: described(
    Schema.Array(
      Schema.Struct({
        sequence_id: described(
          Schema.NullOr(SequenceId),
          "The id of the sequence: a step, or a variant of it. `null`: numbers without a known sequence. The other fields are `null` also after it is deleted.",
          12
        ),
        variant: described(
          Schema.NullOr(Variant),
          "The letter of the variant of the step; `null` after it is deleted.",
          "A"
        ),
        position: described(Schema.NullOr(Count), "The current position of its step; `null` after it is deleted.", 1),
        subject: described(
          Schema.NullOr(Schema.String),
          "Its current subject; `null` after it is deleted.",
          "A question"
        ),
        ...numbers
      }).annotate({ identifier: "SequenceNumbers", description: "The numbers of one step, or of one variant of it." })
    ),
    "The numbers of each sequence: by position and variant, then deleted ones, then `null`."
  )
}).annotate({ identifier: "AnalyticsBySequence", description: "The numbers of a campaign by sequence." })

/** Maximum number of links in a report: the ones with the most clicks. */
const maximumLinks = 100

export const ByLink = Schema.Struct({
  ...echo,
  data: described(
    Schema.Array(
      Schema.Struct({
        url: described(
          Schema.String,
          "The address of the link, as it is in the events.",
          "https://example.com/pricing"
        ),
        clicked: described(Count, "The number of clicks on the link.", 14),
        unique_clicked: described(Count, "The number of leads that clicked the link in the period.", 11)
      }).annotate({ identifier: "LinkNumbers", description: "The clicks on one link." })
    ),
    `The ${maximumLinks} links with the most clicks, the most first, then by address.`
  )
}).annotate({ identifier: "AnalyticsByLink", description: "The clicks of a campaign by link." })

type Failure = CampaignNotFound | InvalidInput | StorageError

/** The numbers of the current organization's campaigns. They are read from sums, except the clicks by link. */
export class Analytics extends Context.Service<
  Analytics,
  {
    /** The default period is `all_time`. */
    readonly summary: (
      campaign_id: CampaignId,
      query: Input<PeriodQuery>
    ) => Effect.Effect<typeof Summary.Type, Failure, CurrentOrganization>
    /**
     * The metrics for each interval. By default days of `last_30_days`; hours only for at most seven days. `all_time`
     * is from the first day with numbers to today, at most 3661 intervals.
     */
    readonly events: (
      campaign_id: CampaignId,
      query: Input<SeriesQuery>
    ) => Effect.Effect<typeof Series.Type, Failure, CurrentOrganization>
    /**
     * Attached accounts by ascending id, including accounts without numbers; then other accounts with numbers; then
     * `null`.
     */
    readonly byAccount: (
      campaign_id: CampaignId,
      query: Input<PeriodQuery>
    ) => Effect.Effect<typeof ByAccount.Type, Failure, CurrentOrganization>
    /** The campaign's sequences by position and variant; then deleted ones with numbers; then `null`. */
    readonly bySequence: (
      campaign_id: CampaignId,
      query: Input<PeriodQuery>
    ) => Effect.Effect<typeof BySequence.Type, Failure, CurrentOrganization>
    /** The clicks by the `url` of their events: the 100 links with the most clicks. It counts the events of the period. */
    readonly byLink: (
      campaign_id: CampaignId,
      query: Input<PeriodQuery>
    ) => Effect.Effect<typeof ByLink.Type, Failure, CurrentOrganization>
    /** Recomputes the sums from the events, in one transaction. Returns the number of events. */
    readonly rebuild: Effect.Effect<number, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Analytics") {
  static readonly layer = Layer.effect(
    Analytics,
    Effect.gen(function* () {
      const campaigns = yield* CampaignStore
      const eventStore = yield* EventStore
      const leads = yield* LeadStore
      const rollups = yield* RollupStore
      const sequences = yield* SequenceStore
      const { transaction } = yield* Changes
      const reports = yield* makeReportReader
      const decodeCampaignId = decode(CampaignIdInput, "/campaign_id")
      const decodePeriod = decode(PeriodQuery)
      const decodeSeries = decode(SeriesQuery)

      /** Reads the campaign of a query, and the dates of its period, which defaults to `preset`. */
      const readScope = Effect.fnUntraced(function* (input: CampaignId, query: PeriodQuery, preset: Preset) {
        const campaign_id = yield* decodeCampaignId(input)
        yield* checkPeriod(query)
        const { id } = yield* CurrentOrganization
        const [campaign] = yield* campaigns.list(id, [campaign_id])
        if (campaign === undefined) return yield* new CampaignNotFound({ id: campaign_id })
        const now = yield* Clock.currentTimeMillis
        return {
          campaign,
          campaign_id,
          organization_id: id,
          ...resolve(query, { preset, timezone: campaign.timezone }, now)
        }
      })

      const summary = traced("Analytics.summary")(function* (id: CampaignId, input: Input<PeriodQuery>) {
        const query = yield* decodePeriod(input)
        const { campaign, campaign_id, organization_id, period } = yield* readScope(id, query, "all_time")
        const [sum] = yield* rollups.sum(organization_id, [campaign_id], "campaign", period)
        return {
          campaign_id,
          period,
          campaign_name: campaign.name,
          campaign_status: campaign.status,
          leads: campaign.leads,
          ...numbersOf(sum?.metrics ?? zero)
        }
      })

      const events = traced("Analytics.events")(function* (id: CampaignId, input: Input<SeriesQuery>) {
        const query = yield* decodeSeries(input)
        const scope = yield* readScope(id, query, "last_30_days")
        const { campaign_id, organization_id } = scope
        return { campaign_id, ...(yield* reports.series(organization_id, [campaign_id], query, scope)) }
      })

      const byAccount = traced("Analytics.byAccount")(function* (id: CampaignId, input: Input<PeriodQuery>) {
        const query = yield* decodePeriod(input)
        const { campaign, campaign_id, organization_id, period } = yield* readScope(id, query, "all_time")
        const data = yield* reports.byAccount(organization_id, [campaign_id], campaign.account_ids, period)
        return { campaign_id, period, data }
      })

      const bySequence = traced("Analytics.bySequence")(function* (id: CampaignId, input: Input<PeriodQuery>) {
        const query = yield* decodePeriod(input)
        const { campaign_id, organization_id, period } = yield* readScope(id, query, "all_time")
        const sums = yield* rollups.sum(organization_id, [campaign_id], "sequence", period)
        const steps = yield* sequences.ofCampaigns(organization_id, [campaign_id])
        const byId = new Map(steps.map((step) => [step.id as number, step]))
        const ids = inOrder(
          steps.map(({ id }) => id),
          sums
        )
        const data = rowsOf(ids, sums).map(({ id, ...numbers }) => {
          const step = id === null ? undefined : byId.get(id)
          return {
            sequence_id: id as SequenceId | null,
            variant: step?.variant ?? null,
            position: step?.position ?? null,
            subject: step?.subject ?? null,
            ...numbers
          }
        })
        return { campaign_id, period, data }
      })

      const byLink = traced("Analytics.byLink")(function* (id: CampaignId, input: Input<PeriodQuery>) {
        const query = yield* decodePeriod(input)
        const { campaign_id, organization_id, period } = yield* readScope(id, query, "all_time")
        const { end, start } = period
        const data = yield* eventStore.countLinks(organization_id, campaign_id, { start, end, limit: maximumLinks })
        return { campaign_id, period, data }
      })

      return Analytics.of({
        summary,
        events,
        byAccount,
        bySequence,
        byLink,
        rebuild: Effect.flatMap(CurrentOrganization, ({ id }) =>
          transaction(rebuild(id, { events: eventStore, leads, rollups }))
        ).pipe(Effect.withSpan("Analytics.rebuild"))
      })
    })
  )
}

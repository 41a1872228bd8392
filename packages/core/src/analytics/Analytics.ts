import { Clock, Context, Effect, Layer, Option, Schema, Struct } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { EventType } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import { type CampaignId, CampaignIdInput, CampaignNotFound, CampaignStatus } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import { LeadCounts } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SequenceId } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { StorageError } from "../StorageError.ts"
import { Transactor } from "../Transactor.ts"
import { faultOf, Interval, intervalsOf, Period, PeriodQuery, type Preset, resolve } from "./Period.ts"
import { rebuild } from "./Rebuild.ts"
import { type Metrics, metricNames, Metrics as MetricsSchema, rate, zero } from "./Rollup.ts"
import { RollupStore } from "./RollupStore.ts"

const Rate = Schema.NullOr(Schema.Finite)

/** Shares from 0 to 1 with four decimals; `null` where there is nothing to have a share of. */
export const Rates = Schema.Struct({
  open_rate: Rate,
  click_rate: Rate,
  reply_rate: Rate,
  positive_reply_rate: Rate,
  bounce_rate: Rate,
  unsubscribe_rate: Rate
}).annotate({ identifier: "Rates" })
export type Rates = typeof Rates.Type

const echo = { campaign_id: Schema.String, period: Period }

export const Summary = Schema.Struct({
  ...echo,
  campaign_name: Schema.String,
  campaign_status: CampaignStatus,
  /** As they are now, whatever the period. */
  leads: LeadCounts,
  metrics: MetricsSchema,
  rates: Rates
}).annotate({ identifier: "AnalyticsSummary" })

/** All metrics, or those of the event types that were asked for. */
const someMetrics = Struct.map(MetricsSchema.fields, Schema.optionalKey)

export const Series = Schema.Struct({
  ...echo,
  interval: Interval,
  /** Every interval of the period, in order. `date`: the local day it begins with; of hours, the instant. */
  data: Schema.Array(Schema.Struct({ date: Schema.String, ...someMetrics })),
  totals: Schema.Struct(someMetrics)
}).annotate({ identifier: "AnalyticsEvents" })

export const ByAccount = Schema.Struct({
  ...echo,
  data: Schema.Array(
    Schema.Struct({
      /** `null`: what is not known to be any account's. */
      account_id: Schema.NullOr(AccountId),
      email: Schema.NullOr(Schema.String),
      metrics: MetricsSchema,
      rates: Rates
    })
  )
}).annotate({ identifier: "AnalyticsByAccount" })

export const BySequence = Schema.Struct({
  ...echo,
  data: Schema.Array(
    Schema.Struct({
      /** `null`: what is not known to be any sequence's. Position and subject are `null` also once it is deleted. */
      sequence_id: Schema.NullOr(SequenceId),
      position: Schema.NullOr(Schema.Int),
      subject: Schema.NullOr(Schema.String),
      metrics: MetricsSchema,
      rates: Rates
    })
  )
}).annotate({ identifier: "AnalyticsBySequence" })

export const SeriesQuery = Schema.Struct({
  ...PeriodQuery.fields,
  interval: Schema.optionalKey(Interval),
  /** Only the metrics of these event types. */
  types: Schema.optionalKey(Schema.Array(EventType))
})
export type SeriesQuery = typeof SeriesQuery.Type

type Failure = CampaignNotFound | InvalidInput | StorageError

/** The numbers of the current organization's campaigns, answered from sums, never by counting events. */
export class Analytics extends Context.Service<
  Analytics,
  {
    /** `all_time` by default. */
    readonly summary: (
      campaign_id: CampaignId,
      query: Input<PeriodQuery>
    ) => Effect.Effect<typeof Summary.Type, Failure, CurrentOrganization>
    /** By day and `last_30_days` by default; `all_time` is not allowed, and hours only for at most seven days. */
    readonly events: (
      campaign_id: CampaignId,
      query: Input<SeriesQuery>
    ) => Effect.Effect<typeof Series.Type, Failure, CurrentOrganization>
    /** Attached accounts by ascending id, also those without numbers; then others with numbers; then `null`. */
    readonly byAccount: (
      campaign_id: CampaignId,
      query: Input<PeriodQuery>
    ) => Effect.Effect<typeof ByAccount.Type, Failure, CurrentOrganization>
    /** The campaign's sequences by position; then deleted ones with numbers; then `null`. */
    readonly bySequence: (
      campaign_id: CampaignId,
      query: Input<PeriodQuery>
    ) => Effect.Effect<typeof BySequence.Type, Failure, CurrentOrganization>
    /** Recomputes the sums from the events, in one transaction. Returns how many events there are. */
    readonly rebuild: Effect.Effect<number, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Analytics") {
  static readonly layer = Layer.effect(
    Analytics,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const campaigns = yield* CampaignStore
      const eventStore = yield* EventStore
      const leads = yield* LeadStore
      const rollups = yield* RollupStore
      const sequences = yield* SequenceStore
      const { transaction } = yield* Transactor
      const decodeCampaignId = decode(CampaignIdInput, "/campaign_id")
      const decodePeriod = decode(PeriodQuery)
      const decodeSeries = decode(SeriesQuery)

      const open = Effect.fnUntraced(function* (input: CampaignId, query: PeriodQuery, preset: Preset) {
        const campaign_id = yield* decodeCampaignId(input)
        const fault = faultOf(query)
        if (fault !== undefined) return yield* new InvalidInput({ faults: [fault] })
        const { id } = yield* CurrentOrganization
        const found = yield* campaigns.find(id, campaign_id)
        if (Option.isNone(found)) return yield* new CampaignNotFound({ id: campaign_id })
        const campaign = found.value
        const now = yield* Clock.currentTimeMillis
        return {
          campaign,
          campaign_id,
          organization_id: id,
          ...resolve(query, { preset, timezone: campaign.timezone }, now)
        }
      })

      const summary = Effect.fn("Analytics.summary")(function* (id: CampaignId, input: Input<PeriodQuery>) {
        const query = yield* decodePeriod(input)
        const { campaign, campaign_id, organization_id, period } = yield* open(id, query, "all_time")
        const [sum] = yield* rollups.sum(organization_id, campaign_id, "campaign", period)
        const metrics = sum?.metrics ?? zero
        return {
          campaign_id,
          period,
          campaign_name: campaign.name,
          campaign_status: campaign.status,
          leads: yield* leads.counts(organization_id, campaign_id),
          metrics,
          rates: ratesOf(metrics)
        }
      })

      const events = Effect.fn("Analytics.events")(function* (id: CampaignId, input: Input<SeriesQuery>) {
        const { interval = "day", types, ...query } = yield* decodeSeries(input)
        const { campaign_id, dates, organization_id, period } = yield* open(id, query, "last_30_days")
        const fault = seriesFault(dates, interval)
        if (dates === null || fault !== undefined) {
          return yield* new InvalidInput({ faults: [fault ?? unboundedFault] })
        }
        const { boundaries, names } = intervalsOf(dates, interval, period.timezone)
        const series = yield* rollups.series(organization_id, campaign_id, boundaries)
        const select = types === undefined ? (metrics: Metrics) => metrics : selectOf(types)
        const data = names.map((date, i) => ({ date, ...select(series[i] ?? zero) }))
        return { campaign_id, period, interval, data, totals: select(total(series)) }
      })

      const byAccount = Effect.fn("Analytics.byAccount")(function* (id: CampaignId, input: Input<PeriodQuery>) {
        const query = yield* decodePeriod(input)
        const { campaign, campaign_id, organization_id, period } = yield* open(id, query, "all_time")
        const sums = yield* rollups.sum(organization_id, campaign_id, "account", period)
        const ids = inOrder(campaign.account_ids, sums)
        const known = new Map(
          (yield* accounts.findMany(
            organization_id,
            ids.flatMap((id) => (id === null ? [] : [id as AccountId]))
          )).map(({ email, id }) => [id, email])
        )
        const data = rowsOf(ids, sums).map(({ id, ...numbers }) => ({
          account_id: id as AccountId | null,
          email: id === null ? null : (known.get(id as AccountId) ?? null),
          ...numbers
        }))
        return { campaign_id, period, data }
      })

      const bySequence = Effect.fn("Analytics.bySequence")(function* (id: CampaignId, input: Input<PeriodQuery>) {
        const query = yield* decodePeriod(input)
        const { campaign_id, organization_id, period } = yield* open(id, query, "all_time")
        const sums = yield* rollups.sum(organization_id, campaign_id, "sequence", period)
        const steps = Option.getOrElse(yield* sequences.list(organization_id, campaign_id), () => [])
        const byId = new Map(steps.map((step) => [step.id as number, step]))
        const ids = inOrder(
          steps.map(({ id }) => id),
          sums
        )
        const data = rowsOf(ids, sums).map(({ id, ...numbers }) => {
          const step = id === null ? undefined : byId.get(id)
          return {
            sequence_id: id as SequenceId | null,
            position: step?.position ?? null,
            subject: step?.subject ?? null,
            ...numbers
          }
        })
        return { campaign_id, period, data }
      })

      return Analytics.of({
        summary,
        events,
        byAccount,
        bySequence,
        rebuild: Effect.flatMap(CurrentOrganization, ({ id }) =>
          transaction(rebuild(id, { events: eventStore, leads, rollups }))
        ).pipe(Effect.withSpan("Analytics.rebuild"))
      })
    })
  )
}

type Sums = ReadonlyArray<{ readonly id: number | null; readonly metrics: Metrics }>

/** These ids, then the others that have numbers, in the order of the sums. */
const inOrder = (first: ReadonlyArray<number>, sums: Sums): ReadonlyArray<number | null> => [
  ...new Set<number | null>([...first, ...sums.map(({ id }) => id)])
]

const rowsOf = (ids: ReadonlyArray<number | null>, sums: Sums) => {
  const byId = new Map(sums.map(({ id, metrics }) => [id, metrics]))
  return ids.map((id) => {
    const metrics = byId.get(id) ?? zero
    return { id, metrics, rates: ratesOf(metrics) }
  })
}

const total = (series: ReadonlyArray<Metrics>): Metrics => {
  const sum: { -readonly [M in keyof Metrics]: number } = { ...zero }
  for (const metrics of series) for (const name of metricNames) sum[name] += metrics[name]
  return sum
}

/** What is counted of each type of event. */
const metricsOf: Readonly<Record<EventType, ReadonlyArray<keyof Metrics>>> = {
  sent: ["sent", "contacted"],
  delivered: [],
  opened: ["opened", "unique_opened"],
  machine_opened: ["machine_opened"],
  clicked: ["clicked", "unique_clicked"],
  replied: ["replied", "unique_replied", "positive_replied"],
  auto_replied: ["auto_replied"],
  bounced: ["bounced"],
  soft_bounced: ["soft_bounced"],
  unsubscribed: ["unsubscribed"],
  complained: ["complained"]
}
const selectOf = (types: ReadonlyArray<EventType>) => {
  const names = metricNames.filter((name) => types.some((type) => metricsOf[type].includes(name)))
  return (metrics: Metrics) => Struct.pick(metrics, names)
}

const ratesOf = (metrics: Metrics): Rates => ({
  open_rate: rate(metrics.unique_opened, metrics.contacted),
  click_rate: rate(metrics.unique_clicked, metrics.contacted),
  reply_rate: rate(metrics.unique_replied, metrics.contacted),
  positive_reply_rate: rate(metrics.positive_replied, metrics.unique_replied),
  bounce_rate: rate(metrics.bounced, metrics.sent),
  unsubscribe_rate: rate(metrics.unsubscribed, metrics.contacted)
})

const unboundedFault = { pointer: "/period", message: "must have a beginning and an end: all_time has not" }

/** Why a series cannot have these intervals, if so. */
const seriesFault = (dates: readonly [string, string] | null, interval: Interval) => {
  if (dates === null) return unboundedFault
  const [first, last] = dates
  return interval === "hour" && Date.parse(last) - Date.parse(first) >= 7 * 86_400_000
    ? { pointer: "/interval", message: "must not be hour for more than seven days" }
    : undefined
}

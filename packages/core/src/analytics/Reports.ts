/** The shared parts of reports: for one campaign and across campaigns. */
import { Clock, Effect, Option, Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { EventType } from "../activity/Event.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { LeadCounts } from "../leads/LeadCounts.ts"
import {
  datesOfExtent,
  faultOf,
  faultOfSeries,
  Interval,
  intervalsOf,
  type Period,
  periodOf,
  PeriodQuery,
  type resolve
} from "./Period.ts"
import { type Metrics, metricNames, Metrics as StoredMetrics, rate, zero } from "./Rollup.ts"
import { RollupStore } from "./RollupStore.ts"
import { AccountId, type CampaignId, type OrganizationId } from "../ids.ts"

/** The stored sums, and what is computed of them. */
export const ReportMetrics = Schema.Struct({
  ...StoredMetrics.fields,
  delivered: described(
    Schema.Int,
    "`sent - bounced`. Below 0 when mails of an earlier period bounce, so that the days of a period add up to it.",
    137
  )
}).annotate({ identifier: "Metrics", description: "The counts of the period." })
export type ReportMetrics = typeof ReportMetrics.Type

const reportNames = Object.keys(ReportMetrics.fields) as ReadonlyArray<keyof ReportMetrics>

const Rate = Schema.NullOr(Schema.Finite)

export const Rates = Schema.Struct({
  open_rate: described(Rate, "`unique_opened / contacted`", 0.42),
  click_rate: described(Rate, "`unique_clicked / contacted`", 0.08),
  reply_rate: described(Rate, "`unique_replied / contacted`", 0.12),
  positive_reply_rate: described(Rate, "`positive_replied / unique_replied`", 0.5),
  bounce_rate: described(Rate, "`bounced / sent`", 0.0214),
  unsubscribe_rate: described(Rate, "`unsubscribed / contacted`", 0.01),
  delivery_rate: described(Rate, "`delivered / sent`", 0.9786)
}).annotate({
  identifier: "Rates",
  description:
    "Rates from 0 to 1 with four decimals; `null` if the divisor is 0. In a short period more leads may " +
    "open mail than are contacted; then the rate is 1. If more mails bounce than are sent, `delivery_rate` is 0."
})
export type Rates = typeof Rates.Type

export const leadsNow = described(LeadCounts, "The current leads, independent of the period.")

export const numbers = { metrics: ReportMetrics, rates: Rates }

/** All metrics, or only the metrics of the requested event types. */
const someMetrics = Struct.map(ReportMetrics.fields, Schema.optionalKey)

export const series = {
  interval: described(Interval, "The length of the intervals."),
  data: described(
    Schema.Array(
      Schema.Struct({
        date: described(Schema.String, "The local day on which the interval begins; for hours, the instant."),
        ...someMetrics
      }).annotate({ identifier: "IntervalMetrics", description: "The metrics of one interval." })
    ),
    "Every interval of the period, in order."
  ),
  totals: Schema.Struct(someMetrics).annotate({
    identifier: "TotalMetrics",
    description: "The metrics of the whole period."
  })
}

export const accountRows = described(
  Schema.Array(
    Schema.Struct({
      account_id: described(
        Schema.NullOr(AccountId),
        "The id of the account. `null`: numbers without a known account."
      ),
      email: described(
        Schema.NullOr(Schema.String),
        "The address of the account, also after it is deleted.",
        "sales@mailroom.example"
      ),
      ...numbers
    }).annotate({ identifier: "AccountNumbers", description: "The numbers of one account." })
  ),
  "The numbers of each account: by ascending id, then `null`."
)

export const SeriesQuery = Schema.Struct({
  ...PeriodQuery.fields,
  interval: described(Schema.optionalKey(Interval), "Default: `day`. `hour` is allowed for at most seven days."),
  types: described(Schema.optionalKey(Schema.Array(EventType)), "Only the metrics of these event types.")
})
export type SeriesQuery = typeof SeriesQuery.Type

/** Fails when the fields of a query cannot be combined. */
export const checkPeriod = (query: PeriodQuery): Effect.Effect<void, InvalidInput> => {
  const fault = faultOf(query)
  return fault === undefined ? Effect.void : Effect.fail(new InvalidInput({ faults: [fault] }))
}

/** Makes the functions that read reports over any number of campaigns. */
export const makeReportReader = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const rollups = yield* RollupStore

  /** The days and the instants of `all_time` for a series, which needs bounds. */
  const allTime = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    campaign_ids: ReadonlyArray<CampaignId>,
    { preset, timezone }: Period
  ) {
    const extent = yield* rollups.extent(organization_id, campaign_ids)
    const dates = datesOfExtent(Option.getOrUndefined(extent), timezone, yield* Clock.currentTimeMillis)
    return { dates, period: periodOf(preset, dates, timezone) }
  })

  /**
   * The metrics of each interval, and the period. `all_time` is from the day of the first sum to today, or to the day
   * of the last sum if that is later.
   */
  const series = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    campaign_ids: ReadonlyArray<CampaignId>,
    { interval = "day", types }: Pick<SeriesQuery, "interval" | "types">,
    resolved: ReturnType<typeof resolve>
  ) {
    const { dates, period } =
      resolved.dates === null ? yield* allTime(organization_id, campaign_ids, resolved.period) : resolved
    const fault = faultOfSeries(dates, interval)
    if (fault !== undefined) return yield* new InvalidInput({ faults: [fault] })
    const { boundaries, names } = intervalsOf(dates, interval, period.timezone)
    const found = yield* rollups.series(organization_id, campaign_ids, boundaries)
    const select = types === undefined ? withDelivered : metricsFor(types)
    const data = names.map((date, i) => ({ date, ...select(found[i] ?? zero) }))
    return { period, interval, data, totals: select(total(found)) }
  })

  /**
   * These accounts in their order, including accounts without numbers; then other accounts with numbers; then `null`.
   */
  const byAccount = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    campaign_ids: ReadonlyArray<CampaignId>,
    attached: ReadonlyArray<AccountId>,
    period: Period
  ) {
    const sums = yield* rollups.sum(organization_id, campaign_ids, "account", period)
    const ids = inOrder(attached, sums)
    const known = new Map(
      (yield* accounts.findMany(
        organization_id,
        ids.flatMap((id) => (id === null ? [] : [id as AccountId]))
      )).map(({ email, id }) => [id, email])
    )
    return rowsOf(ids, sums).map(({ id, ...numbers }) => ({
      account_id: id as AccountId | null,
      email: id === null ? null : (known.get(id as AccountId) ?? null),
      ...numbers
    }))
  })

  return { byAccount, series }
})

type Sums = ReadonlyArray<{ readonly id: number | null; readonly metrics: Metrics }>

/** These ids, then the others that have numbers, in the order of the sums. */
export const inOrder = (first: ReadonlyArray<number>, sums: Sums): ReadonlyArray<number | null> => [
  ...new Set<number | null>([...first, ...sums.map(({ id }) => id)])
]

/** The numbers and rates of these ids, in this order; zero for an id without numbers. */
export const rowsOf = (ids: ReadonlyArray<number | null>, sums: Sums) => {
  const byId = new Map(sums.map(({ id, metrics }) => [id, metrics]))
  return ids.map((id) => {
    const metrics = byId.get(id) ?? zero
    return { id, ...numbersOf(metrics) }
  })
}

/** The sum of several metrics, name by name. */
const total = (series: ReadonlyArray<Metrics>): Metrics => {
  const sum: { -readonly [M in keyof Metrics]: number } = { ...zero }
  for (const metrics of series) for (const name of metricNames) sum[name] += metrics[name]
  return sum
}

/** The metrics of each type of event. */
const metricsOf: Readonly<Record<EventType, ReadonlyArray<keyof ReportMetrics>>> = {
  sent: ["sent", "contacted"],
  delivered: ["delivered"],
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
/** Makes the function that selects the metrics of these types of events. */
const metricsFor = (types: ReadonlyArray<EventType>) => {
  const names = reportNames.filter((name) => types.some((type) => metricsOf[type].includes(name)))
  return (metrics: Metrics) => Struct.pick(withDelivered(metrics), names)
}

const withDelivered = (metrics: Metrics): ReportMetrics => ({ ...metrics, delivered: metrics.sent - metrics.bounced })

/** The metrics and rates that a report has, of stored sums. */
export const numbersOf = (sums: Metrics): { readonly metrics: ReportMetrics; readonly rates: Rates } => {
  const metrics = withDelivered(sums)
  return { metrics, rates: ratesOf(metrics) }
}

const ratesOf = (metrics: ReportMetrics): Rates => ({
  open_rate: rate(metrics.unique_opened, metrics.contacted),
  click_rate: rate(metrics.unique_clicked, metrics.contacted),
  reply_rate: rate(metrics.unique_replied, metrics.contacted),
  positive_reply_rate: rate(metrics.positive_replied, metrics.unique_replied),
  bounce_rate: rate(metrics.bounced, metrics.sent),
  unsubscribe_rate: rate(metrics.unsubscribed, metrics.contacted),
  delivery_rate: rate(Math.max(0, metrics.delivered), metrics.sent)
})

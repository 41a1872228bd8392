/** The page of analytics: the mails of a period, and the answers to them. */
import type { Interval, IntervalMetrics, Metrics, PeriodPreset, Rates } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { bucketDate, number } from "../../app/format.ts"
import { go, hrefOf, useRoute } from "../../app/route.ts"
import { BarChart } from "../../kit/BarChart.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Loaded, QueryFailed, Skeleton } from "../../kit/States.tsx"
import { ByCampaign, ByParts } from "./Breakdowns.tsx"
import { texts } from "./texts.ts"

type Shown = keyof typeof texts.periods
const periods = Object.keys(texts.periods) as ReadonlyArray<Shown & PeriodPreset>

/** Days for short periods, weeks for longer ones, months for all time. */
const intervals: Record<Shown, Interval> = {
  last_7_days: "day",
  last_30_days: "day",
  last_90_days: "week",
  all_time: "month"
}

export interface Choice {
  readonly period: PeriodPreset
  readonly timezone: string
  /** The id of one campaign; `undefined`: all campaigns. */
  readonly campaign: string | undefined
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

const rateOf: Partial<Record<keyof typeof texts.metrics, keyof typeof texts.rates & keyof Rates>> = {
  unique_replied: "reply_rate",
  positive_replied: "positive_reply_rate",
  bounced: "bounce_rate",
  unsubscribed: "unsubscribe_rate"
}

const Tiles = ({ metrics, rates }: { readonly metrics: Metrics; readonly rates: Rates }) => (
  <dl class="tiles">
    {(Object.keys(texts.metrics) as ReadonlyArray<keyof typeof texts.metrics>).map((name) => {
      const rate = rateOf[name]
      const value = rate === undefined ? null : rates[rate]
      return (
        <div class="tile" key={name}>
          <dt>{texts.metrics[name]}</dt>
          <dd>{number(metrics[name])}</dd>
          {rate !== undefined && value !== null && (
            <dd class="meta tile-rate">{`${number(Math.round(value * 1000) / 10)} % ${texts.rates[rate]}`}</dd>
          )}
        </div>
      )
    })}
  </dl>
)

const charts = [
  { name: "sent", tone: "main" },
  { name: "unique_replied", tone: "good" },
  { name: "bounced", tone: "bad" }
] as const

const Charts = ({ data }: { readonly data: ReadonlyArray<IntervalMetrics> }) => {
  const [highlight, setHighlight] = useState<number | undefined>()
  return (
    <>
      <div class="charts">
        {charts.map(({ name, tone }) => (
          <BarChart
            key={name}
            title={texts.charts[name]}
            tone={tone}
            bars={data.map((bucket) => ({ label: bucketDate(bucket.date), value: bucket[name] ?? 0 }))}
            highlight={highlight}
            onHighlight={setHighlight}
          />
        ))}
      </div>
      <details>
        <summary>{texts.table}</summary>
        <Table
          label={texts.table}
          columns={[texts.date, ...charts.map(({ name }) => texts.charts[name])]}
          numbers={[1, 2, 3]}
        >
          {data.map((bucket) => (
            <tr key={bucket.date}>
              <td>{bucketDate(bucket.date)}</td>
              {charts.map(({ name }) => (
                <td class="number" key={name}>
                  {number(bucket[name] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </>
  )
}

export const Analytics = () => {
  const { query } = useRoute()
  const period = periods.find((period) => period === query["period"]) ?? "last_30_days"
  const { campaign } = query
  const choice: Choice = { period, timezone: zone, campaign }
  const asked = { period, timezone: zone }
  const campaigns = useQuery({
    queryKey: ["campaigns", "all"],
    queryFn: ({ signal }) => api.campaigns.list({ limit: 200 }, { signal })
  })
  const summary = useQuery({
    queryKey: ["analytics", "summary", choice],
    queryFn: async ({ signal }) =>
      campaign === undefined
        ? await api.overview.summary(asked, { signal })
        : await api.analytics.summary(campaign, asked, { signal })
  })
  const events = useQuery({
    queryKey: ["analytics", "events", choice],
    queryFn: async ({ signal }) => {
      const of = { ...asked, interval: intervals[period] }
      const { data } =
        campaign === undefined
          ? await api.overview.events(of, { signal })
          : await api.analytics.events(campaign, of, { signal })
      return data
    }
  })
  const choose = (change: { readonly period?: string; readonly campaign?: string }) =>
    go(hrefOf(["analytics"], { period, campaign, ...change }))
  return (
    <Sheet
      title={texts.title}
      actions={
        <>
          <select
            class="field"
            aria-label={texts.campaign}
            value={campaign ?? ""}
            onChange={({ currentTarget }) => choose({ campaign: currentTarget.value })}
          >
            <option value="">{texts.allCampaigns}</option>
            {campaigns.data?.data.map(({ id, name }) => (
              <option value={id} key={id}>
                {name}
              </option>
            ))}
          </select>
          <select
            class="field"
            aria-label={texts.period}
            value={period}
            onChange={({ currentTarget }) => choose({ period: currentTarget.value })}
          >
            {periods.map((name) => (
              <option value={name} key={name}>
                {texts.periods[name]}
              </option>
            ))}
          </select>
        </>
      }
    >
      <QueryFailed query={campaigns} />
      <section class="sheet-section sheet-wide">
        <Loaded query={summary} skeleton={<Skeleton rows={2} height={64} />}>
          {({ metrics, rates }) => <Tiles metrics={metrics} rates={rates} />}
        </Loaded>
        <p class="meta">{texts.zone(zone)}</p>
      </section>
      <section class="sheet-section sheet-wide">
        <Loaded query={events} skeleton={<Skeleton rows={4} height={80} />}>
          {(data) => (data.length === 0 ? <p class="meta">{texts.empty}</p> : <Charts data={data} />)}
        </Loaded>
      </section>
      <section class="sheet-section sheet-wide">
        {campaign === undefined ? <ByCampaign choice={choice} /> : <ByParts campaign={campaign} choice={choice} />}
      </section>
    </Sheet>
  )
}

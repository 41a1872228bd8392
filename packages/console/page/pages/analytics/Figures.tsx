/** The figures of the period in tiles with sparklines, and as charts over time. */
import type { Interval, IntervalMetrics, Metrics, Rates } from "@mailroom/client"
import { bucketDate, number } from "../../base/format.ts"
import { BarChart } from "../../kit/BarChart.tsx"
import { Figure, type FiguresOf, isOfLeads } from "../../kit/figures.tsx"
import { Sparkline } from "../../kit/Sparkline.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { texts } from "./texts.ts"

const rateOf: Partial<Record<keyof typeof texts.metrics, keyof typeof texts.rates & keyof Rates>> = {
  delivered: "delivery_rate",
  unique_replied: "reply_rate",
  positive_replied: "positive_reply_rate",
  bounced: "bounce_rate",
  unsubscribed: "unsubscribe_rate"
}

export const Tiles = ({ highlight, metrics, of, rates, series }: TilesProps) => (
  <dl class="tiles">
    {(Object.keys(texts.metrics) as ReadonlyArray<keyof typeof texts.metrics>).map((name) => {
      const rate = rateOf[name]
      const value = rate === undefined ? null : rates[rate]
      return (
        <div class="tile" key={name}>
          <dt>{texts.metrics[name]}</dt>
          <dd>{isOfLeads(name) ? <Figure metric={name} value={metrics[name]} of={of} /> : number(metrics[name])}</dd>
          {rate !== undefined && value !== null && (
            <dd class="meta tile-rate">{`${number(Math.round(value * 1000) / 10)} % ${texts.rates[rate]}`}</dd>
          )}
          <dd class="meta tile-spark" aria-hidden="true">
            <Sparkline values={series.map((bucket) => bucket[name] ?? 0)} highlight={highlight} />
          </dd>
        </div>
      )
    })}
  </dl>
)

interface TilesProps {
  readonly metrics: Metrics
  /** The campaign and the period of the figures. */
  readonly of: FiguresOf
  readonly rates: Rates
  /** The buckets of the period; empty until they are loaded. */
  readonly series: ReadonlyArray<IntervalMetrics>
  /** The index of the bucket that is pointed at. */
  readonly highlight: number | undefined
}

const charts = [
  { name: "sent", tone: "main" },
  { name: "unique_replied", tone: "good" },
  { name: "bounced", tone: "bad" }
] as const

export const Charts = ({ data, highlight, interval, onHighlight }: ChartsProps) => (
  <>
    <div class="charts">
      {charts.map(({ name, tone }) => (
        <BarChart
          key={name}
          title={texts.charts[name]}
          tone={tone}
          bars={data.map((bucket) => ({ label: bucketDate(bucket.date, interval), value: bucket[name] ?? 0 }))}
          highlight={highlight}
          onHighlight={onHighlight}
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
            <td>{bucketDate(bucket.date, interval)}</td>
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

interface ChartsProps {
  readonly data: ReadonlyArray<IntervalMetrics>
  readonly interval: Interval
  readonly highlight: number | undefined
  readonly onHighlight: (index: number | undefined) => void
}

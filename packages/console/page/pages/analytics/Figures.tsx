/** The figures of the period in tiles with sparklines, and as charts over time. */
import type { Interval, IntervalMetrics, Metrics, Rates } from "@mailroom/client"
import { bucketDate, number } from "../../base/format.ts"
import { BarChart } from "../../kit/BarChart.tsx"
import { Figure, type FiguresOf, isOfLeads, percent } from "../../kit/figures.tsx"
import { Sparkline } from "../../kit/Sparkline.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { type Tile, Tiles } from "../../kit/Tiles.tsx"
import { boundsOf } from "./period.ts"
import { texts } from "./texts.ts"

const rateOf: Partial<Record<keyof typeof texts.metrics, keyof typeof texts.rates & keyof Rates>> = {
  delivered: "delivery_rate",
  positive_replied: "positive_reply_rate",
  bounced: "bounce_rate",
  unsubscribed: "unsubscribe_rate"
}

export const FigureTiles = ({ highlight, metrics, of, rates, series }: TilesProps) => {
  const sparkOf = (name: keyof typeof texts.metrics) => (
    <Sparkline values={series.map((bucket) => bucket[name] ?? 0)} highlight={highlight} />
  )
  const tileOf = (name: keyof typeof texts.metrics): Tile => {
    const rate = rateOf[name]
    const value = rate === undefined ? null : rates[rate]
    return {
      name: texts.metrics[name],
      figure: isOfLeads(name) ? <Figure metric={name} value={metrics[name]} of={of} /> : number(metrics[name]),
      note: rate === undefined || value === null ? undefined : `${percent(value)} ${texts.rates[rate]}`,
      spark: sparkOf(name)
    }
  }
  const names = Object.keys(texts.metrics) as ReadonlyArray<keyof typeof texts.metrics>
  return (
    <Tiles
      large={{
        name: texts.metrics.unique_replied,
        figure: rates.reply_rate === null ? texts.noRate : percent(rates.reply_rate),
        note: (
          <>
            <Figure metric="unique_replied" value={metrics.unique_replied} of={of} />{" "}
            {texts.ofContacted(number(metrics.contacted))}
          </>
        ),
        spark: sparkOf("unique_replied")
      }}
      tiles={names.filter((name) => name !== "unique_replied").map(tileOf)}
    />
  )
}

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

export const Charts = ({ data, highlight, interval, of, onHighlight }: ChartsProps) => (
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
                {of.period !== undefined && isOfLeads(name) ? (
                  <Figure
                    metric={name}
                    value={bucket[name] ?? 0}
                    of={{ ...of, period: boundsOf(bucket.date, interval, of.period) }}
                  />
                ) : (
                  number(bucket[name] ?? 0)
                )}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  </>
)

interface ChartsProps {
  /** The campaign and the period of the figures. Without the period, which is loaded apart, figures open nothing. */
  readonly of: FiguresOf
  readonly data: ReadonlyArray<IntervalMetrics>
  readonly interval: Interval
  readonly highlight: number | undefined
  readonly onHighlight: (index: number | undefined) => void
}

/** A line without axes: how a figure moved in the period. The chart and the table below it have the values. */
import { max } from "d3-array"

const width = 64
const height = 24

export const Sparkline = ({ highlight, values }: SparklineProps) => {
  if (values.length < 2) return null
  const top = Math.max(1, max(values) ?? 1)
  const x = (index: number) => 2 + (index * (width - 4)) / (values.length - 1)
  const y = (value: number) => height - 2 - (value * (height - 4)) / top
  const shown = highlight === undefined ? undefined : values[highlight]
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <polyline points={values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ")} />
      {highlight !== undefined && shown !== undefined && <circle cx={x(highlight)} cy={y(shown)} r={2.5} />}
    </svg>
  )
}

interface SparklineProps {
  readonly values: ReadonlyArray<number>
  /** The index of the value that is pointed at. */
  readonly highlight: number | undefined
}

/** Bars over time, as SVG: it follows the scheme at once, and CSP allows it. */
import { max, ticks } from "d3-array"
import { useEffect, useRef, useState } from "preact/hooks"
import { number } from "../base/format.ts"
import "./chart.css"

const height = 160
/** The room of a label below the bars, in pixels. */
const labelWidth = 54
const left = 36
const bottom = 20

/** A label below its bar, or at the edge of the chart that it would cross. */
const labelAt = (x: number, width: number) =>
  x + labelWidth / 2 > width ? ({ x: width, "text-anchor": "end" } as const) : ({ x, "text-anchor": "middle" } as const)

export const BarChart = ({ bars, highlight, onHighlight, title, tone }: BarChartProps) => {
  // The chart is drawn in the pixels that it has: its texts have one size on every screen.
  const [width, setWidth] = useState(360)
  const picture = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.round(entry?.contentRect.width ?? 0))))
    if (picture.current !== null) observer.observe(picture.current)
    return () => observer.disconnect()
  }, [])
  const top = Math.max(1, max(bars, ({ value }) => value) ?? 1)
  const marks = ticks(0, top, 3).filter((mark) => Number.isInteger(mark))
  const highest = Math.max(top, marks.at(-1) ?? 0)
  const step = (width - left) / Math.max(1, bars.length)
  const y = (value: number) => (height - bottom - 8) * (1 - value / highest) + 8
  // Labels must not overlap: one of `every` bars has a label.
  const every = Math.ceil((bars.length * labelWidth) / (width - left))
  const shown = highlight === undefined ? undefined : bars[highlight]
  return (
    <figure class="chart">
      <figcaption class="chart-title">
        {title} <span class="chart-value">{shown === undefined ? "" : `${shown.label}: ${number(shown.value)}`}</span>
      </figcaption>
      <svg
        ref={picture}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={title}
        onPointerLeave={() => onHighlight(undefined)}
      >
        {marks.map((mark) => (
          <g key={mark}>
            <line x1={left} x2={width} y1={y(mark)} y2={y(mark)} class="chart-line" />
            <text x={left - 8} y={y(mark) + 4} text-anchor="end" class="chart-label">
              {number(mark)}
            </text>
          </g>
        ))}
        {bars.map(({ label, value }, i) => (
          <g key={label} onPointerEnter={() => onHighlight(i)}>
            <rect
              x={left + i * step}
              y={0}
              width={step}
              height={height - bottom}
              class={`chart-area ${highlight === i ? "chart-day" : ""}`}
            />
            <rect
              x={left + i * step + step * 0.15}
              y={y(value)}
              width={step * 0.7}
              height={Math.max(0, y(0) - y(value))}
              rx={2}
              class={`chart-bar chart-${tone} ${highlight === undefined || highlight === i ? "" : "chart-other"}`}
            />
            {i % every === 0 && (
              <text {...labelAt(left + (i + 0.5) * step, width)} y={height - 4} class="chart-label">
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}

interface BarChartProps {
  readonly title: string
  readonly tone: "bad" | "main" | "good"
  readonly bars: ReadonlyArray<{ readonly label: string; readonly value: number }>
  /** The index of the bar that is pointed at, in any chart of the page. */
  readonly highlight: number | undefined
  readonly onHighlight: (index: number | undefined) => void
}

/** Rows of one height, of which only those in view exist: a list may have a million. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

/** Browsers cut elements at 17 to 33 million pixels. A longer list is scaled: one pixel of the bar is several rows. */
const tallest = 8_000_000

/**
 * The place of a list that is scrolled to `top`. `tall` is the height of the scrolled element, `scale` how many pixels of
 * rows one pixel of the bar is, and `offset` the first visible pixel of the rows.
 */
const placeOf = (count: number, height: number, view: number, top: number) => {
  const real = count * height
  const tall = Math.min(real, tallest)
  const scale = tall > view ? (real - view) / (tall - view) : 1
  return { tall, offset: top * scale, scale }
}

export interface Range {
  readonly first: number
  /** The index after the last one. */
  readonly end: number
}

export const VirtualRows = ({ children, count, height, label, onRange, target }: VirtualRowsProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [view, setView] = useState(600)
  const { offset, tall } = placeOf(count, height, view, top)
  const first = Math.max(0, Math.floor(offset / height) - 4)
  const end = Math.min(count, Math.ceil((offset + view) / height) + 4)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(() => setView(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => onRange({ first, end }), [first, end, onRange])
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || target === undefined) return
    const { scale } = placeOf(count, height, element.clientHeight, 0)
    element.scrollTop = (Math.max(0, target.index - 3) * height) / scale
  }, [target, count, height])
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)
  return (
    <div
      ref={ref}
      class="virtual"
      role="presentation"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div class="virtual-inner" role="rowgroup" aria-label={label} style={{ height: tall }}>
        {rows.map((index) => (
          <div
            class="virtual-row"
            role="row"
            aria-rowindex={index + 2}
            key={index}
            style={{ height, transform: `translateY(${Math.round(index * height - offset + top)}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

interface VirtualRowsProps {
  readonly label: string
  readonly count: number
  /** The height of each row, in pixels. */
  readonly height: number
  /** The row to show; a new object scrolls again. */
  readonly target: { readonly index: number } | undefined
  /** Called with the rows that are shown. Give it a function that stays the same. */
  readonly onRange: (range: Range) => void
  readonly children: (index: number) => ComponentChildren
}

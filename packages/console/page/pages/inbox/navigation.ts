/** The way from thread to thread of the loaded list. */
import type { Thread } from "@mailroom/client"
import { useEffect, useRef } from "preact/hooks"
import { go } from "../../base/route.ts"
import { type Filters, linkTo, loadMore, prefetchThread } from "./data.ts"
import { stopWriting } from "./drafts.ts"
import { select } from "./selection.ts"

export interface Navigation {
  /** Opens a thread, or none. */
  readonly show: (id: number | undefined) => void
  /** Opens the next thread, or the one before. */
  readonly move: (step: -1 | 1) => void
  /** Does the same, and selects both threads. */
  readonly extend: (step: -1 | 1) => void
  /** Opens the thread after these, if the open one is among them. */
  readonly openAfter: (ids: ReadonlyArray<number>) => void
  /** Goes back from the open thread to the list. */
  readonly close: (id: number) => void
}

const focusRow = (id: number) => {
  const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: "nearest" })
}

export const useNavigation = (filters: Filters, open: number | undefined, rows: ReadonlyArray<Thread>): Navigation => {
  const index = rows.findIndex(({ id }) => id === open)
  // When the open thread leaves the list, the next one takes its place.
  const lastIndex = useRef(0)
  if (index !== -1) lastIndex.current = index
  useEffect(() => {
    const next = rows[index + 1]
    if (index === -1 || next === undefined) return
    const timer = setTimeout(() => prefetchThread(next.id), 150)
    return () => clearTimeout(timer)
  }, [open, rows.length])

  const target = (step: -1 | 1) => {
    if (open === undefined) return rows[0]
    const at =
      index !== -1 ? index + step : step === 1 ? Math.min(lastIndex.current, rows.length - 1) : lastIndex.current - 1
    return rows[at]
  }
  const show = (id: number | undefined) => {
    stopWriting()
    go(linkTo(filters, id), { replace: open !== undefined })
    if (id !== undefined) focusRow(id)
  }
  return {
    show,
    move: (step) => {
      const row = target(step)
      if (row !== undefined) show(row.id)
      if (step === 1 && index > rows.length - 10) void loadMore(filters).catch(() => {})
    },
    extend: (step) => {
      if (open !== undefined) select(open, true)
      const row = target(step)
      if (row === undefined) return
      select(row.id, true)
      show(row.id)
    },
    openAfter: (ids) => {
      if (open === undefined || !ids.includes(open)) return
      const rest = (list: typeof rows) => list.find(({ id }) => !ids.includes(id))
      show((rest(rows.slice(index + 1)) ?? rest(rows.slice(0, Math.max(0, index)).toReversed()))?.id)
    },
    close: (id) => {
      go(linkTo(filters))
      focusRow(id)
    }
  }
}

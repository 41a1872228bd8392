/**
 * The leads of a campaign by their place in it, of which only the pages in view are loaded. The ids of all rows seen are
 * marks: a page is asked for from the nearest mark below it, as counting a million rows takes the server half a second.
 */
import type { LeadsListQuery, ListedLead } from "@mailroom/client"
import { api } from "../../base/api.ts"

export const rowsOfPage = 200

/** The most pages that are kept: those loaded first are forgotten, or a day of scrolling would fill the memory. */
const mostPages = 50

/** A page that is out of view for less than this long is not asked for, in milliseconds: while somebody drags the bar. */
const wait = 60

export interface LeadPages {
  /** The number of leads; `undefined` until the first answer. */
  readonly total: () => number | undefined
  readonly row: (index: number) => ListedLead | undefined
  /** Why the last page could not be loaded. */
  readonly error: () => unknown
  /** Loads the pages of these rows, and cancels requests for other pages. */
  readonly show: (first: number, end: number) => void
  /** Cancels all requests, and loads the pages again. What was loaded is shown until then. */
  readonly reload: () => void
  readonly dispose: () => void
}

type Filters = Omit<LeadsListQuery, "after_id" | "limit" | "offset">

/** `changed` is called after each answer. */
export const leadPages = (filters: Filters, changed: () => void): LeadPages => {
  const pages = new Map<number, ReadonlyArray<ListedLead>>()
  const asked = new Map<number, AbortController>()
  /** The pages that need not be loaded again. */
  const fresh = new Set<number>()
  /** The last row of each page that was seen: its index and its id. Sorted by index. */
  let marks: ReadonlyArray<{ readonly index: number; readonly id: number }> = []
  let total: number | undefined
  let error: unknown
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted: ReadonlyArray<number> = [0]

  const load = async (page: number) => {
    const controller = new AbortController()
    asked.set(page, controller)
    const start = page * rowsOfPage
    // Ids say nothing about the place in another order.
    const mark = filters.sort === undefined ? marks.findLast(({ index }) => index < start) : undefined
    try {
      const answer = await api.leads.list(
        {
          ...filters,
          include: ["effective_state"],
          limit: rowsOfPage,
          ...(mark === undefined ? { offset: start } : { after_id: mark.id, offset: start - mark.index - 1 })
        },
        { signal: controller.signal }
      )
      pages.set(page, answer.data)
      fresh.add(page)
      for (const old of pages.keys()) {
        if (pages.size <= mostPages || wanted.includes(old)) continue
        pages.delete(old)
        fresh.delete(old)
      }
      total = answer.total
      const last = answer.data.at(-1)
      if (last !== undefined) {
        const index = start + answer.data.length - 1
        marks = [...marks.filter((mark) => mark.index !== index), { index, id: last.id }].sort(
          (a, b) => a.index - b.index
        )
      }
      error = undefined
    } catch (cause) {
      if (!controller.signal.aborted) error = cause
    } finally {
      if (asked.get(page) === controller) asked.delete(page)
      if (!controller.signal.aborted) changed()
    }
  }

  const loadWanted = () => {
    for (const page of wanted) if (!fresh.has(page) && !asked.has(page)) void load(page)
  }

  const cancel = () => {
    for (const controller of asked.values()) controller.abort()
    asked.clear()
  }

  return {
    total: () => total,
    row: (index) => pages.get(Math.floor(index / rowsOfPage))?.[index % rowsOfPage],
    error: () => error,
    show: (first, end) => {
      const last = Math.max(first, end - 1)
      const next = [...new Set([Math.floor(first / rowsOfPage), Math.floor(last / rowsOfPage)])]
      wanted = next
      for (const [page, controller] of asked) {
        if (next.includes(page)) continue
        controller.abort()
        asked.delete(page)
      }
      clearTimeout(timer)
      timer = setTimeout(loadWanted, next.every((page) => fresh.has(page)) ? 0 : wait)
    },
    reload: () => {
      cancel()
      fresh.clear()
      if (total === undefined) error = undefined
      changed()
      loadWanted()
    },
    dispose: () => {
      clearTimeout(timer)
      cancel()
    }
  }
}

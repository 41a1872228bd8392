/** All leads of a campaign, up to millions. */
import type { LeadSort, ListedLead, MatchingFilter } from "@mailroom/client"
import { ArrowDown } from "lucide-preact"
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks"
import { signedOut } from "../../base/api.ts"
import { useRowHeight } from "../../base/density.ts"
import { number } from "../../base/format.ts"
import { useKeys } from "../../base/keys.ts"
import { useStore } from "../../base/store.ts"
import { texts as frame } from "../../base/texts.ts"
import { useMedia } from "../../kit/hooks.ts"
import { Empty, Failed, Skeleton } from "../../kit/States.tsx"
import { type Range, VirtualRows } from "../../kit/VirtualRows.tsx"
import { cellsOf, classOf } from "./cells.tsx"
import { AllCheck } from "./Selected.tsx"
import { leadPages } from "./pages.ts"
import { texts } from "./texts.ts"

/** The columns by which leads can be sorted, by their index in `texts.columns`. */
const sorts: Readonly<Record<number, LeadSort>> = { 5: "last_mail", 6: "answer" }

/** The heading of a column. It sorts the leads, or puts them back into the order in which they were added. */
const Heading = ({ column, index, onSort, sort }: HeadingProps) => {
  const own = sorts[index]
  const isSorted = own !== undefined && own === sort
  const direction = own === "last_mail" ? "descending" : "ascending"
  return (
    <span role="columnheader" class={classOf(index)} aria-sort={isSorted ? direction : undefined}>
      {own === undefined ? (
        column
      ) : (
        <button type="button" class="leads-sort" onClick={() => onSort(isSorted ? undefined : own)}>
          {column}
          {isSorted && <ArrowDown size={12} aria-hidden="true" />}
        </button>
      )}
    </span>
  )
}

interface HeadingProps {
  readonly column: string
  readonly index: number
  readonly sort: LeadSort | undefined
  readonly onSort: (sort: LeadSort | undefined) => void
}

/** The height of a lead on a phone, in pixels: a card with two lines. The styles have the same value. */
const cardHeight = 64

export const LeadTable = ({ empty, filters, hrefOfLead, onSort, revision, showAll }: LeadTableProps) => {
  const row = useRowHeight("table")
  const height = useMedia("(max-width: 700px)") ? cardHeight : row
  const [, changed] = useReducer<number, void>((count) => count + 1, 0)
  const key = JSON.stringify(filters)
  const leads = useMemo(() => leadPages(filters, () => changed()), [key])
  const [target, setTarget] = useState<{ readonly index: number } | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const range = useRef<Range>({ first: 0, end: 1 })
  useEffect(() => leads.dispose, [leads])
  useEffect(() => {
    leads.show(range.current.first, range.current.end)
  }, [leads])
  useEffect(() => {
    if (revision > 0) leads.reload()
  }, [leads, revision])
  const isSignedOut = useStore(signedOut)
  const wasSignedOut = useRef(isSignedOut)
  useEffect(() => {
    // Requests from before the sign-in have failed, or will.
    if (wasSignedOut.current && !isSignedOut) leads.reload()
    wasSignedOut.current = isSignedOut
  }, [leads, isSignedOut])
  const onRange = useCallback(
    (next: Range) => {
      range.current = next
      leads.show(next.first, next.end)
    },
    [leads]
  )
  const total = leads.total()
  const move = (rows: number) => setTarget({ index: Math.max(0, range.current.first + 4 + rows) })
  useKeys("page", [
    { keys: ["PageDown"], label: texts.next, run: () => move(20) },
    { keys: ["Home"], label: texts.first, run: () => setTarget({ index: 0 }) },
    { keys: ["End"], label: texts.last, run: () => setTarget({ index: (total ?? 1) - 1 }) }
  ])
  const error = leads.error()
  const { sort, ...filter } = filters
  if (total === undefined) {
    return error === undefined ? <Skeleton rows={12} height={height} /> : <Failed error={error} retry={leads.reload} />
  }
  if (total === 0) {
    return showAll === undefined ? (
      empty
    ) : (
      <Empty title={frame.nothingFound}>
        <button type="button" class="button" onClick={showAll}>
          {frame.showAll}
        </button>
      </Empty>
    )
  }
  return (
    <div class="leads-frame">
      {error !== undefined && <Failed error={error} retry={leads.reload} />}
      <div class="leads-table" role="table" aria-label={texts.title} aria-rowcount={total + 1}>
        <div class="leads-row leads-head" role="row" aria-rowindex={1}>
          {texts.columns.map((column, i) =>
            i === 1 ? (
              <span role="columnheader" class="leads-who" key={column}>
                <AllCheck count={total} filter={filter} />
                {column}
              </span>
            ) : (
              <Heading column={column} index={i} sort={sort} onSort={onSort} key={column} />
            )
          )}
        </div>
        <VirtualRows label={texts.title} count={total} height={height} target={target} onRange={onRange}>
          {(index) => <LeadRow index={index} lead={leads.row(index)} hrefOfLead={hrefOfLead} />}
        </VirtualRows>
      </div>
      <form
        class="go-to"
        onSubmit={(event) => {
          event.preventDefault()
          const row = Number(field.current?.value)
          if (row >= 1) setTarget({ index: Math.min(total, row) - 1 })
        }}
      >
        <label>
          {texts.goTo}{" "}
          <input ref={field} class="field" type="number" min={1} max={total} aria-describedby="rows-of-all" />
        </label>{" "}
        <span id="rows-of-all" class="meta">
          {texts.ofAll(number(total))}
        </span>
      </form>
    </div>
  )
}

interface LeadTableProps {
  readonly filters: Omit<MatchingFilter, "campaign_id"> & {
    readonly campaign_id: string
    readonly sort?: LeadSort
  }
  readonly onSort: (sort: LeadSort | undefined) => void
  readonly hrefOfLead: (id: number) => string
  /** Rows are read again when it changes. */
  readonly revision: number
  /** Removes the filters; absent without filters. */
  readonly showAll: (() => void) | undefined
  readonly empty: preact.ComponentChildren
}

const LeadRow = ({ hrefOfLead, index, lead }: LeadRowProps) => (
  <div class="leads-row">
    <span role="cell" class="meta">
      {number(index + 1)}
    </span>
    {lead === undefined ? (
      <span role="cell" class="skeleton-line" />
    ) : (
      <>
        {cellsOf(lead, hrefOfLead(lead.id)).map((cell, i) => (
          <span role="cell" class={classOf(i + 1)} key={texts.columns[i + 1]}>
            {cell}
          </span>
        ))}
      </>
    )}
  </div>
)

interface LeadRowProps {
  readonly index: number
  readonly lead: ListedLead | undefined
  readonly hrefOfLead: (id: number) => string
}

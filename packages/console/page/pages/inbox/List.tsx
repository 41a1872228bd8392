/** The list of threads. Rows have one height; what comes in above the reader moves nothing. */
import type { Tag, Thread } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { useRowHeight } from "../../base/density.ts"
import { useStore } from "../../base/store.ts"
import { peopleQuery } from "../../data/people.ts"
import { Failed, QueryFailed } from "../../kit/States.tsx"
import type { Range } from "../../kit/VirtualRows.tsx"
import { prefetchThread, type Filters, linkTo, loadMore, type ThreadList, toneOf } from "./data.ts"
import { select, selection } from "./selection.ts"
import { texts } from "./texts.ts"
import { ThreadRow } from "./ThreadRow.tsx"

/** How far from the end the next page is loaded, in rows. */
const ahead = 10

/** Rows exist in blocks: those with rows in view, and the blocks before and after them. */
const block = 20

/** The rows that exist, by the place of the scroller. */
const rangeOf = ({ clientHeight, scrollTop }: HTMLElement, height: number): Range => ({
  first: Math.max(0, Math.floor(scrollTop / height / block) - 1) * block,
  end: (Math.ceil((scrollTop + clientHeight) / height / block) + 1) * block
})

/** Scrolls as little as possible until a row is in view. */
const showRow = (scroller: HTMLElement, index: number, height: number) => {
  const { clientHeight, scrollTop } = scroller
  const top = Math.min(index * height, Math.max(scrollTop, (index + 1) * height - clientHeight))
  if (top !== scrollTop) scroller.scrollTop = top
}

const placesOf = (rows: ReadonlyArray<Thread>) => new Map(rows.map((row, index) => [row.id, { row, index }]))

/** How the rows have moved that the reader sees, and what has come in above them. */
const movedBy = (before: ReadonlyArray<Thread>, rows: ReadonlyArray<Thread>, first: number) => {
  const isSame = ({ id, last_message }: Thread, other: Thread | undefined) =>
    other?.id === id && other.last_message.id === last_message.id
  // Most changes are made to the rows that the reader sees: nothing above has moved.
  if (before.slice(0, first + 1).every((row, index) => isSame(row, rows[index]))) return { shift: 0, arrived: [] }
  const places = placesOf(rows)
  const anchor = before.findIndex(
    ({ id, last_message }, index) => index >= first && places.get(id)?.row.last_message.id === last_message.id
  )
  const place = places.get(before[anchor]?.id ?? 0)?.index ?? anchor
  const known = placesOf(before)
  const arrived = rows
    .slice(0, Math.max(0, place))
    .filter(({ id, last_message }) => known.get(id)?.row.last_message.id !== last_message.id)
  return { shift: anchor === -1 ? 0 : place - anchor, arrived: arrived.map(({ id }) => id) }
}

export const List = ({ filters, list, onOpen, open, tags }: ListProps) => {
  const { next, rows } = list
  const people = useQuery({ ...peopleQuery, enabled: rows.some(({ assigned_to }) => assigned_to !== undefined) })
  const selected = useStore(selection)
  const height = useRowHeight("thread")
  const scroller = useRef<HTMLDivElement>(null)
  const before = useRef(rows)
  const [failure, setFailure] = useState<unknown>()
  const [range, setRange] = useState<Range>({ first: 0, end: 2 * block })
  const place = () => {
    if (scroller.current === null) return
    const next = rangeOf(scroller.current, height)
    setRange((known) => (known.first === next.first && known.end === next.end ? known : next))
  }
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set())

  useLayoutEffect(() => {
    const { current } = scroller
    if (current !== null && before.current !== rows && current.scrollTop > 0) {
      const moved = movedBy(before.current, rows, Math.floor(current.scrollTop / height))
      if (moved.shift !== 0) current.scrollTop += moved.shift * height
      if (moved.arrived.length > 0) setArrived((known) => new Set([...known, ...moved.arrived]))
    }
    before.current = rows
    place()
  }, [rows, height])
  useEffect(() => {
    const observer = new ResizeObserver(place)
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [height])
  // The row of the conversation that is opened may not exist yet: the way to it is known all the same.
  useLayoutEffect(() => {
    const index = rows.findIndex(({ id }) => id === open)
    if (index === -1 || scroller.current === null) return
    showRow(scroller.current, index, height)
    place()
  }, [open])

  const more = async () => {
    try {
      await loadMore(filters)
      setFailure(undefined)
    } catch (error) {
      setFailure(error)
    }
  }
  const onScroll = ({ currentTarget }: { readonly currentTarget: HTMLDivElement }) => {
    const { clientHeight, scrollHeight, scrollTop } = currentTarget
    place()
    if (scrollTop < height && arrived.size > 0) setArrived(new Set())
    if (scrollHeight - scrollTop - clientHeight < ahead * height) void more()
  }
  const first = Math.min(range.first, rows.length)
  return (
    <>
      <QueryFailed query={people} />
      {arrived.size > 0 && (
        <button
          type="button"
          class="list-pill"
          onClick={() => {
            scroller.current?.scrollTo({ top: 0 })
            setArrived(new Set())
          }}
        >
          {texts.arrived(arrived.size)}
        </button>
      )}
      <div role="list" class="rows" ref={scroller} onScroll={onScroll} aria-label={texts.title}>
        <div role="presentation" style={{ height: first * height }} />
        {rows.slice(first, range.end).map((thread, index) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            search={filters.search}
            place={first + index + 1}
            count={next === undefined ? rows.length : -1}
            href={linkTo(filters, thread.id)}
            isOpen={thread.id === open}
            isSelected={selected.has(thread.id)}
            tone={toneOf(tags, thread.lead?.reply_status)}
            assigned={people.data?.find(({ id }) => id === thread.assigned_to)?.name}
            onOpen={onOpen}
            onHover={prefetchThread}
            onSelect={select}
          />
        ))}
        <div role="presentation" style={{ height: Math.max(0, rows.length - range.end) * height }} />
        {next !== undefined && (
          <div role="listitem" class="list-more">
            {failure === undefined ? (
              <button type="button" class="button" onClick={() => void more()}>
                {texts.more}
              </button>
            ) : (
              <Failed error={failure} retry={() => void more()} />
            )}
          </div>
        )}
      </div>
    </>
  )
}

interface ListProps {
  readonly filters: Filters
  readonly list: ThreadList
  readonly open: number | undefined
  readonly tags: ReadonlyArray<Tag> | undefined
  readonly onOpen: (id: number, event: MouseEvent) => void
}

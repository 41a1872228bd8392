/** A list that is loaded page by page, in each of its states. */
import type { InfiniteData } from "@tanstack/preact-query"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { texts } from "../base/texts.ts"
import { Empty, Failed, Loaded } from "./States.tsx"

/** The part of the result of `useInfiniteQuery` that is used here. */
interface PagedQuery<Page> {
  readonly data: InfiniteData<Page> | undefined
  readonly error: unknown
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** The next offset of a list that is read by offset; `undefined` at its end. */
export const nextOffset = ({ data, offset, total }: OffsetPage): number | undefined =>
  data.length > 0 && offset + data.length < total ? offset + data.length : undefined

interface OffsetPage {
  readonly data: ReadonlyArray<unknown>
  readonly offset: number
  readonly total: number
}

export const Rows = <Row, Page extends { readonly data: ReadonlyArray<Row> }>({
  children,
  empty,
  isFiltered,
  query,
  showAll
}: {
  readonly query: PagedQuery<Page>
  readonly isFiltered: boolean
  /** Removes the filters. */
  readonly showAll: () => void
  /** The content of a list without rows, unless filters hide them. */
  readonly empty: ComponentChildren
  readonly children: (rows: ReadonlyArray<Page["data"][number]>) => ComponentChildren
}) => (
  // Why the next page failed is shown at the end of the list, where it was asked for.
  <Loaded query={query.isFetchNextPageError ? { ...query, error: null } : query}>
    {({ pages }) => {
      const rows = pages.flatMap(({ data }) => data)
      if (rows.length === 0) {
        return isFiltered ? (
          <Empty title={texts.nothingFound}>
            <button type="button" class="button" onClick={showAll}>
              {texts.showAll}
            </button>
          </Empty>
        ) : (
          empty
        )
      }
      return (
        <>
          {children(rows)}
          {query.hasNextPage && (
            <div class="sheet-more">
              {query.isFetchNextPageError ? (
                <Failed error={query.error} retry={() => void query.fetchNextPage()} />
              ) : (
                <button
                  type="button"
                  class="button"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {texts.more}
                </button>
              )}
            </div>
          )}
        </>
      )
    }}
  </Loaded>
)

/** The field that searches a list. */
export const Search = ({ label, onChange, value }: SearchProps) => (
  <input
    class="field"
    dir="auto"
    type="search"
    aria-label={label}
    placeholder={label}
    value={value}
    onInput={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Links to the parts of a page. */
export const Tabs = ({ label, tabs }: TabsProps) => {
  const row = useRef<HTMLElement>(null)
  // On a phone the row scrolls sideways.
  useLayoutEffect(
    () => row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    [tabs.findIndex(({ isCurrent }) => isCurrent)]
  )
  return (
    <nav class="sheet-tabs" aria-label={label} ref={row}>
      {tabs.map(({ href, isCurrent, text }) => (
        <a class="sheet-tab" href={href} aria-current={isCurrent ? "page" : undefined} key={href}>
          {text}
        </a>
      ))}
    </nav>
  )
}

interface TabsProps {
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly href: string; readonly text: string; readonly isCurrent: boolean }>
}

/** Addresses and domains that get no mail. */
import { useInfiniteQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { number, shortDate } from "../../base/format.ts"
import { hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { nextOffset, Rows, Search, Tabs } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Empty, Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { AddEntries } from "./AddEntries.tsx"
import { type Entry, type Kind, kinds, page, remove } from "./entries.ts"
import { leadsText } from "./parts.ts"
import { texts } from "./texts.ts"

const rowsOfPage = 200

const Row = ({ entry, kind }: { readonly entry: Entry; readonly kind: Kind }) => {
  const { created_at, id, reason, source, value } = entry
  const canWrite = useCanWrite()
  const { error, isBusy, run } = useWrite("blacklist")
  const take = async () => {
    const { leads_resumed } = await remove(kind, id)
    toast(texts.removed(value, leadsText(leads_resumed)))
  }
  return (
    <tr>
      <td>{value}</td>
      <td>{texts.sources[source]}</td>
      <td>{error === undefined ? reason !== null && <bdi>{reason}</bdi> : <Failed error={error} />}</td>
      <td>{shortDate(created_at)}</td>
      <td>
        {canWrite && (
          <button
            type="button"
            class="button row-action"
            aria-label={`${texts.remove} ${value}`}
            disabled={isBusy}
            onClick={() => run(take)}
          >
            {texts.remove}
          </button>
        )}
      </td>
    </tr>
  )
}

export const Blacklist = () => {
  const { path } = useRoute()
  const kind = kinds.find((kind) => kind === path[1]) ?? "emails"
  return <List kind={kind} key={kind} />
}

const List = ({ kind }: { readonly kind: Kind }) => {
  const canWrite = useCanWrite()
  const { query } = useRoute()
  const [search, setSearch] = useState(query["search"] ?? "")
  const [isAdding, setAdding] = useState(false)
  const wanted = useDelayed(search, 250)
  const list = useInfiniteQuery({
    queryKey: ["blacklist", kind, wanted],
    queryFn: ({ pageParam, signal }) =>
      page(kind, { limit: rowsOfPage, offset: pageParam, ...(wanted !== "" && { search: wanted }) }, signal),
    initialPageParam: 0,
    getNextPageParam: nextOffset
  })
  const total = list.data?.pages[0]?.total
  return (
    <Sheet
      title={texts.title}
      count={total === undefined ? undefined : number(total)}
      tabs={
        <Tabs
          label={texts.title}
          tabs={kinds.map((other) => ({
            href: hrefOf(["blacklist", other]),
            text: texts.kinds[other],
            isCurrent: other === kind
          }))}
        />
      }
      actions={
        <>
          <Search label={texts.search} value={search} onChange={setSearch} />
          {canWrite && (
            <button type="button" class="button button-solid" onClick={() => setAdding(true)}>
              {texts.add}
            </button>
          )}
        </>
      }
    >
      <Rows
        query={list}
        isFiltered={wanted !== ""}
        showAll={() => setSearch("")}
        empty={
          <Empty title={texts.empty}>
            <p>{texts.emptyHelp}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table label={texts.title} columns={texts.columns[kind]} isBrief>
            {rows.map((entry) => (
              <Row entry={entry} kind={kind} key={entry.id} />
            ))}
          </Table>
        )}
      </Rows>
      {isAdding && <AddEntries kind={kind} onClose={() => setAdding(false)} />}
    </Sheet>
  )
}

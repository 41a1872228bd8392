/** All campaigns. */
import type { Metrics } from "@mailroom/client"
import { useInfiniteQuery, useQuery } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { TimeZones } from "../../kit/Fields.tsx"
import { useDelayed } from "../../kit/hooks.ts"
import { nextOffset, Rows, Search } from "../../kit/Rows.tsx"
import { leadsOf, percent, shareOf } from "../../kit/figures.tsx"
import { Sheet } from "../../kit/Sheet.tsx"
import { type Column, SortedTable, useSort } from "../../kit/SortedTable.tsx"
import { Empty, Failed, QueryFailed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { CampaignPage } from "./CampaignPage.tsx"
import { StatusBadge } from "./parts.tsx"
import { texts } from "./texts.ts"

export const Campaigns = () => {
  const { path } = useRoute()
  const id = path[1]
  return id === undefined ? <List /> : <CampaignPage id={id} key={id} />
}

const NewCampaign = ({ onClose }: { readonly onClose: () => void }) => {
  const { error, isBusy, run } = useWrite("campaigns")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const input = { name: String(form.get("name")), timezone: String(form.get("timezone")) }
    run(async () => {
      const { id } = await api.campaigns.create(input)
      onClose()
      go(hrefOf(["campaigns", id]))
    })
  }
  return (
    <Dialog label={texts.add} class="dialog-small" onClose={onClose}>
      <form onSubmit={submit}>
        <label class="labelled">
          {texts.name}
          <input class="field" dir="auto" name="name" required maxLength={200} autofocus autocomplete="off" />
        </label>
        <label class="labelled">
          {texts.timezone}
          <input
            class="field"
            name="timezone"
            required
            defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
            list="timezones"
            autocomplete="off"
          />
          <TimeZones id="timezones" />
        </label>
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={texts.create} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type Row = Awaited<ReturnType<typeof api.campaigns.list>>["data"][number]

/** The columns of the list. `metrics`: the figures since the first mail, by campaign; `undefined` until they are loaded. */
const columnsOf = (metrics: ReadonlyMap<string, Metrics> | undefined): ReadonlyArray<Column<Row>> => {
  const share = (name: string, metric: "positive_replied" | "unique_replied"): Column<Row> => {
    const value = ({ id }: Row) => {
      const found = metrics?.get(id)
      return found === undefined ? null : shareOf(found[metric], found)
    }
    const cell = (row: Row) => {
      const found = value(row)
      return found === null ? texts.none : percent(found)
    }
    return { name, isNumber: true, value, cell }
  }
  const count = (name: string, value: (row: Row) => number, href?: (row: Row) => string): Column<Row> => ({
    name,
    isNumber: true,
    value,
    cell: (row) =>
      href === undefined || value(row) === 0 ? number(value(row)) : <a href={href(row)}>{number(value(row))}</a>
  })
  const { answered, answeredShare, bounced, leads, name, positiveShare, sent, status } = texts.columns
  return [
    {
      name,
      value: (row) => row.name,
      cell: ({ id, name }) => (
        <a href={hrefOf(["campaigns", id])}>
          <bdi>{name}</bdi>
        </a>
      )
    },
    {
      name: status,
      value: ({ status }) => texts.statuses[status],
      cell: ({ status }) => <StatusBadge status={status} />
    },
    count(
      leads,
      ({ lead_count }) => lead_count,
      ({ id }) => hrefOf(["leads"], { campaign: id })
    ),
    count(
      sent,
      ({ counts }) => counts.sent,
      ({ id }) => hrefOf(["campaigns", id, "activity"], { type: "sent" })
    ),
    count(
      answered,
      ({ counts }) => counts.leads.replied,
      ({ id }) => leadsOf("unique_replied", { campaign: id })
    ),
    share(answeredShare, "unique_replied"),
    share(positiveShare, "positive_replied"),
    count(
      bounced,
      ({ counts }) => counts.bounced,
      ({ id }) => leadsOf("bounced", { campaign: id })
    )
  ]
}

const List = () => {
  const canWrite = useCanWrite()
  const [search, setSearch] = useState("")
  const [isAdding, setAdding] = useState(false)
  const wanted = useDelayed(search, 250)
  const list = useInfiniteQuery({
    queryKey: ["campaigns", "list", wanted],
    queryFn: ({ pageParam, signal }) =>
      api.campaigns.list({ limit: 100, offset: pageParam, ...(wanted !== "" && { search: wanted }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset
  })
  const rates = useQuery({
    queryKey: ["campaigns", "rates"],
    queryFn: async ({ signal }) =>
      new Map((await api.overview.byCampaign({}, { signal })).data.map((row) => [row.campaign_id, row.metrics]))
  })
  const isSorted = useSort("sort").index !== undefined
  // Only a list that is there as a whole can be sorted.
  useEffect(() => {
    if (isSorted && list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage()
  }, [isSorted, list.hasNextPage, list.isFetching])
  const total = list.data?.pages[0]?.total
  const add = canWrite && (
    <button type="button" class="button button-solid" onClick={() => setAdding(true)}>
      {texts.add}
    </button>
  )
  return (
    <Sheet
      title={texts.title}
      count={total === undefined ? undefined : number(total)}
      actions={
        <>
          <Search label={texts.search} value={search} onChange={setSearch} />
          {add}
        </>
      }
    >
      <QueryFailed query={rates} />
      <Rows
        query={list}
        isFiltered={wanted !== ""}
        showAll={() => setSearch("")}
        empty={
          <Empty title={texts.empty}>
            <p>{texts.emptyHelp}</p>
            {add}
          </Empty>
        }
      >
        {(rows) => (
          <SortedTable label={texts.title} rows={rows} keyOf={({ id }) => id} columns={columnsOf(rates.data)} />
        )}
      </Rows>
      {isAdding && <NewCampaign onClose={() => setAdding(false)} />}
    </Sheet>
  )
}

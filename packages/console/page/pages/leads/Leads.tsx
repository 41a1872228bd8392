/** The leads of one campaign with their rows, or the newest leads of all campaigns. */
import type { LeadSort, LeadsListQuery, LeadStatus } from "@mailroom/client"
import { useInfiniteQuery, useQuery } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { go, hrefOf, type Query, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { campaignsQuery } from "../../data/campaigns.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { late } from "../../kit/late.tsx"
import { Rows, Search } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Empty, QueryFailed, ToPage } from "../../kit/States.tsx"
import { Views } from "../../kit/Views.tsx"
import { AddLead } from "./AddLead.tsx"
import { cellsOf, classOf, mailsColumn } from "./cells.tsx"
import { CountedLine, countedOf, filtersOf, queryOf } from "./Counted.tsx"
import { ExportLeads } from "./Export.tsx"
import { LeadPanel } from "./LeadPanel.tsx"
import { LeadTable } from "./LeadTable.tsx"
import "./leads.css"
import { clearLeads, LoadedCheck, SelectedLeads } from "./Selected.tsx"
import { texts } from "./texts.ts"

const Verify = late(async () => (await import("./Verify.tsx")).Verify)

const sorts: ReadonlyArray<LeadSort> = ["last_mail", "answer"]
const statuses = Object.keys(texts.statuses) as ReadonlyArray<LeadStatus>

/** The leads of all campaigns, by cursor: a list of that kind has no rows to go to. */
const AllLeads = ({ empty, filters, hrefOfLead, showAll }: AllLeadsProps) => {
  const list = useInfiniteQuery({
    queryKey: ["leads", "list", filters],
    queryFn: ({ pageParam, signal }) =>
      api.leads.all(
        { ...filters, include: ["effective_state"], limit: 100, ...(pageParam !== "" && { cursor: pageParam }) },
        { signal }
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <Rows query={list} isFiltered={Object.keys(filters).length > 0} showAll={showAll} empty={empty}>
      {(rows) => (
        <Table
          label={texts.title}
          columns={texts.columns.slice(1)}
          first={<LoadedCheck leads={rows} />}
          numbers={[mailsColumn - 1]}
        >
          {rows.map((lead) => (
            <tr key={lead.id}>
              {cellsOf(lead, hrefOfLead(lead.id)).map((cell, i) => (
                <td class={classOf(i + 1)} key={texts.columns[i + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </Rows>
  )
}

interface AllLeadsProps {
  readonly filters: Omit<LeadsListQuery, "campaign_id">
  readonly hrefOfLead: (id: number) => string
  readonly showAll: () => void
  readonly empty: preact.ComponentChildren
}

/**
 * The text of the search field. The field follows the route, and the route follows the field once typing rests. Returns the typed
 * text, the text to search for, and a function that sets what is typed.
 */
const useSearch = (inRoute: string, toRoute: (search: string) => void) => {
  const [typed, setTyped] = useState(inRoute)
  const search = useDelayed(typed, 250)
  useEffect(() => {
    if (inRoute !== search) setTyped(inRoute)
  }, [inRoute])
  useEffect(() => {
    if (inRoute !== search) toRoute(search)
  }, [search])
  return { typed, search, setTyped }
}

/** Buttons: adds a lead, and for one campaign also verifies its leads and imports a file. */
const LeadButtons = ({ campaign, onAdd, onVerify }: LeadButtonsProps) => (
  <>
    {campaign !== "" && (
      <button type="button" class="button" onClick={onVerify}>
        {texts.verification.button}
      </button>
    )}
    <button type="button" class="button" onClick={onAdd}>
      {texts.adding.button}
    </button>
    {campaign !== "" && <ImportLink campaign={campaign} />}
  </>
)

interface LeadButtonsProps {
  /** The id of the campaign; empty: all campaigns. */
  readonly campaign: string
  readonly onAdd: () => void
  readonly onVerify: () => void
}

const ImportLink = ({ campaign }: { readonly campaign: string }) => (
  <a class="button button-solid" href={hrefOf(["import", campaign])}>
    {texts.import}
  </a>
)

/** The fields that choose a campaign and a status. */
const Chosen = ({ campaign, campaigns, hrefWith, status }: ChosenProps) => (
  <>
    <select
      class="field"
      aria-label={texts.campaign}
      value={campaign}
      onChange={({ currentTarget }) => go(hrefWith({ campaign: currentTarget.value, lead: undefined }))}
    >
      <option value="">{texts.allCampaigns}</option>
      {campaigns.map(({ id, name }) => (
        <option value={id} key={id}>
          {name}
        </option>
      ))}
    </select>
    <select
      class="field"
      aria-label={texts.status}
      value={status ?? ""}
      onChange={({ currentTarget }) => go(hrefWith({ status: currentTarget.value }))}
    >
      <option value="">{texts.anyStatus}</option>
      {statuses.map((status) => (
        <option value={status} key={status}>
          {texts.statuses[status]}
        </option>
      ))}
    </select>
  </>
)

interface ChosenProps {
  readonly campaign: string
  readonly campaigns: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly status: LeadStatus | undefined
  readonly hrefWith: (change: Query) => string
}

export const Leads = () => {
  const { query } = useRoute()
  const canWrite = useCanWrite()
  const [revision, setRevision] = useState(0)
  const [opened, setOpened] = useState<"add" | "verify">()
  const campaigns = useQuery(campaignsQuery)
  const { campaign = "" } = query
  const status = statuses.find((status) => status === query["status"])
  const sort = sorts.find((sort) => sort === query["sort"])
  const lead = Number(query["lead"]) || undefined
  const counted = countedOf(query)
  const { search, setTyped, typed } = useSearch(query["search"] ?? "", (text) =>
    go(href({ search: text }), { replace: true })
  )
  const href = (change: Query) =>
    hrefOf(["leads"], { campaign, status, lead, sort, search, ...queryOf(counted), ...change })
  const filters = { ...(search !== "" && { search }), ...(status !== undefined && { status }), ...filtersOf(counted) }
  const isFiltered = Object.keys(filters).length > 0
  useEffect(() => clearLeads, [campaign, JSON.stringify(filters)])
  const showAll = () => {
    setTyped("")
    go(href({ status: undefined, search: undefined, ...queryOf(countedOf({})) }), { replace: true })
  }
  const changed = () => setRevision((before) => before + 1)
  const close = () => setOpened(undefined)
  const parent = campaigns.data?.find(({ id }) => id === campaign)
  const mayImport = canWrite && campaign !== ""
  const list = {
    hrefOfLead: (id: number) => href({ lead: id }),
    empty: (
      <Empty title={texts.empty}>
        <p>{texts.emptyHelp}</p>
        {mayImport && <ImportLink campaign={campaign} />}
        {campaign === "" && <ToPage page="campaigns" />}
      </Empty>
    )
  }
  return (
    <div class="leads">
      <Sheet
        title={texts.title}
        back={parent && { href: hrefOf(["campaigns", parent.id]), text: parent.name }}
        actions={
          <>
            <Chosen campaign={campaign} campaigns={campaigns.data ?? []} status={status} hrefWith={href} />
            <Search label={texts.search} value={typed} onChange={setTyped} />
            <Views page="leads" current={isFiltered || campaign !== "" ? href({ lead: undefined }) : undefined} />
            <ExportLeads filters={{ ...filters, ...(campaign !== "" && { campaign_id: campaign }) }} />
            {canWrite && (campaigns.data?.length ?? 0) > 0 && (
              <LeadButtons campaign={campaign} onAdd={() => setOpened("add")} onVerify={() => setOpened("verify")} />
            )}
          </>
        }
      >
        <SelectedLeads onChange={changed} />
        <CountedLine counted={counted} hrefWithout={href(queryOf(countedOf({})))} />
        <QueryFailed query={campaigns} />
        {campaign === "" ? (
          <AllLeads {...list} filters={filters} showAll={showAll} />
        ) : (
          <LeadTable
            {...list}
            filters={{ campaign_id: campaign, ...filters, ...(sort !== undefined && { sort }) }}
            onSort={(sort) => go(href({ sort }), { replace: true })}
            revision={revision}
            showAll={isFiltered ? showAll : undefined}
          />
        )}
      </Sheet>
      {opened === "add" && (
        <AddLead
          campaign={campaign}
          campaigns={campaigns.data ?? []}
          onClose={close}
          onAdded={(id) => {
            close()
            changed()
            go(href({ lead: id }))
          }}
        />
      )}
      {opened === "verify" && <Verify campaign_id={campaign} onClose={close} onChange={changed} />}
      {lead !== undefined && (
        <LeadPanel id={lead} key={lead} onClose={() => go(href({ lead: undefined }))} onChange={changed} />
      )}
    </div>
  )
}

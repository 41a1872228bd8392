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
import { Empty, QueryFailed } from "../../kit/States.tsx"
import { Views } from "../../kit/Views.tsx"
import { AddLead } from "./AddLead.tsx"
import { cellsOf, mailsColumn } from "./cells.tsx"
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
                <td class={i + 1 === mailsColumn ? "number" : undefined} key={texts.columns[i + 1]}>
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

export const Leads = () => {
  const { query } = useRoute()
  const canWrite = useCanWrite()
  const [search, setSearch] = useState(query["search"] ?? "")
  const [revision, setRevision] = useState(0)
  const [isAdding, setAdding] = useState(false)
  const [isVerifying, setVerifying] = useState(false)
  const campaigns = useQuery(campaignsQuery)
  const wanted = useDelayed(search, 250)
  const { campaign = "" } = query
  const status = statuses.find((status) => status === query["status"])
  const sort = sorts.find((sort) => sort === query["sort"])
  const lead = Number(query["lead"]) || undefined
  const counted = countedOf(query)
  const href = (change: Query) =>
    hrefOf(["leads"], { campaign, status, lead, sort, search: wanted, ...queryOf(counted), ...change })
  const filters = {
    ...(wanted !== "" && { search: wanted }),
    ...(status !== undefined && { status }),
    ...filtersOf(counted)
  }
  const isFiltered = Object.keys(filters).length > 0
  const showAll = () => {
    setSearch("")
    go(href({ status: undefined, search: undefined, ...queryOf(countedOf({})) }), { replace: true })
  }
  const searched = query["search"] ?? ""
  useEffect(() => {
    if (searched !== wanted) setSearch(searched)
  }, [searched])
  useEffect(() => {
    if (searched !== wanted) go(href({}), { replace: true })
  }, [wanted])
  const changed = () => setRevision((before) => before + 1)
  useEffect(() => clearLeads, [campaign, JSON.stringify(filters)])
  const of = campaigns.data?.find(({ id }) => id === campaign)
  const hrefOfLead = (id: number) => href({ lead: id })
  const empty = (
    <Empty title={texts.empty}>
      <p>{texts.emptyHelp}</p>
      {canWrite && campaign !== "" && (
        <a class="button button-solid" href={hrefOf(["import", campaign])}>
          {texts.import}
        </a>
      )}
    </Empty>
  )
  return (
    <div class="leads">
      <Sheet
        title={texts.title}
        back={of && { href: hrefOf(["campaigns", of.id]), text: of.name }}
        actions={
          <>
            <select
              class="field"
              aria-label={texts.campaign}
              value={campaign}
              onChange={({ currentTarget }) => go(href({ campaign: currentTarget.value, lead: undefined }))}
            >
              <option value="">{texts.allCampaigns}</option>
              {campaigns.data?.map(({ id, name }) => (
                <option value={id} key={id}>
                  {name}
                </option>
              ))}
            </select>
            <select
              class="field"
              aria-label={texts.status}
              value={status ?? ""}
              onChange={({ currentTarget }) => go(href({ status: currentTarget.value }))}
            >
              <option value="">{texts.anyStatus}</option>
              {statuses.map((status) => (
                <option value={status} key={status}>
                  {texts.statuses[status]}
                </option>
              ))}
            </select>
            <Search label={texts.search} value={search} onChange={setSearch} />
            <Views page="leads" current={isFiltered || campaign !== "" ? href({ lead: undefined }) : undefined} />
            <ExportLeads filters={{ ...filters, ...(campaign !== "" && { campaign_id: campaign }) }} />
            {canWrite && campaign !== "" && (
              <button type="button" class="button" onClick={() => setVerifying(true)}>
                {texts.verification.button}
              </button>
            )}
            {canWrite && campaign !== "" && (
              <button type="button" class="button" onClick={() => setAdding(true)}>
                {texts.adding.button}
              </button>
            )}
            {canWrite && campaign !== "" && (
              <a class="button button-solid" href={hrefOf(["import", campaign])}>
                {texts.import}
              </a>
            )}
          </>
        }
      >
        <SelectedLeads onChange={changed} />
        <CountedLine counted={counted} hrefWithout={href(queryOf(countedOf({})))} />
        <QueryFailed query={campaigns} />
        {campaign === "" ? (
          <AllLeads filters={filters} hrefOfLead={hrefOfLead} showAll={showAll} empty={empty} />
        ) : (
          <LeadTable
            filters={{ campaign_id: campaign, ...filters, ...(sort !== undefined && { sort }) }}
            onSort={(sort) => go(href({ sort }), { replace: true })}
            hrefOfLead={hrefOfLead}
            revision={revision}
            showAll={isFiltered ? showAll : undefined}
            empty={empty}
          />
        )}
      </Sheet>
      {isAdding && (
        <AddLead
          campaign_id={campaign}
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false)
            changed()
            go(href({ lead: id }))
          }}
        />
      )}
      {isVerifying && <Verify campaign_id={campaign} onClose={() => setVerifying(false)} onChange={changed} />}
      {lead !== undefined && (
        <LeadPanel id={lead} key={lead} onClose={() => go(href({ lead: undefined }))} onChange={changed} />
      )}
    </div>
  )
}

/** The leads of a campaign whose values its steps are shown with. */
import { useQuery } from "@tanstack/preact-query"
import { useRef } from "preact/hooks"
import { api } from "../../../base/api.ts"
import { texts } from "../texts.ts"
import type { Variable } from "./variables.ts"

type Context = { readonly signal: AbortSignal }

/** The query for leads of the campaign by a search text. An empty text finds the first leads. */
export const leadsQuery = (campaign_id: string, search: string) => ({
  queryKey: ["leads", "of test", campaign_id, search],
  queryFn: ({ signal }: Context) =>
    api.leads.list({ campaign_id, limit: 20, ...(search !== "" && { search }) }, { signal }),
  // Leads may have been imported a moment ago.
  staleTime: 0
})

/** The lead with an address; `""`: the first one. The last one stays until another one is found. */
export const useLead = (campaign_id: string, email: string) => {
  const found = useQuery({
    ...leadsQuery(campaign_id, email),
    // Somebody may be importing the first leads.
    refetchInterval: ({ state }) => (email === "" && state.data?.data.length === 0 ? 3000 : false)
  })
  const leads = found.data?.data
  const last = useRef<number>()
  const lead = leads?.find((lead) => email === "" || lead.email.toLowerCase() === email.toLowerCase())
  if (lead !== undefined) last.current = lead.id
  return {
    query: found,
    id: last.current,
    leads,
    first: leads?.[0]?.email,
    isNone: email === "" && leads?.length === 0
  }
}

/** As many leads are asked for their custom fields. */
const sample = 200

/** The variables of a campaign: the fields of leads and accounts, and the custom fields of its leads. */
export const useVariables = (campaign_id: string): ReadonlyArray<Variable> => {
  const { data } = useQuery({
    queryKey: ["leads", "custom fields", campaign_id],
    queryFn: ({ signal }: Context) =>
      api.leads.list({ campaign_id, limit: sample, include: ["custom_fields"] }, { signal })
  })
  const custom = new Set(data?.data.flatMap(({ custom_fields = {} }) => Object.keys(custom_fields)))
  const known = Object.entries(texts.editor.names).map(([name, label]) => ({ name, label }))
  const customs = [...custom].toSorted().map((name) => ({ name: `custom.${name}`, label: texts.editor.custom }))
  return [...known, ...customs]
}

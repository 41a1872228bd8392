/** Finds people and campaigns by what somebody types into the palette. */
import { api, queries } from "../base/api.ts"
import { go, hrefOf } from "../base/route.ts"
import { texts } from "../base/texts.ts"
import { campaignsQuery } from "../data/campaigns.ts"
import type { Choice } from "../kit/Picker.tsx"

/** Most results of each kind. */
const limit = 8

/** Opens a page after the picker has closed. */
const open = (href: string) => () => void setTimeout(() => go(href))

/** Finds leads, each with its address and campaign, and campaigns. With more leads than are shown, the last one opens all of them. */
export const find = async (search: string, signal: AbortSignal): Promise<ReadonlyArray<Choice>> => {
  const [leads, campaigns, all] = await Promise.all([
    api.leads.all({ search, limit }, { signal }),
    api.campaigns.list({ search, limit }, { signal }),
    // The names only help: without them, addresses tell the leads apart.
    queries.fetchQuery({ ...campaignsQuery, staleTime: 60_000 }).catch(() => [])
  ])
  const nameOf = (id: string) => all.find((campaign) => campaign.id === id)?.name
  return [
    ...leads.data.map(({ campaign_id, email, first_name, id, last_name }) => ({
      id: `lead ${id}`,
      label: `${first_name} ${last_name}`.trim() || email,
      detail: [email, nameOf(campaign_id)].filter(Boolean).join(" · "),
      run: open(hrefOf(["leads"], { campaign: campaign_id, lead: id }))
    })),
    ...(leads.has_more
      ? [{ id: "leads", label: texts.palette.leads(search), run: open(hrefOf(["leads"], { search })) }]
      : []),
    ...campaigns.data.map(({ id, name }) => ({
      id: `campaign ${id}`,
      label: texts.palette.campaign(name),
      run: open(hrefOf(["campaigns", id]))
    }))
  ]
}

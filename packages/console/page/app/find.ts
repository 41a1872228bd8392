/** Finds places, people and campaigns by what somebody types into the palette. */
import { api, queries } from "../base/api.ts"
import { go, hrefOf } from "../base/route.ts"
import { texts } from "../base/texts.ts"
import { campaignsQuery } from "../data/campaigns.ts"
import type { Choice } from "../kit/Picker.tsx"
import { askedList } from "../pages/inbox/outbox/data.ts"
import { texts as finding } from "./finding/texts.ts"

/** Most results of each kind. */
const limit = 8

/** Opens a page after the picker has closed. */
const open = (href: string) => () => void setTimeout(() => go(href))

/** The links of the places that `finding/texts.ts` names. */
const hrefs: Readonly<Record<keyof typeof finding.places, string>> = {
  scheduled: hrefOf(["inbox"]),
  notSent: hrefOf(["inbox"]),
  webhooks: hrefOf(["integrations"]),
  appearance: hrefOf(["settings"]),
  tags: hrefOf(["settings"]),
  keys: hrefOf(["settings"]),
  log: hrefOf(["people", "log"])
}

/** The places whose name or further words have this text. */
const placesNamed = (search: string): ReadonlyArray<Choice> => {
  const wanted = search.toLocaleLowerCase()
  return (Object.keys(hrefs) as ReadonlyArray<keyof typeof hrefs>).flatMap((place) => {
    const [label = "", words = ""] = finding.places[place]
    if (!`${label}, ${words}`.toLocaleLowerCase().includes(wanted)) return []
    const run = () => {
      if (place === "scheduled" || place === "notSent") askedList.set(place)
      open(hrefs[place])()
    }
    return [{ id: `place ${place}`, label, run }]
  })
}

/** Finds places within pages, leads and campaigns. If there are more leads than are shown, the entry after them opens all. */
export const find = async (search: string, signal: AbortSignal): Promise<ReadonlyArray<Choice>> => {
  const [leads, campaigns, all] = await Promise.all([
    api.leads.all({ search, limit }, { signal }),
    api.campaigns.list({ search, limit }, { signal }),
    // The names only help: without them, addresses tell the leads apart.
    queries.fetchQuery({ ...campaignsQuery, staleTime: 60_000 }).catch(() => [])
  ])
  const nameOf = (id: string) => all.find((campaign) => campaign.id === id)?.name
  return [
    ...placesNamed(search),
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

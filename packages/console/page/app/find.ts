/** Finds people and campaigns by what somebody types into the palette. */
import { api } from "../base/api.ts"
import { go, hrefOf } from "../base/route.ts"
import { texts } from "../base/texts.ts"
import type { Choice } from "../kit/Picker.tsx"

/** Most results of each kind. */
const limit = 8

export const find = async (search: string, signal: AbortSignal): Promise<ReadonlyArray<Choice>> => {
  const [leads, campaigns] = await Promise.all([
    api.leads.all({ search, limit }, { signal }),
    api.campaigns.list({ search, limit }, { signal })
  ])
  return [
    ...leads.data.map(({ campaign_id, email, first_name, id, last_name }) => ({
      id: `lead ${id}`,
      label: `${first_name} ${last_name}`.trim() || email,
      detail: email,
      run: () => setTimeout(() => go(hrefOf(["leads"], { campaign: campaign_id, lead: id })))
    })),
    ...campaigns.data.map(({ id, name }) => ({
      id: `campaign ${id}`,
      label: texts.palette.campaign(name),
      run: () => setTimeout(() => go(hrefOf(["campaigns", id])))
    }))
  ]
}

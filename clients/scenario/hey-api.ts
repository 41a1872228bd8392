import { createClient } from "../generated/hey-api/client/index.ts"
import { campaignsCreate, campaignsFind, leadsCreate, leadsPage, leadsUpdate } from "../generated/hey-api/sdk.gen.ts"
import { missingCampaign, type Scenario } from "./Scenario.ts"

export const scenario: Scenario = async (baseUrl, key) => {
  const client = createClient({ baseUrl, auth: key })

  const campaign = await campaignsCreate({ client, body: { name: "Autumn" }, throwOnError: true })
  const campaign_id: string = campaign.data.id
  await leadsCreate({ client, body: { campaign_id, leads: [{ email: "ada@a.test" }, { email: "bob@b.test" }] } })

  const page = async (offset: number) => {
    const { data } = await leadsPage({ client, path: { campaignId: campaign_id }, query: { limit: 1, offset } })
    return data?.data ?? []
  }
  const leads = [...(await page(0)), ...(await page(1))]

  const update = await leadsUpdate({ client, path: { id: leads[0]?.id ?? 0 }, body: { stop_sending: true } })
  const missing = await campaignsFind({ client, path: { campaignId: missingCampaign } })
  const invalid = await campaignsCreate({ client, body: { name: "" } })

  return {
    emails: leads.map(({ email }) => email),
    stopped: update.data?.stop_sending_type ?? null,
    missing: missing.error?.code,
    faults: invalid.error?.code === "invalid_request" ? (invalid.error.errors ?? []).map(({ pointer }) => pointer) : []
  }
}

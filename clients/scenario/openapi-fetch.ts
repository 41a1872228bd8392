import createClient from "openapi-fetch"
import type { paths } from "../generated/openapi-typescript/schema.ts"
import { missingCampaign, type Scenario } from "./Scenario.ts"

export const scenario: Scenario = async (baseUrl, key) => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })

  const campaign = await client.POST("/campaigns", { body: { name: "Autumn" } })
  if (campaign.data === undefined) throw new Error(campaign.error.code)
  const campaign_id = campaign.data.id
  await client.POST("/leads", { body: { campaign_id, leads: [{ email: "ada@a.test" }, { email: "bob@b.test" }] } })

  const page = async (offset: number) => {
    const { data } = await client.GET("/leads/campaign/{campaignId}", {
      params: { path: { campaignId: campaign_id }, query: { limit: 1, offset } }
    })
    return data?.data ?? []
  }
  const leads = [...(await page(0)), ...(await page(1))]

  const update = await client.PATCH("/leads/{id}", {
    params: { path: { id: leads[0]?.id ?? 0 } },
    body: { stop_sending: true }
  })
  const missing = await client.GET("/campaigns/{campaignId}", { params: { path: { campaignId: missingCampaign } } })
  const invalid = await client.POST("/campaigns", { body: { name: "" } })

  return {
    emails: leads.map(({ email }) => email),
    stopped: update.data?.stop_sending_type ?? null,
    missing: missing.error?.code,
    faults: invalid.error?.code === "invalid_request" ? (invalid.error.errors ?? []).map(({ pointer }) => pointer) : []
  }
}

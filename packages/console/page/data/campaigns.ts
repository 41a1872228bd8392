/** The queries of the pages of campaigns. */
import type { Campaign } from "@mailroom/client"
import { api } from "../base/api.ts"

/** A campaign, and the version of it that a change is based on. */
export interface VersionedCampaign extends Campaign {
  readonly etag: string | undefined
}

type Context = { readonly signal: AbortSignal }

export const campaignQuery = (id: string) => ({
  queryKey: ["campaigns", "one", id],
  queryFn: async ({ signal }: Context): Promise<VersionedCampaign> => {
    const { data, response } = await api.campaigns.find(id, { signal }).withResponse()
    return { ...data, etag: response.headers.get("etag") ?? undefined }
  }
})

/** All campaigns of the organization: to choose from, and for their names. */
export const campaignsQuery = {
  queryKey: ["campaigns", "all"],
  queryFn: ({ signal }: Context) => Array.fromAsync(api.campaigns.list({ limit: 200 }, { signal }))
}

/** All accounts of the organization, to choose from. */
export const accountsQuery = {
  queryKey: ["accounts", "all"],
  queryFn: ({ signal }: Context) => Array.fromAsync(api.accounts.list({ limit: 200 }, { signal }))
}

export const upcomingQuery = (id: string) => ({
  queryKey: ["campaigns", "upcoming", id],
  queryFn: ({ signal }: Context) => api.sending.upcoming(id, { signal }),
  refetchInterval: 15_000
})

export const numbersQuery = (id: string) => ({
  queryKey: ["campaigns", "numbers", id],
  queryFn: ({ signal }: Context) => api.analytics.summary(id, {}, { signal })
})

export const stepsQuery = (id: string) => ({
  queryKey: ["campaigns", "steps", id],
  queryFn: ({ signal }: Context) => api.sequences.list(id, { signal })
})

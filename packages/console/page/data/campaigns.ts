/** The queries for campaigns, and for the accounts that send for them. */
import type { Campaign } from "@mailroom/client"
import { api, type Versioned, versioned } from "../base/api.ts"

export type VersionedCampaign = Versioned<Campaign>

type Context = { readonly signal: AbortSignal }

export const campaignQuery = (id: string) => ({
  queryKey: ["campaigns", "one", id],
  queryFn: ({ signal }: Context) => versioned(api.campaigns.find(id, { signal }))
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

export const comparisonsQuery = (id: string) => ({
  queryKey: ["campaigns", "comparisons", id],
  queryFn: ({ signal }: Context) => api.sending.comparisons(id, { signal })
})

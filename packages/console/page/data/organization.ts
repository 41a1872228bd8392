/** The queries for the organization: its settings and its tracking domain. */
import type { OrganizationSettings } from "@mailroom/client"
import { api, type Versioned, versioned } from "../base/api.ts"

/** The organization, and the version of its settings that a change is based on. */
export type VersionedOrganization = Versioned<OrganizationSettings>

type Context = { readonly signal: AbortSignal }

export const organizationQuery = {
  queryKey: ["organization", "settings"],
  queryFn: ({ signal }: Context) => versioned(api.organization.find({ signal }))
}

/** Asks name servers, so it is asked only when somebody looks at it. */
export const domainQuery = {
  queryKey: ["organization", "domain"],
  queryFn: ({ signal }: Context) => api.organization.trackingDomain({ signal }),
  staleTime: 60_000
}

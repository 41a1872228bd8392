/** The queries of the page of settings. */
import type { OrganizationSettings } from "@mailroom/client"
import { api } from "../base/api.ts"

/** The organization, and the version of its settings that a change is based on. */
export interface VersionedOrganization extends OrganizationSettings {
  readonly etag: string | undefined
}

type Context = { readonly signal: AbortSignal }

export const organizationQuery = {
  queryKey: ["organization", "settings"],
  queryFn: async ({ signal }: Context): Promise<VersionedOrganization> => {
    const { data, response } = await api.organization.find({ signal }).withResponse()
    return { ...data, etag: response.headers.get("etag") ?? undefined }
  }
}

/** Asks name servers, so it is asked only when somebody looks at it. */
export const domainQuery = {
  queryKey: ["organization", "domain"],
  queryFn: ({ signal }: Context) => api.organization.trackingDomain({ signal }),
  staleTime: 60_000
}

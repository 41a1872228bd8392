/** What is asked of each server. */
import { campaignId, type Size } from "./data.ts"

/** What requests are made of: known once the data is there. */
export interface Facts {
  readonly size: Size
  /** The key of the first organization. */
  readonly key: string
  /** A lead far back in the large campaign. */
  readonly deepLead: number
  /** Where the hundredth page of threads begins. */
  readonly deepCursor: string
}

export interface Request {
  readonly method: "GET" | "PATCH" | "POST"
  readonly path: string
  readonly body?: unknown
}

export interface Case {
  readonly name: string
  readonly kind: "read" | "write"
  /** Makes the next request; a read asks for the same each time. */
  readonly requests: (facts: Facts) => () => Request
}

const read = (name: string, path: (facts: Facts) => string): Case => ({
  name,
  kind: "read",
  requests: (facts) => {
    const request: Request = { method: "GET", path: path(facts) }
    return () => request
  }
})

const leads = `/leads/campaign/${campaignId(1)}`

export const reads: ReadonlyArray<Case> = [
  read("leads, limit 1", () => `${leads}?limit=1`),
  read("leads, limit 50", () => `${leads}?limit=50`),
  read("leads, limit 200", () => `${leads}?limit=200`),
  read("leads, limit 50, deep after_id", ({ deepLead }) => `${leads}?limit=50&after_id=${deepLead}`),
  // A number of five digits is part of one address in the quick data, and of eleven in the full.
  read("leads, selective search", () => `${leads}?limit=50&search=LEAD45003`),
  read("leads, unselective search", () => `${leads}?limit=50&search=example`),
  read("threads, first page", () => "/unibox/threads?tab=replies&limit=50"),
  read("threads, hundredth page", ({ deepCursor }) => `/unibox/threads?tab=replies&limit=50&cursor=${deepCursor}`),
  read("summary", () => `/analytics/campaigns/${campaignId(1)}/summary`)
]

export const cases: ReadonlyArray<Case> = [...reads]

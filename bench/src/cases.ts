/** The requests that are sent to each server. */
import { campaignId, imports, type Size } from "./data.ts"

/** Facts about the data from which requests are built. */
export interface Facts {
  readonly size: Size
  /** The key of the first organization. */
  readonly key: string
  /** The id of a lead at 90 % of the large campaign. */
  readonly deepLead: number
  /** The cursor of the hundredth page of threads. */
  readonly deepCursor: string
}

export interface Request {
  readonly method: "GET" | "PATCH" | "POST" | "PUT"
  readonly path: string
  readonly body?: unknown
  /** Headers in addition to the credentials and the content type. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Case {
  readonly name: string
  readonly kind: "read" | "write"
  /** Creates the function that returns the next request. For a read, it is always the same request. */
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
  // A number with five digits is a part of one address in the quick data, and of eleven addresses in the full data.
  read("leads, selective search", () => `${leads}?limit=50&search=LEAD45003`),
  read("leads, unselective search", () => `${leads}?limit=50&search=example`),
  read("threads, first page", () => "/unibox/threads?tab=replies&limit=50"),
  read("threads, hundredth page", ({ deepCursor }) => `/unibox/threads?tab=replies&limit=50&cursor=${deepCursor}`),
  read("summary", () => `/analytics/campaigns/${campaignId(1)}/summary`)
]

/** The imports of the first organization: the number of the first lead, and the campaign. */
const ownImports = (size: Size) =>
  imports(size).flatMap(({ campaign, first }) =>
    (campaign - 1) % size.organizations === 0 ? [{ campaign, first }] : []
  )

/** Iterates over all leads of the organization, alternating between imports. */
const pickLead = (size: Size) => {
  const own = ownImports(size)
  return (n: number) => {
    const { campaign, first } = own[n % own.length] ?? { campaign: 1, first: 1 }
    return { id: first + (Math.floor(n / own.length) % (size.leads / 1000)), campaign }
  }
}

const patch: Case = {
  name: "PATCH /leads/{id}",
  kind: "write",
  requests: ({ size }) => {
    const lead = pickLead(size)
    // Names contain a random part, so that a new name always differs from the stored one.
    const run = crypto.randomUUID().slice(0, 4)
    let n = Math.floor(Math.random() * 1e6)
    return () => {
      n++
      const body = {
        first_name: `Name ${run}${n}`,
        company: "Company",
        ...(n % 10 === 0 ? { stop_sending: n % 20 === 0 } : {})
      }
      return { method: "PATCH", path: `/leads/${lead(n).id}`, body }
    }
  }
}

/** The number of events of each type in a hundred. */
const shares = { sent: 50, opened: 25, delivered: 10, clicked: 8, replied: 4, soft_bounced: 2, bounced: 1 }
const mix = Object.entries(shares).flatMap(([type, share]) => Array.from({ length: share }, () => type))
/** Events without bounces. A bounce puts its address on the blacklist, for which the organization's guard is locked. */
const mixWithoutBounce = mix.map((type) => (type === "bounced" ? "soft_bounced" : type))

/** Batches of `size` events. Clients may send an `Idempotency-Key` with each POST, even when the server ignores it. */
const events = (size: number, name: string, { isKeyed = false, types = mix } = {}): Case => ({
  name,
  kind: "write",
  requests: (facts) => {
    const { organizations } = facts.size
    const lead = pickLead(facts.size)
    const run = crypto.randomUUID()
    let n = Math.floor(Math.random() * 1e6)
    const event = () => {
      n++
      const { campaign, id } = lead(n)
      const at = Date.UTC(2025, 4, 1 + (n % 60), 8) + ((n * 7919) % 32_400_000)
      return {
        type: types[n % types.length],
        lead_id: id,
        occurred_at: new Date(at).toISOString(),
        account_id: 1 + organizations * (n % 3),
        sequence_id: 2 * campaign - (n % 2),
        idempotency_key: `${run} ${n}`
      }
    }
    return () => ({
      method: "POST",
      path: "/events",
      body: { events: Array.from({ length: size }, event) },
      ...(isKeyed ? { headers: { "idempotency-key": crypto.randomUUID() } } : {})
    })
  }
})

const create: Case = {
  name: "POST /leads, 1000",
  kind: "write",
  requests: ({ size }) => {
    const campaigns = [...new Set(ownImports(size).map(({ campaign }) => campaign))]
    const run = crypto.randomUUID().slice(0, 8)
    let n = 0
    const lead = () => ({
      // One address in a hundred repeats the previous one.
      email: `new${++n % 100 === 0 ? n - 1 : n}-${run}@company.example`,
      first_name: "Ada",
      last_name: "Lovelace",
      company: `Company ${n % 5000}`,
      personalization: "I liked what you wrote.",
      custom_fields: { city: "Berlin", size: n % 500 }
    })
    return () => ({
      method: "POST",
      path: "/leads",
      body: {
        campaign_id: campaignId(campaigns[(n / 1000) % campaigns.length] ?? 1),
        leads: Array.from({ length: 1000 }, lead)
      }
    })
  }
}

export const cases: ReadonlyArray<Case> = [
  ...reads,
  patch,
  events(100, "POST /events, 100"),
  events(100, "POST /events, 100, as the client sends it, no bounce", { isKeyed: true, types: mixWithoutBounce }),
  events(100, "POST /events, 100, as the client sends it", { isKeyed: true }),
  events(1000, "POST /events, 1000"),
  create
]

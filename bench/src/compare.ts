/** Checks that all servers give equal answers: comparing the speed of a program that does less would be meaningless. */
import { deepStrictEqual } from "node:assert/strict"
import { type Case, type Facts, reads, type Request } from "./cases.ts"
import { campaignId, keyOf } from "./data.ts"
import { differenceOf } from "./differences.ts"
import type { Server } from "./servers.ts"

export interface Answer {
  readonly status: number
  readonly etag: string | null
  readonly body: unknown
}

export const ask = async (
  { url }: Pick<Server, "url">,
  key: string,
  { body, method, path }: Request
): Promise<Answer> => {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  // For problems, only the status is compared: each author words them differently.
  return {
    status: response.status,
    etag: response.headers.get("etag"),
    body: response.ok ? JSON.parse(text) : null
  }
}

/** Fails when two servers give different answers. */
const expectSame = (request: Request, server: Server, actual: Answer, expected: Answer) => {
  try {
    deepStrictEqual(actual, expected)
  } catch (cause) {
    const difference = differenceOf(actual.body, expected.body)
    throw new Error(`${server.name} answers ${request.method} ${request.path} otherwise than mailroom: ${difference}`, {
      cause
    })
  }
}

const get = (path: string): Request => ({ method: "GET", path })

/** Requests for every kind of page, and requests that must be rejected. */
const samples = ({ deepCursor, size }: Facts): ReadonlyArray<Request> => {
  const large = `/leads/campaign/${campaignId(1)}`
  return [
    get(`${large}?offset=7&limit=3`),
    get(large.toUpperCase().replace("/LEADS/CAMPAIGN", "/leads/campaign")),
    get(`${large}?after_id=${size.leads}`),
    get(`${large}?search=lead1&offset=2&limit=5`),
    get(`${large}?search=${encodeURIComponent("%")}`),
    get(`${large}?search=nobody`),
    // The second campaign belongs to another organization.
    get(`/leads/campaign/${campaignId(2)}`),
    get("/leads/campaign/1"),
    get(`${large}?limit=0`),
    get(`${large}?limit=201`),
    get(`${large}?limit=ten`),
    get(`${large}?page=2`),
    get("/unibox/threads?tab=other&limit=100"),
    get("/unibox/threads?tab=replies&limit=100&cursor=" + deepCursor),
    get("/unibox/threads?tab=other&cursor=" + deepCursor),
    get("/unibox/threads?tab=replies&cursor=nonsense"),
    get("/unibox/threads?tab=all"),
    get("/unibox/threads"),
    get(`/analytics/campaigns/${campaignId(1)}/summary?start_date=2025-01-10&end_date=2025-02-09`),
    get(`/analytics/campaigns/${campaignId(1)}/summary?start_date=2025-01-10&end_date=2025-01-10&timezone=Asia/Tokyo`),
    get(`/analytics/campaigns/${campaignId(2)}/summary`),
    get(`/analytics/campaigns/${campaignId(1)}/summary?start_date=2025-01-10`)
  ]
}

/** Removes the parts that the limit does not compute: it neither signs cursors nor divides. */
const withoutMore = (answer: Answer): Answer => {
  const { next_cursor: _, rates: __, ...body } = answer.body as Record<string, unknown>
  return { ...answer, body }
}

/** Compares the answers to the measured requests. */
export const compareMeasured = async (
  [ours, ...peers]: ReadonlyArray<Server>,
  facts: Facts,
  cases: ReadonlyArray<Case> = reads
): Promise<void> => {
  if (ours === undefined) return
  for (const { requests } of cases) {
    const request = requests(facts)()
    const expected = await ask(ours, facts.key, request)
    deepStrictEqual(expected.status, 200, request.path)
    for (const peer of peers) {
      const actual = await ask(peer, facts.key, request)
      expectSame(request, peer, actual, peer.name === "limit" ? withoutMore(expected) : expected)
    }
  }
}

/** Compares the answers to all reads, including rejected ones. For the limit, compares only the measured reads. */
export const compareReads = async (servers: ReadonlyArray<Server>, facts: Facts): Promise<void> => {
  await compareMeasured(servers, facts)
  const [ours, ...peers] = servers.filter(({ name }) => name !== "limit")
  if (ours === undefined) return
  const strangers = ["", keyOf(1).replace("mr_", "mx_"), keyOf(987_654)]
  for (const [key, request] of [
    ...samples(facts).map((request) => [facts.key, request] as const),
    ...strangers.map((key) => [key, get(`/leads/campaign/${campaignId(1)}`)] as const)
  ]) {
    const expected = await ask(ours, key, request)
    for (const peer of peers) expectSame(request, peer, await ask(peer, key, request), expected)
  }
}

/** Reads the facts from a server, and checks that our API reports the expected number of leads. */
export const learn = async (server: Server, size: Facts["size"]): Promise<Facts> => {
  const key = keyOf(1)
  const large = `/leads/campaign/${campaignId(1)}`
  const page = (path: string) => ask(server, key, get(path)).then(({ body }) => body as Page)
  const { total } = await page(`${large}?limit=1`)
  deepStrictEqual(total, size.leads / 5, "the leads of the large campaign")
  const [deep] = (await page(`${large}?limit=1&offset=${Math.floor(total * 0.9)}`)).data
  let cursor = ""
  const pages = Math.min(99, Math.floor(size.threads / 200))
  for (let n = 0; n < pages; n++) {
    const { next_cursor = "" } = await page(`/unibox/threads?tab=replies&limit=50${cursor && `&cursor=${cursor}`}`)
    cursor = next_cursor
  }
  return { size, key, deepLead: deep?.id ?? 0, deepCursor: cursor }
}

interface Page {
  readonly total: number
  readonly data: ReadonlyArray<{ readonly id: number }>
  readonly next_cursor?: string
}

/**
 * The growth of lists: every list of the API over ten thousand leads and over a million, one request after the other, in
 * turns. `npm run bench -- lists` prints the table.
 */
import { campaignId, keyOf } from "./data.ts"
import { fillLists } from "./growthData.ts"
import { number, table } from "./markdown.ts"
import { median } from "./measurements.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { type Server, start } from "./servers.ts"

/** Facts about the data from which the paths of lists are built. */
interface Facts {
  readonly leads: number
  /** Leads in the middle of the first campaign, and at nine tenths of it. */
  readonly middle: number
  readonly deep: number
}

interface List {
  readonly name: string
  readonly path: (facts: Facts) => string
  /** The most that a page over the large data may cost, as a ratio to one over the small data. */
  readonly most: number
}

const growing = 1.5
/** Searches are allowed more: they compare texts. */
const searching = 3

const list = (path: string | ((facts: Facts) => string), name?: string): List => {
  const of = typeof path === "string" ? () => path : path
  const shown = name ?? of({ leads: 0, middle: 0, deep: 0 })
  return { name: shown, path: of, most: shown.includes("search=") ? searching : growing }
}

const campaign = `/campaigns/${campaignId(1)}`
const ofCampaign = `/leads/campaign/${campaignId(1)}`
const named = (path: string) => path.replace(campaignId(1), "{id}")
const on = (base: string, ...queries: ReadonlyArray<string>) =>
  queries.map((query) => list(`${base}${query}`, named(`${base}${query}`)))
/** Instants before the changes of all leads, of one in a hundred, and of none, on the same day. */
const instants = { all: "2030-01-01T00:00:00Z", few: "2030-01-01T11:00:00Z", none: "2030-01-01T13:00:00Z" }

const lists: ReadonlyArray<List> = [
  ...on(ofCampaign, "", "?status=Replied", "?status=Sent", "?stop_sending=true", "?status=Replied&stop_sending=true"),
  list(({ leads }) => `${ofCampaign}?offset=${leads / 10}`, "/leads/campaign/{id}, offset half"),
  list(
    ({ leads }) => `${ofCampaign}?status=Opened&offset=${leads / 25}`,
    "/leads/campaign/{id}?status=Opened, offset half"
  ),
  list(({ deep }) => `${ofCampaign}?after_id=${deep}`, "/leads/campaign/{id}, after_id deep"),
  ...on(ofCampaign, "?tag_id=1", "?search=example", "?search=le", "?search=lead4500", "?search=nobody"),
  ...Object.entries(instants).map(([which, at]) =>
    list(`${ofCampaign}?updated_since=${at}`, `/leads/campaign/{id}?updated_since=, ${which}`)
  ),
  ...on("/leads", "", "?status=Bounce", "?stop_sending=true", "?stop_sending=false", "?tag_id=1"),
  ...on("/leads", "?tag_id=1&status=Sent", "?email=nobody@example.com", `?campaign_id=${campaignId(2)}`),
  ...on("/leads", "?search=ovelac", "?search=co", "?search=lead4500", "?search=nobody", "?search=nobody&status=Sent"),
  ...on("/leads", "?search=company+17&stop_sending=true"),
  ...Object.entries(instants).map(([which, at]) =>
    list(`/leads?updated_since=${at}`, `/leads?updated_since=, ${which}`)
  ),
  list(`/leads?stop_sending=true&updated_since=${instants.few}`, "/leads?stop_sending=true&updated_since=, few"),
  ...on(
    "/sends",
    "",
    "?outcome=unknown",
    "?outcome=refused",
    "?outcome=unknown&account_id=1",
    "?kind=test",
    "?kind=reply"
  ),
  ...on("/sends", "?account_id=1", "?account_id=999999", "?thread_id=999999", "?kind=reply&account_id=2"),
  list(({ middle }) => `/sends?lead_id=${middle}`, "/sends?lead_id="),
  ...on(
    "/unibox/threads?tab=replies",
    "",
    "&state=open",
    "&state=done",
    "&is_new=true",
    "&is_new=false",
    "&account_id=1"
  ),
  ...on(
    "/unibox/threads?tab=replies",
    "&account_id=1&is_new=true",
    "&account_id=999999",
    `&campaign_id=${campaignId(1)}`
  ),
  ...on("/unibox/threads?tab=replies", "&tag_id=1", "&search=needle", "&search=offer", "&search=of", "&search=nobody"),
  ...on("/unibox/threads?tab=replies", "&search=needle&account_id=1", "&search=offer&is_new=true"),
  list(({ middle }) => `/unibox/threads?tab=replies&lead_id=${middle}`, "/unibox/threads?tab=replies&lead_id="),
  ...on("/unibox/unread", "", "?search=offer", "?search=needle", "?account_id=1", `?campaign_id=${campaignId(1)}`),
  ...on("/unibox/unread", "?tag_id=1", "?state=open"),
  ...on("/unibox/changes", ""),
  list(({ middle }) => `/leads/${middle}/threads`, "/leads/{id}/threads"),
  list(({ middle }) => `/leads/${middle}/activity`, "/leads/{id}/activity"),
  ...on("/events", "", "?types=bounced", "?types=complained", `?campaign_id=${campaignId(1)}`),
  list(({ middle }) => `/events?lead_id=${middle}`, "/events?lead_id="),
  ...on(
    `/analytics${campaign}/activity`,
    "",
    "?account_id=1",
    "?account_id=999999",
    "?sequence_id=2",
    "?sequence_id=999999"
  ),
  ...on(`/analytics${campaign}/activity`, "?account_id=1&types=bounced"),
  ...on(`/analytics${campaign}`, "/summary", "/events?period=all_time", "/by-account", "/by-sequence", "/by-link"),
  ...on("/analytics", "/summary", "/by-account", "/by-campaign"),
  ...on(campaign, "/upcoming", "/sequences"),
  ...on("/campaigns", "", "?search=campaign+1", "?status=paused"),
  ...on("/accounts", "", "?search=more1", "?status=paused"),
  ...on(
    "/blacklist/emails",
    "",
    "?search=person17",
    "?search=pe",
    "?search=nobody",
    "?source=manual",
    "?source=bounce"
  ),
  list(({ leads }) => `/blacklist/emails?offset=${leads / 10}`, "/blacklist/emails, offset half"),
  ...on("/blacklist/domains", ""),
  ...on(
    "/billing/transactions",
    "",
    "?type=refund",
    "?currency=EUR",
    "?currency=GBP",
    "?search=row+17",
    "?search=nobody"
  ),
  ...on(
    "/billing/transactions",
    "?min_amount=50",
    "?min_amount=1000",
    "?from=2020-01-02&to=2020-01-04",
    "?from=2031-01-01"
  ),
  list(({ leads }) => `/billing/transactions?offset=${leads / 10}`, "/billing/transactions, offset half"),
  ...on("/integrations/1/deliveries", "", "?status=failed"),
  ...on("/integrations", ""),
  ...on("/keys", ""),
  ...on("/tags", ""),
  ...on("/reply-templates", "")
]

const learnOf = (url: string, leads: number): Promise<Facts> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ middle: string; deep: string }>(
      `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) AS middle, percentile_disc(0.9) WITHIN GROUP (ORDER BY id) AS deep
        FROM mailroom.leads WHERE campaign_id = $1`,
      [campaignId(1)]
    )
    return { leads, middle: Number(rows[0]?.middle), deep: Number(rows[0]?.deep) }
  })

/** Pages of tables and indexes that the statements of this database have read. */
const pagesRead = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ pages: string }>(
      `SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0) AS pages FROM pg_stat_statements
        WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`
    )
    return Number(rows[0]?.pages)
  })

interface Side {
  readonly server: Server
  readonly facts: Facts
  readonly url: string
}

const ask = async ({ facts, server }: Side, { path }: List) => {
  const begun = performance.now()
  const answer = await fetch(server.url + path(facts), { headers: { authorization: `Bearer ${keyOf(1)}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path(facts)}: ${answer.status} ${text}`)
  return performance.now() - begun
}

export interface ListGrowth {
  readonly name: string
  /** The median in milliseconds, and the pages that a request reads, over the small data and over the large. */
  readonly times: readonly [small: number, large: number]
  readonly pages: readonly [small: number, large: number]
  readonly most: number
}

export interface ListsPlan {
  readonly small: number
  readonly large: number
  readonly rounds: number
}

const measureList = async (measured: List, sides: readonly [Side, Side], rounds: number): Promise<ListGrowth> => {
  const times: readonly [Array<number>, Array<number>] = [[], []]
  const pages: Array<number> = []
  for (const [i, side] of sides.entries()) {
    // The first request also plans, and reads pages that no request has read.
    await ask(side, measured)
    const before = await pagesRead(side.url)
    await ask(side, measured)
    pages[i] = (await pagesRead(side.url)) - before
  }
  for (let round = 0; round < rounds; round++) {
    for (const [i, side] of sides.entries()) times[i]?.push(await ask(side, measured))
  }
  return {
    name: measured.name,
    times: [median(times[0]), median(times[1])],
    pages: [pages[0] ?? 0, pages[1] ?? 0],
    most: measured.most
  }
}

/** Measures the lists over databases that `fillLists` filled. */
const measureAll = async (
  urls: readonly [small: string, large: string],
  plan: ListsPlan
): Promise<ReadonlyArray<ListGrowth>> => {
  const sideOf = async (url: string, leads: number): Promise<Side> => {
    await withConnection(url, (client) => client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements"))
    return { url, server: await start("mailroom", url), facts: await learnOf(url, leads) }
  }
  const sides = [await sideOf(urls[0], plan.small), await sideOf(urls[1], plan.large)] as const
  // A server runs for days: its code is compiled.
  for (let n = 0; n < 20; n++) {
    for (const side of sides) for (const list of lists.slice(0, 15)) await ask(side, list)
  }
  const found: Array<ListGrowth> = []
  for (const measured of lists) found.push(await measureList(measured, sides, plan.rounds))
  for (const { server } of sides) await server.stop()
  return found
}

export const measureLists = async (postgres: Postgres, plan: ListsPlan): Promise<ReadonlyArray<ListGrowth>> => {
  const urls = [await createDatabase(postgres, "lists_small"), await createDatabase(postgres, "lists_large")] as const
  await fillLists(urls[0], plan.small)
  await fillLists(urls[1], plan.large)
  return measureAll(urls, plan)
}

const ratioOf = ({ times: [small, large] }: ListGrowth) => large / small

export const listsSection = (
  rows: ReadonlyArray<ListGrowth>,
  { large, small }: ListsPlan
): string => `## The growth of lists

One request after the other, over ${small.toLocaleString("en")} leads and over ${large.toLocaleString("en")}; the first campaign has a fifth of them. A
page may cost 1.5 times as much, one with a search 3 times. Pages are what Postgres reads for a request, of tables and indexes.

${table(
  ["", "ms, small", "ms, large", "growth", "pages, small", "pages, large"],
  rows.map((row) => [
    row.name,
    number(row.times[0]),
    number(row.times[1]),
    ratioOf(row) > row.most ? `**${number(ratioOf(row))}**` : number(ratioOf(row)),
    String(row.pages[0]),
    String(row.pages[1])
  ])
)}`

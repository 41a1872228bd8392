/**
 * The growth of lists: every list of the API over ten thousand leads and over a million, one request after the other, in
 * turns. `npm run bench -- lists` prints the table.
 */
import { campaignId, keyOf } from "./data.ts"
import { fillLists } from "./growthData.ts"
import { type Facts, type List, lists } from "./growthLists.ts"
import { number, table } from "./markdown.ts"
import { median } from "./measurements.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { type Server, start } from "./servers.ts"

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

const ask = async ({ server }: Side, path: string) => {
  const begun = performance.now()
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${keyOf(1)}` } })
  const text = await answer.text()
  // 503: storage took longer than the time limit of a request.
  if (answer.status === 503) return { text: "{}", time: Number.POSITIVE_INFINITY }
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return { text, time: performance.now() - begun }
}

/** The path of the page that is measured. The pages before it are read by their cursors. */
const findPath = async (side: Side, { followed = 0, path }: List) => {
  let found = path(side.facts)
  for (let page = 0; page < followed; page++) {
    const { next_cursor } = JSON.parse((await ask(side, found)).text) as { readonly next_cursor?: string }
    if (next_cursor === undefined) break
    const query = new URLSearchParams(path(side.facts).split("?")[1])
    query.set("cursor", next_cursor)
    found = `${path(side.facts).split("?")[0]}?${query}`
  }
  return found
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
  const paths = await Promise.all(sides.map((side) => findPath(side, measured)))
  const get = async (i: number) => {
    const [side, path] = [sides[i], paths[i]]
    if (side === undefined || path === undefined) throw new Error("There is no such side")
    return (await ask(side, path)).time
  }
  for (const [i, { url }] of sides.entries()) {
    // The first request also plans, and reads pages that no request has read.
    await get(i)
    const before = await pagesRead(url)
    await get(i)
    pages[i] = (await pagesRead(url)) - before
  }
  for (let round = 0; round < rounds; round++) {
    for (const i of sides.keys()) times[i]?.push(await get(i))
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
    for (const side of sides) for (const list of lists.slice(0, 15)) await ask(side, list.path(side.facts))
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

const shown = (time: number) => (Number.isFinite(time) ? number(time) : "503")

const growthOf = ([small, large]: readonly [small: number, large: number]) => large / Math.max(small, 1)

export const listsSection = (
  rows: ReadonlyArray<ListGrowth>,
  { large, small }: ListsPlan
): string => `## The growth of lists

One request after the other, over ${small.toLocaleString("en")} leads and over ${large.toLocaleString("en")}; the first campaign has a fifth of them. A
page may read 1.5 times as many pages, one with a search 3 times: \`**\` marks the others. Pages are what Postgres reads for a request, of
tables and indexes; milliseconds depend on all that the machine does.

${table(
  ["", "pages, small", "pages, large", "growth", "ms, small", "ms, large", "growth"],
  rows.map(({ most, name, pages, times }) => {
    const growth = growthOf(pages)
    // An answer of 503 has read fewer pages than the list takes.
    const isMore = growth > most || !Number.isFinite(times[1])
    return [
      name,
      String(pages[0]),
      String(pages[1]),
      isMore ? `**${number(growth)}**` : number(growth),
      shown(times[0]),
      shown(times[1]),
      shown(growthOf(times))
    ]
  })
)}`

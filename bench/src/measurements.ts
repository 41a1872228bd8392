/** Runs the measurements. The servers take turns, and each round begins with a different server. */
import { type Case, cases, type Facts } from "./cases.ts"
import { compareMeasured, learn } from "./compare.ts"
import { vacuum, type Size } from "./data.ts"
import { type Load, type Measured, startLoad } from "./load.ts"
import { type Postgres, withConnection } from "./postgres.ts"
import { type Cost, startCounting } from "./processor.ts"
import { type Name, output, type Server, start } from "./servers.ts"

export interface Plan {
  /** The number of connections, the number of rounds, and the seconds of each round. */
  readonly levels: ReadonlyArray<{ readonly connections: number; readonly rounds: number; readonly seconds: number }>
  /**
   * Rounds that measure processor time with 32 connections. `seconds` is the approximate time of each server in a
   * round. After `maximumSeconds` in total, no further round starts, but at least three rounds run. There are many
   * short rounds, because a machine can be a third slower for some seconds, and each ratio compares a single round.
   */
  readonly costs: { readonly rounds: number; readonly seconds: number; readonly maximumSeconds: number }
  /**
   * Seconds of load before the first round of a case, to estimate the rate and to warm up the compiler. A server runs
   * for days, but until its code is compiled, a batch takes up to twice the processor time.
   */
  readonly warmUp: Readonly<Record<Case["kind"], number>>
  /** The maximum seconds of a round, for servers that answer few requests. */
  readonly maximumRound: number
  readonly startups: number
}

/** The measurements of each round, by case, number of connections, and server. */
export type Rounds = Map<string, Map<number, Map<Name, Array<Measured>>>>
/** The cost of a request in each round, by case and server. */
export type Costs = Map<string, Map<Name, Array<Cost>>>

interface Setting {
  readonly facts: Facts
  readonly load: Load
  readonly plan: Plan
  readonly url: string
  readonly postgres: Postgres
}

const say = (message: string) => console.error(`${new Date().toTimeString().slice(0, 8)} ${message}`)

/**
 * Waits until the servers have completed their requests, including those whose clients have disconnected: until
 * Postgres has been idle for some time. The time is longer for writes, because a server may still be reading a long
 * body.
 */
const idle = (url: string, kind: Case["kind"]) =>
  withConnection(url, async (client) => {
    const sql = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`
    const enough = kind === "read" ? 40 : 600
    let since = performance.now()
    while (performance.now() - since < enough) {
      if ((await client.query(sql)).rows.length > 0) since = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })

/** The servers in the order of a round. Each round begins with a different server. */
const inTurn = (servers: ReadonlyArray<Server>, round: number) => {
  const first = round % servers.length
  return [...servers.slice(first), ...servers.slice(0, first)]
}

/** Measures a server once, then waits until it is idle. Rejects when an answer is not a success. */
const measureOnce = async (
  server: Server,
  { kind, name }: Case,
  { facts, load, url }: Setting,
  amounts: { readonly connections: number; readonly seconds: number; readonly amount?: number }
) => {
  const measured = await load.measure({ url: server.url, name, facts, ...amounts })
  if (measured.failures > 0) throw new Error(`${server.name} failed ${measured.failures} times at ${name}`)
  await idle(url, kind)
  return measured
}

/**
 * Measures the cost of a request in several rounds. Each server gets the same number of requests, so that the compiler
 * has the same share in each cost. All requests are answered before the next server's turn.
 */
const measureCosts = async (
  known: Case,
  servers: ReadonlyArray<Server>,
  { connections, rate }: { readonly connections: number; readonly rate: number },
  setting: Setting
) => {
  const { costs } = setting.plan
  const results = new Map<Name, Array<Cost>>(servers.map((server) => [server.name, []]))
  const amount = Math.max(32, 4 * connections, Math.round(rate * costs.seconds))
  const end = performance.now() + costs.maximumSeconds * 1000
  for (let round = 0; round <= costs.rounds; round++) {
    if (round > 3 && performance.now() > end) break
    for (const server of inTurn(servers, round)) {
      const costOf = startCounting(server.pid, setting.postgres.pid)
      await measureOnce(server, known, setting, { connections, seconds: 0, amount })
      // The first round also warms up the compiler.
      if (round > 0) results.get(server.name)?.push(costOf(amount))
    }
  }
  return results
}

const measureCase = async (known: Case, servers: ReadonlyArray<Server>, setting: Setting) => {
  const { plan } = setting
  const levels = new Map<number, Map<Name, Array<Measured>>>()
  const able = servers.filter((server) => known.kind === "read" || server.name !== "limit")
  const expected = new Map<Name, number>()
  for (const server of able) {
    const { rate } = await measureOnce(server, known, setting, { connections: 8, seconds: plan.warmUp[known.kind] })
    expected.set(server.name, rate)
  }
  const rate = Math.min(...expected.values())
  // Servers reject requests that wait for seconds, so there are at most as many connections as answers per second.
  const most = Math.max(1, Math.floor(rate))
  const costs = await measureCosts(known, able, { connections: Math.min(32, most), rate }, setting)
  for (const { connections: planned, rounds, seconds } of plan.levels) {
    const connections = planned > 32 ? planned : Math.min(planned, most)
    const results = new Map<Name, Array<Measured>>(able.map((server) => [server.name, []]))
    for (let round = 0; round < rounds; round++) {
      for (const server of inTurn(able, round)) {
        // A slow server gets more time, so that it answers enough requests. With many connections it would reject most.
        const rate = Math.max(expected.get(server.name) ?? 0, 1)
        if (connections > 32 && rate < connections) continue
        const enough = Math.min(Math.max(seconds, (2 * connections) / rate), plan.maximumRound)
        results.get(server.name)?.push(await measureOnce(server, known, setting, { connections, seconds: enough }))
      }
    }
    levels.set(planned, results)
    for (const [name, measured] of results) {
      if (measured.length > 0) expected.set(name, median(measured.map(({ rate }) => rate)))
    }
  }
  return { levels, costs }
}

/** Checks the counters of campaigns, which every write updates, against the counted leads. */
const expectCountersHold = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query(`
      SELECT id FROM mailroom.campaigns campaign
      LEFT JOIN (
        SELECT campaign_id, count(*) AS total, count(*) FILTER (WHERE status = 'Sent') AS sent,
          count(*) FILTER (WHERE stop_sending) AS stopped
        FROM mailroom.leads GROUP BY campaign_id
      ) counted ON campaign_id = id
      WHERE (lead_count, leads_sent, leads_stopped)
        <> (coalesce(total, 0), coalesce(sent, 0), coalesce(stopped, 0))`)
    if (rows.length > 0) throw new Error(`${rows.length} campaigns do not count their leads`)
  })

/** Measures all cases, reads first. Compares the answers again between cases, to detect wrong answers after load. */
export const measureAll = async (
  servers: ReadonlyArray<Server>,
  setting: Setting
): Promise<{ readonly results: Rounds; readonly costs: Costs }> => {
  const { facts, url } = setting
  const results: Rounds = new Map()
  const allCosts: Costs = new Map()
  for (const kind of ["read", "write"] as const) {
    for (const known of cases.filter((known) => known.kind === kind)) {
      say(known.name)
      const { costs, levels } = await measureCase(known, servers, setting)
      results.set(known.name, levels)
      allCosts.set(known.name, costs)
      if (kind === "read") await compareMeasured(servers, facts, [known])
      else await vacuum(url)
    }
    await compareMeasured(servers, facts)
  }
  await expectCountersHold(url)
  return { results, costs: allCosts }
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export interface Growth {
  readonly name: string
  /** The median in milliseconds, with few leads; `large` is with many leads. */
  readonly small: number
  readonly large: number
  /** The median of the ratios of the rounds. */
  readonly ratio: number
  /** In milliseconds, with many leads. */
  readonly p99: number
}

/** Measures sequential requests with few leads and with many, in turns. */
export const measureGrowth = async (
  { server, facts }: { server: Server; facts: Facts },
  { size, url }: { size: Size; url: string },
  load: Load,
  { rounds, seconds }: { rounds: number; seconds: number }
): Promise<ReadonlyArray<Growth>> => {
  say("growth")
  const other = await start("mailroom", url)
  const both = [
    { server: other, facts: await learn(other, size) },
    { server, facts }
  ]
  const growths: Array<Growth> = []
  for (const { name } of cases.filter(({ name }) => /limit|threads|PATCH|, selective/u.test(name))) {
    const times: ReadonlyArray<Array<number>> = [[], []]
    const slowest: Array<number> = []
    for (let round = 0; round <= rounds; round++) {
      for (const [i, { facts, server }] of both.entries()) {
        const { p50, p99 } = await load.measure({ url: server.url, name, facts, connections: 1, seconds })
        // The first round warms up the compiler.
        if (round === 0) continue
        times[i]?.push(p50)
        if (i === 1) slowest.push(p99)
      }
    }
    const [small = [], large = []] = times
    const ratio = median(large.map((time, i) => time / (small[i] ?? time)))
    growths.push({ name, small: median(small), large: median(large), ratio, p99: median(slowest) })
  }
  await other.stop()
  return growths
}

/** The ratio of requests per second with two processes to those with one, measured in turns. */
export const measureTwo = async (
  { facts, server }: { facts: Facts; server: Server },
  url: string,
  load: Load,
  { rounds, seconds }: { rounds: number; seconds: number }
) => {
  say("two processes")
  const second = await start("mailroom", url)
  const other = startLoad()
  const job = (to: Server, connections: number) => ({
    url: to.url,
    name: "leads, limit 50",
    facts,
    connections,
    seconds
  })
  await other.measure(job(second, 16))
  const ratios: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const one = await load.measure(job(server, 32))
    const two = await Promise.all([load.measure(job(server, 16)), other.measure(job(second, 16))])
    ratios.push(two.reduce((sum, { rate }) => sum + rate, 0) / one.rate)
  }
  other.stop()
  await second.stop()
  return median(ratios)
}

export interface Footprint {
  readonly name: Name
  /** Milliseconds until the server accepts connections. */
  readonly startup: number
  /** The memory in MiB after the start; `loaded` is the memory after all measurements. */
  readonly idle: number
  readonly loaded: number
}

/** Measures the time and memory of starting each server, in turns. */
export const measureStartups = async (servers: ReadonlyArray<Server>, url: string, times: number) => {
  say("start-ups")
  const found = new Map<Name, { startups: Array<number>; memories: Array<number> }>()
  for (let n = 0; n < times; n++) {
    for (const { name } of servers) {
      const server = await start(name, url)
      const { memories, startups } = found.get(name) ?? { startups: [], memories: [] }
      startups.push(server.startup)
      memories.push(await server.memory())
      found.set(name, { startups, memories })
      await server.stop()
    }
  }
  return Promise.all(
    servers.map(async ({ memory, name }): Promise<Footprint> => {
      const { memories = [], startups = [] } = found.get(name) ?? {}
      return { name, startup: median(startups), idle: median(memories), loaded: await memory() }
    })
  )
}

/** Measures the statements of the reads without a server, and our use cases without Postgres. */
export const measureAlone = async (url: string, facts: Facts, seconds: number) => {
  say("alone")
  const rates = (printed: unknown) => printed as Readonly<Record<string, number>>
  return {
    statements: rates(await output("postgres-alone.ts", url, { facts, connections: 32, seconds })),
    memory: rates(await output("embedded.ts", url, { leads: 10_000, seconds }))
  }
}

/** What is measured, and in which order: the servers take turns, and each round begins with another one. */
import { type Case, cases, type Facts } from "./cases.ts"
import { compareMeasured, learn } from "./compare.ts"
import { vacuum, type Size } from "./data.ts"
import { type Load, type Measured, startLoad } from "./load.ts"
import { type Postgres, withConnection } from "./postgres.ts"
import { type Cost, counting } from "./processor.ts"
import { type Name, output, type Server, start } from "./servers.ts"

export interface Plan {
  /** How many connections, for how many rounds of how many seconds. */
  readonly levels: ReadonlyArray<{ readonly connections: number; readonly rounds: number; readonly seconds: number }>
  /**
   * Rounds in which processor time is measured, with 32 connections, and about how many seconds a server takes in each:
   * at least three, and no more after so many seconds in all. Many short ones, because a machine is slower for some
   * seconds by a third, and a ratio is that of one round.
   */
  readonly costs: { readonly rounds: number; readonly seconds: number; readonly patience: number }
  /**
   * Seconds of load before the first round of a case, for an estimate and for the compiler: a server runs for days, and
   * until its code is compiled a batch takes up to twice the processor time.
   */
  readonly warmUp: Readonly<Record<Case["kind"], number>>
  /** The most seconds of a round, for servers that answer few requests. */
  readonly patience: number
  readonly startups: number
}

/** By case, by number of connections, by server: what was measured in each round. */
export type Rounds = Map<string, Map<number, Map<Name, Array<Measured>>>>
/** By case, by server: what a request cost in each round. */
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
 * Waits until what servers were asked before their callers went away is done: until Postgres has been without work for
 * so many milliseconds, in which a server may be reading a long body.
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

/** The servers in the order of a round: each round begins with the next one. */
const inTurn = (servers: ReadonlyArray<Server>, round: number) => {
  const first = round % servers.length
  return [...servers.slice(first), ...servers.slice(0, first)]
}

/** Measures a server once, then waits until its work is done. Rejects when an answer is no success. */
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
 * What a request costs, in each of some rounds. Each server gets the same number of requests, so that the compiler takes
 * the same share of each, and all requests are answered before the next server's turn.
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
  const end = performance.now() + costs.patience * 1000
  for (let round = 0; round <= costs.rounds; round++) {
    if (round > 3 && performance.now() > end) break
    for (const server of inTurn(servers, round)) {
      const costOf = counting(server.pid, setting.postgres.pid)
      await measureOnce(server, known, setting, { connections, seconds: 0, amount })
      // The first round is for the compiler, too.
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
  // A request that waits for seconds is rejected, so no more connections send than are answered in a second.
  const most = Math.max(1, Math.floor(rate))
  const costs = await measureCosts(known, able, { connections: Math.min(32, most), rate }, setting)
  for (const { connections: planned, rounds, seconds } of plan.levels) {
    const connections = planned > 32 ? planned : Math.min(planned, most)
    const results = new Map<Name, Array<Measured>>(able.map((server) => [server.name, []]))
    for (let round = 0; round < rounds; round++) {
      for (const server of inTurn(able, round)) {
        // A slow server gets more time, so that there is something to count; with many connections most would be rejected.
        const rate = Math.max(expected.get(server.name) ?? 0, 1)
        if (connections > 32 && rate < connections) continue
        const enough = Math.min(Math.max(seconds, (2 * connections) / rate), plan.patience)
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

/** The sums and counters that every write keeps, against what they count. */
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

/** All cases, reads first. Between cases answers are compared again, so that no server has drifted under load. */
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
  /** Milliseconds, the median, with few leads and with many. */
  readonly small: number
  readonly large: number
  /** Median of the rounds' ratios. */
  readonly ratio: number
  /** Milliseconds, over many leads. */
  readonly p99: number
}

/** What a request takes, one after the other, over few leads and over many: in turns. */
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
        // The first round is for the compiler.
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

/** Requests a second of one process and of two, each round in turn. */
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
  /** Milliseconds until it accepts connections. */
  readonly startup: number
  /** MiB when it has started, and after all that was measured. */
  readonly idle: number
  readonly loaded: number
}

/** How long each takes to start, in turns, and what memory it then has. */
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

/** The reads' statements without any server, and our use cases without any other process. */
export const measureAlone = async (url: string, facts: Facts, seconds: number) => {
  say("alone")
  const rates = (printed: unknown) => printed as Readonly<Record<string, number>>
  return {
    statements: rates(await output("statements.ts", url, { facts, connections: 32, seconds })),
    memory: rates(await output("embedded.ts", url, { leads: 10_000, seconds }))
  }
}

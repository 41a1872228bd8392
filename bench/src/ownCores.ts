/** The same load while the database runs on another machine, as in most installations: see `coresProxy.ts`. */
import { cases, type Facts } from "./cases.ts"
import { startProxy } from "./coresProxy.ts"
import type { Load } from "./load.ts"
import { number, table } from "./markdown.ts"
import { median } from "./measurements.ts"
import type { Postgres } from "./postgres.ts"
import { startCounting } from "./processor.ts"
import { start } from "./servers.ts"

/** The cases, and with how many connections each is measured. */
const measured: ReadonlyMap<string, ReadonlyArray<number>> = new Map([
  ["leads, limit 1", [32]],
  ["leads, limit 50", [32]],
  ["threads, first page", [32]],
  ["PATCH /leads/{id}", [1, 32]],
  ["POST /events, 100", [1, 32]],
  ["POST /events, 100, as the client sends it", [1, 32]]
])
/** Milliseconds that a statement occupies its connection. */
const services = [0, 1, 3]

export interface CoresPlan {
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

export interface CoresRow {
  readonly name: string
  readonly service: number
  readonly connections: number
  /** Requests a second. */
  readonly rates: readonly [ours: number, theirs: number]
  /** The median of the ratios of the rounds. */
  readonly ratio: number
  readonly p99: readonly [ours: number, theirs: number]
  /** Milliseconds of Node's processor time for a request. */
  readonly node: readonly [ours: number, theirs: number]
}

export const measureOwnCores = async (
  url: string,
  facts: Facts,
  { load, plan, postgres }: { readonly load: Load; readonly plan: CoresPlan; readonly postgres: Postgres }
): Promise<ReadonlyArray<CoresRow>> => {
  const rows: Array<CoresRow> = []
  for (const service of services) {
    const proxy = await startProxy(url, service)
    const [ours, theirs] = [await start("mailroom", proxy.url), await start("fastify", proxy.url)]
    const pairs = cases.flatMap(({ name }) => (measured.get(name) ?? []).map((connections) => ({ connections, name })))
    for (const { connections: planned, name } of pairs) {
      let connections = Math.min(planned, 8)
      const once = async (server: typeof ours, seconds: number) => {
        const costOf = startCounting(server.pid, postgres.pid)
        const result = await load.measure({ url: server.url, name, facts, connections, seconds })
        if (result.failures > 0) throw new Error(`${server.name} failed ${result.failures} times at ${name}`)
        return { ...result, node: costOf(result.count).server }
      }
      const warm = [await once(ours, plan.warmUp), await once(theirs, plan.warmUp)]
      // Servers reject requests that wait for seconds, so there are at most as many connections as answers per second.
      connections = Math.max(1, Math.min(planned, ...warm.map(({ rate }) => Math.floor(rate))))
      const rounds: Array<readonly [Awaited<ReturnType<typeof once>>, Awaited<ReturnType<typeof once>>]> = []
      for (let round = 0; round < plan.rounds; round++) {
        rounds.push([await once(ours, plan.seconds), await once(theirs, plan.seconds)])
      }
      const both = (of: (result: Awaited<ReturnType<typeof once>>) => number) =>
        [median(rounds.map(([one]) => of(one))), median(rounds.map(([, other]) => of(other)))] as const
      rows.push({
        name,
        service,
        connections,
        rates: both(({ rate }) => rate),
        ratio: median(rounds.map(([one, other]) => one.rate / other.rate)),
        p99: both(({ p99 }) => p99),
        node: both(({ node }) => node)
      })
    }
    await ours.stop()
    await theirs.stop()
    proxy.stop()
  }
  return rows
}

export const coresGoals = (rows: ReadonlyArray<CoresRow>): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => [
  [
    "As many requests as Fastify when a statement takes 0, 1 or 3 ms and the database has its own cores",
    rows
      .filter(({ ratio }) => ratio < 1)
      .map(
        ({ connections, name, ratio, service }) =>
          `${name}, ${service} ms, ${connections} ${connections === 1 ? "connection" : "connections"} (${number(ratio)})`
      )
  ]
]

export const coresSection = (rows: ReadonlyArray<CoresRow>): string => `## A database with its own cores

A proxy before Postgres: each statement occupies its connection for some milliseconds, and connections run beside
each other. Node's processor time is that of a request.

${table(
  [
    "",
    "ms a statement",
    "connections",
    "requests/s",
    "Fastify's",
    "÷ Fastify",
    "p99 ms",
    "Fastify's p99",
    "Node ms",
    "Fastify's"
  ],
  rows.map(({ connections, name, node, p99, rates, ratio, service }) => [
    name,
    String(service),
    String(connections),
    number(rates[0]),
    number(rates[1]),
    `**${number(ratio)}**`,
    number(p99[0]),
    number(p99[1]),
    number(node[0]),
    number(node[1])
  ])
)}`

/**
 * A storm at the door: thousands of requests a second reach a process that has just started. `npm run bench -- storm` says
 * how long `/livez` takes meanwhile, on the port of the API and on that of `--probe-port`.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { loadavg } from "node:os"
import { join } from "node:path"
import { cases, type Facts } from "./cases.ts"
import { number, table } from "./markdown.ts"
import { median } from "./measurements.ts"
import { start } from "./servers.ts"
import type { Job, Probes, Storm } from "./stormLoad.ts"

export interface StormPlan {
  /** Requests a second. */
  readonly rates: ReadonlyArray<number>
  readonly runs: number
  readonly seconds: number
}

interface Run extends Storm {
  readonly rate: number
  readonly seconds: number
  /** The average number of processes that wanted to run in the last minute. */
  readonly machine: number
  readonly api: Probes
  readonly probes: Probes
}

const portOf = (url: string) => Number(new URL(url).port)

/** Starts one of the two programs; its `begin` gives the result. */
const prepare = async <Result>(job: Job) => {
  const child = fork(join(import.meta.dirname, "stormLoad.ts"), { execArgv: process.execArgv })
  child.send(job)
  await once(child, "message")
  return async (): Promise<Result> => {
    child.send("start")
    const [result] = await once(child, "message")
    child.disconnect()
    return result
  }
}

/** The storm is that of the production command: the process has its own limits, and answers what is too much with 503. */
const runOnce = async (url: string, facts: Facts, rate: number, seconds: number): Promise<Run> => {
  const server = await start("mailroom", url, {}, ["serve", "--port", "0", "--probe-port", "0", "--no-access-log"])
  const { path } = cases[0]!.requests(facts)()
  const [port, probePort] = [portOf(server.url), portOf(server.probes ?? "")]
  const request = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${facts.key}\r\n\r\n`
  const probe = await prepare<readonly [Probes, Probes]>({ kind: "probe", ports: [port, probePort], seconds })
  const load = await prepare<Storm>({ kind: "load", port, rate, request, seconds })
  const [[api, probes], storm] = await Promise.all([probe(), load()])
  await server.stop()
  return { ...storm, rate, seconds, machine: loadavg()[0]!, api, probes }
}

/** Runs of all rates in turns, each with a fresh process. */
export const measureStorm = async (
  url: string,
  facts: Facts,
  { rates, runs, seconds }: StormPlan
): Promise<ReadonlyArray<Run>> => {
  const all: Array<Run> = []
  for (let run = 0; run < runs; run++) {
    for (const rate of rates) all.push(await runOnce(url, facts, rate, seconds))
  }
  return all
}

const p99 = (times: ReadonlyArray<number>) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity

const kinds: ReadonlyArray<readonly [name: string, of: (run: Run) => ReadonlyArray<number>]> = [
  ["the API's port, open", ({ api }) => api.open],
  ["the API's port, new", ({ api }) => api.fresh],
  ["--probe-port, open", ({ probes }) => probes.open],
  ["--probe-port, new", ({ probes }) => probes.fresh]
]

const rowsOf = (rate: number, runs: ReadonlyArray<Run>) =>
  kinds.map(([name, of]) => {
    const each = runs.map((run) => p99(of(run)))
    const all = runs.flatMap(of)
    return [
      number(rate),
      name,
      number(median(each)),
      number(Math.max(...each)),
      number(Math.max(...all)),
      number(median(all))
    ]
  })

const loadOf = (rate: number, runs: ReadonlyArray<Run>) => {
  const aSecond = (of: (run: Run) => number) => number(median(runs.map((run) => of(run) / run.seconds)))
  const all = [
    ({ begun }: Run) => begun,
    ({ answered }: Run) => answered,
    ({ rejected }: Run) => rejected,
    ({ left }: Run) => left
  ]
  return [number(rate), ...all.map(aSecond), number(median(runs.map(({ machine }) => machine)))]
}

export const stormSection = (all: ReadonlyArray<Run>): string => {
  const rates = [...new Set(all.map(({ rate }) => rate))]
  const of = (rate: number) => all.filter((run) => run.rate === rate)
  return `## A storm at the door

Requests reach a process that has just started, for ${all[0]?.seconds} seconds and whether or not earlier ones are answered, on up to 4,096
connections. Meanwhile \`/livez\` is asked each 20 ms, on connections that are open and on new ones: milliseconds, in
${of(rates[0] ?? 0).length} runs. The goal is at most 300 ms at p99 in each run. "∞" is no answer.

${table(
  ["requests/s", "/livez", "p99, median of runs", "p99, worst run", "longest", "p50"],
  rates.flatMap((rate) => rowsOf(rate, of(rate)))
)}

What the storm was, per second; "left out" were due while all connections waited. The last column is the load average of the machine.

${table(
  ["requests/s", "begun", "answered", "rejected", "left out", "load"],
  rates.map((rate) => loadOf(rate, of(rate)))
)}`
}

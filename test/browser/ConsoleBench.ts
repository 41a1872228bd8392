/** Measures the console in a browser: the first conversation, keys, and a long list of leads. Each figure is the best of the rounds. */
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole } from "./ConsoleServer.ts"
import { manyThreads } from "./ConsoleThreads.ts"
import { fillLeads, type LongList, measureFirst, measureKeys, measureLeads, quantile } from "./ConsoleSpeed.ts"
import { number, table } from "../../bench/src/markdown.ts"
import { createDatabase, type Postgres } from "../../bench/src/postgres.ts"

/** The factor by which the browser slows down the processor of the page. */
const rate = 6
const threads = 60
/** The conversations of the inbox in which keys are measured, and how many of them are loaded. */
const inbox = 31_000
const rows = 1_290

interface ConsolePlan {
  readonly rounds: number
  readonly leads: number
  /** The leads on Postgres. */
  readonly stored: number
}

interface ConsoleFigure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly most: number
}

const say = (message: string) => console.error(`${new Date().toTimeString().slice(0, 8)} ${message}`)

/** Makes the conversations. Returns the newest one. */
const fillThreads = async (server: ConsoleServer) => {
  let newest = 0
  for (let index = threads; index > 0; index--) {
    newest = (await server.talk({ name: `Lead Number${index}`, ago: index * 10 })).thread
  }
  return newest
}

const repeat = async <A>(rounds: number, name: string, measure: () => Promise<A>) => {
  const results: Array<A> = []
  for (let round = 1; round <= rounds; round++) {
    say(`Console: ${name}, round ${round} of ${rounds}`)
    results.push(await measure())
  }
  return results
}

const best = <A>(results: ReadonlyArray<A>, value: (result: A) => number) => Math.min(...results.map(value))

const leadFigures = (results: ReadonlyArray<LongList>, where: string): ReadonlyArray<ConsoleFigure> => [
  {
    name: `${where}: slowest of 8 jumps`,
    value: best(results, ({ jumps }) => Math.max(...jumps)),
    unit: "ms",
    most: 250
  },
  {
    name: `${where}: a frame while dragging, p95`,
    value: best(results, ({ frames }) => quantile(frames, 0.95)),
    unit: "ms",
    most: 50
  },
  {
    name: `${where}: rows without text 500 ms after dragging`,
    value: best(results, ({ blank }) => blank),
    unit: "",
    most: 0
  },
  { name: `${where}: elements`, value: best(results, ({ elements }) => elements), unit: "", most: 1_000 },
  { name: `${where}: objects`, value: best(results, ({ heap }) => heap / 1e6), unit: "MB", most: 50 }
]

const measureConsole = async (
  postgres: Postgres,
  { leads, rounds, stored }: ConsolePlan
): Promise<ReadonlyArray<ConsoleFigure>> => {
  const browser = await launch()
  try {
    const server = await startConsole()
    const thread = await fillThreads(server)
    // The server builds and compresses the files on the first request.
    await measureFirst(browser, server, { thread, rate: 1 })
    const loads = await repeat(rounds, "first conversation", () => measureFirst(browser, server, { thread, rate }))
    await manyThreads(server, thread, inbox)
    const keys = await repeat(rounds, "keys", () => measureKeys(browser, server, { rate, rows }))
    server.intercept(undefined)
    say(`Console: ${leads} leads in memory`)
    const many = await fillLeads(server, leads)
    const inMemory = await repeat(rounds, "leads", () =>
      measureLeads(browser, server, { campaign: many, count: leads })
    )
    await server.close()

    const durable = await startConsole({ database: await createDatabase(postgres, "console") })
    say(`Console: ${stored} leads on Postgres`)
    const campaign = await fillLeads(durable, stored)
    const onPostgres = await repeat(rounds, "leads on Postgres", () =>
      measureLeads(browser, durable, { campaign, count: stored })
    )
    await durable.close()
    return [
      {
        name: "first conversation, cold cache",
        value: best(loads, ({ milliseconds }) => milliseconds),
        unit: "ms",
        most: 1_500
      },
      ...[..."JKUEZX"].map((key) => ({
        name: `${key} to the painted frame, p95`,
        value: best(keys, (times) => quantile(times[key] ?? [], 0.95)),
        unit: "ms",
        most: 100
      })),
      ...leadFigures(inMemory, `${number(leads)} leads`),
      {
        name: `${number(stored)} leads on Postgres: the request of a second far jump`,
        value: best(onPostgres, ({ second }) => second),
        unit: "ms",
        most: 50
      }
    ]
  } finally {
    await browser.close()
  }
}

const consoleSection = (figures: ReadonlyArray<ConsoleFigure>): string => `## Console

In a browser, the best of the rounds. The page's processor is ${rate} times slower than this machine for the first conversation and the
keys, and as fast as it for the leads. The keys are those of an inbox of ${number(inbox)} conversations, of which ${number(rows)} are loaded.

${table(
  ["", "measured", "at most", "reached"],
  figures.map(({ most, name, unit, value }) => [
    name,
    `${number(value)} ${unit}`.trim(),
    `${number(most)} ${unit}`.trim(),
    value <= most ? "yes" : "no"
  ])
)}`

/** Measures the console. Returns the section of the report. */
export const measure = async (postgres: Postgres, plan: ConsolePlan): Promise<string> =>
  consoleSection(await measureConsole(postgres, plan))

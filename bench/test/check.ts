/**
 * Compares all servers over small data, checks that the comparison finds differences, and writes a report. Prints the
 * name of each check that passed. This is a separate program, because vitest's workers resolve `require` as `import`,
 * which breaks `pg`.
 */
import { match, ok, rejects } from "node:assert/strict"
import { createServer } from "node:http"
import { cases } from "../src/cases.ts"
import { compareReads, learn } from "../src/compare.ts"
import { fill, sizes } from "../src/data.ts"
import { compareLocks } from "../src/locks.ts"
import { createDatabase } from "../src/postgres.ts"
import { report } from "../src/report.ts"
import { build, names, type Server, start, stopAll } from "../src/servers.ts"
import { compareWrites } from "../src/twins.ts"

/** The Fastify peer with a fault: the bodies of its requests go through `f`. */
const mutant = async (servers: ReadonlyArray<Server>, f: (body: string) => string) => {
  const peer = servers.find(({ name }) => name === "fastify")
  ok(peer)
  const proxy = createServer((request, response) => {
    const answer = async () => {
      const chunks: Array<Buffer> = await request.toArray()
      const body = f(Buffer.concat(chunks).toString())
      const forwarded = await fetch(peer.url + request.url, {
        method: request.method ?? "GET",
        headers: {
          authorization: request.headers.authorization ?? "",
          ...(body === "" ? {} : { "content-type": "application/json" })
        },
        ...(body === "" ? {} : { body })
      })
      const etag = forwarded.headers.get("etag")
      response.writeHead(forwarded.status, etag === null ? {} : { etag }).end(await forwarded.text())
    }
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  const address = proxy.address()
  ok(typeof address === "object" && address !== null)
  return {
    server: { ...peer, url: `http://127.0.0.1:${address.port}` },
    [Symbol.dispose]: () => void proxy.close().closeAllConnections()
  }
}

/** Only a PATCH takes us more processor time than Fastify, twice as much in Postgres. */
const costOf = (name: string, server: string) => ({
  server: server === "fastify" ? 2 : 1,
  postgres: server === "fastify" || name !== "PATCH /leads/{id}" ? 1 : 4
})

/**
 * A report with invented results: all servers are equally fast, and only a page of 50 leads costs more with more leads.
 */
const inventedReport = () => {
  const rounds = [{ rate: 100, p50: 1, p99: 2, count: 100, failures: 0 }]
  const level = new Map(names.map((name) => [name, rounds]))
  return report({
    results: new Map(cases.map(({ name }) => [name, new Map([[32, level]])])),
    costs: new Map(cases.map(({ name }) => [name, new Map(names.map((server) => [server, [costOf(name, server)]]))])),
    growth: cases.map(({ name }) => ({
      name,
      small: 1,
      large: 1,
      ratio: name === "leads, limit 50" ? 1.5 : 1,
      p99: 2
    })),
    growthFrom: sizes.tiny.leads,
    size: sizes.quick,
    footprints: names.map((name) => ({ name, startup: 100, idle: 50, loaded: 60 })),
    twoProcesses: 1,
    alone: { memory: {}, statements: {} },
    cores: [],
    polls: {
      accounts: 10,
      costs: [
        { server: 6, postgres: 1 },
        { server: 8, postgres: 1 },
        { server: 7.5, postgres: 1 }
      ]
    },
    intake: [
      { name: "POST, dear", rate: 100, cost: { server: 2, postgres: 1 }, statements: 26, transactions: 1 },
      { name: "POST, cheap", rate: 100, cost: { server: 2, postgres: 1 }, statements: 24, transactions: 1 }
    ],
    sending: {
      leads: 10,
      accounts: 1,
      statements: [
        { name: "due", milliseconds: 1, postgres: 9 },
        { name: "heads", milliseconds: 1, postgres: 12 }
      ],
      phases: [
        { name: "mails, cheap", rate: 300, cost: { server: 3, postgres: 3 } },
        { name: "mails, dear", rate: 200, cost: { server: 5, postgres: 5 } }
      ]
    },
    smtp: {
      accounts: 8,
      sent: [
        { processes: 1, rate: 200, cost: { server: 4, postgres: 3 }, statements: 5, transactions: 0.5 },
        { processes: 2, rate: 300, cost: { server: 4, postgres: 3 }, statements: 5, transactions: 0.5 }
      ],
      pool: { rate: 800, cost: 1.2 }
    },
    minutes: 1
  })
}

const text = inventedReport()
match(text, /^\| p99 not above Fastify's \| yes \| {2}\|$/mu)
match(text, /^\| A page costs at most 1\.2 × from 1,000 to 50,000 leads \| no \| leads, limit 50 \(1\.50×\) \|$/mu)
match(text, /^\| Nothing takes more processor time than in Fastify \| no \| PATCH \/leads\/\{id\} \(0\.60\) \|$/mu)
match(text, /^\| A poll of an idle inbox takes at most 7 ms of Node's processor time \| no \| 7\.50 ms \|$/mu)
match(text, /^\| Finding the next mails of 50 accounts takes at most 20 ms [^|]+\| no \| 21\.0 ms \|$/mu)
match(text, /^\| A mail takes at most 6\.67 ms [^|]+\| no \| mails, dear \(10\.0 ms\) \|$/mu)
match(text, /^\| A mail that is taken in takes at most 25 statements \| no \| POST, dear \(26\.0\) \|$/mu)
console.log("report")

const admin = process.argv[2] ?? ""
const url = await createDatabase(
  { url: (name) => Object.assign(new URL(admin), { pathname: `/${name}` }).href },
  `bench_${process.pid}`
)
await build()
await fill(url, sizes.tiny)
try {
  const servers = await Promise.all(names.map((name) => start(name, url)))
  const [ours] = servers
  ok(ours)
  const facts = await learn(ours, sizes.tiny)

  await compareReads(servers, facts)
  console.log("reads")

  await compareWrites(servers, url)
  console.log("writes")

  using dropping = await mutant(servers, (body) => body.replace('"city":null', '"city":"Bern"'))
  await rejects(compareWrites([ours, dropping.server], url), /stores other leads/u)
  console.log("what no answer shows")

  using renaming = await mutant(servers, (body) => body.replace('"Augusta"', '"Ada"'))
  await rejects(compareWrites([ours, renaming.server], url), /answers request/u)
  console.log("what an answer shows")

  await compareLocks(servers, url)
  console.log("locks")
} finally {
  await stopAll()
}
process.exit()

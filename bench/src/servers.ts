/** The programs that are compared, each a process of its own over one database. */
import { execFile, spawn } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const tsc = join(root, "node_modules/typescript/bin/tsc")
const cli = join(root, "packages/cli/dist/bin.js")

export type Name = "fastify" | "limit" | "mailroom"

/** How each is started, as in production: ours as its users start it, built. */
const commands: Readonly<Record<Name, ReadonlyArray<string>>> = {
  mailroom: [cli, "serve", "--port", "0"],
  fastify: [join(import.meta.dirname, "peers/fastify.ts")],
  limit: [join(import.meta.dirname, "peers/limit.ts")]
}

/** Builds our packages, as they are published. */
export const build = (): Promise<unknown> => run(process.execPath, [tsc, "-b", root])

export interface Server {
  readonly name: Name
  readonly url: string
  /** Milliseconds from the start of the process to its accepting connections. */
  readonly startup: number
  /** The memory that the process has, in MiB. */
  readonly memory: () => Promise<number>
  readonly stop: () => Promise<void>
}

const environment = (databaseUrl: string) => ({
  PATH: process.env["PATH"],
  NODE_ENV: "production",
  DATABASE_URL: databaseUrl
})

/** Starts a server on a free port, and waits until it says where it listens. */
export const start = (name: Name, databaseUrl: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = spawn(process.execPath, commands[name], {
      env: environment(databaseUrl),
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    const exited = new Promise<void>((done) => child.once("close", () => done()))
    child.once("close", (code) => reject(new Error(`${name} ended with ${code}: ${output}`)))
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const url = /^Listening on (\S+)$/mu.exec(output)?.[1]
      if (url === undefined) return
      resolve({
        name,
        url,
        startup: performance.now() - begun,
        memory: async () => {
          const { stdout } = await run("ps", ["-o", "rss=", "-p", String(child.pid)])
          return Number(stdout) / 1024
        },
        stop: () => {
          child.kill("SIGTERM")
          return exited
        }
      })
    })
  })

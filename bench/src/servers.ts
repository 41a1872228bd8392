/** The programs that are compared, each a process of its own over one database. */
import { execFile, spawn } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { bundleCommand } from "../../packages/cli/bundle.ts"

const run = promisify(execFile)
const bundled = join(import.meta.dirname, "../dist")

export const names = ["mailroom", "fastify", "limit"] as const
export type Name = (typeof names)[number]

/** How each is started, as in production: ours as its users start it, built, but without the limits that others lack. */
const commands: Readonly<Record<Name, ReadonlyArray<string>>> = {
  mailroom: [join(bundled, "bin.js"), "serve", "--port", "0", "--rate-limit", "0", "--max-in-flight", "1000"],
  fastify: [join(import.meta.dirname, "peers/fastify.ts")],
  limit: [join(import.meta.dirname, "peers/limit.ts")]
}

/** Builds our command, as it is published; the peers run as they are. */
export const build = () => bundleCommand(bundled)

export interface Server {
  readonly name: Name
  readonly url: string
  readonly pid: number
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

const running = new Set<() => Promise<void>>()
// Also when the run is broken off.
process.once("exit", () => void stopAll())

/** Stops whatever still runs. */
export const stopAll = () => Promise.all([...running].map((stop) => stop()))

/** Starts a server on a free port, and waits until it says where it listens. */
export const start = (name: Name, databaseUrl: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = spawn(process.execPath, commands[name], {
      env: environment(databaseUrl),
      stdio: ["ignore", "pipe", "inherit"]
    })
    let output = ""
    const exited = new Promise<void>((done) => child.once("close", () => done()))
    const stop = () => {
      running.delete(stop)
      child.kill("SIGTERM")
      return exited
    }
    running.add(stop)
    child.once("close", (code) => reject(new Error(`${name} ended with ${code}`)))
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const url = /^Listening on (\S+)$/mu.exec(output)?.[1]
      if (url === undefined) return
      resolve({
        name,
        url,
        pid: child.pid ?? 0,
        startup: performance.now() - begun,
        memory: async () => {
          const { stdout } = await run("ps", ["-o", "rss=", "-p", String(child.pid)])
          return Number(stdout) / 1024
        },
        stop
      })
    })
  })

/** Runs a program of the bench to its end; answers what it prints as JSON. */
export const output = async (file: string, databaseUrl: string, argument: unknown): Promise<unknown> => {
  const args = [...process.execArgv, join(import.meta.dirname, file), JSON.stringify(argument)]
  const { stdout } = await run(process.execPath, args, { env: environment(databaseUrl) })
  return JSON.parse(stdout)
}

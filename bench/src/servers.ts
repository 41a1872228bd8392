/** The compared programs. Each runs in a separate process, and all use one database. */
import { execFile, spawn } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { bundleCommand } from "../../packages/cli/bundle.ts"

const run = promisify(execFile)
const bundled = join(import.meta.dirname, "../dist")

export const names = ["mailroom", "fastify", "limit"] as const
export type Name = (typeof names)[number]

/**
 * The production command of each server. Ours is the built command that users start, but without the limits that the
 * others lack.
 */
const commands: Readonly<Record<Name, readonly [file: string, ...args: ReadonlyArray<string>]>> = {
  mailroom: [
    join(bundled, "bin.js"),
    "serve",
    "--port",
    "0",
    "--rate-limit",
    "0",
    "--max-in-flight",
    "1000",
    "--no-access-log"
  ],
  fastify: [join(import.meta.dirname, "peers/fastify.ts")],
  limit: [join(import.meta.dirname, "peers/limit.ts")]
}

/** Builds our command as it is published. The peers run from source. */
export const build = () => bundleCommand(bundled)

export interface Server {
  readonly name: Name
  readonly url: string
  /** The URL for probes, with `--probe-port`. */
  readonly probes: string | undefined
  readonly pid: number
  /** Milliseconds from the start of the process until it accepts connections. */
  readonly startup: number
  /** The current memory of the process, in MiB. */
  readonly memory: () => Promise<number>
  readonly stop: () => Promise<void>
}

const environment = (databaseUrl: string) => ({
  PATH: process.env["PATH"],
  NODE_ENV: "production",
  DATABASE_URL: databaseUrl
})

const running = new Set<() => Promise<void>>()
// Servers are also stopped when the run is aborted.
process.once("exit", () => void stopAll())

/** Stops all running servers. */
export const stopAll = () => Promise.all([...running].map((stop) => stop()))

/**
 * Starts a server on a free port, and waits until it prints its URL. `settings` are further variables of its environment, and
 * `args` replace its arguments.
 */
export const start = (
  name: Name,
  databaseUrl: string,
  settings: NodeJS.ProcessEnv = {},
  args?: ReadonlyArray<string>
): Promise<Server> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const [file, ...usual] = commands[name]
    const child = spawn(process.execPath, [file, ...(args ?? usual)], {
      env: { ...environment(databaseUrl), ...settings },
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
        probes: /^Probes on (\S+)$/mu.exec(output)?.[1],
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

/** Runs a program of the bench to its end; returns its output, parsed as JSON. */
export const output = async (file: string, databaseUrl: string, argument: unknown): Promise<unknown> => {
  const args = [...process.execArgv, join(import.meta.dirname, file), JSON.stringify(argument)]
  const { stdout } = await run(process.execPath, args, { env: environment(databaseUrl) })
  return JSON.parse(stdout)
}

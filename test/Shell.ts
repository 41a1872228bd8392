/**
 * Runs the shell blocks of a page in order, as readers do: against a new server and a new database, or against the
 * server that the first block starts.
 */
import { createMailroom } from "@mailroom/node"
import { Effect, Redacted } from "effect"
import { execFile, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { inject } from "vitest"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"
import { quick } from "../packages/host/test/Programs.ts"
import type { Block } from "./Documents.ts"

/** `command.ts` builds it before the tests. */
const bin = join(import.meta.dirname, "../packages/cli/dist/test/bin.js")
const mcp = join(import.meta.dirname, "../packages/mcp/src/bin.ts")
const encryptionKey = Buffer.alloc(32, 7).toString("base64")

/** A server over a new database with one organization, and a key of this organization. */
const serve = Effect.gen(function* () {
  const database = Redacted.value(yield* migratedDatabase)
  const mailroom = yield* Effect.acquireRelease(
    Effect.promise(() => createMailroom({ database, encryptionKey })),
    (mailroom) => Effect.promise(() => mailroom.close())
  )
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(mailroom.handler)
      await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening))
      return server
    }),
    (server) => Effect.promise(() => new Promise<void>((closed) => void server.close(() => closed())))
  )
  const { id } = yield* Effect.promise(() => mailroom.organizations.create({ name: "Acme" }))
  const { secret } = yield* Effect.promise(() => mailroom.organization(id).keys.create({ name: "documentation" }))
  return { URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, KEY: secret, DATABASE_URL: database }
})

/**
 * A stand-in for `npm`. Everything is installed in this repository, so it runs the command that the tests have bundled.
 */
const npm = `case "$*" in
  install) exit ;;
  start*) shift; test $# = 0 || shift; exec mailroom serve "$@" ;;
  'run mailserver') exec "${process.execPath}" "${join(import.meta.dirname, "../examples/local-mail/server.ts")}" ;;
  'run --silent mailroom -- '*) shift 4; exec mailroom "$@" ;;
  *) echo "The tests do not know npm $*" >&2; exit 1 ;;
esac`

/**
 * A folder for the blocks, with the commands `mailroom`, `mailroom-mcp` and `npm`, and with a `curl` that fails when the answer is a
 * problem.
 */
const folder = Effect.sync(() => {
  const directory = mkdtempSync(join(inject("temporaryDirectory"), "page-"))
  mkdirSync(join(directory, "bin"))
  const scripts = {
    mailroom: `exec "${process.execPath}" ${quick} "${bin}" "$@"`,
    "mailroom-mcp": `exec "${process.execPath}" --conditions=mailroom-source "${mcp}" "$@"`,
    npm
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(directory, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  writeFileSync(join(directory, ".curlrc"), "silent\nshow-error\nfail-with-body\n")
  return directory
})

/**
 * The program that this machine lacks for running shell blocks; `undefined` if it lacks none. `curl --json` came with
 * 7.82.
 */
export const missing = (() => {
  const { stdout } = spawnSync("sh", ["-c", "curl --version"], { encoding: "utf8" })
  const [, major, minor] = /^curl (\d+)\.(\d+)/u.exec(stdout ?? "") ?? []
  return Number(major) * 100 + Number(minor) >= 782 ? undefined : "needs sh, and curl 7.82 or newer"
})()

const mark = "\u001E"

/** A block that shows a failure runs in a subshell, so that the next block runs. */
const commandOf = ({ code, info }: Block) =>
  `printf '${mark}'\n${info === "fails" ? `if (\n${code}\n); then echo 'This block should fail' >&2; exit 1; fi` : code}`

export interface Ran {
  /** The standard output of each block, up to the first one that failed. */
  readonly outputs: ReadonlyArray<string>
  /** All output, for the message of a failed test. */
  readonly log: string
}

/** The variables that a reader sets when a server has printed this; `undefined`: it has not started. */
const variablesOf = (output: string): NodeJS.ProcessEnv | undefined => {
  const [, KEY, URL] = /^API key: (.*)\n(?:Console: .*\n)?Listening on (.*)\n/mu.exec(output) ?? []
  if (KEY !== undefined && URL !== undefined) return { KEY, URL }
  const [line] = /^[A-Z_]+=\S+(?: [A-Z_]+=\S+)*$/mu.exec(output) ?? []
  return line === undefined ? undefined : Object.fromEntries(line.split(" ").map((each) => each.split("=")))
}

const anyPorts = { PORT: "0", IMAP_PORT: "0", SMTP_PORT: "0" }

/**
 * Runs a block that starts a server, which runs until the scope closes. Returns the variables that a reader sets
 * afterwards.
 */
const start = Effect.fnUntraced(function* ({ code }: Block, cwd: string, env: NodeJS.ProcessEnv) {
  const child = yield* Effect.acquireRelease(
    // In a separate process group, because the server is a child of the shell.
    Effect.sync(() => spawn("sh", ["-euc", code], { cwd, env: { ...env, ...anyPorts }, detached: true })),
    (child) =>
      Effect.promise(async () => {
        if (child.pid === undefined || child.exitCode !== null) return
        const exit = once(child, "exit")
        process.kill(-child.pid, "SIGINT")
        await exit
      })
  )
  return yield* Effect.callback<NodeJS.ProcessEnv>((resume) => {
    let said = ""
    const look = (chunk: Buffer) => {
      said += chunk.toString()
      const variables = variablesOf(said)
      if (variables !== undefined) resume(Effect.succeed(variables))
    }
    child.stdout.on("data", look)
    child.stderr.on("data", look)
    child.once("exit", () => resume(Effect.die(new Error(said))))
  })
})

/** Runs blocks in one shell, which ends at the first one that fails. The first blocks may start servers. */
export const run = (all: ReadonlyArray<Block>): Promise<Ran> =>
  Effect.gen(function* () {
    const directory = yield* folder
    const shell = {
      PATH: `${join(directory, "bin")}:${process.env["PATH"]}`,
      HOME: directory,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"]
    }
    const servers = all.filter(({ info }) => info === "server")
    const blocks = all.slice(servers.length)
    const started = yield* Effect.forEach(servers, (block) => start(block, directory, shell))
    const variables =
      servers.length > 0 ? Object.assign({}, ...started) : { ...(yield* serve), MAILROOM_ENCRYPTION_KEY: encryptionKey }
    const env: NodeJS.ProcessEnv = { ...shell, ...variables }
    const script = blocks.map(commandOf).join("\n")
    return yield* Effect.callback<Ran>((resume) => {
      execFile("sh", ["-euc", script], { cwd: directory, env }, (failure, stdout, stderr) => {
        const outputs = stdout.split(mark).slice(1)
        const complete = failure === null ? outputs : outputs.slice(0, -1)
        resume(Effect.succeed({ outputs: [...servers.map(() => ""), ...complete], log: `${stdout}\n${stderr}` }))
      })
    })
  }).pipe(Effect.scoped, Effect.runPromise)

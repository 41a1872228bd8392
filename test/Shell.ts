/** Runs the shell blocks of a page, one after the other, as its readers do: against a server and a database of their own. */
import { createMailroom } from "@mailroom/node"
import { Effect, Redacted } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { inject } from "vitest"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"
import type { Block } from "./Documents.ts"

/** `command.ts` makes it before the tests. */
const bin = join(import.meta.dirname, "../packages/cli/dist/test/bin.js")
const encryptionKey = Buffer.alloc(32, 7).toString("base64")

/** A server over a new database, with one organization and a key of it. */
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

/** A folder to run in, with the command `mailroom`, and with a `curl` that fails when the answer is a problem. */
const folder = Effect.sync(() => {
  const directory = mkdtempSync(join(inject("temporaryDirectory"), "page-"))
  mkdirSync(join(directory, "bin"))
  const mailroom = join(directory, "bin/mailroom")
  writeFileSync(mailroom, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`)
  chmodSync(mailroom, 0o755)
  writeFileSync(join(directory, ".curlrc"), "silent\nshow-error\nfail-with-body\n")
  return directory
})

/** What is missing on this machine to run shell blocks; `undefined` when nothing is. `curl --json` came with 7.82. */
export const missing = (() => {
  const { stdout } = spawnSync("sh", ["-c", "curl --version"], { encoding: "utf8" })
  const [, major, minor] = /^curl (\d+)\.(\d+)/u.exec(stdout ?? "") ?? []
  return Number(major) * 100 + Number(minor) >= 782 ? undefined : "needs sh, and curl 7.82 or newer"
})()

const mark = "\u001E"

/** A block that is shown because it fails runs in a shell of its own, so that the next one runs. */
const commandOf = ({ code, info }: Block) =>
  `printf '${mark}'\n${info === "fails" ? `if (\n${code}\n); then echo 'This block should fail' >&2; exit 1; fi` : code}`

export interface Ran {
  /** What each block wrote to standard output, up to the first one that failed. */
  readonly outputs: ReadonlyArray<string>
  /** All that was written, for the message of a failed test. */
  readonly log: string
}

/** Runs blocks in one shell, which ends at the first one that fails. */
export const run = (blocks: ReadonlyArray<Block>): Promise<Ran> =>
  Effect.gen(function* () {
    const served = yield* serve
    const directory = yield* folder
    const env = {
      ...served,
      PATH: `${join(directory, "bin")}:${process.env["PATH"]}`,
      HOME: directory,
      MAILROOM_ENCRYPTION_KEY: encryptionKey,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"]
    }
    const script = blocks.map(commandOf).join("\n")
    return yield* Effect.callback<Ran>((resume) => {
      execFile("sh", ["-euc", script], { cwd: directory, env }, (failure, stdout, stderr) => {
        const outputs = stdout.split(mark).slice(1)
        const complete = failure === null ? outputs : outputs.slice(0, -1)
        resume(Effect.succeed({ outputs: complete, log: `${stdout}\n${stderr}` }))
      })
    })
  }).pipe(Effect.scoped, Effect.runPromise)

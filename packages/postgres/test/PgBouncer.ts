/** PgBouncer in the mode `transaction`, with its settings as they come, in front of the server of the tests. */
import { Effect, Redacted } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"

const path = `${process.env["PATH"]}:/usr/sbin`

export const isInstalled = spawnSync("pgbouncer", ["--version"], { env: { PATH: path } }).status === 0

const freePort = Effect.promise(
  () =>
    new Promise<number>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        server.close(() => resolve(port))
      })
    })
)

/** Runs until the scope closes. Returns the URL of a database through it, from its own URL. */
export const pgBouncer = Effect.gen(function* () {
  const port = yield* freePort
  const { hostname, password, port: ofServer, username } = new URL(inject("postgresUrl"))
  const server = `host=${hostname} port=${ofServer} user=${username} password=${decodeURIComponent(password)}`
  const file = join(mkdtempSync(join(tmpdir(), "pgbouncer-")), "pgbouncer.ini")
  const settings = [
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 30",
    "max_client_conn = 500"
  ]
  writeFileSync(file, ["[databases]", `* = ${server}`, "[pgbouncer]", ...settings, ""].join("\n"), { mode: 0o644 })
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof spawn>>((resume) => {
      const child = spawn("pgbouncer", [...user, file], { env: { PATH: path }, stdio: ["ignore", "ignore", "pipe"] })
      let log = ""
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        log += text
        if (log.includes("process up")) resume(Effect.succeed(child))
      })
      child.on("exit", (code) => resume(Effect.die(new Error(`PgBouncer ended with ${code}: ${log}`))))
    }),
    (child) =>
      Effect.callback<void>((resume) => {
        child.on("exit", () => resume(Effect.void))
        child.kill("SIGKILL")
      })
  )
  return (url: Redacted.Redacted, parameters = ""): Redacted.Redacted => {
    const changed = new URL(Redacted.value(url))
    changed.port = String(port)
    changed.search = parameters
    return Redacted.make(changed.href)
  }
})

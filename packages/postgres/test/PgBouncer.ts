/** PgBouncer in the mode `transaction`, with its settings as they come, in front of the server of the tests. */
import { Effect, Redacted } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import * as Programs from "../../host/test/Programs.ts"

export const isInstalled = Programs.isInstalled("pgbouncer")

/** Runs until the scope closes. Returns the URL of a database through it, from its own URL. */
export const pgBouncer = Effect.gen(function* () {
  const port = yield* Effect.promise(Programs.freePort)
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
  yield* Programs.program("pgbouncer", [...user, file], { ready: "process up", signal: "SIGKILL" })
  return (url: Redacted.Redacted, parameters = ""): Redacted.Redacted => {
    const changed = new URL(Redacted.value(url))
    changed.port = String(port)
    changed.search = parameters
    return Redacted.make(changed.href)
  }
})

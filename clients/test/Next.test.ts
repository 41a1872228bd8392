/** A Next app with Mailroom inside: `next build` connects to nothing, and the built app answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, globSync, mkdirSync, rmSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { afterAll, beforeAll, inject } from "vitest"
import { freshDatabase } from "../../packages/postgres/test/Server.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const next = join(root, "clients/node_modules/next/dist/bin/next")

const packed = inject("packed")

/** Puts the package, and the client, whose types it needs, into an app as npm would: packed. */
const installMailroom = async (app: string) => {
  for (const name of ["node", "client"]) {
    const target = join(app, "node_modules/@mailroom", name)
    mkdirSync(target, { recursive: true })
    const [tarball = ""] = globSync(`mailroom-${name}-*.tgz`, { cwd: packed })
    await run("tar", ["-xzf", join(packed, tarball), "-C", target, "--strip-components=1"])
  }
}

const environment = (url: string) => ({
  ...process.env,
  DATABASE_URL: url,
  NEXT_TELEMETRY_DISABLED: "1",
  // Vitest sets it for tests; Next would build for tests, too.
  NODE_ENV: "production"
})

describe.concurrent.each(["turbopack", "webpack"])("a Next app that %s builds", (bundler) => {
  /** Below `clients`, so that the app finds its packages. */
  const app = join(root, "clients/next", bundler)
  const scope = Scope.makeUnsafe()
  let connections = 0
  let built = ""
  let server: ChildProcessWithoutNullStreams | undefined
  let origin: string
  const lines: Array<string> = []

  beforeAll(async () => {
    rmSync(app, { recursive: true, force: true })
    cpSync(join(root, "examples/next-embed"), app, { recursive: true })
    await installMailroom(app)

    const database = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await once(database.listen(0, "127.0.0.1"), "listening")
    const { port } = database.address() as AddressInfo
    const closed = `postgres://postgres:postgres@127.0.0.1:${port}/none`
    const options = { cwd: app, env: environment(closed) }
    const { stderr, stdout } = await run(process.execPath, [next, "build", `--${bundler}`], options)
    built = `${stdout}${stderr}`
    database.close()

    const url = Redacted.value(await Effect.runPromise(Scope.provide(freshDatabase, scope)))
    const started = spawn(process.execPath, [next, "start", "--port", "0"], { cwd: app, env: environment(url) })
    server = started
    origin = await new Promise<string>((resolve, reject) => {
      const onLine = (line: string) => {
        lines.push(line)
        const [found] = /http:\/\/localhost:\d+/u.exec(line) ?? []
        if (found !== undefined) resolve(found)
      }
      for (const stream of [started.stdout, started.stderr]) createInterface(stream).on("line", onLine)
      started.once("exit", () => reject(new Error(lines.join("\n"))))
    })
  })

  afterAll(async () => {
    server?.kill()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(app, { recursive: true, force: true })
  })

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { cookie: "session=ada", ...init.headers } })

  it("connects to no database while it is built, and warns of nothing", () => {
    assert.strictEqual(connections, 0)
    assert.include(built, "/mailroom/[[...path]]")
    assert.notMatch(built, /mailroom_node|@mailroom\/node|Critical dependency|can't resolve/iu)
  })

  it("answers the API and shows a page, with its own sessions", async () => {
    assert.strictEqual((await fetch(`${origin}/mailroom/campaigns`)).status, 401)
    const headers = { "content-type": "application/json" }
    const created = await ask("/mailroom/campaigns", { method: "POST", headers, body: '{"name":"Autumn"}' })
    assert.strictEqual(created.status, 201)
    assert.match(created.headers.get("location") ?? "", /^http:\/\/localhost:3000\/mailroom\/campaigns\//u)
    assert.include(await (await ask("/")).text(), "Autumn")
    assert.include(await (await fetch(`${origin}/`)).text(), "Sign in first")
    assert.strictEqual((await ask("/mailroom")).status, 200)
  })

  it("reads large mail in a thread", async () => {
    const body = `From: ada@lead.test\r\n\r\n${"x".repeat(50_000)}`
    const headers = { "content-type": "message/rfc822" }
    const received = await ask("/mailroom/inbound/messages", { method: "POST", headers, body })
    assert.strictEqual(received.status, 200)
    assert.notMatch(lines.join("\n"), /thread/iu)
  })
})

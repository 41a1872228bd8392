import { assert, describe, it } from "@effect/vitest"
import { version } from "@mailroom/http"
import { Effect, Fiber } from "effect"
import { readFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { until } from "../../http/test/api/Until.ts"
import { database, emptyDatabase, folder, mailroom as inProcess } from "./Harness.ts"
import { mailroom, serve } from "./Process.ts"
import { call, newKey } from "./Requests.ts"

describe("serve", () => {
  it.live(
    "shows the key once, and keeps what it was told through a kill",
    () =>
      Effect.gen(function* () {
        const cwd = yield* folder
        const first = yield* serve([], { cwd })
        const key = /^API key: (mr_\w+)\nListening on http:\/\/127\.0\.0\.1:\d+\n$/u.exec(first.greeting)?.[1] ?? ""
        const made = yield* call(`${first.url}/campaigns`, key, { method: "POST", body: { name: "Spring" } })
        assert.strictEqual(made.status, 201)
        assert.strictEqual((yield* call(`${first.url}/campaigns`, newKey())).status, 401)

        const other = yield* inProcess({ MAILROOM_DATA: join(cwd, ".mailroom") }, "serve", "--port", "0")
        assert.strictEqual(other.code, 1)
        assert.match(other.stderr, /^mailroom: Process \d+ has the database in \S+ open: stop it first/u)

        assert.strictEqual((yield* first.stop("SIGKILL")).code, "SIGKILL")
        const second = yield* serve([], { cwd })
        assert.match(second.greeting, /^Listening on http:\/\/127\.0\.0\.1:\d+\n$/u)
        const { body } = yield* call(`${second.url}/campaigns`, key)
        assert.deepInclude(body, { total: 1 })
        const end = yield* second.stop("SIGINT")
        assert.strictEqual(end.code, 0)
        assert.notMatch(end.stderr, /"level":"(?:warn|error|fatal)"/u)
      }),
    180_000
  )

  it.live("keeps attachments in the folder that the environment names", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const env = { ...(yield* emptyDatabase), MAILROOM_API_KEY: newKey(), MAILROOM_ATTACHMENTS: "./attachments" }
      const { url } = yield* serve(["--migrate"], { cwd, env })
      const headers = { authorization: `Bearer ${env.MAILROOM_API_KEY}`, "content-type": "message/rfc822" }
      const part = "Content-Type: text/csv; name=a.csv\r\n\r\n1;2"
      const body = `From: a@x.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part}\r\n--b--\r\n`
      const received = yield* Effect.promise(() => fetch(`${url}/inbound/messages`, { method: "POST", headers, body }))
      assert.strictEqual(received.status, 200)
      const { body: threads } = yield* call(`${url}/unibox/threads?tab=other`, env.MAILROOM_API_KEY)
      const link = /"url":"([^"]+)"/u.exec(JSON.stringify(threads))?.[1] ?? ""
      assert.strictEqual(yield* Effect.promise(async () => (await fetch(link)).text()), "1;2")
      const stored = yield* Effect.promise(() => readFile(join(cwd, "attachments", "1", "1"), "utf8"))
      assert.strictEqual(stored, "1;2")
    })
  )

  it.live("takes a key from the environment, and prints none", () =>
    Effect.gen(function* () {
      const key = newKey()
      const running = yield* serve(["--memory", "--demo"], { cwd: yield* folder, env: { MAILROOM_API_KEY: key } })
      const [, code = ""] =
        /^Console: http:\/\/127\.0\.0\.1:\d+\/console#code=([\w-]{43})\nListening on \S+\n$/u.exec(running.greeting) ??
        []
      const signIn = Effect.promise(async () => {
        const headers = { "content-type": "application/json" }
        const init = { method: "POST", headers, body: JSON.stringify({ code }) }
        return (await fetch(`${running.url}/session`, init)).status
      })
      assert.deepStrictEqual([yield* signIn, yield* signIn], [204, 401])
      const console = yield* Effect.promise(() => fetch(`${running.url}/console`))
      assert.match(yield* Effect.promise(() => console.text()), /<script[^>]* src="[^"]*console\//u)
      const { body } = yield* call(`${running.url}/unibox/threads?tab=replies`, key)
      assert.isAbove((body["data"] as ReadonlyArray<unknown>).length, 5)
      assert.strictEqual((yield* running.stop("SIGINT")).code, 0)
    })
  )

  it.live("migrates the database of DATABASE_URL on request, and adopts a key only on the first start", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const env = yield* emptyDatabase
      const first = yield* serve(["--migrate"], { cwd, env })
      const key = /^API key: (\S+)$/mu.exec(first.greeting)?.[1] ?? ""
      const late = newKey()
      const second = yield* serve([], { cwd, env: { ...env, MAILROOM_API_KEY: late } })
      assert.match(second.greeting, /^Listening on \S+\n$/u)
      assert.strictEqual((yield* call(`${second.url}/campaigns`, key)).status, 200)
      // A bundler once removed the call that fails for this input, so the answer was not 400.
      assert.strictEqual((yield* call(`${second.url}/leads?search=%FF`, key)).status, 400)
      assert.strictEqual((yield* call(`${second.url}/campaigns`, late)).status, 401)
      const { stderr } = yield* second.stop("SIGINT")
      assert.include(stderr, "MAILROOM_API_KEY opens nothing here")
      assert.notInclude(stderr, "mr_")
    })
  )

  it.live("answers probes on a port of their own, and nothing else", () =>
    Effect.gen(function* () {
      const running = yield* serve(["--memory", "--metrics", "--probe-port", "0", "--drain", "1d"], {
        cwd: yield* folder,
        env: {}
      })
      const probes = /^Probes on (.*)$/mu.exec(running.greeting)?.[1] ?? ""
      const get = (path: string) => Effect.promise(() => fetch(`${probes}${path}`))
      for (const path of ["/livez", "/readyz", "/metrics"]) assert.strictEqual((yield* get(path)).status, 200)
      const other = yield* get("/campaigns")
      assert.strictEqual(other.status, 404)
      assert.include(yield* Effect.promise(() => other.text()), "There is no GET /campaigns")
      const taken = yield* mailroom(["serve", "--memory", "--port", "0", "--probe-port", new URL(probes).port], {
        cwd: yield* folder
      })
      assert.deepStrictEqual([taken.code, taken.stdout], [1, ""])
      assert.match(taken.stderr, /Port \d+ of 127\.0\.0\.1 is in use: choose another with --probe-port/u)
      const stopped = yield* Effect.forkScoped(running.stop("SIGTERM"))
      yield* get("/readyz").pipe(until(({ status }) => status === 503))
      yield* running.stop("SIGINT")
      yield* Fiber.join(stopped)
    })
  )

  it.live("limits the rate of each organization; while it drains, goes on answering, but is not ready any more", () =>
    Effect.gen(function* () {
      const key = newKey()
      const env = { MAILROOM_API_KEY: key, MAILROOM_RATE_LIMIT: "1" }
      const running = yield* serve(["--memory", "--drain", "1d"], { cwd: yield* folder, env })
      const list = Effect.promise(() =>
        fetch(`${running.url}/campaigns`, { headers: { authorization: `Bearer ${key}` } })
      )
      assert.strictEqual((yield* list).headers.get("ratelimit-policy"), '"organization";q=2;w=2')
      assert.strictEqual((yield* Effect.repeat(list, { until: ({ status }) => status !== 200 })).status, 429)

      const get = (path: string) => Effect.promise(() => fetch(`${running.url}${path}`))
      const first = yield* get("/readyz")
      assert.deepStrictEqual([first.status, first.headers.get("connection")], [200, "keep-alive"])
      const stopped = yield* Effect.forkScoped(running.stop("SIGTERM"))
      const last = yield* get("/readyz").pipe(until(({ status }) => status === 503))
      assert.strictEqual(last.headers.get("connection"), "close")
      const alive = yield* get("/livez")
      assert.deepStrictEqual([alive.status, alive.headers.get("connection")], [200, "close"])
      yield* running.stop("SIGINT")
      assert.strictEqual((yield* Fiber.join(stopped)).code, 130)
    })
  )

  it.live("stops at once after SIGINT", () =>
    Effect.gen(function* () {
      const running = yield* serve(["--memory", "--drain", "1d"], { cwd: yield* folder })
      assert.strictEqual((yield* running.stop("SIGINT")).code, 0)
    })
  )

  it.live("refuses a port in use, and a key that is none, and drains nothing then", () =>
    Effect.gen(function* () {
      const server = createServer()
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => server.close())
      )
      const address = server.address()
      const port = typeof address === "object" ? String(address?.port) : ""
      assert.deepStrictEqual(yield* inProcess({}, "serve", "--memory", "--port", port), {
        code: 1,
        stdout: "",
        stderr: `mailroom: Port ${port} of 127.0.0.1 is in use: choose another with --port`
      })
      const wrong = { MAILROOM_API_KEY: `${newKey().slice(0, -1)}_` }
      const typo = yield* inProcess(wrong, "serve", "--memory", "--port", "0", "--drain", "1d")
      assert.strictEqual(typo.code, 2)
      assert.match(typo.stderr, /^mailroom: MAILROOM_API_KEY is not a well-formed key: [^\n]+$/u)
      assert.notInclude(typo.stderr, "mr_")
    })
  )
})

describe("bin", () => {
  it.live("names the Node that it needs to one that is too old, and loads nothing else", () =>
    Effect.gen(function* () {
      const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})'
      const ran = yield* mailroom(["--version"], { cwd: yield* folder, node: ["--import", old] })
      assert.deepStrictEqual(ran, {
        code: 1,
        stdout: "",
        stderr: "mailroom: Node 22.19 or later is needed, and this is 20.20.2\n"
      })
    })
  )

  it.live("works when nobody reads its output", () =>
    Effect.gen(function* () {
      const env = yield* database
      const made = yield* mailroom(["organizations", "create", "Acme"], { cwd: yield* folder, env, unread: true })
      assert.strictEqual(made.code, 0)
      assert.notInclude(made.stderr, "EPIPE")
      assert.include((yield* inProcess(env, "organizations", "list")).stdout, "Acme")
    })
  )

  it.live("exits with the signal that ended it before it was ready", () =>
    Effect.gen(function* () {
      for (const [signal, code] of [
        ["SIGINT", 130],
        ["SIGTERM", 143]
      ] as const) {
        const starting = yield* serve(["--memory", "--demo"], { cwd: yield* folder, ready: /^Filling/mu })
        assert.strictEqual((yield* starting.stop(signal)).code, code)
      }
    })
  )

  it.live("exits with what the command says", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* mailroom(["serve", "--prot", "1"], { cwd: yield* folder })).code, 2)
      assert.deepStrictEqual(yield* inProcess({}, "--version"), {
        code: 0,
        stdout: `mailroom v${version}`,
        stderr: ""
      })
    })
  )
})

/** The proxies of examples/deploy, run by the real programs in front of `mailroom serve`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { request, type RequestOptions } from "node:https"
import { join } from "node:path"
import * as Programs from "../../host/test/Programs.ts"
import { folder } from "./Harness.ts"
import { serve } from "./Process.ts"
import { newKey } from "./Requests.ts"

const deploy = join(import.meta.dirname, "../../../examples/deploy")
const certificates = join(import.meta.dirname, "../../postgres/test/certificates")
const freePort = Effect.promise(Programs.freePort)

interface Proxy {
  readonly program: string
  /** The sample of a tracking domain, beside the one of the public URL. */
  readonly tracking: string
  /** The file that makes the samples of `examples/deploy` a proxy on `port`, in front of the processes on `targets`. */
  readonly configure: (
    samples: string,
    port: number,
    targets: ReadonlyArray<number>
  ) => { readonly name: string; readonly text: string }
  /** The arguments for the file in the folder `cwd`. */
  readonly args: (cwd: string) => ReadonlyArray<string>
}

const withPorts = (sample: string, [first, second]: ReadonlyArray<number>) =>
  sample.replaceAll("127.0.0.1:3000", `127.0.0.1:${first}`).replaceAll("127.0.0.1:3001", `127.0.0.1:${second}`)

const proxies: Readonly<Record<string, Proxy>> = {
  "nginx.conf": {
    program: "nginx",
    tracking: "tracking.nginx.conf",
    configure: (samples, port, targets) => ({
      name: "nginx.conf",
      text: `${process.getuid?.() === 0 ? "user root; " : ""}daemon off; pid nginx.pid; error_log stderr; events {}
http {
  access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
${withPorts(samples, targets)
  .replaceAll("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
  .replaceAll(/\/etc\/ssl\/\S+\.pem/gu, join(certificates, "server.pem"))
  .replaceAll(/\/etc\/ssl\/\S+\.key/gu, join(certificates, "server-key.pem"))}
}`
    }),
    args: (cwd) => ["-p", cwd, "-c", "nginx.conf", "-e", "stderr"]
  },
  Caddyfile: {
    program: "caddy",
    tracking: "tracking.Caddyfile",
    configure: (samples, port, targets) => ({
      name: "Caddyfile",
      text: `{
	admin off
	auto_https off
}
${withPorts(samples, targets).replaceAll(
  /^(mail|links)\.example\.com \{$/gmu,
  (_, name) =>
    `https://${name === "mail" ? "localhost" : "links.example.com"}:${port} {\n\tbind 127.0.0.1\n\ttls ${join(certificates, "server.pem")} ${join(certificates, "server-key.pem")}`
)}`
    }),
    args: (cwd) => ["run", "--config", join(cwd, "Caddyfile"), "--adapter", "caddyfile"]
  }
}

/** The status of an answer, and the type of its body. The certificate of the tests is of no authority. */
const answerOf = (url: string, { body, ...options }: RequestOptions & { readonly body?: Buffer } = {}) =>
  Effect.tryPromise(
    () =>
      new Promise<{ readonly status: number; readonly type: string | undefined }>((resolve, reject) => {
        const sent = request(url, { ...options, rejectUnauthorized: false }, (answer) => {
          resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"] })
          answer.resume()
        })
        sent.on("error", reject).end(body)
      })
  )

const statusOf = (...args: Parameters<typeof answerOf>) => Effect.map(answerOf(...args), ({ status }) => status)

/** Starts a proxy, and waits until it answers. */
const start = Effect.fnUntraced(function* (file: string, proxy: Proxy, targets: ReadonlyArray<number>) {
  const cwd = yield* folder
  const port = yield* freePort
  const samples = [file, proxy.tracking].map((name) => readFileSync(join(deploy, name), "utf8")).join("\n")
  const { name, text } = proxy.configure(samples, port, targets)
  writeFileSync(join(cwd, name), text)
  const env = { HOME: cwd, XDG_DATA_HOME: cwd, XDG_CONFIG_HOME: cwd }
  const { hasEnded, log } = yield* Programs.program(proxy.program, proxy.args(cwd), { env })
  const url = `https://localhost:${port}`
  yield* statusOf(`${url}/livez`).pipe(
    Effect.filterOrFail((status) => status === 200),
    Effect.retry({ schedule: Schedule.spaced("100 millis"), until: hasEnded }),
    Effect.mapError(() => new Error(`${proxy.program} does not answer: ${log()}`)),
    Effect.orDie
  )
  return url
})

describe.each(Object.entries(proxies))("%s of examples/deploy", (file, proxy) => {
  const isThere = Programs.isInstalled(proxy.program)
  if (!isThere && process.env["CI"] !== undefined) {
    it(`${proxy.program} is installed`, () => assert.fail(`${proxy.program} is not installed: apt-get install it`))
  }
  const test = isThere ? it.live : it.live.skip

  test(`passes the API and mail of 25 MiB on, and keeps the figures (skipped unless ${proxy.program} is installed)`, () =>
    Effect.gen(function* () {
      const key = newKey()
      const server = yield* serve(["--memory", "--metrics"], {
        cwd: yield* folder,
        env: { MAILROOM_API_KEY: key }
      })
      const gone = yield* freePort
      // One of the two processes does not run.
      const url = yield* start(file, proxy, [Number(new URL(server.url).port), gone])
      const authorization = `Bearer ${key}`
      const ask = (path: string) => statusOf(`${url}${path}`, { headers: { authorization } })
      const hand = (body: Buffer) =>
        statusOf(`${url}/inbound/messages`, {
          method: "POST",
          body,
          headers: { authorization, "content-type": "message/rfc822", "content-length": body.length }
        })
      for (let i = 0; i < 20; i++) assert.strictEqual(yield* ask("/campaigns"), 200, `request ${i}`)
      assert.strictEqual(yield* ask("/docs"), 200)
      assert.strictEqual((yield* Effect.promise(() => fetch(`${server.url}/metrics`))).status, 200)
      assert.strictEqual(yield* ask("/metrics"), 404)
      const mail = Buffer.concat([
        Buffer.from("From: a@x.test\r\nMessage-ID: <1@x.test>\r\nContent-Type: text/plain\r\n\r\n"),
        Buffer.alloc(25 * 1024 * 1024 - 200, `${"x".repeat(76)}\r\n`)
      ])
      assert.strictEqual(yield* hand(mail), 200)
      assert.strictEqual(yield* hand(Buffer.alloc(27 * 1024 * 1024)), 413)

      const links = (path: string) =>
        answerOf(`${url}${path}`, { headers: { authorization, host: "links.example.com" } })
      assert.deepStrictEqual(yield* links("/o/token.gif"), { status: 200, type: "image/gif" })
      for (const path of ["/c/token", "/u/token"]) {
        // The page of Mailroom, not of the proxy.
        assert.deepStrictEqual(yield* links(path), { status: 404, type: "text/html; charset=utf-8" })
      }
      for (const path of ["/campaigns", "/docs", "/livez", "/console"]) {
        assert.strictEqual((yield* links(path)).status, 404, path)
      }
    }).pipe(Effect.scoped))
})

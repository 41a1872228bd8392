/** The pages and files of the console, as browsers and caches see them. */
import { assert, describe, it } from "@effect/vitest"
import type { Console, ConsoleOptions } from "@mailroom/http"
import { Effect } from "effect"
import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import { send } from "./Client.ts"
import { start } from "./Tenants.ts"

const script = "console.log('Grüße')"
const console: Console = {
  html: "<!doctype html><html><head><title>Mailroom</title></head><body></body></html>",
  mail: "<!doctype html><title>Mail</title><body>",
  files: [
    {
      name: "index-a1_B2-c.js",
      contentType: "text/javascript; charset=utf-8",
      bytes: Buffer.from(script),
      br: brotliCompressSync(script)
    }
  ]
}
const load = () => Promise.resolve(console)
const file = "/console/index-a1_B2-c.js"

const begin = (options: Partial<ConsoleOptions> = {}) => start({ console: { load, ...options } })

/** The sources of each directive of a policy. */
const policyOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
  Object.fromEntries(
    String(answer.headers["content-security-policy"])
      .split("; ")
      .map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)])
  )

describe("the console", () => {
  it.effect("sends files as they are stored, and lets caches keep them", () =>
    Effect.gen(function* () {
      const { origin } = yield* begin()
      const tags = new Set<unknown>()
      for (const [accepted, coding] of [
        ["gzip", undefined],
        ["gzip, br", "br"]
      ] as const) {
        const headers = { "accept-encoding": accepted }
        const answer = yield* send(origin, "GET", file, { headers })
        assert.strictEqual(answer.status, 200)
        assert.deepInclude(answer.headers, {
          "cache-control": "public, max-age=31536000, immutable",
          "content-type": "text/javascript; charset=utf-8",
          vary: "accept-encoding",
          "x-content-type-options": "nosniff"
        })
        assert.strictEqual(answer.headers["content-encoding"], coding)
        assert.strictEqual((coding === "br" ? brotliDecompressSync(answer.bytes) : answer.bytes).toString(), script)
        if (coding === "br") assert.deepStrictEqual(answer.bytes, console.files[0]?.br)
        tags.add(answer.headers.etag)
        const known = { ...headers, "if-none-match": String(answer.headers.etag) }
        const again = yield* send(origin, "GET", file, { headers: known })
        assert.deepStrictEqual([again.status, again.text], [304, ""])
        assert.strictEqual((yield* send(origin, "HEAD", file, { headers })).status, 200)
      }
      assert.strictEqual(tags.size, 2)
    })
  )

  it.effect("asks caches to ask for its pages, and says when they are the same", () =>
    Effect.gen(function* () {
      const { origin } = yield* begin()
      for (const [path, html] of [
        ["/console", console.html],
        ["/console/mail", console.mail],
        ["/console/mail?images=1", console.mail]
      ] as const) {
        const answer = yield* send(origin, "GET", path, { headers: { "accept-encoding": "br" } })
        assert.strictEqual(brotliDecompressSync(answer.bytes).toString(), html)
        assert.deepInclude(answer.headers, {
          "cache-control": "no-cache",
          "content-type": "text/html; charset=utf-8",
          "referrer-policy": "no-referrer"
        })
        const headers = { "accept-encoding": "br", "if-none-match": String(answer.headers.etag) }
        assert.strictEqual((yield* send(origin, "GET", path, { headers })).status, 304)
      }
    })
  )

  it.effect("forbids its page and mails everything else", () =>
    Effect.gen(function* () {
      const { origin } = yield* begin()
      const page = yield* send(origin, "GET", "/console")
      assert.strictEqual(page.headers["cross-origin-opener-policy"], "same-origin")
      assert.deepStrictEqual(policyOf(page), {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "connect-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "frame-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "frame-ancestors": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["'none'"]
      })
      const mail = {
        "default-src": ["'none'"],
        "style-src": ["'unsafe-inline'"],
        "img-src": ["data:"],
        "form-action": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'self'"],
        sandbox: ["allow-same-origin", "allow-popups", "allow-popups-to-escape-sandbox"]
      }
      assert.deepStrictEqual(policyOf(yield* send(origin, "GET", "/console/mail")), mail)
      for (const [query, images] of [
        ["?images=1", ["data:", "https:"]],
        ["?images=0", ["data:"]],
        ["?images=1&images=1", ["data:"]]
      ] as const) {
        assert.deepStrictEqual(policyOf(yield* send(origin, "GET", `/console/mail${query}`))["img-src"], images)
      }
    })
  )

  it.effect("may be framed by pages of the host, and sends users to its sign-in", () =>
    Effect.gen(function* () {
      const app = "https://app.example"
      const { origin } = yield* begin({ frameAncestors: [app], signIn: '/login?to="$&"' })
      const page = yield* send(origin, "GET", "/console")
      assert.deepStrictEqual(policyOf(page)["frame-ancestors"], [app])
      const mail = yield* send(origin, "GET", "/console/mail")
      assert.deepStrictEqual(policyOf(mail)["frame-ancestors"], ["'self'", app])
      assert.include(page.text, '<meta name="mailroom-sign-in" content="/login?to=&quot;$&amp;&quot;">\n</head>')
      assert.notInclude((yield* send((yield* begin()).origin, "GET", "/console")).text, "<meta")
    })
  )

  it.effect("has no other paths and methods", () =>
    Effect.gen(function* () {
      const { origin } = yield* begin()
      for (const path of [
        "/console/",
        "/console/gone-a1.js",
        "/console/index-a1_B2-c.js/x",
        "/console/..",
        "/Console"
      ]) {
        const { json, status } = yield* send(origin, "GET", path)
        assert.deepStrictEqual([status, json.code], [404, "no_such_route"], path)
      }
      for (const path of ["/console", "/console/mail", file]) {
        const answer = yield* send(origin, "POST", path)
        assert.deepStrictEqual([answer.status, answer.headers.allow], [405, "GET, HEAD, OPTIONS"], path)
      }
      const without = yield* start()
      assert.strictEqual((yield* send(without.origin, "GET", "/console")).status, 404)
      assert.strictEqual((yield* send(without.origin, "GET", "/", { headers: { accept: "text/html" } })).status, 200)
    })
  )

  it.effect("is where browsers are sent from the root; programs get JSON", () =>
    Effect.gen(function* () {
      const below = yield* start({ console: { load }, publicUrl: "https://mail.example/api/" })
      const { origin } = yield* begin()
      const browser = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" }
      const sent = yield* send(origin, "GET", "/", { headers: browser })
      assert.strictEqual(sent.status, 303)
      assert.deepInclude(sent.headers, { location: "/console", vary: "accept" })
      assert.strictEqual((yield* send(below.origin, "GET", "/", { headers: browser })).headers.location, "/api/console")
      for (const accept of ["*/*", "application/json", "text/htmlx", ""]) {
        const answer = yield* send(origin, "GET", "/", { headers: { accept } })
        assert.deepStrictEqual([answer.status, answer.json.name, answer.headers.vary], [200, "Mailroom", "accept"])
      }
    })
  )

  it.effect("says when it cannot be loaded, and tries again", () =>
    Effect.gen(function* () {
      let calls = 0
      const failing = () => (calls++ === 0 ? Promise.reject(new Error("no vite")) : load())
      const { origin } = yield* begin({ load: failing })
      const { json, status } = yield* send(origin, "GET", "/console")
      assert.deepStrictEqual(
        [status, json.code, json.detail],
        [503, "unavailable", "The console cannot be loaded; the log has the reason"]
      )
      assert.strictEqual((yield* send(origin, "GET", "/console")).status, 200)
      assert.strictEqual((yield* send(origin, "GET", file)).status, 200)
      assert.strictEqual(calls, 2)
    })
  )
})

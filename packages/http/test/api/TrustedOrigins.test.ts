/**
 * Pages of trusted origins: their requests pass with cookies, and they can read the answers. Tested with Node's server
 * and with `fetch`.
 */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom, type Mailroom, type Options } from "@mailroom/node"
import express from "express"
import { withServer } from "../Hosting.ts"

const trusted = "https://app.test"
const authenticate: Options["authenticate"] = (request) =>
  request.headers.get("cookie") === "session=1" ? { organization_id: 1, access: "full" } : null

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
type Ask = (path: string, asked?: Asked) => Promise<Response>

/** Runs a test on the handler, below a path of Express, and on `fetch`. */
const onBoth = async (
  use: (ask: Ask, mailroom: Mailroom) => Promise<void>,
  trustedOrigins: ReadonlyArray<string> | undefined = ["https://other.test:8443", trusted]
) => {
  const start = async () => {
    const mailroom = await createMailroom({ database: "memory", authenticate, trustedOrigins })
    await mailroom.organizations.create({ name: "Acme" })
    return mailroom
  }
  const viaFetch = await start()
  await use((path, asked) => viaFetch.fetch(new Request(`https://api.test${path}`, asked)), viaFetch)
  await viaFetch.close()

  const mailroom = await start()
  try {
    await withServer(express().use("/mailroom", mailroom.handler), (origin) =>
      use((path, asked) => fetch(`${origin}/mailroom${path}`, asked), mailroom)
    )
  } finally {
    await mailroom.close()
  }
}

const fields = (answer: Response) =>
  Object.fromEntries([...answer.headers].filter(([name]) => /^(?:access-control-|vary$)/u.test(name)))

const readable = {
  "access-control-allow-credentials": "true",
  "access-control-allow-origin": trusted,
  "access-control-expose-headers":
    "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Idempotency-Replayed",
  vary: "Origin"
}
const cookie = "session=1"
const json = { "content-type": "application/json" }

describe("a page of a trusted origin", () => {
  it("asks first, and gets the methods of the path", () =>
    onBoth(async (ask) => {
      const requested = { "access-control-request-method": "PATCH", "access-control-request-headers": "content-type" }
      const answer = await ask("/leads/1", { method: "OPTIONS", headers: { origin: trusted, ...requested } })
      assert.strictEqual(answer.status, 204)
      assert.deepStrictEqual(fields(answer), {
        "access-control-allow-credentials": "true",
        "access-control-allow-headers":
          "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id",
        "access-control-allow-methods": "GET, HEAD, OPTIONS, PATCH",
        "access-control-allow-origin": trusted,
        "access-control-max-age": "7200",
        vary: "Origin"
      })
    }))

  it("writes with the cookies of its user, and reads every answer", () =>
    onBoth(async (ask) => {
      const headers = { origin: trusted, cookie, ...json }
      for (const site of ["same-site", "cross-site"]) {
        const sent = { method: "POST", headers: { ...headers, "sec-fetch-site": site }, body: '{"name":"Autumn"}' }
        const created = await ask("/campaigns", sent)
        assert.strictEqual(created.status, 201)
        assert.deepStrictEqual(fields(created), readable)
      }
      const problems: ReadonlyArray<readonly [status: number, path: string, asked: Asked]> = [
        [400, "/campaigns", { method: "POST", headers, body: "{}" }],
        [401, "/campaigns", { headers: { origin: trusted } }],
        [404, "/nowhere", { headers }],
        [404, "/leads/1", { headers }],
        [405, "/leads/1", { method: "PUT", headers }],
        [415, "/campaigns", { method: "POST", headers: { ...headers, "content-type": "text/plain" }, body: "{}" }]
      ]
      for (const [status, path, asked] of problems) {
        const answer = await ask(path, asked)
        assert.strictEqual(answer.status, status)
        assert.deepStrictEqual(fields(answer), readable, `${status}`)
      }
      const page = await ask("/docs", { headers: { origin: trusted, "accept-encoding": "gzip" } })
      assert.strictEqual(page.headers.get("vary")?.toLowerCase(), "accept-encoding, origin")
      const { etag } = Object.fromEntries((await ask("/unibox/changes", { headers })).headers)
      const known = await ask("/unibox/changes", { headers: { ...headers, "if-none-match": etag ?? "" } })
      assert.deepStrictEqual([known.status, fields(known)], [304, readable])
    }))

  it("reads that the service is overloaded, or was stopped", async () => {
    await onBoth(async (ask, mailroom) => {
      await mailroom.close()
      const answer = await ask("/campaigns", { headers: { origin: trusted, cookie } })
      assert.deepStrictEqual([answer.status, fields(answer)], [503, readable])
    })
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    const { promise: goOn, resolve } = Promise.withResolvers<null>()
    const mailroom = await createMailroom({
      database: "memory",
      maxInFlight: 1,
      trustedOrigins: [trusted],
      authenticate: () => (isAsked(), goOn)
    })
    await withServer(mailroom.handler, async (origin) => {
      const first = fetch(`${origin}/campaigns`)
      await asked
      const answer = await fetch(`${origin}/campaigns`, { headers: { origin: trusted } })
      assert.deepStrictEqual([answer.status, fields(answer)], [503, readable])
      resolve(null)
      await first
    })
    await mailroom.close()
  })
})

describe("pages of other origins", () => {
  const others = ["https://evil.test", "https://app.test.evil.test", "https://app.test:8443", "http://app.test", "null"]

  it("get no access, and cannot write", () =>
    onBoth(async (ask) => {
      for (const origin of others) {
        const headers = { origin, cookie, "sec-fetch-site": "cross-site", ...json }
        const written = await ask("/campaigns", { method: "POST", headers, body: '{"name":"Autumn"}' })
        assert.deepStrictEqual([written.status, fields(written)], [403, { vary: "Origin" }])
        const preflight = { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } }
        assert.deepStrictEqual(fields(await ask("/campaigns", preflight)), { vary: "Origin" })
      }
      assert.deepStrictEqual(fields(await ask("/livez")), { vary: "Origin" })
    }))

  it("get no field where no origin is trusted", () =>
    onBoth(async (ask) => {
      const headers = { origin: trusted, cookie, "sec-fetch-site": "same-site", ...json }
      const written = await ask("/campaigns", { method: "POST", headers, body: '{"name":"Autumn"}' })
      assert.deepStrictEqual([written.status, fields(written)], [403, {}])
    }, []))
})

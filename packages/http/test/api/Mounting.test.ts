/** The API inside servers that parse bodies first, and with the host's authentication. */
import { assert, describe, it } from "@effect/vitest"
import type { Options } from "@mailroom/node"
import "reflect-metadata"
import { Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import express from "express"
import type { RequestListener } from "node:http"
import { withMailroom, withServer } from "../Hosting.ts"

const bodyOf = async (answer: Response): Promise<any> => answer.json()

const mail = "From: ada@lead.test\r\nMessage-ID: <1@lead.test>\r\n\r\nGrüße"

const parsers: Record<string, (app: express.Express) => unknown> = {
  "no parser": () => {},
  "express.json()": (app) => app.use(express.json()),
  "express.raw()": (app) => app.use(express.raw({ type: () => true })),
  "express.text()": (app) => app.use(express.text({ type: () => true })),
  "express.json() and express.text()": (app) => app.use(express.json(), express.text({ type: "message/*" }))
}

describe("a handler in Express", () => {
  for (const [name, use] of Object.entries(parsers)) {
    it(`takes bodies after ${name}`, () =>
      withMailroom({ publicUrl: "http://app.test/mailroom" }, async ({ handler }, key) => {
        const app = express()
        use(app)
        app.use("/mailroom", handler)
        await withServer(app, async (origin) => {
          const send = async (path: string, type: string, body: string) => {
            const headers = { authorization: `Bearer ${key}`, "content-type": type }
            const answer = await fetch(`${origin}/mailroom${path}`, { method: "POST", headers, body })
            return { status: answer.status, body: await bodyOf(answer) }
          }
          const campaign = await send("/campaigns", "application/json", JSON.stringify({ name: "Grüße" }))
          assert.deepStrictEqual([campaign.status, campaign.body.name], [201, "Grüße"])
          assert.strictEqual((await send("/campaigns", "application/json", '{"name":7}')).status, 400)
          const received = await send("/inbound/messages", "message/rfc822", mail)
          assert.strictEqual(received.status, 200, JSON.stringify(received.body))
          const listed = await fetch(`${origin}/mailroom/campaigns`, { headers: { authorization: `Bearer ${key}` } })
          assert.strictEqual((await bodyOf(listed)).total, 1)
        })
      }))
  }

  it("links to the path that it is mounted at, also without a public URL", () =>
    withMailroom({}, async ({ handler }, key) => {
      const router = express.Router().use("/mailroom", handler)
      const app = express().use("/parsed", express.json(), handler).use("/api", router).use(handler)
      await withServer(app, async (origin) => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
        for (const path of ["", "/parsed", "/api/mailroom"]) {
          const created = await fetch(`${origin}${path}/campaigns`, { method: "POST", headers, body: '{"name":"A"}' })
          const { id } = await bodyOf(created)
          assert.strictEqual(created.headers.get("location"), `${origin}${path}/campaigns/${id}`)
          for (const root of [path, `${path}/`, `${path}/?`]) {
            const { links } = await bodyOf(await fetch(`${origin}${root}`))
            assert.strictEqual(links.health, `${origin}${path}/readyz`, root)
          }
        }
      })
    }))

  it("has the unsubscribe page below its path, also after a parser of forms", () =>
    withMailroom({ publicUrl: "http://app.test/mailroom" }, async ({ fetch: web, handler }) => {
      const app = express().use("/parsed", express.urlencoded()).use(["/mailroom", "/parsed"], handler)
      await withServer(app, async (origin) => {
        for (const method of ["GET", "POST"]) {
          const body = method === "GET" ? null : new URLSearchParams({ "List-Unsubscribe": "One-Click" })
          for (const path of ["/mailroom", "/parsed"]) {
            const answer = await fetch(`${origin}${path}/u/1.a.QQ.code`, { method, body })
            assert.strictEqual(answer.status, 404)
            assert.include(await answer.text(), "<h1>This link does not work</h1>")
          }
          const request = new Request("http://app.test/mailroom/u/1.a.QQ.code", { method, body })
          assert.include(await (await web(request)).text(), "<h1>This link does not work</h1>")
        }
      })
    }))

  it("has a place for the next request when a client left before the host passed its request on", () =>
    withMailroom({ maxInFlight: 1 }, ({ handler }, key) => {
      const passed = Promise.withResolvers<void>()
      const client = new AbortController()
      return withServer(
        (request, response) => {
          if (request.headers["x-leaves"] === undefined) return handler(request, response)
          response.once("close", () => {
            handler(request, response)
            passed.resolve()
          })
          client.abort()
        },
        async (origin) => {
          const headers = { authorization: `Bearer ${key}` }
          const leaving = { signal: client.signal, headers: { ...headers, "x-leaves": "1" } }
          await Promise.all([passed.promise, fetch(`${origin}/campaigns`, leaving).catch(() => {})])
          assert.strictEqual((await fetch(`${origin}/campaigns`, { headers })).status, 200)
        }
      )
    }))

  it("says so when the body is gone", () =>
    withMailroom({}, async ({ handler }, key) => {
      const app = express()
      app.use((request, _response, next) => void request.resume().on("end", () => next()))
      app.use(handler)
      await withServer(app, async (origin) => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
        const answer = await fetch(`${origin}/campaigns`, { method: "POST", headers, body: '{"name":"Autumn"}' })
        assert.strictEqual(answer.status, 500)
        assert.include((await bodyOf(answer)).detail, "request.body")
      })
    }))
})

// oxlint-disable-next-line typescript/no-extraneous-class -- a module of Nest is a class
class AppModule {}
Module({})(AppModule)

/** Mounts the handler as the examples do. */
const mountings: Record<string, (handler: RequestListener) => Promise<RequestListener>> = {
  Express: async (handler) => express().use("/mailroom", handler).use(express.json()),
  Nest: async (handler) => {
    const app = await NestFactory.create(AppModule, { logger: false })
    app.use("/mailroom", handler)
    await app.init()
    return app.getHttpAdapter().getInstance()
  }
}

describe("a handler that is mounted before the parsers", () => {
  for (const [name, mount] of Object.entries(mountings)) {
    it(`takes more than they would, in ${name}`, () =>
      withMailroom({}, async (mailroom, key) => {
        const { id: campaign_id } = await mailroom.organization(1).campaigns.create({ name: "Autumn" })
        const company =
          "A company with a long name, as they have them in some countries, and with its address beside it"
        const leads = Array.from({ length: 1_000 }, (_, i) => ({ email: `ada${i}@example.com`, company }))
        await withServer(await mount(mailroom.handler), async (origin) => {
          const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
          const body = JSON.stringify({ campaign_id, leads })
          assert.isAbove(body.length, 100_000)
          const answer = await fetch(`${origin}/mailroom/leads`, { method: "POST", headers, body })
          assert.strictEqual((await bodyOf(answer)).created, 1_000)
        })
      }))
  }
})

describe("paths below the public URL", () => {
  it("are those of the API, in Node and with fetch", () =>
    withMailroom({ publicUrl: "https://app.test/mailroom/" }, async ({ fetch: ask, handler }) => {
      await withServer(handler, async (origin) => {
        for (const [path, status] of [
          ["/mailroom/livez", 200],
          ["/mailroom/livez?x=%FF", 400],
          ["/mailroom", 200],
          ["/mailroom/", 200],
          ["/livez", 200],
          ["/mailroom2/livez", 404]
        ] as const) {
          assert.strictEqual((await fetch(`${origin}${path}`)).status, status, path)
          assert.strictEqual((await ask(new Request(`https://app.test${path}`))).status, status, path)
        }
      })
    }))
})

describe("the host's own authentication", () => {
  const authenticate: Options["authenticate"] = (request) => {
    const organization_id = Number(/session=(\d+)/u.exec(request.headers.get("cookie") ?? "")?.[1] ?? 0)
    if (request.url.endsWith("/forged")) throw new Error("unexpected")
    return organization_id === 0 ? null : { organization_id, access: organization_id === 2 ? "read" : "full" }
  }

  it("decides for whom a request acts, by cookies and headers", () =>
    withMailroom({ authenticate }, async (mailroom) => {
      await mailroom.organizations.create({ name: "Reader" })
      const ask = async (cookie: string, method = "GET") => {
        const init = { method, headers: { cookie, "content-type": "application/json" } }
        const body = method === "POST" ? { body: '{"name":"Autumn"}' } : {}
        return await mailroom.fetch(new Request("https://app.test/campaigns", { ...init, ...body }))
      }
      assert.strictEqual((await ask("session=1", "POST")).status, 201)
      assert.strictEqual((await bodyOf(await ask("session=1"))).total, 1)
      assert.strictEqual((await bodyOf(await ask("session=2"))).total, 0)
      assert.strictEqual((await ask("session=2", "POST")).status, 403)
      assert.strictEqual((await ask("")).status, 401)
    }))

  it("is answered with 403 when it names an organization that does not exist", () =>
    withMailroom({ authenticate }, async (mailroom) => {
      const ask = async (organization: number, method: string) => {
        const headers = { cookie: `session=${organization}`, "content-type": "application/json" }
        const body = method === "POST" ? { body: '{"name":"Autumn"}' } : {}
        const answer = await mailroom.fetch(new Request("https://app.test/campaigns", { method, headers, ...body }))
        return [answer.status, await bodyOf(answer)] as const
      }
      for (const method of ["GET", "POST"]) {
        const [status, problem] = await ask(77, method)
        assert.strictEqual(status, 403)
        assert.deepInclude(problem, { code: "no_organization", type: "urn:mailroom:problem:no-organization" })
        assert.match(problem.detail, /There is no organization 77: .* mailroom\.organizations\.create/u)
      }
      // An organization that existed a moment ago and was removed.
      await mailroom.organizations.create({ name: "Reader" })
      const { id } = await mailroom.organizations.create({ name: "Short-lived" })
      assert.strictEqual((await ask(id, "GET"))[0], 200)
      await mailroom.organizations.remove(id)
      const [status, { code }] = await ask(id, "POST")
      assert.deepStrictEqual([status, code], [403, "no_organization"])
    }))

  const own = { host: "app.test:8443", cookie: "session=1" }
  const cases: ReadonlyArray<readonly [headers: Record<string, string>, status: number, publicUrl?: string]> = [
    // A client that is not a browser.
    [own, 201],
    [{ ...own, "sec-fetch-site": "same-origin" }, 201],
    [{ ...own, "sec-fetch-site": "none" }, 201],
    [{ ...own, "sec-fetch-site": "same-site" }, 403],
    [{ ...own, "sec-fetch-site": "cross-site" }, 403],
    [{ ...own, "sec-fetch-site": "" }, 403],
    // `Sec-Fetch-Site` decides: a page behind a proxy may have another origin.
    [{ ...own, "sec-fetch-site": "same-origin", origin: "https://other.test" }, 201],
    [{ ...own, "sec-fetch-site": "cross-site", origin: "https://app.test:8443" }, 403],
    [{ ...own, origin: "https://app.test:8443" }, 201],
    [{ ...own, origin: "https://APP.test:8443" }, 201],
    [{ ...own, origin: "http://app.test:8443" }, 201],
    [{ ...own, origin: "https://app.test" }, 403],
    [{ ...own, origin: "https://app.test:9000" }, 403],
    [{ ...own, origin: "https://evil.app.test:8443" }, 403],
    [{ ...own, origin: "https://app.test:8443.evil.test" }, 403],
    [{ ...own, origin: "null" }, 403],
    [{ ...own, origin: "" }, 403],
    [{ ...own, host: "app.test", origin: "https://app.test:443" }, 201],
    // Behind a proxy with another Host, the public URL decides.
    [{ ...own, host: "10.0.0.7:3000", origin: "https://app.test" }, 201, "https://app.test/mailroom"],
    [{ ...own, host: "10.0.0.7:3000", origin: "https://app.test" }, 403],
    [{ ...own, host: "10.0.0.7:3000", origin: "http://10.0.0.7:3000" }, 403, "https://app.test/mailroom"],
    [{ ...own, origin: "http://app.test" }, 403, "https://app.test/mailroom"],
    // Browsers do not add a token to requests, but they do add passwords.
    [{ ...own, authorization: "Bearer token", "sec-fetch-site": "cross-site" }, 201],
    [{ ...own, authorization: "Basic YTpi", "sec-fetch-site": "cross-site" }, 403]
  ]

  it("is not usable from other sites", async () => {
    for (const publicUrl of [undefined, "https://app.test/mailroom"]) {
      await withMailroom({ authenticate, publicUrl }, async (mailroom) => {
        const ask = (method: string, headers: Record<string, string>, body?: string) =>
          mailroom.fetch(
            new Request("http://127.0.0.1/campaigns", {
              method,
              headers: { "content-type": "application/json", ...headers },
              ...(body === undefined ? {} : { body })
            })
          )
        for (const [headers, status, url] of cases.filter(([, , url]) => url === publicUrl)) {
          const answer = await ask("POST", headers, '{"name":"Autumn"}')
          assert.strictEqual(answer.status, status, JSON.stringify([headers, url]))
          // Reads are allowed from any site: the browser hides the answer from the other site.
          assert.strictEqual((await ask("GET", headers)).status, 200)
        }
      })
    }
  })
})

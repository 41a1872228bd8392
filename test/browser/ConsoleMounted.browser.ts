/** The console wherever it is mounted: every page loads and outlives a reload, and asks for nothing above the mount. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import express from "express"
import { request, type RequestListener } from "node:http"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import type { Browser, Page } from "playwright-core"
import { withServer } from "../../packages/http/test/Hosting.ts"
import { launch } from "./Chromium.ts"
import { fill, goTo, loaded, type RouteOf } from "./ConsoleRoutes.ts"
import { type ConsoleServer, signInByKey, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let server: ConsoleServer
let routes: ReadonlyArray<RouteOf>
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  const { all } = await fill(server)
  // One route of each page, the last one, which shows most.
  routes = [...new Map(all.map((route) => [route.route.replace(/[/?].*/u, ""), route])).values()]
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const inExpress = (use: (app: express.Express) => void): RequestListener => {
  const app = express()
  use(app)
  app.use("/mailroom", server.mailroom.handler)
  return app
}

/** Hands requests to the web handler, as servers do that are made of `Request` and `Response`. */
const web: RequestListener = async (incoming, outgoing) => {
  const { headers, method = "GET", url = "" } = incoming
  const hasBody = method !== "GET" && method !== "HEAD"
  const answer = await server.mailroom.fetch(
    new Request(`http://${headers.host}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" })
    } as RequestInit)
  )
  outgoing.writeHead(answer.status, [...answer.headers].flat())
  if (answer.body === null) outgoing.end()
  else Readable.fromWeb(answer.body as ReadableStream).pipe(outgoing)
}

/** A proxy that removes the path at which it serves. */
const proxy: RequestListener = (incoming, outgoing) => {
  const { headers, method = "GET", url = "" } = incoming
  if (!url.startsWith("/mailroom/")) return void outgoing.writeHead(404).end()
  const passed = request(server.origin + url.slice("/mailroom".length), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(passed)
}

const mounts: Readonly<Record<string, { readonly path: string; readonly listener: () => RequestListener }>> = {
  alone: { path: "", listener: () => server.mailroom.handler },
  "below a path of Express": { path: "/mailroom", listener: () => inExpress(() => {}) },
  "below a path of Express, after express.json()": {
    path: "/mailroom",
    listener: () => inExpress((app) => app.use(express.json()))
  },
  "as a web handler": { path: "", listener: () => web },
  "behind a proxy that removes a path": { path: "/mailroom", listener: () => proxy }
}

/** Other browser tests open every page alone. `express.json()` changes only how bodies are read, as for signing in. */
const isLikeOthers = /^alone$|express\.json/u

describe("every page, mounted", () => {
  for (const [name, { listener, path }] of Object.entries(mounts)) {
    it(`${name}: opens and outlives a reload`, () =>
      withServer(listener(), async (host) => {
        const origin = host + path
        const above: Array<string> = []
        const before = async (page: Page) => {
          page.on("request", (request) => {
            const url = request.url()
            if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/u.test(url)) above.push(url)
          })
        }
        await visit(
          browser,
          { origin, key: "" },
          "",
          async (page) => {
            await signInByKey(page, server.key)
            await page.locator(".row").first().waitFor()
            await page.keyboard.press("j")
            await page.locator(".mail").first().waitFor()
            for (const route of isLikeOthers.test(name) ? routes.slice(0, 1) : routes) {
              await goTo(page, route.route)
              await loaded(page, route)
              await page.reload()
              await loaded(page, route)
              assert.strictEqual(await page.getByRole("dialog").count(), 0, route.route)
            }
          },
          { key: null, expected: /status of 401/u, before }
        )
        assert.deepStrictEqual(above, [])
      }))
  }
})

/** The console and its sessions inside of servers: below a path, after parsers of bodies, behind proxies. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom } from "@mailroom/node"
import express from "express"
import { request, type RequestListener } from "node:http"
import { withMailroom, withServer } from "../Hosting.ts"

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Signs in and out at `/mailroom`, as a browser does. `path` is the path of the cookie. Returns where the root leads. */
const walk = async (ask: Ask, key: string, path: string) => {
  const begun = await ask("/mailroom/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key })
  })
  assert.strictEqual(begun.status, 204)
  const [set = ""] = begun.headers.getSetCookie()
  assert.include(set, `; Path=${path};`)
  const cookie = set.split(";")[0] ?? ""
  const session = (await (await ask("/mailroom/session", { headers: { cookie } })).json()) as any
  assert.strictEqual(session.organization.name, "Acme")
  const ended = await ask("/mailroom/session", { method: "DELETE", headers: { cookie } })
  assert.include(ended.headers.getSetCookie()[0], `; Path=${path};`)
  assert.strictEqual((await ask("/mailroom/session", { headers: { cookie } })).status, 401)
  assert.match((await ask("/mailroom/console/mail")).headers.get("content-security-policy") ?? "", /; sandbox /u)
  assert.strictEqual((await ask("/mailroom/console/gone-a1.js")).status, 404)
  const root = await ask("/mailroom/", { headers: { accept: "text/html" }, redirect: "manual" })
  assert.strictEqual(root.status, 303)
  return root.headers.get("location")
}

const parsers: Record<string, (app: express.Express) => unknown> = {
  "no parser": () => {},
  "express.json()": (app) => app.use(express.json())
}

describe("the console in Express", () => {
  for (const [name, use] of Object.entries(parsers)) {
    it(`signs people in below a path, after ${name}`, () =>
      withMailroom({ console: true }, async ({ handler }, key) => {
        const app = express()
        use(app)
        app.use("/mailroom", handler)
        await withServer(app, async (origin) => {
          const location = await walk((path, init) => fetch(origin + path, init), key, "/mailroom")
          assert.strictEqual(location, "/mailroom/console")
        })
      }))
  }
})

describe("the console", () => {
  it("signs people in through a web handler", () =>
    withMailroom({ console: true, publicUrl: "http://app.test/mailroom" }, async (mailroom, key) => {
      const ask: Ask = (path, init) => mailroom.fetch(new Request(`http://app.test${path}`, init))
      assert.strictEqual(await walk(ask, key, "/mailroom"), "/mailroom/console")
    }))

  it("signs people in behind a proxy that removes a path", () =>
    withMailroom({ console: true, publicUrl: "http://app.test/mailroom" }, async ({ handler }, key) => {
      await withServer(handler, async (inner) => {
        const proxy: RequestListener = (incoming, outgoing) => {
          const { headers, method, url = "" } = incoming
          const path = url.replace(/^\/mailroom/u, "")
          const passed = request(inner + path, { method: method ?? "GET", headers }, (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(outgoing)
          })
          incoming.pipe(passed)
        }
        await withServer(proxy, async (origin) => {
          const location = await walk((path, init) => fetch(origin + path, init), key, "/mailroom")
          assert.strictEqual(location, "/mailroom/console")
        })
      })
    }))

  it("leaves signing in to a host that authenticates", () =>
    withMailroom(
      { authenticate: () => ({ organization_id: 1, access: "full" }), console: { signIn: "/login" } },
      async (mailroom, key) => {
        for (const [method, body] of [
          ["POST", JSON.stringify({ key })],
          ["DELETE", undefined]
        ] as const) {
          const headers = { "content-type": "application/json" }
          const init = { method, headers, ...(body === undefined ? {} : { body }) }
          const answer = await mailroom.fetch(new Request("http://app.test/session", init))
          const problem = (await answer.json()) as any
          assert.deepStrictEqual([answer.status, problem.reason], [409, "host_authenticates"])
          assert.deepStrictEqual(answer.headers.getSetCookie(), [])
        }
        const session = await mailroom.fetch(new Request("http://app.test/session"))
        assert.deepInclude(await session.json(), { access: "full", key: null })
      }
    ))

  it("is not there unless it was asked for, and has options that are checked", async () => {
    await withMailroom({}, async (mailroom) => {
      assert.strictEqual((await mailroom.fetch(new Request("http://app.test/console"))).status, 404)
    })
    for (const [console, pointer] of [
      [{ signIn: "javascript:alert(1)" }, "/console/signIn"],
      [{ signIn: "//evil.test" }, "/console/signIn"],
      [{ frameAncestors: ["*"] }, "/console/frameAncestors/0"]
    ] as const) {
      const error = await createMailroom({ database: "memory", console }).then(
        () => assert.fail("It started"),
        (error) => error
      )
      assert.strictEqual(error.code, "invalid_request")
      assert.include(JSON.stringify(error.errors), pointer)
    }
  })
})

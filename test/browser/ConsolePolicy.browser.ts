/** The console against markup, scripts, forms and pages that are not its own. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let server: ConsoleServer
const trapped: Array<string> = []
/** A server of somebody else. Its page at `/page` is empty; every other request is caught. */
const trap = createServer((request, response) => {
  if (request.url !== "/page" && request.url !== "/favicon.ico") trapped.push(`${request.method} ${request.url}`)
  response.setHeader("access-control-allow-origin", "*")
  response.setHeader("content-type", "text/html")
  response.end("<!doctype html><title>Elsewhere</title>")
})
beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve))
  browser = await launch()
  server = await startConsole()
  await server.talk({ name: "Amara Almeida" })
})
afterAll(async () => {
  await browser.close()
  await server.close()
  trap.closeAllConnections()
  trap.close()
})

const trapAt = (host: string) => `http://${host}:${(trap.address() as AddressInfo).port}`

/** Attempts everything that a hostile script would in the console. Returns `done` or the name of an error for each attempt. */
const attack = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const ends: Record<string, string> = {}
    const attempt = async (name: string, run: () => unknown) => {
      try {
        await run()
        ends[name] = "done"
      } catch (error) {
        ends[name] = (error as Error).name
      }
    }
    const violated = new Set<string>()
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violated.add(effectiveDirective))
    const add = (tag: string, attributes: Readonly<Record<string, string>>) => {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      document.body.append(element)
      return element
    }
    // Until its first wait, a function that the test evaluates may run texts as code.
    await new Promise((resolve) => setTimeout(resolve))
    const html = "<img src=x onerror='globalThis.hacked = 1'>"
    await attempt("markup", () => (document.body.innerHTML = html))
    await attempt("a policy for markup", () => {
      const { trustedTypes } = globalThis as any
      document.body.innerHTML = trustedTypes
        .createPolicy("mine", { createHTML: (text: string) => text })
        .createHTML(html)
    })
    await attempt("a text as code", () => {
      const { eval: run } = globalThis as any
      run("globalThis.hacked = 1")
    })
    await attempt("an inline script", () => {
      const script = document.createElement("script")
      script.append(document.createTextNode("globalThis.hacked = 1"))
      document.head.append(script)
    })
    await attempt("a script of elsewhere", () => add("script", { src: `${url}/script` }))
    await attempt("a handler in an attribute", () => add("button", { onclick: "globalThis.hacked = 1" }).click())
    await attempt("a request", () => fetch(`${url}/fetch`))
    await attempt("a request at the end", () => navigator.sendBeacon(`${url}/beacon`))
    await attempt("a picture", () => add("img", { src: `${url}/img` }))
    await attempt("a style", () => add("link", { rel: "stylesheet", href: `${url}/style` }))
    await attempt("a frame", () => add("iframe", { src: `${url}/frame` }))
    await attempt("a form", () => (add("form", { action: `${url}/form`, method: "post" }) as HTMLFormElement).submit())
    const expected = ["connect-src", "form-action", "frame-src", "img-src", "style-src-elem"]
    // The browser reports what it has blocked a little later.
    for (let wait = 0; wait < 500 && expected.some((directive) => !violated.has(directive)); wait++) {
      await new Promise((done) => setTimeout(done, 20))
    }
    return { ends, missed: expected.filter((directive) => !violated.has(directive)), isHacked: "hacked" in globalThis }
  }, url)

describe("the policy of the console", () => {
  it("blocks markup, scripts, pictures and requests that are not its own", () =>
    visit(
      browser,
      server,
      "",
      async (page) => {
        await page.locator(".row").first().waitFor()
        const { ends, isHacked, missed } = await attack(page, trapAt("127.0.0.1"))
        assert.deepStrictEqual(ends, {
          markup: "TypeError",
          "a policy for markup": "TypeError",
          "a text as code": "EvalError",
          "a script of elsewhere": "TypeError",
          "a handler in an attribute": "TypeError",
          "a request": "TypeError",
          // These end without an error; the policy stops what follows.
          "an inline script": "done",
          "a request at the end": "done",
          "a picture": "done",
          "a style": "done",
          "a frame": "done",
          "a form": "done"
        })
        assert.deepStrictEqual(missed, [])
        assert.isFalse(isHacked)
        assert.isTrue(await page.locator(".row").first().isVisible())
        assert.deepStrictEqual(trapped, [])
      },
      { expected: /Content Security Policy|TrustedHTML|TrustedScript|require-trusted-types|Refused to|violates/u }
    ))
})

describe("a page of another origin", () => {
  // Another port is another origin, but the same site: the browser sends the cookie. Another host is another site.
  for (const [host, hasCookie] of [
    ["127.0.0.1", true],
    ["localhost", false]
  ] as const) {
    it(`changes nothing, ${hasCookie ? "though the browser sends it the cookie" : "and the cookie is not sent"}`, async () => {
      const { secret: foreign } = await server.api.keys.create({ name: "of an attacker" })
      const before = await server.api.campaigns.list()
      const answeredBefore = server.answered.length
      const cookies: Array<boolean> = []
      server.intercept((request) => {
        if (request.method === "POST") cookies.push(request.headers.cookie?.includes("mailroom") === true)
        return false
      })
      try {
        await visit(
          browser,
          server,
          "",
          async (page) => {
            await page.locator(".row").first().waitFor()
            const session = await page.context().cookies()
            assert.lengthOf(session, 1)
            cookies.length = 0
            await page.goto(`${trapAt(host)}/page`)
            await page.evaluate(
              (url) =>
                fetch(`${url}/campaigns`, {
                  method: "POST",
                  mode: "no-cors",
                  credentials: "include",
                  body: JSON.stringify({ name: "Not ours" })
                }),
              server.origin
            )
            const left = page.waitForURL(`${server.origin}/session`)
            await page.evaluate(
              ([url, key]) => {
                const form = document.createElement("form")
                const field = document.createElement("input")
                form.action = `${url}/session`
                form.method = "post"
                form.enctype = "text/plain"
                // The body is then JSON.
                field.name = `{"key":"${key}","more":"`
                field.value = `"}`
                form.append(field)
                document.body.append(form)
                form.submit()
              },
              [server.origin, foreign] as const
            )
            await left
            assert.deepStrictEqual(await page.context().cookies(), session)
            await page.goto(`${server.origin}/console`)
            await page.locator(".row").first().waitFor()
          },
          { expected: /status of 40[13]/u }
        )
      } finally {
        server.intercept(undefined)
      }
      assert.deepStrictEqual(cookies, [hasCookie, hasCookie])
      assert.deepStrictEqual(
        server.answered.slice(answeredBefore).filter((answer) => / POST \/(?:campaigns|session)$/u.test(answer)),
        ["204 POST /session", `${hasCookie ? 403 : 401} POST /campaigns`, "403 POST /session"]
      )
      assert.deepStrictEqual(await server.api.campaigns.list(), before)
    })
  }
})

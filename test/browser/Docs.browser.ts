/** `/docs` in a real browser, over a server of this machine: alone, and below a path. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom } from "@mailroom/node"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { launch } from "./Chromium.ts"

const mailroom = await createMailroom({ database: "memory", publicUrl: "https://app.test/mailroom" })
const { id } = await mailroom.organizations.create({ name: "Acme" })
const { secret: key } = await mailroom.organization(id).keys.create({ name: "docs" })

/** Serves on a free port, and writes down what it answered. */
const serve = async (listener: RequestListener) => {
  const answered: Array<string> = []
  const server = createServer((request, response) => {
    const { url } = request
    response.once("finish", () => answered.push(`${response.statusCode} ${url}`))
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, answered, close: () => server.close() }
}

const server = await serve(mailroom.handler)
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  server.close()
  await mailroom.close()
})

/** Opens a page as a new visitor. It fails when the page reports an error. */
const visit = async (path: string, use: (page: Page, errors: Array<string>) => Promise<void>) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: Array<string> = []
  page.on("console", (message) => {
    // An answer that is no success is reported by the browser itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) errors.push(message.text())
  })
  page.on("pageerror", (error) => errors.push(String(error)))
  try {
    await page.goto(`${server.origin}${path}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await use(page, errors)
    assert.deepStrictEqual(errors, [])
  } finally {
    await context.close()
  }
}

/** Sends the form of the operation. The status, and the body. */
const send = async (page: Page) => {
  await page.getByRole("button", { name: "Send request" }).click()
  // Until the answer is shown, the button is disabled.
  await page.locator("button.primary:enabled").waitFor()
  const answer = page.getByRole("status")
  const status = await answer.locator(".status").textContent()
  return { status, body: JSON.parse((await answer.getByLabel("Body of the answer").textContent()) ?? "") }
}

describe("/docs", () => {
  for (const mount of ["", "/mailroom"]) {
    it(`is read and tried at "${mount}", from its own server alone`, () => {
      server.answered.length = 0
      return visit(`${mount}/docs#campaigns.create`, async (page) => {
        const requests: Array<string> = []
        page.on("request", (request) => requests.push(request.url()))
        assert.deepStrictEqual(server.answered, [`200 ${mount}/docs`, `200 ${mount}/openapi.json`])

        await page.getByLabel("API key").fill("mr_wrong")
        const refused = await send(page)
        assert.strictEqual(refused.status, "401 Unauthorized")
        assert.strictEqual(refused.body.code, "unauthorized")

        await page.getByLabel("API key").fill(key)
        const created = await send(page)
        assert.strictEqual(created.status, "201 Created")
        await page.locator("nav a[href='#campaigns.find']").click()
        await page.getByLabel("campaignId").fill(created.body.id)
        const found = await send(page)
        assert.strictEqual(found.status, "200 OK")
        assert.strictEqual(found.body.name, created.body.name)
        await page.getByText(/^Headers \(/u).click()
        await page.getByRole("term").filter({ hasText: "etag" }).waitFor()
        for (const url of requests) assert.isTrue(url.startsWith(`${server.origin}${mount}/`), url)

        server.answered.length = 0
        await page.reload()
        await page.getByRole("heading", { level: 1 }).waitFor()
        assert.strictEqual(await page.getByLabel("API key").inputValue(), key)
        assert.deepStrictEqual(server.answered, [`304 ${mount}/docs`, `304 ${mount}/openapi.json`])
      })
    })
  }

  it("shows each operation and its fields, by a link of its own", () =>
    visit("/docs#leads.update", async (page) => {
      const heading = page.getByRole("heading", { level: 1 })
      const current = page.locator("nav a[aria-current=page]")
      const first = await heading.textContent()
      assert.include(await current.textContent(), first ?? "?")
      const links = await page.locator("nav a").all()
      assert.isAbove(links.length, 60)
      for (const link of links) {
        await link.click()
        const summary = (await link.locator("span").nth(1).textContent()) ?? ""
        await page.getByRole("heading", { level: 1, name: summary, exact: true }).waitFor()
        assert.strictEqual(await link.getAttribute("aria-current"), "page")
        await page.evaluate(() => {
          for (const details of document.querySelectorAll("details")) details.open = true
        })
        await page.locator(".fields .field, .aside pre").first().waitFor({ state: "attached" })
      }
      await page.goto(`${server.origin}/docs#nothing`)
      await page.getByRole("heading", { level: 1, name: "Mailroom API" }).waitFor()
      await page.goBack()
      await page.getByRole("searchbox").fill("patch /leads")
      assert.strictEqual(await page.locator("nav a:visible").count(), 1)
    }))

  it("is used with the keyboard, and on a narrow screen", () =>
    visit("/docs", async (page) => {
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      assert.strictEqual(await page.evaluate(() => document.activeElement?.tagName), "MAIN")
      await page.setViewportSize({ width: 360, height: 700 })
      const menu = page.getByRole("button", { name: "Menu" })
      assert.isFalse(await page.getByRole("navigation").isVisible())
      await menu.press("Enter")
      await page.getByRole("navigation").getByRole("link", { name: "Whether the process answers" }).press("Enter")
      await page.getByRole("heading", { level: 1, name: "Whether the process answers" }).waitFor()
      assert.strictEqual(await menu.getAttribute("aria-expanded"), "false")
      assert.strictEqual(await page.evaluate(() => document.activeElement?.tagName), "H1")
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      assert.strictEqual((await send(page)).status, "200 OK")
    }))

  it("runs no script but its own, and reaches no other server", async () => {
    const elsewhere = await serve((_request, response) => void response.end("globalThis.injected = true"))
    const injected = `<script>globalThis.injected = true</script><script src="${elsewhere.origin}"></script>
      <img src="${elsewhere.origin}" onerror="globalThis.injected = true"><base href="${elsewhere.origin}"></body>`
    try {
      await visit("/docs", async (page, errors) => {
        await page.route("**/docs", async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, body: (await response.text()).replace("</body>", injected) })
        })
        await page.reload()
        await page.getByRole("heading", { level: 1 }).waitFor()
        const rejected = await page.evaluate(async (origin) => {
          const html = "<img src=x onerror='globalThis.injected = true'>"
          const tried = [async () => (document.body.innerHTML = html), () => fetch(origin)]
          return (await Promise.allSettled(tried.map((attempt) => attempt()))).map(({ status }) => status)
        }, elsewhere.origin)
        assert.deepStrictEqual(rejected, ["rejected", "rejected"])
        assert.isFalse(await page.evaluate(() => "injected" in globalThis))
        assert.deepStrictEqual(elsewhere.answered, [])
        for (const directive of ["script-src", "img-src", "base-uri", "connect-src", "TrustedHTML"]) {
          assert.isTrue(
            errors.some((error) => error.includes(directive)),
            directive
          )
        }
        errors.length = 0
      })
    } finally {
      elsewhere.close()
    }
  })
})

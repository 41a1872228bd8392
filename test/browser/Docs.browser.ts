/** `/docs` in a real browser, over a server on this machine: at the root, and below a path. */
import { assert, describe, it } from "@effect/vitest"
import { openApi } from "@mailroom/http"
import { createMailroom } from "@mailroom/node"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { launch } from "./Chromium.ts"
import { patience } from "./WaitFor.ts"

const mailroom = await createMailroom({ database: "memory", publicUrl: "https://app.test/mailroom" })
const { id } = await mailroom.organizations.create({ name: "Acme" })
const { secret: key } = await mailroom.organization(id).keys.create({ name: "docs" })

/** Serves on a free port, and records the answered requests. */
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

/** Serves at the root, below the path of its public URL, and behind a proxy that removes another path. */
const server = await serve((request, response) => {
  request.url = request.url?.replace(/^\/proxied(?=\/)/u, "") ?? "/"
  mailroom.handler(request, response)
})
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
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const errors: Array<string> = []
  page.on("console", (message) => {
    // The browser reports each answer that is not a success, so such messages are ignored.
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

/** Sends the form of the operation. Returns the status and the body. */
const send = async (page: Page) => {
  await page.getByRole("button", { name: "Send request" }).click()
  // The button is disabled until the answer is shown.
  await page.locator("button.primary:enabled").waitFor()
  const answer = page.getByRole("status")
  const status = await answer.locator(".status").textContent()
  return { status, body: JSON.parse((await answer.getByLabel("Body of the answer").textContent()) ?? "") }
}

describe("/docs", () => {
  for (const mount of ["", "/mailroom", "/proxied"]) {
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

  it("shows each operation and its fields, with a separate link for each", () =>
    visit("/docs#leads.update", async (page) => {
      const current = page.locator("nav a[aria-current=page]")
      assert.include(await current.textContent(), (await page.getByRole("heading", { level: 1 }).textContent()) ?? "?")
      const shown = await page.evaluate(async () => {
        const texts: Array<string> = []
        for (const { hash } of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
          const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }))
          location.hash = hash
          await changed
          for (const details of document.querySelectorAll<HTMLDetailsElement>("details:not([open])")) {
            const opened = new Promise((resolve) => details.addEventListener("toggle", resolve, { once: true }))
            details.open = true
            await opened
          }
          texts.push(document.querySelector<HTMLElement>("main")?.innerText ?? "")
        }
        return texts
      })
      const { paths, webhooks } = JSON.parse(JSON.stringify(openApi()))
      const operations = Object.values({ ...paths, ...webhooks }).flatMap((path) => Object.values<any>(path as object))
      assert.sameMembers(
        shown.map((text) => text.split("\n")[0]),
        operations.map(({ summary }) => summary)
      )
      for (const text of shown) assert.notMatch(text, /undefined|\[object|`/u)
      assert.isAbove(shown.filter((text) => text.includes("Example")).length, 60)
      assert.isTrue(shown.some((text) => text.includes("email") && text.includes("at most 254 characters")))
      await page.goBack()
      await page.getByRole("searchbox").fill("patch /leads/{")
      assert.strictEqual(await page.locator("nav a:visible").count(), 1)
      await page.goto(`${server.origin}/docs#unibox.threads`)
      const answers = page.locator(".responses")
      await answers.getByText("may be absent").first().waitFor()
      assert.strictEqual(await answers.locator(".required:visible").count(), 0)
      assert.isAbove(await page.locator(".required:visible").count(), 0)
    }))

  it("shows what any document says, as text", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Any", version: "1", description: "Uses `code`.\n\n<b>No</b> HTML" },
      security: [{ bearer: [] }],
      tags: [{ name: "Nodes", description: "A tag" }],
      paths: {
        "/nodes/{id}": {
          parameters: [{ $ref: "#/components/parameters/Id" }],
          post: {
            tags: ["Nodes"],
            summary: "Put a <i>node</i>",
            parameters: [
              { name: "ids", in: "query", explode: false, schema: { type: "array", items: { type: "integer" } } },
              { name: "types", in: "query", schema: { type: "array", items: { enum: ["a", "b"] } } },
              { name: "x-kind", in: "header", required: true, schema: { $ref: "#/components/schemas/Kind" } }
            ],
            requestBody: {
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Node" },
                  examples: { leaf: { value: { name: "leaf" } }, tree: { summary: "A tree", value: { name: "tree" } } }
                }
              }
            },
            responses: { 200: { $ref: "#/components/responses/Done" } }
          },
          put: {
            summary: "Without examples",
            requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } } }
          }
        }
      },
      webhooks: { changed: { post: { summary: "A node changed", tags: ["Hooks"] } } },
      components: {
        parameters: { Id: { name: "id", in: "path", required: true, example: 7, schema: { type: "integer" } } },
        responses: { Done: { description: "Done", headers: { ETag: { schema: { type: "string" } } } } },
        schemas: {
          Kind: { enum: ["small", "large"], description: "A kind" },
          Node: {
            allOf: [{ type: "object", properties: { name: { type: "string", example: "root" } }, required: ["name"] }],
            properties: {
              kind: { $ref: "#/components/schemas/Kind", description: "Beside the reference" },
              parent: { anyOf: [{ $ref: "#/components/schemas/Node" }, { type: "null" }] },
              children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
              labels: { additionalProperties: { type: ["string", "null"] }, type: "object" },
              value: {
                oneOf: [
                  { title: "Text", type: "string" },
                  { title: "Pair", properties: { a: {} } }
                ]
              }
            },
            required: ["kind"]
          }
        }
      }
    }
    await visit("/docs", async (page) => {
      const sent: Array<readonly [string, string | null, string | undefined]> = []
      await page.route("**/openapi.json", (route) => route.fulfill({ json: document }))
      await page.route("**/nodes/**", async (route, request) => {
        sent.push([request.url(), request.postData(), (await request.allHeaders())["x-kind"]])
        await route.fulfill({ json: { text: "<img src=x>", list: [1, true, null] } })
      })
      await page.reload()
      await page.getByText("<b>No</b> HTML").waitFor()
      await page.locator("nav").getByText("Put a <i>node</i>").click()
      await page.getByLabel("ids").fill("1, 2")
      await page.getByLabel("types").fill("a,b")
      await page.getByLabel("Example").selectOption("A tree")
      assert.deepStrictEqual(await send(page), {
        status: "200 OK",
        body: { text: "<img src=x>", list: [1, true, null] }
      })
      const [[url, sentBody, kind] = []] = sent
      assert.strictEqual(url, `${server.origin}/nodes/7?ids=1%2C2&types=a&types=b`)
      assert.deepStrictEqual([JSON.parse(sentBody ?? ""), kind], [{ name: "tree" }, "small"])

      const fields = page.locator(".reference")
      const text = await fields.innerText()
      for (const part of ["Node or null", "array of Node", "Beside the reference", "One of small"]) {
        assert.include(text, part)
      }
      // The schema is recursive: a node has a parent, which has a parent.
      await fields.getByText("Fields").first().click()
      await fields.locator(".fields .fields").getByText("Fields").first().click()
      await fields.getByText("Node or null").nth(2).waitFor()

      await page.locator("nav").getByText("Without examples").click()
      await page.getByRole("heading", { level: 1, name: "Without examples" }).waitFor()
      const body = await page.locator("textarea").inputValue()
      assert.deepStrictEqual(JSON.parse(body), { name: "root", kind: "small" })
    })
  })

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

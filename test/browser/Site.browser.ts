/** The documentation as a site of files: built, served below a path, and read in a real browser. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { build } from "../../scripts/docs.ts"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { patience } from "./WaitFor.ts"

const root = join(import.meta.dirname, "../..")
const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml"
}

const folder = mkdtempSync(join(tmpdir(), "mailroom-site-"))
const path = "/any/where/"

/** A server of files that knows nothing of the site. */
const server = createServer(({ url = "" }, response) => {
  const { pathname } = new URL(url, "http://localhost")
  const file = join(folder, decodeURI(pathname).slice(path.length))
  if (!pathname.startsWith(path) || !existsSync(file)) return response.writeHead(404).end()
  return response.writeHead(200, { "content-type": types[extname(file)] }).end(readFileSync(file))
})
let browser: Browser
let origin = ""

beforeAll(async () => {
  await build(folder)
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Opens a page as a new visitor. It fails when the page reports an error, or asks another server. */
const visit = async (url: string, use: (page: Page) => Promise<void>, width = 1440) => {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width, height: 900 } })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const errors: Array<string> = []
  const asked: Array<string> = []
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  page.on("pageerror", (error) => errors.push(String(error)))
  page.on("request", (request) => asked.push(request.url()))
  try {
    await page.goto(url)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await use(page)
    assert.deepStrictEqual(errors, [])
    for (const each of asked) assert.isTrue(each.startsWith("file:") || each.startsWith(`${origin}${path}`), each)
  } finally {
    await context.close()
  }
}
const at = (page: string) => `${origin}${path}${page}`

/** A repository with a README and one page of `docs`. */
const repository = (text: string) => {
  const directory = mkdtempSync(join(tmpdir(), "mailroom-docs-"))
  mkdirSync(join(directory, "docs"))
  writeFileSync(join(directory, "README.md"), "# Small\n\n[A page](docs/page.md)\n")
  writeFileSync(
    join(directory, "docs/README.md"),
    "# Docs\n\n## 1. Start\n\n| page | |\n|---|---|\n| [A page](page.md) | it |\n"
  )
  writeFileSync(join(directory, "docs/page.md"), text)
  return directory
}

describe("the site of the documentation", () => {
  it("has every page, with its title, its own place in the navigation, and the text of GitHub", async () => {
    const names = globSync("docs/**/*.md", { cwd: root }).filter((file) => file !== "docs/README.md")
    const files = names.map((file) => file.replace(/^docs\//u, "").replace(/md$/u, "html"))
    assert.isAbove(files.length, 35)
    for (const [i, file] of files.entries()) {
      const html = readFileSync(join(folder, file), "utf8")
      const [, title = "?"] = /^# (.*)$/mu.exec(readFileSync(join(root, names[i] ?? ""), "utf8")) ?? []
      assert.include(html, `<title>${title} · Mailroom</title>`, file)
      assert.match(html, /aria-current="page"/u, file)
    }
    const sending = readFileSync(join(folder, "sending.html"), "utf8")
    assert.include(sending, "{{unsubscribe_link}}")
  })

  it("finds a word, shows where it is, and leads there, with the keyboard alone", () =>
    visit(at("index.html"), async (page) => {
      await page.keyboard.press("/")
      await page.keyboard.type("greylisting")
      await page.getByRole("link", { name: "Sending a campaign › What becomes of a mail" }).waitFor()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await page.waitForURL(/\.html#[\w-]+$/u)
      await page.locator("#search").fill("dns of a sender account")
      await page.getByRole("link", { name: "API › Check the DNS of a sender account" }).click()
      await page.getByRole("heading", { level: 1, name: "Check the DNS of a sender account" }).waitFor()
    }))

  it("shows the operations of the API without a server, with links to their guides", () =>
    visit(at("api.html#leads.update"), async (page) => {
      await page.getByText("Path parameters").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Send request" }).count(), 0)
      await page.getByRole("link", { name: "docs/concepts.md" }).click()
      await page.getByRole("heading", { level: 1, name: "Concepts" }).waitFor()
    }))

  it("is read from a disk, too", () =>
    visit(pathToFileURL(join(folder, "internals/decisions.html")).href, async (page) => {
      await page.locator("#search").fill("greylisting")
      await page.getByRole("link", { name: "Sending a campaign › What becomes of a mail" }).click()
      await page.getByRole("heading", { level: 1, name: "Sending a campaign" }).waitFor()
    }))

  it("keeps the scheme that a reader chose", () =>
    visit(at("index.html"), async (page) => {
      const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const light = await colour()
      await page.getByRole("button", { name: "Change between light and dark" }).click()
      const dark = await colour()
      assert.notStrictEqual(dark, light)
      assert.include(
        (await page.locator("picture img").evaluate((img: HTMLImageElement) => img.currentSrc)) ?? "",
        "dark"
      )
      await page.getByRole("navigation").getByRole("link", { name: "Tutorial" }).click()
      await page.getByRole("heading", { level: 1, name: /^Tutorial/u }).waitFor()
      assert.strictEqual(await colour(), dark)
    }))

  it("has the headings of a page beside it, or above it where there is no room", async () => {
    const page = at("sending.html")
    const target = /#why-nothing-goes-out$/u
    await visit(page, async (page) => {
      const beside = page.getByRole("complementary", { name: "On this page" })
      await beside.getByRole("link", { name: "Why nothing goes out" }).click()
      await page.waitForURL(target)
    })
    await visit(
      page,
      async (page) => {
        await page.getByText("On this page").first().click()
        await page.locator("details").getByRole("link", { name: "Why nothing goes out" }).click()
        await page.waitForURL(target)
      },
      390
    )
  })

  it("fits a phone, with a menu", () =>
    visit(
      at("intake.html"),
      async (page) => {
        for (const file of ["intake.html", "cli.html", "in-process.html", "tutorial.html", "api.html"]) {
          await page.goto(at(file))
          await page.getByRole("heading", { level: 1 }).waitFor()
          const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          assert.isAtMost(tooWide, 0, file)
        }
        await page.goto(at("intake.html"))
        await page.getByRole("button", { name: "Menu" }).click()
        await page.getByRole("link", { name: "Unibox", exact: true }).click()
        await page.getByRole("heading", { level: 1, name: "Unibox" }).waitFor()
      },
      390
    ))

  for (const file of ["index.html", "sending.html", "configuration.html"]) {
    it(`has no faults of accessibility: ${file}`, () =>
      visit(at(file), async (page) => assert.deepStrictEqual(await faultsOf(page), [])))
  }

  const faults = [
    ["[x](other.md)", "page.html links to other.html, and the site has no such file"],
    ["[x](#nowhere)", "page.html links to #nowhere, and that page has no such heading"],
    ["[x](README.md#nowhere)", "page.html links to contents.html#nowhere, and that page has no such heading"],
    ["![x](images/none.png)", "page.html links to images/none.png, and the site has no such file"]
  ] as const
  for (const [link, message] of faults) {
    it(`is not built with a broken link: ${link}`, async () => {
      const directory = repository(`# A page\n\n${link}\n`)
      const output = join(directory, "site")
      const [built] = await Promise.allSettled([build(output, directory)])
      assert.strictEqual(built.status === "rejected" && built.reason.message, `Links lead nowhere:\n${message}`)
      assert.isFalse(existsSync(output))
      rmSync(directory, { recursive: true })
    })
  }

  it("gives headings the ids of GitHub, also one that comes twice", async () => {
    const directory = repository("# A page\n\n[x](#same--other-1)\n\n## `Same` & other\n\n## Same & other\n")
    await build(join(directory, "site"), directory)
    const html = readFileSync(join(directory, "site/page.html"), "utf8")
    const ids = [...html.matchAll(/<h\d id="([^"]+)"/gu)].map(([, id]) => id)
    assert.deepStrictEqual(ids, ["a-page", "same--other", "same--other-1"])
    rmSync(directory, { recursive: true })
  })
})

/** The inbox at the widths between a phone and a wide screen, which a zoom of 200 % makes as well. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { resize } from "./ConsolePagesServer.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
let thread: number
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  await server.talk({ name: "Bastian Two" })
  thread = (await server.talk({ name: "Amara One" })).thread
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const widthOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.width ?? 0

/** Fails if anything on the page is wider than the page. */
const fits = async (page: Page) =>
  assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)

describe("the inbox", () => {
  it("gives a conversation room at every width", () =>
    visit(browser, server, `#/inbox/replies/${thread}`, async (page) => {
      await page.locator("article").first().waitFor()
      for (const width of [390, 701, 720, 768, 820, 900, 960, 1024, 1239]) {
        await resize(page, width, 700)
        await waitFor(async () => {
          assert.isAtLeast(await widthOf(page, ".talk"), Math.min(390, width), `${width}`)
          await fits(page)
        })
      }
    }))

  it("leaves space around a subject of two lines", () =>
    visit(browser, server, `#/inbox/replies/${thread}`, async (page) => {
      await page.locator("article").first().waitFor()
      const title = page.locator(".talk-title h2")
      for (const width of [768, 1024, 1440]) {
        await resize(page, width, 900)
        await title.evaluate((element) => (element.textContent = "Re: Empty chairs at the practice ".repeat(6)))
        const { above, below, lines } = await title.evaluate((element) => {
          const head = element.closest(".talk-head")?.getBoundingClientRect()
          const line = element.nextElementSibling?.getBoundingClientRect()
          const { height, top } = element.getBoundingClientRect()
          return {
            lines: height / 20,
            above: top - (head?.top ?? 0),
            below: (head?.bottom ?? 0) - (line?.bottom ?? 0)
          }
        })
        assert.strictEqual(lines, 2, `${width}`)
        assert.isAtLeast(above, 6, `${width}`)
        assert.isAtLeast(below, 6, `${width}`)
      }
    }))

  it("shows the list or the conversation where both have no room", () =>
    visit(
      browser,
      server,
      "#/inbox/replies",
      async (page) => {
        await page.locator("[data-row]").first().waitFor()
        assert.isAtLeast(await widthOf(page, ".list"), 600)
        assert.isFalse(await page.locator(".talk-none").isVisible())
        await page.getByRole("link", { name: "Amara One" }).click()
        await page.locator("article").first().waitFor()
        assert.isAtLeast(await widthOf(page, ".talk"), 600)
        assert.isFalse(await page.locator("[data-row]").first().isVisible())
        await page.getByRole("link", { name: "Back to the list" }).click()
        await page.locator("[data-row]").first().waitFor()
      },
      { viewport: { width: 720, height: 450 } }
    ))

  it("has the pages as icons with names at 720 px", () =>
    visit(
      browser,
      server,
      "#/inbox/replies",
      async (page) => {
        await page.locator("[data-row]").first().waitFor()
        assert.isAtMost(await widthOf(page, ".sidebar"), 64)
        await page.getByTitle("Campaigns", { exact: true }).click()
        await page.getByRole("link", { name: server.campaign.name }).waitFor()
      },
      { viewport: { width: 720, height: 900 } }
    ))
})

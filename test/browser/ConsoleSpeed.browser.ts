/** The console needs few requests, bytes and elements, so that it is fast. Its times are measured by `npm run bench -- console`. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { fillLeads, measureFirst, measureLeads } from "./ConsoleSpeed.ts"
import { manyThreads } from "./ConsoleThreads.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** The length of the long list. A million takes half a minute to fill. */
const count = Number(process.env["MAILROOM_LARGE_LEADS"] ?? 100_000)

describe("the console", () => {
  it("asks for at most six things before the first thread, of 50 kB at most", async () => {
    const { thread } = await server.talk({ name: "Amara One" })
    const { bytes, requests } = await measureFirst(browser, server, { thread, rate: 1 })
    assert.isAtMost(requests.length, 6, requests.join("\n"))
    assert.isAtLeast(requests.length, 4)
    assert.isAtMost(bytes, 50_000 + headers * 3)
    assert.isAtLeast(bytes, 30_000)
  })

  it("takes a conversation out of the list and opens the next one in the task of the key, and renders few rows", async () => {
    const { thread } = await server.talk({ name: "Bastian Two" })
    await manyThreads(server, thread, 200)
    const rowsShown = async (page: Page, key: string) => {
      const open = await page.locator('[data-row][aria-current="true"]').getAttribute("data-row")
      return page.evaluate(
        async ({ key, open }) => {
          // Each row formats its date when it is rendered.
          let count = 0
          const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format") ?? {}
          Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
            configurable: true,
            get() {
              count++
              return get?.call(this)
            }
          })
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
          for (let turn = 0; turn < 20; turn++) await Promise.resolve()
          Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { configurable: true, get })
          return {
            count,
            isListed: document.querySelector(`[data-row="${open}"]`) !== null,
            isOpen: document.querySelector(`[data-row="${open}"][aria-current="true"]`) !== null
          }
        },
        { key, open }
      )
    }
    await visit(browser, server, "#/inbox/replies", async (page) => {
      await page.locator("[data-row]").nth(19).waitFor()
      await page.keyboard.press("j")
      await page.locator("article").first().waitFor()
      const moved = await rowsShown(page, "j")
      assert.deepInclude(moved, { isListed: true, isOpen: false })
      assert.isAtLeast(moved.count, 1)
      assert.isAtMost(moved.count, 8)
      await page.locator("article").first().waitFor()
      const done = await rowsShown(page, "e")
      assert.deepInclude(done, { isListed: false, isOpen: false })
      assert.isAtLeast(done.count, 1)
      assert.isAtMost(done.count, 8)
    })
    server.intercept(undefined)
  })

  it(
    "reaches every row of a long list, and keeps few elements and little memory",
    async () => {
      const campaign = await fillLeads(server, count)
      const { elements, heap } = await measureLeads(browser, server, { campaign, count })
      assert.isAtMost(elements, 1_000)
      assert.isAtMost(heap, 50_000_000)
    },
    120_000 + count
  )
})

/** The most bytes of the headers of an answer. */
const headers = 1_500

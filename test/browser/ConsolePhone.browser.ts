/** Lists on a phone have short cards, and the parts of a page are in one line. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type FilledServer, open, startFilled } from "./ConsolePagesServer.ts"
import { visit } from "./ConsoleServer.ts"

let browser: Browser
let server: FilledServer
beforeAll(async () => {
  browser = await launch()
  server = await startFilled()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const at = (route: string, use: (page: Page) => Promise<void>) =>
  visit(
    browser,
    server,
    "#/developers/events",
    async (page) => {
      await open(page, route)
      await page.locator("main h1").waitFor()
      await use(page)
    },
    { hasTouch: true, isMobile: true, locale: "de-DE", viewport: { width: 390, height: 844 } }
  )

describe("a phone", () => {
  it("shows an event, and an address of the blacklist, in two lines", async () => {
    for (const route of [`campaigns/${server.campaign.id}/activity`, "blacklist", "blacklist/domains"]) {
      await at(route, async (page) => {
        await page.locator("tbody tr").first().waitFor()
        const heights = await page.locator("tbody tr").evaluateAll((rows) => rows.map((e) => e.clientHeight))
        assert.isAtMost(Math.max(...heights), 80, route)
        const hidden = await page.locator("tbody .row-action").evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const { height, left, top, width } = button.getBoundingClientRect()
            const hit = document.elementFromPoint(left + width / 2, top + height / 2)
            return hit !== null && button.contains(hit) ? [] : [button.getAttribute("aria-label")]
          })
        )
        assert.deepStrictEqual(hidden, [])
      })
    }
  })

  it("shows a transaction in four lines, and a lead of all campaigns in two", async () => {
    for (const [route, most] of [
      ["billing", 104],
      ["leads", 64]
    ] as const) {
      await at(route, async (page) => {
        await page.locator("tbody tr").first().waitFor()
        const heights = await page.locator("tbody tr").evaluateAll((rows) => rows.map((e) => e.clientHeight))
        assert.isAtMost(Math.max(...heights), most, route)
        const first = page.locator("tbody tr").first()
        if (route === "billing") {
          const top = async (text: string) => (await first.getByText(text).boundingBox())?.y ?? 0
          assert.isBelow(await top("Growth plan"), await top("Gutschrift"))
        } else {
          // The same card as in the list of one campaign.
          const shown = await first
            .locator("td")
            .evaluateAll((cells) => cells.filter((e) => e.checkVisibility()).length)
          assert.strictEqual(shown, 3)
        }
      })
    }
  })

  it("has the parts of a page in one line, and the open one in view", async () => {
    for (const part of ["", "/steps", "/settings"]) {
      await at(`campaigns/${server.campaign.id}${part}`, async (page) => {
        const parts = page.locator(".sheet-head nav")
        assert.isAtMost((await parts.boundingBox())?.height ?? 0, 44)
        const current = await parts.locator("[aria-current]").boundingBox()
        assert.isAtLeast(current?.x ?? -1, 0)
        assert.isAtMost((current?.x ?? 0) + (current?.width ?? 0), 390)
      })
    }
  })

  it("names what was delivered in the language of the page", async () => {
    const { id } = await server.api.integrations.create({
      type: "webhook",
      name: "Wartend",
      config: { url: "https://waits.example/hook" },
      events: ["replied"]
    })
    const { write } = await server.talk({ name: "Cleo Three" })
    await write("Ja, gern.")
    await at(`integrations/${id}`, async (page) => {
      await page.locator(".request").first().waitFor()
      const names = await page.locator(".request summary code").allTextContents()
      assert.deepStrictEqual([...new Set(names)], ["Antwort einer Person"])
    })
  })
})

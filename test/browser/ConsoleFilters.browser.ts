/** The filters of the inbox that other pages lead to. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  await server.talk({ name: "Ada One", ago: 20 })
  await server.talk({ name: "Ben Two", ago: 10 })
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

describe("the inbox of one campaign", () => {
  it("is opened from its page, and left by one click", async () => {
    const other = await server.api.campaigns.create({ name: "Without replies" })
    await visit(browser, server, `#/campaigns/${other.id}`, async (page) => {
      await page.getByRole("link", { name: "Replies", exact: true }).click()
      const line = page.locator(".list-campaign")
      await line.getByRole("link", { name: "Without replies" }).waitFor()
      await page.getByText("No conversation matches").waitFor()
      await line.getByRole("link", { name: "Show all campaigns" }).click()
      await page.locator(".row").nth(1).waitFor()
    })
  })

  it("is opened from a conversation, together with other filters", () =>
    visit(browser, server, "", async (page) => {
      await page.getByRole("button", { name: "Unread" }).click()
      await page.locator(".row-link").first().click()
      await page.locator(".talk-campaign").click()
      await page.locator(".list-campaign").getByText(server.campaign.name).waitFor()
      const { campaign, unread } = await page.evaluate(() =>
        Object.fromEntries(new URLSearchParams(location.hash.split("?")[1]))
      )
      assert.deepStrictEqual([campaign, unread], [server.campaign.id, "1"])
      await page.locator(".talk h2").waitFor()
    }))
})

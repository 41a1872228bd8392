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

describe("saved views", () => {
  it("keep the filters of the inbox and of leads, until they are deleted", () =>
    visit(browser, server, "#/inbox/replies?unread=1&search=ada", async (page) => {
      const views = page.getByRole("button", { name: "Saved views" })
      const choose = async (name: string) => {
        await views.click()
        await page.getByRole("option", { name, exact: true }).click()
      }
      const nameIt = async (name: string) => {
        await page.getByRole("dialog").getByLabel("Name").fill(name)
        await page.keyboard.press("Enter")
        await page.getByRole("dialog").waitFor({ state: "detached" })
      }
      await choose("Save these filters")
      await nameIt("Ada")
      await choose("Rename: Ada")
      // Another tab saves a view meanwhile.
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((key) => key.includes(" views ")) ?? ""
        const views = JSON.parse(localStorage.getItem(key) ?? "")
        localStorage.setItem(key, JSON.stringify([...views, { name: "Of a tab", href: "#/inbox/replies?unread=1" }]))
      })
      await nameIt("New of Ada")
      await page.reload()
      await page.locator(".row").waitFor()
      await page.evaluate(() => (location.hash = "/inbox/replies"))
      await page.locator(".row").nth(1).waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("option", { name: "View: New of Ada" }).click()
      await page.waitForFunction(() => location.hash === "#/inbox/replies?search=ada&unread=1")
      await choose("Delete: New of Ada")
      await page.getByText("View New of Ada deleted").waitFor()
      await page.keyboard.press("z")
      await choose("New of Ada")
      await views.click()
      await page.getByRole("option", { name: "Of a tab", exact: true }).waitFor()
      await page.keyboard.press("Escape")

      await page.evaluate(() => (location.hash = "/leads"))
      await page.locator(".leads-link").nth(1).waitFor()
      assert.strictEqual(await views.count(), 0)
      await page.getByRole("searchbox", { name: "Search leads" }).fill("ben")
      await choose("Save these filters")
      await nameIt("Ben")
      await page.getByRole("searchbox", { name: "Search leads" }).fill("")
      await page.locator(".leads-link").nth(1).waitFor()
      await choose("Ben")
      await page.locator(".leads-link").nth(1).waitFor({ state: "detached" })
      assert.strictEqual(await page.getByRole("searchbox", { name: "Search leads" }).inputValue(), "ben")
    }))
})

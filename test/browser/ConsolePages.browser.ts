/** Every page but the inbox, with a key that may only read. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type FilledServer, nameOf, open, startFilled } from "./ConsolePagesServer.ts"
import { visit } from "./ConsoleServer.ts"

let browser: Browser
let filled: FilledServer
beforeAll(async () => {
  browser = await launch()
  filled = await startFilled()
})
afterAll(async () => {
  await browser.close()
  await filled.close()
})

describe("every page", () => {
  it("shows what other pages have loaded before", () =>
    visit(browser, filled, "#/settings", async (page) => {
      const tag = page.locator(".tag-row").getByText("Call back soon")
      await tag.waitFor()
      await open(page, "inbox")
      await page.locator(".row").first().waitFor()
      await open(page, "settings")
      await tag.waitFor()
      await open(page, "accounts")
      await page.getByLabel("Search accounts").fill("all")
      await page.getByText("Nothing found").waitFor()
      await open(page, `campaigns/${filled.campaign.id}`)
      assert.isTrue(await page.getByLabel(filled.account.email).isChecked())
    }))

  it("says why an account sends nothing, and what it may send today", () =>
    visit(browser, filled, "#/settings", async (page) => {
      await page.route(/\/accounts/u, async (route) => {
        const response = await route.fetch()
        const answer = await response.json()
        for (const { state } of [answer, ...(answer.data ?? [])]) {
          if (state === undefined) continue
          state.status = "connection_error"
          state.status_message = "The mail server rejects the login: set new credentials (535 5.7.8)"
          state.sent_today = 12
          state.remaining_today = 28
        }
        await route.fulfill({ response, json: answer })
      })
      await open(page, "accounts")
      const row = page.getByRole("row", { name: filled.account.email })
      for (const text of ["No connection", "535 5.7.8", "28 left"]) await row.getByText(text).waitFor()
      await row.getByRole("link").click()
      const fault = page.locator(".account-fault")
      for (const text of ["535 5.7.8", "sends nothing", "Test the connection"]) await fault.getByText(text).waitFor()
      await page.getByText("28 left").waitFor()
    }))

  it("shows no control that writes to a key that may only read", async () => {
    const { secret } = await filled.api.keys.create({ name: "reader", access: "read" })
    filled.intercept((request) => {
      request.headers.authorization = `Bearer ${secret}`
      return false
    })
    try {
      await visit(browser, filled, "#/settings", async (page) => {
        await page.getByText("Reads only").first().waitFor()
        const writes =
          /^(?:Start|Pause|Delete campaign|Change|Turn o|Switch|Make|New secret|Revoke|It was|Save\b|Add|New campaign|Import|Remove|Stop sending|Resume|Send a test|Deliver|Read inbox)/u
        const found: Array<string> = []
        for (const route of filled.routes) {
          await open(page, route)
          const names = await page
            .locator("main :is(button, a.button)")
            .evaluateAll((list) => list.map((e) => e.getAttribute("aria-label") ?? e.textContent ?? ""))
          for (const name of names) if (writes.test(name)) found.push(`${nameOf(route)} ${name}`)
          const editable = await page
            .locator("main form :is(input, textarea):not([readonly], [disabled], [type=number], [type=date])")
            .count()
          if (editable > 0) found.push(`${nameOf(route)} has fields`)
        }
        assert.deepStrictEqual(found, [])
      })
    } finally {
      filled.intercept(undefined)
    }
  })
})

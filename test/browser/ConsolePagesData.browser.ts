/** Much data on the pages: long lists of leads, and of events. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

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

const addressOf = (row: number) => `lead${row}@clinic.example`

describe("much data", () => {
  it("is reached by the number of its row, to the last of 100 000 leads", async () => {
    const { id } = await server.api.campaigns.create({ name: "Many" })
    for (let first = 1; first <= 100_000; first += 1_000) {
      const leads = Array.from({ length: 1_000 }, (_, i) => ({ email: addressOf(first + i) }))
      await server.api.leads.create({ campaign_id: id, leads })
    }
    await visit(browser, server, `#/leads?campaign=${id}`, async (page) => {
      const rowOf = (row: number) =>
        page.locator(`[aria-rowindex="${row + 1}"]`).getByText(addressOf(row), { exact: true })
      await rowOf(1).waitFor()
      for (const row of [54_321, 99_000, 7, 100_000]) {
        await page.getByLabel("Go to row").fill(String(row))
        await page.getByLabel("Go to row").press("Enter")
        await rowOf(row).waitFor()
      }
      await page.getByLabel("Go to row").blur()
      await page.keyboard.press("Home")
      await rowOf(1).waitFor()
      await page.keyboard.press("End")
      await rowOf(100_000).waitFor()
      assert.isTrue(await rowOf(100_000).isVisible())
      assert.isAtMost(await page.locator("main *").count(), 1_000)
    })
  })

  it("of all campaigns are events, which are filtered by type and lead to their leads and campaigns", async () => {
    const { api, campaign } = server
    const { lead_id } = await server.talk({ name: "Amara One" })
    const { id: other } = await api.campaigns.create({ name: "Dentists" })
    const { data: leads } = await api.leads.create({ campaign_id: other, leads: [{ email: "bo@dentist.example" }] })
    const second = leads[0]?.id ?? 0
    const eventOf = (lead_id: number, type: "bounced" | "opened", i: number) => {
      const occurred_at = new Date(Date.now() - i * 60_000).toISOString()
      const idempotency_key = `${type} ${lead_id} ${i}`
      return { type, lead_id, occurred_at, idempotency_key, ...(type === "bounced" && { data: { reason: "Full" } }) }
    }
    const events = [
      ...Array.from({ length: 120 }, (_, i) => eventOf(lead_id, "opened", i)),
      eventOf(second, "bounced", 500)
    ]
    await api.activity.record({ events })
    await visit(browser, server, "#/developers", async (page) => {
      await page.locator(".request").first().waitFor()
      await page.getByRole("link", { name: "Events", exact: true }).click()
      const rows = page.locator("main tbody tr")
      await rows.nth(99).waitFor()
      await page.getByRole("button", { name: "Load more" }).click()
      const first = await api.activity.list({ limit: 100 })
      const rest = await api.activity.list({ limit: 100, cursor: first.next_cursor ?? "" })
      const data = [...first.data, ...rest.data]
      await rows.nth(data.length - 1).waitFor()
      const cellsOf = () =>
        rows.evaluateAll((list) =>
          list.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent))
        )
      const shown = await cellsOf()
      assert.lengthOf(shown, data.length)
      assert.deepStrictEqual(
        shown.map(([, lead, name]) => [lead, name]),
        data.map((event) => [String(event.lead_id), event.campaign_id === other ? "Dentists" : campaign.name])
      )

      await page.getByRole("checkbox", { name: "Bounced", exact: true }).check()
      await page.waitForFunction(() => document.querySelectorAll("main tbody tr").length === 1)
      assert.deepStrictEqual(await cellsOf(), [["Bounced", String(second), "Dentists", "Full"]])
      await page.getByRole("checkbox", { name: "Answered", exact: true }).check()
      await page.waitForFunction(() => document.querySelectorAll("main tbody tr").length === 2)
      await page.reload()
      await page.waitForFunction(() => document.querySelectorAll("main tbody tr").length === 2)
      await rows.getByRole("link", { name: String(second), exact: true }).click()
      await page.getByRole("heading", { name: "bo@dentist.example" }).waitFor()
      await page.goBack()
      for (const name of ["Bounced", "Answered"]) await page.getByRole("checkbox", { name, exact: true }).uncheck()
      await page.getByRole("checkbox", { name: "Complained", exact: true }).check()
      await page.getByRole("button", { name: "Show all" }).click()
      await rows.nth(99).waitFor()
      await rows.getByRole("link", { name: campaign.name, exact: true }).first().click()
      await page.getByRole("heading", { name: campaign.name }).waitFor()
    })
  })
})

/** Much data on the pages: long lists of leads, and the figures of analytics. */
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

  it("is what the API says, in the tiles, the charts and the table", async () => {
    const { account, api, campaign } = server
    const talks = [await server.talk({ name: "Amara One" }), await server.talk({ name: "Bastian Two" })]
    const day = 86_400_000
    const events = talks.flatMap(({ lead_id }, i) =>
      [0, 3, 20, 60, 200].map((days) => ({
        type: "sent" as const,
        lead_id,
        account_id: account.id,
        occurred_at: new Date(Date.now() - days * day - i * 60_000).toISOString(),
        idempotency_key: `sent-${lead_id}-${days}`
      }))
    )
    await api.activity.record({ events })
    const timezone = "America/St_Johns"
    await visit(
      browser,
      server,
      "#/settings",
      async (page) => {
        for (const [period, interval] of [
          ["last_7_days", "day"],
          ["last_30_days", "day"],
          ["all_time", "month"]
        ] as const) {
          await page.evaluate((hash) => {
            location.hash = hash
          }, `/analytics?period=${period}&campaign=${campaign.id}`)
          await page.locator(".chart").nth(2).waitFor()
          await page.locator(".tile").first().waitFor()
          await page.waitForFunction(() => document.querySelector(".skeleton") === null)
          const { metrics } = await api.analytics.summary(campaign.id, { period, timezone })
          const figures = await page.locator(".tile dd:not(.meta)").allTextContents()
          const { bounced, contacted, positive_replied, sent, unique_replied, unsubscribed } = metrics
          assert.deepStrictEqual(
            figures,
            [sent, contacted, unique_replied, positive_replied, bounced, unsubscribed].map(String)
          )
          const { data } = await api.analytics.events(campaign.id, { period, timezone, interval })
          const label = (date: string) =>
            new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
              new Date(`${date.slice(0, 10)}T00:00:00Z`)
            )
          await page
            .locator("details")
            .first()
            .evaluate((e) => e.setAttribute("open", ""))
          const rows = await page
            .locator("details table tbody tr")
            .evaluateAll((list) => list.map((e) => [...e.querySelectorAll("td")].map((td) => td.textContent)))
          assert.deepStrictEqual(
            rows,
            data.map((bucket) => [
              label(bucket.date),
              ...[bucket.sent, bucket.unique_replied, bucket.bounced].map(String)
            ])
          )
          // The bars have the heights of their figures.
          const heights = await page
            .locator(".chart")
            .first()
            .locator(".chart-bar")
            .evaluateAll((list) => list.map((e) => Number(e.getAttribute("height"))))
          const most = Math.max(...data.map((bucket) => bucket.sent ?? 0))
          const unit = Math.max(...heights) / most
          assert.deepStrictEqual(
            heights.map((height) => Math.round(height / unit)),
            data.map((bucket) => bucket.sent ?? 0)
          )
        }
      },
      { timezoneId: timezone }
    )
  })
})

/** Much data on the pages: the import of a file, and the figures of analytics. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
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

/** A file of Excel: with a byte order mark, `;`, quoted line ends, umlauts, bad lines and duplicates. */
const makeCsv = () => {
  const lines = ["E-Mail;Vorname;Firma;Größe"]
  for (let i = 1; i <= 2_993; i++)
    lines.push(`import${i}@klinik.example;Jürgen ${i};"Klinik; ""Nord""\r\nHaus ${i}";${i}`)
  for (let i = 1; i <= 4; i++) lines.push(`nobody${i};Ohne;Adresse;`)
  for (let i = 1; i <= 3; i++) lines.push(`;Leer ${i};;`)
  for (let i = 1; i <= 100; i++) lines.push(`IMPORT${i}@klinik.example;Doppelt;;`)
  return Buffer.from(`\u{feff}${lines.join("\r\n")}\r\n`)
}

const choose = (page: Page) =>
  page.getByLabel("Choose a CSV file").setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: makeCsv() })

describe("much data", () => {
  it("is imported with exact counts, though the tab was reloaded in the middle", async () => {
    const { id } = await server.api.campaigns.create({ name: "Import" })
    await visit(
      browser,
      server,
      `#/import/${id}`,
      async (page) => {
        await choose(page)
        await page.getByText("3,100 lines").waitFor()
        const columns = await page
          .locator("main select")
          .evaluateAll((list) => list.map((e) => (e instanceof HTMLSelectElement ? e.value : "")))
        assert.deepStrictEqual(columns, ["email", "first_name", "company", "custom grosse", "skip"])
        await page.getByText("3 have no address").waitFor()
        // The second batch gets no answer before the tab is reloaded.
        let count = 0
        server.intercept((request) => request.method === "POST" && request.url === "/leads" && ++count > 1)
        await page.getByRole("button", { name: "Import 3,097 leads" }).click()
        await page.getByText("1,000 of 3,097").waitFor()
        await page.reload()
        server.intercept(undefined)
        await choose(page)
        await page.getByRole("button", { name: "Import 3,097 leads" }).click()
        await page.getByText("The file is imported").waitFor()
        const tiles = await page
          .locator(".tile")
          .evaluateAll((list) =>
            list.map((e) => `${e.querySelector("dt")?.textContent} ${e.querySelector("dd")?.textContent}`)
          )
        assert.deepStrictEqual(tiles, [
          "Added 2,993",
          "Changed 0",
          "There already 100",
          "On the blacklist 0",
          "Not valid 4"
        ])
        const download = page.waitForEvent("download")
        await page.getByRole("button", { name: "Save the rejected lines" }).click()
        const chunks: Array<Buffer> = []
        for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk))
        const numbers = Buffer.concat(chunks)
          .toString()
          .split("\r\n")
          .slice(1)
          .map((line) => Number(line.split(",")[0]))
        assert.deepStrictEqual(numbers, [2_994, 2_995, 2_996, 2_997, 2_998, 2_999, 3_000])
      },
      { acceptDownloads: true, expected: /ERR_|Failed to load/u }
    )
    const { data, total } = await server.api.leads.list({ campaign_id: id, limit: 1 })
    assert.strictEqual(total, 2_993)
    assert.deepInclude(data[0], {
      email: "import1@klinik.example",
      first_name: "Jürgen 1",
      company: 'Klinik; "Nord"\r\nHaus 1'
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
            new Intl.DateTimeFormat("en-GB", {
              ...(interval === "month" ? { year: "numeric" } : { day: "numeric" }),
              month: "short",
              timeZone: "UTC"
            }).format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
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
        // Two days, in the wrong order.
        await page.getByRole("button", { name: "From – to" }).click()
        const [start_date = "", end_date = ""] = [25, 1].map((days) =>
          new Date(Date.now() - days * day).toISOString().slice(0, 10)
        )
        await page.getByLabel("From", { exact: true }).fill(end_date)
        await page.getByLabel("To", { exact: true }).fill(start_date)
        await page.getByRole("button", { name: "Show" }).click()
        await page.waitForFunction((from) => location.hash.includes(`from=${from}`), start_date)
        const { metrics } = await api.analytics.summary(campaign.id, { start_date, end_date, timezone })
        await page.locator(".tile dd").first().getByText(String(metrics.sent), { exact: true }).waitFor()
        await page.waitForFunction(() => document.querySelector(".skeleton") === null)

        // The day that is pointed at is shown in all charts.
        const bars = page.locator(".chart").first().locator("g:has(.chart-area)")
        assert.strictEqual(await bars.count(), 25)
        await bars.nth(5).hover()
        const labels = await page.locator(".chart-value").allTextContents()
        assert.strictEqual(new Set(labels.map((label) => label.replace(/:.*/u, ""))).size, 1)
        assert.match(labels[0] ?? "", /^\d+ \w+: \d+$/u)
        assert.strictEqual(await page.locator(".spark circle").count(), 6)
      },
      { timezoneId: timezone }
    )
  })
})

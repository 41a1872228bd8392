/** The events of all campaigns, and figures between two dates. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole()

describe("much data", () => {
  it("of a campaign is exported as CSV: the leads of all pages that pass the filters", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Exported" })
    const leads = Array.from({ length: 101 }, (_, i) => ({
      email: `lead${i}@export.example`,
      company: i === 0 ? '=A1, "Söhne"' : i === 1 ? "-5.5" : "Plain",
      custom_fields: i === 100 ? { city: "Zürich", status: "+a" } : {}
    }))
    await api.leads.create({ campaign_id: id, leads: [...leads, { email: "other@elsewhere.example" }] })
    await here.visit(`#/leads?campaign=${id}&search=export.example`, async (page) => {
      await page.getByText("of 101").waitFor()
      const saved = page.waitForEvent("download")
      await page.getByRole("button", { name: "Export" }).click()
      const file = await saved
      assert.strictEqual(file.suggestedFilename(), "leads.csv")
      const lines = readFileSync(await file.path(), "utf8").split("\r\n")
      assert.lengthOf(lines, 102)
      assert.match(lines[0] ?? "", /^email,first_name,last_name,company,.*,status,.*,city,custom\.status$/u)
      const ofLead = (i: number) => lines.find((line) => line.startsWith(`lead${i}@`)) ?? ""
      assert.include(ofLead(0), `"'=A1, ""Söhne"""`)
      assert.include(ofLead(1), ",-5.5,")
      assert.isTrue(ofLead(100).endsWith(`,Zürich,"'+a"`))
    })
  })

  it("of billing are transactions, with what is left of the credits, a filter and the next page", async () => {
    const { api } = here.server
    for (let i = 0; i <= 101; i++) {
      await api.billing.record({
        type: i === 7 ? "refund" : "usage",
        status: "succeeded",
        amount: i === 7 ? -1250 : 0,
        currency: "EUR",
        credits: -1,
        balance_after: 500 - i,
        reference: `row ${i}`,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
        ...(i === 7 && { invoice_url: "https://billing.example/7" })
      })
    }
    await here.visit("#/billing", async (page) => {
      const rows = page.locator("main tbody tr")
      await rows.nth(99).waitFor()
      await page.locator(".tile").getByText("399").waitFor()
      assert.strictEqual(await rows.count(), 100)
      await page.getByRole("button", { name: "Load more" }).click()
      await rows.nth(101).waitFor()
      await page.getByLabel("Kind").selectOption("refund")
      await page.getByText("-€12.50").waitFor()
      assert.strictEqual(await rows.count(), 1)
      const link = page.getByRole("link", { name: "Invoice" })
      assert.strictEqual(await link.getAttribute("href"), "https://billing.example/7")
      await page.getByLabel("State").selectOption("failed")
      await page.getByRole("button", { name: "Show all" }).click()
      await rows.nth(99).waitFor()
    })
  })

  it("of billing are of the days that are chosen, also after a reload", async () => {
    const { api } = here.server
    for (const day of ["04-30", "05-01", "05-02", "05-03"]) {
      // The last second of the day in the time zone of the browser.
      const created_at = new Date(Date.parse(`2026-${day}T23:59:59.000Z`) + 2.5 * 3_600_000).toISOString()
      await api.billing.record({
        type: "payment",
        status: "succeeded",
        amount: 1,
        currency: "EUR",
        reference: day,
        created_at
      })
    }
    const look: Parameters<typeof visit>[3] = async (page) => {
      const rows = page.locator("main tbody tr")
      await rows.first().waitFor()
      await page.getByLabel("From").fill("2026-05-01")
      await page.getByLabel("To", { exact: true }).fill("2026-05-02")
      for (let i = 0; i < 2; i++) {
        await page.getByText("05-02").waitFor()
        await page.waitForFunction(() => document.querySelectorAll("main tbody tr").length === 2)
        assert.deepStrictEqual(await rows.locator("td:nth-child(3)").allTextContents(), ["05-02", "05-01"])
        await page.reload()
      }
      await page.getByLabel("From").fill("2026-06-01")
      await page.getByRole("button", { name: "Show all" }).click()
      await rows.nth(3).waitFor()
      assert.strictEqual(await page.getByLabel("From").inputValue(), "")
    }
    await here.visit("#/billing", look, { timezoneId: "America/St_Johns" })
  })

  it("of all campaigns are events, which are filtered by type and lead to their leads and campaigns", async () => {
    const { api, campaign } = here.server
    const { lead_id } = await here.server.talk({ name: "Amara One" })
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
    await here.visit("#/developers", async (page) => {
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

  it("of the days between two dates are figures, and the day that is pointed at is shown in all charts", async () => {
    const { api, campaign } = here.server
    const timezone = "America/St_Johns"
    await here.visit(
      `#/analytics?campaign=${campaign.id}`,
      async (page) => {
        // Two days, in the wrong order.
        await page.getByRole("button", { name: "From – to" }).click()
        const [start_date = "", end_date = ""] = [25, 1].map((days) =>
          new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
        )
        await page.getByLabel("From", { exact: true }).fill(end_date)
        await page.getByLabel("To", { exact: true }).fill(start_date)
        await page.getByRole("button", { name: "Show" }).click()
        await page.waitForFunction((from) => location.hash.includes(`from=${from}`), start_date)
        const { metrics } = await api.analytics.summary(campaign.id, { start_date, end_date, timezone })
        await page
          .locator(".tile:not(.tile-large) dd")
          .first()
          .getByText(String(metrics.sent), { exact: true })
          .waitFor()
        await page.waitForFunction(() => document.querySelector(".skeleton") === null)

        // The day that is pointed at is shown in all charts.
        const bars = page.locator(".chart").first().locator("g:has(.chart-area)")
        assert.strictEqual(await bars.count(), 25)
        await bars.nth(5).hover()
        const labels = await page.locator(".chart-value").allTextContents()
        assert.strictEqual(new Set(labels.map((label) => label.replace(/:.*/u, ""))).size, 1)
        assert.match(labels[0] ?? "", /^\d+ \w+: \d+$/u)
        assert.strictEqual(await page.locator(".spark circle").count(), 7)
      },
      { timezoneId: timezone }
    )
  })
})

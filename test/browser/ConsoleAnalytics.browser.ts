/** The page of analytics shows what the API answers: for each period, in time zones far from and near UTC. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Metrics } from "@mailroom/client"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { anyFailure, faultsOf } from "./ConsoleFaults.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
const hour = 3_600_000

beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  const { account, api, campaign } = server
  await api.campaigns.update(campaign.id, { timezone: "Europe/Oslo" })
  const { data: leads } = await api.leads.create({
    campaign_id: campaign.id,
    leads: Array.from({ length: 12 }, (_, i) => ({ email: `lead${i}@clinic.example` }))
  })
  const step = await api.sequences.create(campaign.id, { subject: "Hello", body: "Hi" })
  const tag = await api.tags.create({ name: "Interested", sentiment: "positive" })
  const from = { account_id: account.id, sequence_id: step.id }
  // Nine days have a mail every eight hours, so that the zones count different mails for a day. Others are older.
  const hours = [...Array.from({ length: 28 }, (_, i) => i * 8 + 1), 20 * 24, 60 * 24, 89 * 24, 200 * 24, 400 * 24]
  const events = hours.flatMap((hours, i) => {
    const lead_id = leads[i % leads.length]?.id ?? 0
    const occurred_at = new Date(Date.now() - hours * hour).toISOString()
    const later = new Date(Date.now() - (hours - 0.5) * hour).toISOString()
    return [
      { type: "sent" as const, lead_id, occurred_at, idempotency_key: `sent ${i}`, ...from },
      ...(i % 3 === 0
        ? [{ type: "replied" as const, lead_id, occurred_at: later, idempotency_key: `replied ${i}`, ...from }]
        : []),
      ...(i % 7 === 1
        ? [{ type: "bounced" as const, lead_id, occurred_at: later, idempotency_key: `bounced ${i}`, ...from }]
        : [])
    ]
  })
  const { data } = await api.activity.record({ events })
  assert.isTrue(data.every(({ status }) => status === "recorded"))
  for (const index of [0, 3]) await api.tags.assign(leads[index]?.id ?? 0, { tag_id: tag.id })
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const textsOf = (page: Page, selector: string) => page.locator(selector).allTextContents()

const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`

/** The cells of the table with this label. */
const tableOf = (page: Page, label: string) =>
  page
    .getByRole("group", { name: label, exact: true })
    .locator("tbody tr")
    .evaluateAll((list) => list.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)))

/** Parts of the date of a bucket, as its label may have them: the day and the month, or the month. */
const monthOf = (date: string) =>
  new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" }).format(new Date(`${date.slice(0, 10)}T00:00Z`))
const isLabelOf = (label: string, date: string, interval: string): boolean => {
  const day = `${Number(date.slice(8, 10))} ${monthOf(date)}`
  return interval === "month" ? label.includes(monthOf(date)) : label === day || label.startsWith(`${day} `)
}

const periods = [
  ["last_7_days", "day"],
  ["last_30_days", "day"],
  ["last_90_days", "week"],
  ["all_time", "month"]
] as const

/** Opens a period, and waits until everything is there. */
const open = async (page: Page, query: string) => {
  await page.evaluate((query) => {
    location.hash = `/analytics?${query}`
  }, query)
  await page.locator(".chart").nth(2).waitFor()
  await page.locator(".tile").first().waitFor()
  await page.waitForFunction(() => document.querySelector(".skeleton") === null)
}

/** The cells of a row: what is counted, and the shares of those contacted. */
const cellsOf = ({ bounced, contacted, positive_replied, sent, unique_replied }: Metrics) => {
  const share = (part: number) => (contacted === 0 ? "–" : percent(Math.min(1, part / contacted)))
  return [
    String(sent),
    String(contacted),
    String(unique_replied),
    share(unique_replied),
    String(positive_replied),
    share(positive_replied),
    String(bounced)
  ]
}

/** The answers of the API to what the page shows. */
const answersTo = async (
  campaign: string | undefined,
  asked: { readonly period: (typeof periods)[number][0]; readonly timezone: string },
  interval: "day" | "month" | "week"
) => {
  const { analytics, overview } = server.api
  if (campaign === undefined) {
    const [summary, events, parts] = await Promise.all([
      overview.summary(asked),
      overview.events({ ...asked, interval }),
      overview.byCampaign(asked)
    ])
    const ofCampaigns = parts.data.map(({ campaign_name, metrics: m }) => [campaign_name, ...cellsOf(m)])
    return { summary, events: events.data, tables: { "By campaign": ofCampaigns } }
  }
  const [summary, events, steps, accounts, links] = await Promise.all([
    analytics.summary(campaign, asked),
    analytics.events(campaign, { ...asked, interval }),
    analytics.bySequence(campaign, asked),
    analytics.byAccount(campaign, asked),
    analytics.byLink(campaign, asked)
  ])
  return {
    summary,
    events: events.data,
    tables: {
      "By step": steps.data.map((row) => [
        row.position === null ? "Not of a step" : `${row.position} ${row.subject ?? ""}`,
        ...cellsOf(row.metrics)
      ]),
      "By account": accounts.data.map((row) => [row.email ?? "Not of an account", ...cellsOf(row.metrics)]),
      ...(links.data.length === 0
        ? {}
        : { "Clicks by link": links.data.map((row) => [row.url, String(row.clicked), String(row.unique_clicked)]) })
    }
  }
}

describe("the page of analytics", () => {
  for (const timezone of ["Pacific/Auckland", "America/St_Johns", "UTC", "Asia/Kabul"]) {
    it(`shows the answers of the API, in ${timezone}`, () =>
      visit(
        browser,
        server,
        "#/settings",
        async (page) => {
          const sums = new Set<number>()
          for (const [period, interval] of periods) {
            for (const campaign of [undefined, server.campaign.id]) {
              await open(page, `period=${period}${campaign === undefined ? "" : `&campaign=${campaign}`}`)
              const { events, summary, tables } = await answersTo(campaign, { period, timezone }, interval)
              const { metrics, rates } = summary
              assert.deepStrictEqual(
                await textsOf(page, ".tile dd:not(.meta)"),
                [
                  rates.reply_rate === null ? "–" : percent(rates.reply_rate),
                  metrics.sent,
                  metrics.delivered,
                  metrics.contacted,
                  metrics.positive_replied,
                  metrics.bounced,
                  metrics.unsubscribed
                ].map(String)
              )
              const [ofContacted, ...others] = await textsOf(page, ".tile .tile-rate")
              assert.strictEqual(ofContacted, `${metrics.unique_replied} of ${metrics.contacted} contacted`)
              const shownRates = others.map((text) => text.replace(/ %.*$/u, " %"))
              const { bounce_rate, delivery_rate, positive_reply_rate, unsubscribe_rate } = rates
              assert.deepStrictEqual(
                shownRates,
                [delivery_rate, positive_reply_rate, bounce_rate, unsubscribe_rate].flatMap((rate) =>
                  rate === null ? [] : percent(rate)
                )
              )
              for (const [label, rows] of Object.entries(tables))
                assert.deepStrictEqual(await tableOf(page, label), rows, `${label}, ${period}`)

              // One row and one bar of each chart for each bucket, to the last one.
              const details = page.locator("details").first()
              await details.evaluate((e) => e.setAttribute("open", ""))
              const rows = await tableOf(page, "As a table")
              assert.deepStrictEqual(
                rows.map(([, ...figures]) => figures),
                events.map((bucket) => [bucket.sent, bucket.unique_replied, bucket.bounced].map(String))
              )
              const labels = rows.map(([label]) => label ?? "")
              for (const [i, { date }] of events.entries())
                assert.isTrue(isLabelOf(labels[i] ?? "", date, interval), `${labels[i]} is ${date}`)
              for (const [i, name] of (["sent", "unique_replied", "bounced"] as const).entries()) {
                const heights = await page
                  .locator(".chart")
                  .nth(i)
                  .locator(".chart-bar")
                  .evaluateAll((list) => list.map((e) => Number(e.getAttribute("height"))))
                const values = events.map((bucket) => bucket[name] ?? 0)
                assert.strictEqual(heights.length, values.length)
                const unit = Math.max(...heights) / Math.max(...values, 1)
                assert.deepStrictEqual(
                  heights.map((height) => (unit === 0 ? 0 : Math.round(height / unit))),
                  values
                )
              }
              // Pointing at the last bar shows its label and figure.
              const chart = page.locator(".chart").first()
              // The bar is in front of the area: both are of the same bucket.
              await chart.locator(".chart-area").last().hover({ force: true })
              const shown = `${labels.at(-1)}: ${events.at(-1)?.sent}`
              await chart.locator(".chart-value", { hasText: shown }).waitFor()
              await page.mouse.move(0, 0)
              sums.add(metrics.sent)
            }
          }
          await page.getByText(`Days of ${timezone}`).waitFor()
          // The periods differ, or the test would show nothing.
          assert.strictEqual(sums.size, periods.length)
        },
        { timezoneId: timezone, locale: "en-GB" }
      ))
  }

  it("compares the variants of a step, and says how sure a difference is", async () => {
    const { account, api } = server
    const campaign = await api.campaigns.create({ name: "Two openings" })
    const first = await api.sequences.create(campaign.id, { subject: "Hello", body: "Hi" })
    const second = await api.sequences.create(campaign.id, { variant_of: first.id, subject: "Good day", body: "Hi" })
    // The figures of an example of Newcombe (1998), whose ranges are known. The mails are older than the period of the page.
    for (const [step, recipients, answered] of [[first, 80, 48] as const, [second, 70, 56] as const]) {
      const { data: leads } = await api.leads.create({
        campaign_id: campaign.id,
        leads: Array.from({ length: recipients }, (_, i) => ({ email: `of${step.id}.${i}@variants.example` }))
      })
      const about = { account_id: account.id, sequence_id: step.id }
      const events = leads.flatMap(({ id: lead_id = 0 }, i) => [
        { type: "sent" as const, lead_id, occurred_at: new Date(Date.now() - 60 * 24 * hour).toISOString(), ...about },
        ...(i < answered
          ? [{ type: "replied" as const, lead_id, occurred_at: new Date(Date.now() - hour).toISOString(), ...about }]
          : [])
      ])
      const { data } = await api.activity.record({ events })
      assert.isTrue(data.every(({ status }) => status === "recorded"))
    }
    await visit(browser, server, `#/analytics?campaign=${campaign.id}`, async (page) => {
      await page.getByRole("group", { name: "Variants of step 1", exact: true }).waitFor()
      assert.deepStrictEqual(await tableOf(page, "Variants of step 1"), [
        ["A", "80", "48", "60 % (49 – 70 %)", "0 %"],
        ["B", "70", "56", "80 % (69.2 – 87.7 %)", "0 %"]
      ])
      assert.deepStrictEqual(await textsOf(page, ".findings li"), [
        "B gets more answers than A: by 5.2 to 33.4 percentage points."
      ])
      // A figure leads to the leads that it counts.
      await page
        .getByRole("group", { name: "Variants of step 1", exact: true })
        .getByRole("link", { name: "48" })
        .click()
      await page.locator(".leads-table[aria-rowcount='49']").waitFor()
    })
  })

  it("says once that nothing could be loaded, and shows everything when it can", async () => {
    const { end, fail } = faultsOf(server)
    fail(400)
    const use = async (page: Page) => {
      const failed = page.locator(".failed")
      await waitFor(async () => assert.strictEqual(await failed.count(), 1))
      const chosen = page.getByRole("combobox", { name: "Campaign", exact: true })
      assert.strictEqual(await chosen.inputValue(), server.campaign.id)
      end()
      await page.getByRole("button", { name: "Try again" }).click()
      await page.locator(".charts").waitFor()
      assert.strictEqual(await failed.count(), 0)
    }
    await visit(browser, server, `#/analytics?campaign=${server.campaign.id}`, use, { expected: anyFailure })
  })
})

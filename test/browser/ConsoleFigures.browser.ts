/** One filter bar over the inbox; figures open what they count; rates; the mails of the next days; people in the palette. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const given = withConsole()
const day = 86_400_000
const dayOf = (at: number) => new Date(at).toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" })
let other: string
let ada: { readonly lead_id: number; readonly thread: number }

beforeAll(async () => {
  const { api, account, campaign, talk } = given.server
  ada = await talk({ name: "Ada One", ago: 10 })
  await talk({ name: "Ben Two", ago: 3 * 24 * 60 })
  const { thread: done } = await talk({ name: "Cleo Three", ago: 20 })
  await api.unibox.updateMany({ ids: [done], state: "done" })
  const keen = await api.tags.create({ name: "Keen", sentiment: "positive" })
  await api.tags.assign(ada.lead_id, { tag_id: keen.id })
  const step = await api.sequences.create(campaign.id, { subject: "Hello", body: "Hi" })
  // A second campaign with more mails and fewer answers: 4 contacted, 1 answered.
  const created = await api.campaigns.create({
    name: "Dentists",
    account_ids: [account.id],
    timezone: "Europe/Berlin",
    // Nothing is sent before tomorrow.
    send_window: { days: [new Date(dayOf(Date.now() + day)).getUTCDay() || 7], from: "00:00", to: "24:00" }
  })
  other = created.id
  const further = await api.sequences.create(other, { subject: "Hello {{first_name}}", body: "Hi" })
  const { data } = await api.leads.create({
    campaign_id: other,
    leads: Array.from({ length: 6 }, (_, i) => ({
      email: `dentist${i}@dentist.example`,
      first_name: i === 5 ? "" : `Dentist${i}`,
      last_name: "Molar"
    }))
  })
  const ids = data.flatMap(({ id }) => id ?? [])
  const { data: mine } = await api.leads.all({ campaign_id: campaign.id })
  const at = (ago: number) => new Date(Date.now() - ago).toISOString()
  const event = (type: "replied" | "sent", lead_id: number, ago: number, sequence_id: number) => ({
    type,
    lead_id,
    occurred_at: at(ago),
    sequence_id,
    account_id: account.id,
    idempotency_key: `${type} ${lead_id} ${ago}`
  })
  const { data: recorded } = await api.activity.record({
    events: [
      ...ids.slice(0, 4).map((id) => event("sent", id, 2 * day, further.id)),
      event("replied", ids[0] ?? 0, day, further.id),
      // An answer in the period that is not the first one of its lead.
      event("replied", ids[1] ?? 0, 100 * day, further.id),
      event("replied", ids[1] ?? 0, day, further.id),
      ...mine.map(({ id }) => event("sent", id, 5 * day, step.id))
    ]
  })
  assert.isTrue(recorded.every(({ status }) => status === "recorded"))
  await api.campaigns.start(other)
})

const rowsOf = (page: Page) => page.locator(".row")
const query = (page: Page) =>
  page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1] ?? "")))

describe("the filter bar of the inbox", () => {
  it("combines campaign, tag, account, days and every state; the address and saved views keep them", () =>
    given.visit("#/inbox/replies", async (page) => {
      await rowsOf(page).nth(1).waitFor()
      assert.strictEqual(await rowsOf(page).count(), 2)
      await page.getByRole("button", { name: "More filters" }).click()
      const bar = page.getByRole("group", { name: "Filters" })
      await bar.getByLabel("State").selectOption({ label: "Open, done and snoozed" })
      await rowsOf(page).nth(2).waitFor()
      await bar.getByLabel("From").fill(dayOf(Date.now() - day))
      await rowsOf(page).nth(2).waitFor({ state: "detached" })
      await page.getByText("Ben Two").waitFor({ state: "detached" })
      await bar.getByLabel("Account").selectOption({ label: given.server.account.email })
      await bar.getByLabel("Campaign").selectOption({ label: given.server.campaign.name })
      await page.getByLabel("Tag", { exact: true }).selectOption({ label: "Keen" })
      await rowsOf(page).nth(1).waitFor({ state: "detached" })
      await page.getByText("Ada One").waitFor()
      const kept = await query(page)
      assert.deepStrictEqual(Object.keys(kept).toSorted(), ["account", "campaign", "from", "state", "tag"])
      await page.reload()
      await rowsOf(page).first().waitFor()
      assert.strictEqual(await rowsOf(page).count(), 1)
      assert.strictEqual(await bar.getByLabel("From").inputValue(), kept["from"])
      await page.getByRole("button", { name: "Saved views" }).click()
      await page.getByRole("option", { name: "Save these filters" }).click()
      await page.getByRole("dialog").getByLabel("Name").fill("Keen ones")
      await page.keyboard.press("Enter")
      await bar.getByRole("link", { name: "Remove all filters" }).click()
      await rowsOf(page).nth(1).waitFor()
      await page.getByRole("button", { name: "Saved views" }).click()
      await page.getByRole("option", { name: "Keen ones", exact: true }).click()
      await rowsOf(page).nth(1).waitFor({ state: "detached" })
      assert.deepStrictEqual(await query(page), kept)
      // The last day is included.
      await page.evaluate((to) => (location.hash = `/inbox/replies?to=${to}`), dayOf(Date.now() - 3 * day))
      await page.getByText("Ben Two").waitFor()
      await page.getByText("Ada One").waitFor({ state: "detached" })
    }))

  it("keeps a conversation in the list of every state when it is done, and opens it again", () =>
    given.visit(`#/inbox/replies/${ada.thread}?state=all`, async (page) => {
      await rowsOf(page).nth(2).waitFor()
      await page.locator(".mail").first().waitFor()
      await page.keyboard.press("e")
      await page.getByText("1 conversation done").waitFor()
      assert.strictEqual(await rowsOf(page).count(), 3)
      await page.keyboard.press("z")
      await page.getByText("1 conversation done").waitFor({ state: "detached" })
      // One that is done already is opened.
      await page.getByText("Cleo Three").first().click()
      await page.keyboard.press("e")
      await page.getByText("1 conversation open again").waitFor()
      await page.keyboard.press("z")
    }))
})

describe("Ctrl K", () => {
  it("finds people and campaigns", () =>
    given.visit("#/inbox/replies", async (page) => {
      await rowsOf(page).first().waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search or jump" }).fill("dentist3")
      await page.getByRole("option", { name: "Dentist3 Molar" }).waitFor()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Dentist3 Molar" }).waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search or jump" }).fill("denti")
      await page.getByRole("option", { name: "Campaign: Dentists" }).click()
      await page.waitForFunction((id) => location.hash === `#/campaigns/${id}`, other)
    }))
})

describe("figures", () => {
  const count = async (page: Page) => {
    await page.locator(".leads-link").first().waitFor()
    return page.locator(".leads-link").count()
  }

  it("of analytics open the leads that they count", () =>
    given.visit("#/analytics?period=last_30_days", async (page) => {
      for (const [name, expected] of [
        ["Contacted", 7],
        ["Answered", 4],
        ["Positive answers", 1]
      ] as const) {
        const tile = page.locator(".tile", { has: page.getByRole("term").getByText(name, { exact: true }) })
        const figure = tile.getByRole("link")
        await figure.waitFor()
        assert.strictEqual(await figure.textContent(), String(expected), name)
        await figure.click()
        await page.locator(".leads").waitFor()
        assert.strictEqual(await count(page), expected, name)
        await page.goBack()
      }
      // The figures by campaign and by step do so, too.
      const table = page.getByRole("group", { name: "By campaign" })
      await table
        .getByRole("row", { name: /Dentists/u })
        .getByRole("link", { name: "1", exact: true })
        .first()
        .click()
      assert.strictEqual(await count(page), 1)
      await page.getByText("First answer").waitFor()
      await page.evaluate((id) => (location.hash = `/analytics?period=last_30_days&campaign=${id}`), other)
      const steps = page.getByRole("group", { name: "By step" })
      await steps.getByRole("link", { name: "4", exact: true }).first().click()
      assert.strictEqual(await count(page), 4)
    }))

  it("of each day open the leads that they count", () =>
    given.visit("#/analytics?period=last_7_days", async (page) => {
      await page.getByText("As a table").click()
      const table = page.locator("details").getByRole("group", { name: "As a table" })
      const figures = () => table.getByRole("link")
      await figures().first().waitFor()
      const days = await figures().count()
      assert.isAtLeast(days, 2)
      for (let index = 0; index < days; index++) {
        const text = await figures().nth(index).textContent()
        await figures().nth(index).click()
        assert.strictEqual(await count(page), Number(text))
        await page.goBack()
        await page.getByText("As a table").click()
      }
    }))

  it("of a campaign open its leads", () =>
    given.visit(`#/campaigns/${other}`, async (page) => {
      for (const [name, expected] of [
        ["Leads", 6],
        ["Not contacted", 2],
        ["Answered", 2]
      ] as const) {
        const figure = page
          .locator(".tile", { has: page.getByRole("term").getByText(name, { exact: true }) })
          .getByRole("link")
        await figure.waitFor()
        assert.strictEqual(await figure.textContent(), String(expected), name)
        await figure.click()
        await page.locator(".leads-table").waitFor()
        assert.strictEqual(await page.locator(".leads-table").getAttribute("aria-rowcount"), String(expected + 1), name)
        await page.goBack()
      }
    }))
})

describe("rates", () => {
  it("are in the list of campaigns, which is sorted by a click on a column", () =>
    given.visit("#/campaigns", async (page) => {
      const names = page.locator("tbody tr td:first-child")
      await names.nth(1).waitFor()
      const row = page.getByRole("row", { name: /Dentists/u })
      await row.getByText("50 %").waitFor()
      const header = page.getByRole("columnheader", { name: "Answered, %" })
      await header.getByRole("button").click()
      assert.deepStrictEqual(await names.allTextContents(), [given.server.campaign.name, "Dentists"])
      assert.strictEqual(await header.getAttribute("aria-sort"), "descending")
      await header.getByRole("button").click()
      assert.strictEqual(await header.getAttribute("aria-sort"), "ascending")
      assert.deepStrictEqual(await names.allTextContents(), ["Dentists", given.server.campaign.name])
      // The address keeps it.
      await page.reload()
      await names.nth(1).waitFor()
      assert.deepStrictEqual(await names.allTextContents(), ["Dentists", given.server.campaign.name])
    }))

  it("are a share of those contacted by campaign and by step, for this month and the last one", () =>
    given.visit("#/analytics?period=all_time", async (page) => {
      const row = page.getByRole("group", { name: "By campaign" }).getByRole("row", { name: /Dentists/u })
      await row.getByText("50 %").waitFor()
      await row.getByText("0 %", { exact: true }).first().waitFor()
      for (const [name, period] of [
        ["This month", "this_month"],
        ["Last month", "last_month"]
      ] as const) {
        await page.getByRole("button", { name }).click()
        await page.waitForFunction((period) => location.hash.includes(period), period)
        assert.strictEqual(await page.getByRole("button", { name }).getAttribute("aria-pressed"), "true")
        await waitFor(() =>
          assert.isTrue(given.server.requests.some((request) => request.includes(`period=${period}`)))
        )
      }
      await page.evaluate((id) => (location.hash = `/analytics?period=all_time&campaign=${id}`), other)
      const step = page.getByRole("group", { name: "By step" }).getByRole("row", { name: /1 Hello/u })
      await step.getByText("50 %").waitFor()
    }))

  it("of two campaigns stand side by side", () =>
    given.visit("#/analytics?period=all_time&campaign=", async (page) => {
      await page.getByLabel("Campaign", { exact: true }).selectOption({ label: "Dentists" })
      await page.getByLabel("Compare with").selectOption({ label: given.server.campaign.name })
      const table = page.getByRole("group", { name: "Side by side" })
      const answered = table.getByRole("row", { name: /^Answered/u })
      await answered.waitFor()
      assert.deepStrictEqual(
        (await table.getByRole("columnheader").allTextContents()).filter((text) => text !== ""),
        ["Dentists", given.server.campaign.name]
      )
      assert.deepStrictEqual(await answered.locator("td.number").allTextContents(), ["2 50 %", "3 100 %"])
      assert.deepStrictEqual(Object.keys(await query(page)).toSorted(), ["campaign", "period", "with"])
    }))
})

describe("the mails of the next days", () => {
  it("are shown by day, campaign and account, with times, and with the reasons why some are not sent", () =>
    given.visit("#/upcoming", async (page) => {
      await page.getByRole("heading", { name: "Upcoming mails" }).waitFor()
      await page.getByRole("group", { name: "By campaign" }).getByRole("link", { name: "Dentists" }).waitFor()
      await page.getByRole("group", { name: "By account" }).getByText(given.server.account.email).waitFor()
      const mails = page.getByRole("group", { name: "Next mails" }).getByRole("row")
      await mails.filter({ hasText: "dentist4@dentist.example" }).waitFor()
      const held = page.getByRole("group", { name: "Not sent" }).getByRole("row")
      const row = held.filter({ hasText: "dentist5@dentist.example" })
      await row.getByText("A value is missing").waitFor()
      await page.getByRole("link", { name: /^Tomorrow/u }).click()
      await page.waitForFunction((date) => location.hash.includes(`day=${date}`), dayOf(Date.now() + day))
      assert.isTrue(
        given.server.requests.some((request) => /GET \/upcoming\?.*day=/u.test(request)),
        "the day is asked for"
      )
      await held.filter({ hasText: "dentist5@dentist.example" }).getByRole("link").first().click()
      await page
        .getByRole("heading", { name: "dentist5@dentist.example" })
        .or(page.getByText("dentist5@"))
        .first()
        .waitFor()
    }))
})

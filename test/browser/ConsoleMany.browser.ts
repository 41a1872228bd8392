/** Lists to choose from, and names, when an organization has more of them than a request of the API answers. */
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Locator, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

/** A request answers at most 200 items. */
const last = 205

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  const { api } = server
  const campaigns: Array<string> = []
  for (let number = 1; number <= last; number++) {
    await api.accounts.create({ email: `sender${number}@quillmark.example`, provider: "smtp" })
    campaigns.push((await api.campaigns.create({ name: `Campaign ${number}` })).id)
    await api.keys.create({ name: `Key ${number}` })
    await api.replyTemplates.create({ name: `Template ${number}`, body: "Tuesday?" })
    await api.tags.create({ name: `Tag ${number}`, sentiment: "neutral" })
  }
  for (const campaign_id of [campaigns[0], campaigns.at(-1)]) {
    if (campaign_id === undefined) continue
    const { data } = await api.leads.create({ campaign_id, leads: [{ email: "ada@clinic.example" }] })
    const lead_id = data.flatMap((lead) => ("id" in lead ? lead.id : []))[0] ?? 0
    await api.activity.record({ events: [{ type: "sent", lead_id, occurred_at: new Date().toISOString() }] })
  }
  await server.talk({ name: "Ada One" })
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** Waits for the first and the last item of a list. */
const both = async (item: (number: number) => Locator) => {
  for (const number of [1, last]) await item(number).waitFor({ state: "attached" })
}
const option = (page: Page, label: string) => (number: number) =>
  page.getByLabel(label, { exact: true }).locator("option", { hasText: new RegExp(`^Campaign ${number}$`, "u") })

describe("more than 200", () => {
  it("accounts can be chosen for a campaign", () =>
    visit(browser, server, `#/campaigns/${server.campaign.id}`, (page) =>
      both((number) => page.getByLabel(`sender${number}@quillmark.example`))
    ))

  for (const route of ["leads", "analytics"]) {
    it(`campaigns can be chosen for ${route}`, () =>
      visit(browser, server, `#/${route}`, (page) => both(option(page, "Campaign"))))
  }

  it("campaigns have a name in the list of events", () =>
    visit(browser, server, "#/developers/events", (page) =>
      both((number) => page.getByRole("link", { name: `Campaign ${number}`, exact: true }))
    ))

  it("keys, tags and reply templates are in the settings", () =>
    visit(browser, server, "#/settings", async (page) => {
      await both((number) => page.getByRole("cell", { name: `Key ${number}`, exact: true }))
      await both((number) => page.getByRole("button", { name: `Remove Tag ${number}`, exact: true }))
      await both((number) => page.getByRole("button", { name: `Change Template ${number}`, exact: true }))
    }))

  it("tags and reply templates can be chosen in the inbox", () =>
    visit(browser, server, "", async (page) => {
      await page.locator(".row-link").first().click()
      await page.locator(".mail").first().waitFor()
      await page.keyboard.press("t")
      await both((number) => page.locator("dialog").getByRole("option", { name: `Tag ${number}`, exact: true }))
      await page.keyboard.press("Escape")
      await page.locator("dialog").waitFor({ state: "detached" })
      await page.keyboard.press("r")
      await page.getByRole("button", { name: "Template" }).click()
      await both((number) => page.locator("dialog").getByRole("option", { name: `Template ${number}`, exact: true }))
    }))
})

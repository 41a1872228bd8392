/** Foreign texts that run from right to left do so on every page. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { open } from "./ConsolePagesServer.ts"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const here = withConsole()

const campaignName = "מרפאות בנמל"
const names = { first_name: "נועה", last_name: "כהן", company: "מרפאת הנמל" }
const text = "שלום, אשמח לשמוע."

/** Fills the organization with texts in Hebrew. Returns the routes that show them. */
const fill = async () => {
  const { account, api } = here.server
  const { id } = await api.campaigns.create({ name: campaignName, account_ids: [account.id] })
  const other = await api.campaigns.create({ name: "קמפיין שני" })
  await api.sequences.create(id, { subject: "פגישה", body: text })
  await api.leads.create({
    campaign_id: id,
    leads: [{ email: "noa@clinic.example", ...names, custom_fields: { city: "חיפה" } }]
  })
  const noa = { name: "נועה כהן", email: "noa@clinic.example" }
  const { message_id } = await here.server.ours(noa, "פגישה", text, { ago: 90 })
  const tag = await api.tags.create({ name: "מתעניינת", sentiment: "positive" })
  await here.server.answer(noa, "פגישה", text, [message_id])
  const { data } = await api.unibox.threads({ tab: "replies", search: noa.email })
  const { id: thread = 0, lead_id: lead = 0 } = data[0] ?? {}
  await api.tags.assign(lead, { tag_id: tag.id })
  await api.activity.record({ events: [{ type: "sent", lead_id: lead, occurred_at: new Date().toISOString() }] })
  await api.replyTemplates.create({ name: "תודה", body: text })
  await api.blacklist.addEmails({ emails: ["no@clinic.example"], reason: "ביקש בטלפון" })
  await api.billing.record({
    type: "credit",
    status: "succeeded",
    amount: 7900,
    currency: "EUR",
    description: "תוכנית צמיחה",
    reference: "in_1"
  })
  const hook = await api.integrations.create({
    type: "webhook",
    name: "רשומות",
    config: { url: "https://records.example/hook" },
    campaign_ids: [id],
    enabled: false
  })
  await api.keys.create({ name: "מפתח" })
  return [
    `inbox/replies/${thread}`,
    "campaigns",
    `campaigns/${id}`,
    `campaigns/${id}/steps`,
    `campaigns/${id}/activity`,
    `campaigns/${id}/settings`,
    "leads",
    `leads?campaign=${id}&lead=${lead}`,
    `import/${id}`,
    "analytics?period=all_time",
    `analytics?period=all_time&campaign=${id}&with=${other.id}`,
    `accounts/${account.id}`,
    "blacklist",
    "integrations",
    `integrations/${hook.id}`,
    "billing",
    "developers/events",
    "settings"
  ]
}

/** The Hebrew texts of the page that run from left to right: a text that begins with another script is a sentence of the page. */
const wrongOn = (page: Page) =>
  page.evaluate(() => {
    const isHebrew = (text: string) => /^[^\p{L}]*\p{Script=Hebrew}/u.test(text)
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement, textContent } = node
      if (parentElement === null || textContent === null || !isHebrew(textContent)) continue
      // The browser draws the choices of a list.
      if (parentElement.matches("option, title, script, [aria-live] *")) continue
      if (getComputedStyle(parentElement).direction !== "rtl") {
        found.add(`${parentElement.tagName.toLowerCase()}.${parentElement.className} ${textContent}`)
      }
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
      if (!isHebrew(field.value) || field.type === "checkbox") continue
      if (getComputedStyle(field).direction !== "rtl") found.add(`${field.tagName.toLowerCase()} ${field.name}`)
    }
    return [...found]
  })

describe("texts from right to left", () => {
  it("begin at the right on every page, also within texts of the page, and in fields", async () => {
    const routes = await fill()
    await here.visit("#/settings", async (page) => {
      const wrong: Array<string> = []
      let seen = 0
      for (const route of routes) {
        await open(page, route)
        await waitFor(async () => assert.strictEqual(here.server.open(), 0))
        seen += Number((await page.locator("body").innerText()).match(/\p{Script=Hebrew}+/gu)?.length ?? 0)
        for (const text of await wrongOn(page)) wrong.push(`${route.replaceAll(/[\da-f-]{36}|\d+/gu, "…")}: ${text}`)
      }
      assert.isAtLeast(seen, 100)
      assert.deepStrictEqual(wrong, [])
    })
  })
})

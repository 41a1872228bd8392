/** The rehearsal on the page of a campaign: what it would send, and what stands in its way. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { launch } from "./Chromium.ts"
import { startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

describe("a rehearsal", () => {
  it("shows what a campaign would send, and again with other assumptions; nothing is sent", async () => {
    const server = await startConsole()
    const { account, api, campaign } = server
    await api.campaigns.update(campaign.id, {
      account_ids: [account.id],
      send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
    })
    await api.sequences.create(campaign.id, { subject: "Hello {{company}}", body: "Hi {{first_name|there}}" })
    await api.sequences.create(campaign.id, { subject: null, body: "Again", delay_days: 3 })
    const people = Array.from({ length: 12 }, (_, i) => ({ email: `p${i}@lead.example`, company: "Lead" }))
    await api.leads.create({ campaign_id: campaign.id, leads: [...people, { email: "without@lead.example" }] })
    const follow = await api.campaigns.create({ name: "Follow-up A" })
    await api.campaigns.update(campaign.id, { moves: [{ when: "finished", campaign_id: follow.id, after_days: 2 }] })
    await visit(browser, server, `#/campaigns/${campaign.id}`, async (page) => {
      await page.getByRole("link", { name: "Rehearsal" }).click()
      const heading = page.getByRole("heading", { name: /^\d+ mails to 12 leads, from / })
      await heading.waitFor()
      await page.getByText("1 lead waits, or gets nothing").waitFor()
      await page.getByText(/^\d+ leads move 2 days after the last step to Follow-up A$/u).waitFor()
      await page.getByRole("spinbutton", { name: "Leads that answer, in %" }).fill("100")
      await page.getByRole("spinbutton", { name: "Mails that bounce, in %" }).fill("0")
      await page.getByRole("button", { name: "Rehearse" }).click()
      await page.getByText(/^12 leads answer, 0 mails bounce/u).waitFor()
      assert.strictEqual(await page.locator(".table").count(), 2)
    })
    assert.strictEqual((await api.campaigns.find(campaign.id)).status, "draft")
    const sends = await api.sends.list({ limit: 1 })
    assert.deepStrictEqual(sends.data, [])
    await server.close()
  })

  it("says in German what stands in the way, first what keeps it from starting, and folds the text of the server", async () => {
    const server = await startConsole()
    const { account, api, campaign } = server
    const settings = { sending_enabled: false }
    const resting = await api.accounts.create({ email: "resting@quillmark.example", provider: "smtp", settings })
    await api.campaigns.update(campaign.id, { account_ids: [account.id, resting.id] })
    await api.sequences.create(campaign.id, { subject: "Hello {{company}}", body: "Hi" })
    const condition = { kind: "opened", otherwise: "end" } as const
    await api.sequences.create(campaign.id, { subject: null, body: "Again", delay_days: 3, condition })
    await api.leads.create({
      campaign_id: campaign.id,
      leads: [{ email: "ada@lead.example", company: "Lead" }, { email: "without@lead.example" }]
    })
    await visit(
      browser,
      server,
      `#/campaigns/${campaign.id}/rehearsal`,
      async (page) => {
        const kinds = page.locator("main li > b")
        await page.getByText("1 Lead wartet oder bekommt nichts: Ein Wert fehlt.").waitFor()
        assert.strictEqual(await kinds.first().textContent(), "Sie kann noch nicht starten")
        // An account that a warning is about is named, and leads to its page.
        const off = page.locator("main li", { hasText: "Ein Konto sendet nichts" })
        await off.getByRole("link", { name: resting.email }).waitFor()
        const english = page.getByText("1 lead waits, or gets nothing")
        assert.isFalse(await english.isVisible())
        await page.locator("main li", { has: english }).getByText("Einzelheiten").click()
        await english.waitFor()
      },
      { locale: "de-DE" }
    )
    await server.close()
  })
})

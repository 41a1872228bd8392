/** The rules of moves on the page of a campaign, and the move on the panel of a lead. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { failWith } from "./ConsoleFaults.ts"
import { startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

describe("the rules of moves", () => {
  it("are added, changed and removed below the steps, and say what is wrong with them", async () => {
    const server = await startConsole()
    const { api, campaign } = server
    const follow = await api.campaigns.create({ name: "Follow-up A" })
    const later = await api.campaigns.create({
      name: "Later",
      moves: [{ when: "finished", campaign_id: campaign.id, after_days: 1 }]
    })
    const stored = async () => (await api.campaigns.find(campaign.id)).moves
    const refused = /status of 400/u
    await visit(
      browser,
      server,
      `#/campaigns/${campaign.id}/steps`,
      async (page) => {
        const form = page.getByRole("form", { name: "Add a rule" })
        const add = async (cause: string, to: string, days: string) => {
          await form.getByLabel("When").selectOption({ label: cause })
          await form.getByLabel("Moves to").selectOption({ label: to })
          await form.getByLabel("After days").fill(days)
          await form.getByRole("button", { name: "Add a rule" }).click()
        }
        await add("Interested", "Follow-up A", "3")
        const rules = page.getByRole("region", { name: "Moves to other campaigns" })
        await rules.getByText("after 3 days").waitFor()
        await rules.getByText("sends nothing until it is started").waitFor()
        // The rule itself shows that it is stored: a message would lie over the form.
        assert.strictEqual(await page.getByText("Saved", { exact: true }).count(), 0)
        assert.deepStrictEqual(await stored(), [
          { when: "labelled", label: "interested", campaign_id: follow.id, after_days: 3 }
        ])
        await add("All steps, clicked", "Later", "0")
        await rules.getByText(/would lead a lead back to its campaign/u).waitFor()
        assert.notInclude(await rules.innerText(), "moves/")
        assert.strictEqual((await stored()).length, 1)
        assert.deepStrictEqual(await faultsOf(page), [])
        await rules.getByRole("button", { name: "Change: Interested, to Follow-up A after 3 days" }).click()
        const change = page.getByRole("form", { name: "Change the rule" })
        await change.getByLabel("After days").fill("0")
        await change.getByRole("button", { name: "Save" }).click()
        await rules.getByText("at once", { exact: true }).waitFor()
        assert.strictEqual((await stored())[0]?.after_days, 0)
        await rules.getByRole("button", { name: "Remove: Interested, to Follow-up A at once" }).click()
        await page.getByText("The rule is removed").waitFor()
        assert.deepStrictEqual(await stored(), [])
        await page.getByRole("button", { name: /Undo/u }).click()
        await rules.getByText("at once", { exact: true }).waitFor()
        assert.strictEqual((await stored()).length, 1)
      },
      { expected: refused, reducedMotion: "reduce" }
    )
    await api.campaigns.remove(later.id)
    await server.close()
  })

  it("are refused in German, with the text of the server folded", async () => {
    const server = await startConsole()
    const { api, campaign } = server
    await api.campaigns.create({
      name: "Later",
      moves: [{ when: "finished", campaign_id: campaign.id, after_days: 1 }]
    })
    await visit(
      browser,
      server,
      `#/campaigns/${campaign.id}/steps`,
      async (page) => {
        const form = page.locator(".moves-form")
        await form.locator("[name=campaign_id]").selectOption({ label: "Later" })
        const failed = page.locator(".failed")
        const add = () => form.locator("button[type=submit]").click()
        await add()
        await failed.getByText("Eine Angabe ist nicht gültig.").waitFor()
        const english = failed.getByText(/would lead a lead back to its campaign/u)
        assert.isFalse(await english.isVisible())
        await failed.getByText("Einzelheiten").click()
        assert.notInclude(await english.innerText(), "moves/")
        server.intercept((request, response) => {
          if (request.method !== "PATCH") return false
          failWith(403, request, response)
          return true
        })
        await add()
        await failed.getByText("Ihre Rolle erlaubt das nicht.").waitFor()
      },
      { expected: /status of 40[03]/u, locale: "de-DE" }
    )
    await server.close()
  })

  it("are shown on the panel of a lead that moves", async () => {
    const server = await startConsole()
    const { api, campaign } = server
    const follow = await api.campaigns.create({ name: "Follow-up A" })
    await api.campaigns.update(campaign.id, {
      moves: [{ when: "labelled", label: "interested", campaign_id: follow.id, after_days: 30 }]
    })
    const { data } = await api.leads.create({ campaign_id: campaign.id, leads: [{ email: "moving@lead.example" }] })
    const id = data[0]?.id ?? assert.fail()
    const tag = await api.tags.create({ name: "Really interested", sentiment: "positive", label: "interested" })
    await api.tags.assign(id, { tag_id: tag.id })
    await visit(browser, server, `#/leads?campaign=${campaign.id}&lead=${id}`, async (page) => {
      await page.getByText(/^Moves to Follow-up A /u).waitFor()
    })
    await server.close()
  })
})

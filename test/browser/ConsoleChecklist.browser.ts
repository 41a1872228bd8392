/** The checklist of a draft of a campaign. */
import { assert, describe, it } from "@effect/vitest"
import { goTo } from "./ConsoleRoutes.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole()

describe("the checklist of a draft", () => {
  it("is there before anybody tries to start it, and ticks itself off", async () => {
    const { id } = await here.server.api.campaigns.create({ name: "Spring" })
    await here.visit(`#/campaigns/${id}`, async (page) => {
      const list = page.getByRole("region", { name: "Before it starts" })
      const open = list.locator("li[data-open=true]")
      await open.nth(2).waitFor()
      await list.getByText("It has no step.").waitFor()
      await list.getByRole("link", { name: "Write a step" }).click()
      await page.getByRole("button", { name: "Add step" }).click()
      await list.getByText("It has a step.").waitFor()
      assert.strictEqual(await open.count(), 2)
      await list.getByRole("link", { name: "Choose accounts" }).click()
      await page.getByLabel(here.server.account.email).check()
      await page.getByRole("button", { name: "Save accounts" }).click()
      await list.getByText("An account sends for it.").waitFor()
      // Leads come from another page.
      await goTo(page, "leads")
      await page.getByRole("heading", { name: "Leads" }).first().waitFor()
      await here.server.api.leads.create({ campaign_id: id, leads: [{ email: "ada@clinic.example" }] })
      await goTo(page, `campaigns/${id}`)
      await list.getByText("It has leads.").waitFor()
      assert.strictEqual(await open.count(), 0)
      await page.getByRole("button", { name: "Start" }).click()
      await page.getByRole("button", { name: "Pause" }).waitFor()
      await list.waitFor({ state: "detached" })
    })
  })

  it("has the faults that a start found, until what they are about has changed", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Summer", account_ids: [here.server.account.id] })
    await api.leads.create({ campaign_id: id, leads: [{ email: "ben@clinic.example" }] })
    await here.visit(
      `#/campaigns/${id}/steps`,
      async (page) => {
        await page.getByRole("button", { name: "Start" }).click()
        await page.getByRole("alert").getByText("It cannot start yet").waitFor()
        await page.getByRole("button", { name: "Add step" }).click()
        await page.getByText("It has a step.").waitFor()
        await page.getByRole("alert").waitFor({ state: "detached" })
      },
      { expected: /409/u }
    )
  })
})

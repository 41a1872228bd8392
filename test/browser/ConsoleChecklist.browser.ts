/** The checklist of a draft of a campaign. */
import { assert, describe, it } from "@effect/vitest"
import { faultsOf } from "./Axe.ts"
import { goTo } from "./ConsoleRoutes.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole()

describe("the checklist of a draft", () => {
  it("is there before anybody tries to start it, and ticks itself off", async () => {
    const { id } = await here.server.api.campaigns.create({ name: "Spring" })
    await here.visit(
      `#/campaigns/${id}`,
      async (page) => {
        const list = page.getByRole("region", { name: "Before it starts" })
        const open = list.locator("li[data-open=true]")
        await open.nth(2).waitFor()
        await list.getByText("It has no step.").waitFor()
        await list.getByRole("link", { name: "Write a step" }).click()
        await page.getByRole("button", { name: "Add step" }).click()
        // A step that nobody has written is none.
        await page.getByLabel("Text").waitFor()
        assert.isTrue(await page.getByRole("button", { name: "Save step" }).isDisabled())
        await list.getByText("It has no step.").waitFor()
        assert.deepStrictEqual((await here.server.api.sequences.list(id)).data, [])
        await page.getByLabel("Subject").fill("Chairs at {{company|yours}}")
        await page.getByLabel("Text").fill("Hello {{first_name}}")
        await page.getByRole("button", { name: "Save step" }).click()
        await list.getByText("It has a step.").waitFor()
        assert.strictEqual(await open.count(), 2)
        await list.getByRole("link", { name: "Choose accounts" }).click()
        await page.getByLabel(here.server.account.email).check()
        await page.getByRole("button", { name: "Save accounts" }).click()
        await list.getByText("An account sends for it.").waitFor()
        // Leads come from another page.
        await goTo(page, "leads")
        await page.getByRole("heading", { name: "Leads" }).first().waitFor()
        const { data } = await here.server.api.leads.create({
          campaign_id: id,
          leads: [
            { email: "ada@clinic.example" },
            { email: "bob@clinic.example", first_name: "Bob" },
            { email: "carl@clinic.example", first_name: "Carl" }
          ]
        })
        await here.server.api.leads.update(data[2]?.id ?? 0, { stop_sending: true })
        await goTo(page, `campaigns/${id}`)
        await list.getByText("It has leads.").waitFor()
        assert.strictEqual(await open.count(), 0)
        await page.getByRole("button", { name: "Start" }).click()
        const question = page.getByRole("dialog", { name: "Start Spring?" })
        await question.getByText("It has 3 leads now.").waitFor()
        await question.getByText("1 lead is stopped, and gets nothing.").waitFor()
        await question.getByText("Chairs at yours").waitFor()
        await question.getByText("1 lead waits, or gets nothing: A value is missing").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await question.getByRole("button", { name: "Cancel" }).click()
        await question.waitFor({ state: "detached" })
        assert.strictEqual((await here.server.api.campaigns.find(id)).status, "draft")
        await page.getByRole("button", { name: "Start" }).click()
        await question.getByRole("button", { name: "Start sending" }).click()
        await page.getByRole("button", { name: "Pause" }).waitFor()
        await list.waitFor({ state: "detached" })
      },
      { reducedMotion: "reduce" }
    )
  })

  it("names a condition that nothing is counted for before the start, and leads to the box", async () => {
    const { account, api } = here.server
    const { id } = await api.campaigns.create({ name: "Autumn", account_ids: [account.id] })
    await api.sequences.create(id, { subject: "Hello", body: "Hello" })
    const condition = { kind: "opened", otherwise: "end" } as const
    await api.sequences.create(id, { subject: null, body: "Again", delay_days: 2, condition })
    await here.visit(`#/campaigns/${id}/steps`, async (page) => {
      const list = page.getByRole("region", { name: "Before it starts" })
      await list.getByText("A step depends on opens or clicks").waitFor()
      assert.strictEqual(await page.getByRole("alert").count(), 0)
      await list.getByRole("link", { name: "Switch tracking on" }).click()
      await page.locator("#campaign-tracking:focus").waitFor()
      await page.getByLabel("Count opens").check()
      await page.getByRole("button", { name: "Save tracking" }).click()
      await list.getByText("A step depends on opens or clicks").waitFor({ state: "detached" })
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
        await page.getByLabel("Text").fill("Hello")
        await page.getByRole("button", { name: "Save step" }).click()
        await page.getByText("It has a step.").waitFor()
        await page.getByRole("alert").waitFor({ state: "detached" })
      },
      { expected: /409/u }
    )
  })
})

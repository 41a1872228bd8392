/** The settings of a campaign: change, conflict, delete. */
import { assert, describe, it } from "@effect/vitest"
import { faultsOf } from "./Axe.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole()

describe("the settings of a campaign", () => {
  it("change its name, days, hours, zone, limit, and when it stops", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Spring", timezone: "Europe/Berlin" })
    await here.visit(
      `#/campaigns/${id}`,
      async (page) => {
        await page.getByRole("navigation", { name: "Campaigns" }).getByRole("link", { name: "Settings" }).click()
        const save = page.getByRole("button", { name: "Save settings" })
        await save.waitFor()
        assert.isTrue(await save.isDisabled())
        await page.getByLabel("Name", { exact: true }).fill("Spring in Oslo")
        await page.getByLabel("Time zone").fill("Europe/Oslo")
        await page.getByLabel("Friday").uncheck()
        await page.getByLabel("Saturday").check()
        await page.getByLabel("From", { exact: true }).fill("09:30")
        await page.getByLabel("Until", { exact: true }).fill("00:00")
        await page.getByLabel("First mails a day").fill("40")
        await page.getByLabel("A person answers").uncheck()
        await page.getByLabel("An automatic answer comes").check()
        await page.getByLabel("Stops in").selectOption("organization")
        await page.getByLabel("Pause at this share of bounces").fill("")
        await page.getByLabel("Whose clock").selectOption("lead")
        await page.getByLabel("No mails on holidays of").fill("de-by")
        await page.getByLabel("No mails on these days").fill("2026-12-24, 2026-12-31")
        assert.deepStrictEqual(await faultsOf(page), [])
        await save.click()
        await page.getByText("Saved", { exact: true }).waitFor()
        await page.getByRole("heading", { name: "Spring in Oslo" }).waitFor()
        const stored = await api.campaigns.find(id)
        assert.deepInclude(stored, {
          name: "Spring in Oslo",
          timezone: "Europe/Oslo",
          send_window: { days: [1, 2, 3, 4, 6], from: "09:30", to: "24:00" },
          daily_limit: 40,
          stop_on_reply: false,
          stop_on_auto_reply: true,
          stop_scope: "organization",
          bounce_limit: null,
          window_zone: "lead",
          holidays: "DE-BY",
          skip_days: ["2026-12-24", "2026-12-31"]
        })

        // The field says what somebody else has stored meanwhile. Fields that nobody typed into keep it.
        await page.getByLabel("Name", { exact: true }).fill("Mine")
        await api.campaigns.update(id, { name: "Theirs", daily_limit: 7 })
        await save.click()
        await page.getByText("Stored now: Theirs").waitFor()
        await save.click()
        await page.getByRole("heading", { name: "Mine" }).waitFor()
        const { daily_limit, name } = await api.campaigns.find(id)
        assert.deepStrictEqual({ name, daily_limit }, { name: "Mine", daily_limit: 7 })

        await page.getByLabel("No mails on holidays of").fill("XX")
        await save.click()
        await page.getByText("there is no calendar of holidays for XX").waitFor()
        await page.getByLabel("No mails on holidays of").fill("")

        // A fault of the server keeps what was typed.
        await page.getByLabel("Time zone").fill("Europe/Nowhere")
        await save.click()
        await page.getByRole("alert").waitFor()
        assert.strictEqual(await page.getByLabel("Time zone").inputValue(), "Europe/Nowhere")
      },
      { expected: /status of 4(?:00|12)/u, reducedMotion: "reduce" }
    )
  })

  it("name at least one day", async () => {
    const { id } = await here.server.api.campaigns.create({ name: "Days" })
    await here.visit(`#/campaigns/${id}/settings`, async (page) => {
      for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) await page.getByLabel(day).uncheck()
      await page.getByText("Choose at least one day").waitFor()
      assert.isTrue(await page.getByRole("button", { name: "Save settings" }).isDisabled())
      await page.getByLabel("Sunday").check()
      await page.getByLabel("Until", { exact: true }).fill("07:00")
      await page.getByText("The end is before the beginning").waitFor()
      assert.isTrue(await page.getByRole("button", { name: "Save settings" }).isDisabled())
    })
  })

  it("delete a campaign that does not send, after a question that says what is lost", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Old" })
    await api.leads.create({ campaign_id: id, leads: [{ email: "ada@old.example" }, { email: "bob@old.example" }] })
    await here.visit(`#/campaigns/${id}/settings`, async (page) => {
      await page.getByRole("button", { name: "Delete campaign" }).click()
      const dialog = page.getByRole("dialog", { name: "Delete this campaign?" })
      await dialog.getByText("2 leads").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()
      await dialog.waitFor({ state: "detached" })
      assert.strictEqual((await api.campaigns.find(id)).name, "Old")
      await page.getByRole("button", { name: "Delete campaign" }).click()
      await dialog.getByRole("button", { name: "Delete campaign" }).click()
      await page.getByText("Old is deleted").waitFor()
      await page.getByRole("heading", { name: "Campaigns" }).waitFor()
      await page.getByRole("link", { name: "Old" }).waitFor({ state: "detached" })
      assert.notInclude(
        (await api.campaigns.list()).data.map((campaign) => campaign.id),
        id
      )
    })
  })

  it("are read-only for a key that only reads, and keep an active campaign", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Runs", account_ids: [here.server.account.id] })
    await api.sequences.create(id, { subject: "Hello", body: "Hello" })
    await api.leads.create({ campaign_id: id, leads: [{ email: "ada@runs.example" }] })
    const { secret: key } = await api.keys.create({ name: "reader", access: "read" })
    await here.visit(
      `#/campaigns/${id}/settings`,
      async (page) => {
        await page.getByLabel("Name", { exact: true }).waitFor()
        assert.isFalse(await page.getByLabel("Name", { exact: true }).isEditable())
        assert.strictEqual(await page.getByRole("button", { name: /Save|Delete/u }).count(), 0)
      },
      { key }
    )
    await api.campaigns.start(id)
    await here.visit(`#/campaigns/${id}/settings`, async (page) => {
      await page.getByText("Pause the campaign before you delete it").waitFor()
      assert.isTrue(await page.getByRole("button", { name: "Delete campaign" }).isDisabled())
    })
    await api.campaigns.pause(id)
  })
})

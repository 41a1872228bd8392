/** Whether leads get mail, as the console shows it: what stands in the way, and the question before a resumption. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const here = withConsole()

/** A campaign with a lead that has unsubscribed, and was resumed. */
const resumed = async (email: string) => {
  const { api } = here.server
  const { id } = await api.campaigns.create({ name: `Campaign of ${email}` })
  const { data } = await api.leads.create({ campaign_id: id, leads: [{ email, first_name: "Ada" }] })
  const lead = data[0]?.id ?? assert.fail()
  await api.activity.record({
    events: [{ type: "unsubscribed", lead_id: lead, occurred_at: new Date().toISOString() }]
  })
  await api.leads.update(lead, { stop_sending: false })
  return { campaign: id, lead }
}

const stopOf = async (lead: number) => (await here.server.api.leads.find(lead)).stop_sending

describe("a lead whose address is on the blacklist", () => {
  it("is never shown as on, in the table and in its panel, with a link to the entry", async () => {
    const { campaign, lead } = await resumed("ada@opted.example")
    await here.visit(`#/leads?campaign=${campaign}&lead=${lead}`, async (page) => {
      const row = page.locator(".virtual-row")
      await row.getByText("Unsubscribed: on the blacklist").waitFor()
      assert.strictEqual(await row.getByText("On", { exact: true }).count(), 0)
      const panel = page.locator(".lead-side")
      await panel.getByText("Unsubscribed: on the blacklist").waitFor()
      await panel.getByText("The campaign is not active").waitFor()
      await panel.getByRole("link", { name: "ada@opted.example" }).click()
      await page.getByRole("heading", { name: "Blacklist" }).waitFor()
      await page.getByRole("cell", { name: "ada@opted.example" }).first().waitFor()
    })
  })

  it("is resumed after a question that says what stays in the way", async () => {
    const { campaign, lead } = await resumed("bob@opted.example")
    await here.server.api.leads.update(lead, { stop_sending: true })
    const question = async (page: Page) => {
      await page.getByRole("button", { name: "Resume sending" }).click()
      const dialog = page.getByRole("dialog", { name: "Resume sending?" })
      await dialog.getByText("The lead still gets no mail").waitFor()
      await dialog.getByText("Unsubscribed: on the blacklist").waitFor()
      return dialog
    }
    await here.visit(`#/leads?campaign=${campaign}&lead=${lead}`, async (page) => {
      const first = await question(page)
      await first.getByRole("button", { name: "Keep it stopped" }).click()
      await first.waitFor({ state: "detached" })
      assert.isTrue(await stopOf(lead))
      const second = await question(page)
      await second.getByRole("button", { name: "Resume sending" }).click()
      await waitFor(async () => assert.isFalse(await stopOf(lead)))
      await page.locator(".lead-side").getByText("Unsubscribed: on the blacklist").waitFor()
    })
    // The same for leads that are selected.
    await here.server.api.leads.update(lead, { stop_sending: true })
    await here.visit(`#/leads?campaign=${campaign}`, async (page) => {
      await page.locator(".virtual-row .leads-check").check()
      const dialog = await question(page)
      await dialog.getByRole("button", { name: "Resume sending" }).click()
      await waitFor(async () => assert.isFalse(await stopOf(lead)))
    })
  })

  it("is asked about in the inbox, too", async () => {
    const { lead_id, thread } = await here.server.talk({ name: "Carl One" })
    const { email } = await here.server.api.leads.find(lead_id)
    await here.server.api.blacklist.addEmails({ emails: [email] })
    await here.server.api.leads.update(lead_id, { stop_sending: true })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      await page.locator(".lead-fields").getByText("Stopped by a person").waitFor()
      await page.keyboard.press("s")
      const dialog = page.getByRole("dialog", { name: "Resume sending?" })
      await dialog.getByText("On the blacklist").waitFor()
      await dialog.getByRole("button", { name: "Resume sending" }).click()
      await page.getByText("Sending resumes in").waitFor()
      await waitFor(async () => assert.isFalse(await stopOf(lead_id)))
    })
  })
})

describe("an account without credentials", () => {
  it("is not shown as one that sends", () =>
    here.visit("#/accounts", async (page) => {
      const row = page.getByRole("row", { name: "maya@quillmark.example" })
      await row.getByText("Not connected").waitFor()
      assert.strictEqual(await row.getByText("Sends", { exact: true }).count(), 0)
    }))
})

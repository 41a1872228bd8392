/** The verification of a campaign's leads: its dialog, the filter, and the panel of a lead. */
import { assert, describe, it } from "@effect/vitest"
import { faultsOf } from "./Axe.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole({
  verifier: (email) =>
    email.startsWith("eve")
      ? { status: "invalid", reasons: ["mailbox_missing"], cost: 1 }
      : { status: "valid", cost: 1 },
  resolveDns: async (name, type) => {
    if (type === "MX") return [`10 mail.${name}`]
    if (type === "A") return ["8.8.8.8"]
    throw Object.assign(new Error("none"), { code: "ENODATA" })
  }
})

describe("the verification of leads", () => {
  it("shows the cost, the progress and the results, and leads to them", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Spring" })
    const emails = ["ada@lead.example", "bob@lead.example", "eve@lead.example"]
    await api.leads.create({ campaign_id: id, leads: emails.map((email) => ({ email })) })
    await here.visit(
      `#/leads?campaign=${id}`,
      async (page) => {
        await page.getByRole("button", { name: "Verify", exact: true }).click()
        const dialog = page.getByRole("dialog", { name: "Verify addresses" })
        await dialog.getByText("Not verified 3").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await dialog.getByRole("button", { name: "Verify", exact: true }).click()
        await dialog.getByText("3 verified · 3 credits").waitFor()
        await dialog.getByText("Valid 2").waitFor()
        assert.isTrue(await dialog.getByRole("button", { name: "Verify", exact: true }).isDisabled())
        await dialog.getByRole("link", { name: "Invalid" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.locator(".leads-counted").getByText("Invalid").waitFor()
        await page.locator(".leads-row a").first().waitFor()
        assert.strictEqual(await page.locator(".leads-row a").count(), 1)
        await page.locator(".leads-row a").click()
        await page.locator(".lead-side").getByText("Address: Invalid (host, mailbox_missing)").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
      },
      { reducedMotion: "reduce" }
    )
  })

  it("is required by a campaign, which its settings say", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Autumn" })
    await here.visit(`#/campaigns/${id}/settings`, async (page) => {
      await page.getByLabel("Writes first to addresses that are").selectOption("valid")
      await page.getByRole("button", { name: "Save settings" }).click()
      await page.getByText("Saved", { exact: true }).waitFor()
      assert.strictEqual((await api.campaigns.find(id)).required_verification, "valid")
    })
  })
})

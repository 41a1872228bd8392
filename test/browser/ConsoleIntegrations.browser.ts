/** Integrations and keys: add, change, switch off, remove; make and revoke a key. */
import { assert, describe, it } from "@effect/vitest"
import { faultsOf } from "./Axe.ts"
import { failWith } from "./ConsoleFaults.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole({ allowPrivateTargets: true })

describe("integrations", () => {
  it("add a webhook, show its secret once, change it, and switch it off and on", async () => {
    const { api, campaign } = here.server
    await here.visit(
      "#/integrations",
      async (page) => {
        await page.getByRole("button", { name: "Add integration" }).first().click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Name", { exact: true }).fill("Records")
        await dialog.getByLabel("URL").fill("records.example/hook")
        await dialog.getByRole("button", { name: "Add integration" }).click()
        await dialog.getByRole("alert").getByText("must be a URL").waitFor()
        await dialog.getByLabel("URL").fill("https://127.0.0.1/hook")
        await dialog.getByRole("button", { name: "Add a header" }).click()
        await dialog.getByLabel("Name of header 1").fill("authorization")
        await dialog.getByLabel("Value of header 1").fill("Bearer of good news")
        await dialog.getByLabel("Answer of a person").check()
        await dialog.getByLabel("Bounce", { exact: true }).check()
        await dialog.getByLabel(campaign.name).check()
        assert.deepStrictEqual(await faultsOf(page), [])
        await dialog.getByRole("button", { name: "Add integration" }).click()
        const shown = page.getByRole("dialog", { name: "The signing secret" })
        const secret = (await shown.locator("code").textContent()) ?? ""
        assert.match(secret, /^whsec_/u)
        assert.deepStrictEqual(await faultsOf(page), [])
        await shown.getByRole("button", { name: "I have stored it" }).click()
        await page.getByRole("heading", { name: "Records" }).waitFor()
        assert.notInclude(await page.content(), secret)

        const { data } = await api.integrations.list()
        const found = data.find(({ name }) => name === "Records")
        assert.deepInclude(found, { type: "webhook", events: ["replied", "bounced"], campaign_ids: [campaign.id] })
        const id = found?.id ?? 0

        // Headers are secret: the stored ones stay until somebody enters new ones.
        await page.getByRole("button", { name: "Change" }).click()
        assert.isTrue(await dialog.getByLabel("Answer of a person").isChecked())
        assert.strictEqual(await dialog.getByLabel("URL").inputValue(), "https://127.0.0.1/hook")
        await dialog.getByLabel("Name", { exact: true }).fill("Records of Oslo")
        await dialog.getByLabel("URL").fill("https://127.0.0.1/other")
        await dialog.getByLabel("Bounce", { exact: true }).uncheck()
        await dialog.getByLabel(campaign.name).uncheck()
        await dialog.getByRole("button", { name: "Save" }).click()
        await page.getByRole("heading", { name: "Records of Oslo" }).waitFor()
        const changed = await api.integrations.find(id)
        assert.deepInclude(changed, { name: "Records of Oslo", events: ["replied"], campaign_ids: null })
        assert.property("headers" in changed.config ? changed.config.headers : {}, "authorization")

        await page.getByRole("button", { name: "Turn off" }).click()
        await page.getByText("This integration is off").waitFor()
        assert.isFalse((await api.integrations.find(id)).enabled)
        // The change can be undone once it is reported.
        await page.getByText("Records of Oslo is off").waitFor()
        await page.keyboard.press("z")
        await page.getByText("This integration is off").waitFor({ state: "detached" })
        assert.isTrue((await api.integrations.find(id)).enabled)
      },
      { expected: /status of 400/u, reducedMotion: "reduce" }
    )
  })

  it("keep their campaigns unless somebody changes them, also while the campaigns are not loaded or are deleted", async () => {
    const { api, campaign } = here.server
    const gone = await api.campaigns.create({ name: "Gone" })
    const { id } = await api.integrations.create({
      type: "webhook",
      name: "Of one campaign",
      campaign_ids: [gone.id],
      config: { url: "https://127.0.0.1/hook" }
    })
    const found = () => api.integrations.find(id)
    await here.visit(
      `#/integrations/${id}`,
      async (page) => {
        const dialog = page.getByRole("dialog")
        const save = dialog.getByRole("button", { name: "Save" })
        const rename = async (name: string) => {
          await page.getByRole("button", { name: "Change" }).click()
          await dialog.getByLabel("Name", { exact: true }).fill(name)
        }
        here.server.intercept((request, response) => {
          if (request.url?.startsWith("/campaigns?") !== true) return false
          failWith(403, request, response)
          return true
        })
        await rename("Renamed")
        await dialog.getByRole("alert").getByText("Planted failure 403").waitFor()
        assert.isTrue(await save.isDisabled())
        here.server.intercept(undefined)
        await api.campaigns.remove(gone.id)
        await dialog.getByRole("button", { name: "Try again" }).click()
        await dialog.getByLabel(campaign.name).waitFor()
        await save.click()
        await page.getByRole("heading", { name: "Renamed" }).waitFor()
        assert.deepStrictEqual((await found()).campaign_ids, [gone.id])

        // The deleted one stays until somebody leaves it out.
        await rename("Of two campaigns")
        await dialog.getByLabel(campaign.name).check()
        await save.click()
        await page.getByRole("heading", { name: "Of two campaigns" }).waitFor()
        assert.sameMembers([...((await found()).campaign_ids ?? [])], [gone.id, campaign.id])
        await rename("Of the other")
        await dialog.getByLabel("Deleted campaign").uncheck()
        await save.click()
        await page.getByRole("heading", { name: "Of the other" }).waitFor()
        assert.deepStrictEqual((await found()).campaign_ids, [campaign.id])
      },
      { expected: /status of 403/u }
    )
  })

  it("add one of each other type", async () => {
    const { api } = here.server
    await here.visit("#/integrations", async (page) => {
      const dialog = page.getByRole("dialog")
      for (const [type, fields, named] of [
        ["slack", { "URL of Slack": "https://hooks.slack.com/services/T0/B0/secret" }, "In Slack"],
        ["telegram", { "Token of the bot": `123456:${"a".repeat(35)}`, Chat: "@sales_news" }, "In Telegram"],
        ["hubspot", { "Access token": `pat-eu1-${"b".repeat(30)}` }, "In HubSpot"]
      ] as const) {
        await page.getByRole("link", { name: "Integrations", exact: true }).first().click()
        await page.getByRole("button", { name: "Add integration" }).first().click()
        await dialog.getByLabel("Type").selectOption(type)
        await dialog.getByLabel("Name", { exact: true }).fill(named)
        for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
        await dialog.getByRole("button", { name: "Add integration" }).click()
        await page.getByRole("heading", { name: named }).waitFor()
      }
    })
    const types = (await api.integrations.list()).data.map(({ type }) => type)
    assert.includeMembers(types, ["slack", "telegram", "hubspot"])
  })

  it("make a new secret, and remove one, after a question", async () => {
    const { api } = here.server
    const { id, secret } = await api.integrations.create({
      type: "webhook",
      name: "Gone soon",
      config: { url: "https://127.0.0.1/hook" }
    })
    await here.visit(`#/integrations/${id}`, async (page) => {
      await page.getByRole("button", { name: "New secret" }).click()
      await page.getByRole("dialog", { name: "Make a new secret?" }).getByRole("button", { name: "New secret" }).click()
      const shown = page.getByRole("dialog", { name: "The signing secret" })
      assert.notStrictEqual(await shown.locator("code").textContent(), secret)
      await shown.getByRole("button", { name: "I have stored it" }).click()
      await page.getByRole("button", { name: "Remove integration" }).click()
      const dialog = page.getByRole("dialog", { name: "Remove this integration?" })
      await dialog.getByRole("button", { name: "Cancel" }).click()
      assert.strictEqual((await api.integrations.find(id)).name, "Gone soon")
      await page.getByRole("button", { name: "Remove integration" }).click()
      await dialog.getByRole("button", { name: "Remove integration" }).click()
      await page.getByText("Gone soon is removed").waitFor()
      await page.getByRole("link", { name: "Gone soon" }).waitFor({ state: "detached" })
      assert.notInclude(
        (await api.integrations.list()).data.map((row) => row.id),
        id
      )
    })
  })
})

describe("the keys of the API", () => {
  it("make one that is shown once, and revoke it after a question", async () => {
    const { api } = here.server
    await here.visit(
      "#/settings",
      async (page) => {
        await page.getByRole("button", { name: "Make a key" }).click()
        const dialog = page.getByRole("dialog", { name: "Make a key" })
        await dialog.getByLabel("Name", { exact: true }).fill("Reports")
        await dialog.getByLabel("Access").selectOption("read")
        await dialog.getByLabel("Valid until").fill("2999-12-31")
        assert.deepStrictEqual(await faultsOf(page), [])
        await dialog.getByRole("button", { name: "Make a key" }).click()
        const shown = page.getByRole("dialog", { name: "The key Reports" })
        const secret = (await shown.locator("code").textContent()) ?? ""
        assert.match(secret, /^mr_/u)
        // Esc does not lose it.
        await page.keyboard.press("Escape")
        await shown.getByRole("button", { name: "I have stored it" }).click()
        await shown.waitFor({ state: "detached" })
        assert.notInclude(await page.content(), secret)
        const answer = await fetch(`${here.server.origin}/campaigns`, {
          headers: { authorization: `Bearer ${secret}` }
        })
        assert.strictEqual(answer.status, 200)
        const key = (await api.keys.list()).data.find(({ name }) => name === "Reports")
        assert.strictEqual(key?.access, "read")
        // The day is valid to its end, where the reader is.
        assert.strictEqual(key?.expires_at, "2999-12-31T22:59:59.000Z")
        await page.getByText("Until 31 Dec 2999").waitFor()

        await page.getByRole("button", { name: "Revoke Reports" }).click()
        const asked = page.getByRole("dialog", { name: "Revoke the key Reports?" })
        await asked.getByRole("button", { name: "Cancel" }).click()
        await page.getByRole("button", { name: "Revoke Reports" }).click()
        await asked.getByRole("button", { name: "Revoke" }).click()
        const row = page.getByRole("row", { name: "Reports" })
        await row.getByText("Revoked").waitFor()
        assert.strictEqual(await row.getByRole("button").count(), 0)
        assert.isNotNull((await api.keys.find(key?.id ?? 0)).revoked_at)
      },
      { reducedMotion: "reduce" }
    )
  })

  it("says before that revoking the key of the session signs out", () =>
    here.visit(
      "#/settings",
      async (page) => {
        await page.getByRole("button", { name: "Revoke console" }).click()
        await page.getByText("You are signed in with this key: you are signed out at once.").waitFor()
        await page.getByRole("button", { name: "Cancel" }).click()
      },
      { reducedMotion: "reduce" }
    ))
})

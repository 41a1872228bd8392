/** Changes in the settings: tags, reply templates and the tracking domain. */
import { assert, describe, it } from "@effect/vitest"
import { faultsOf } from "./Axe.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole({
  resolveDns: async (_, type) => (type === "A" ? ["192.0.2.1"] : [])
})

describe("the settings", () => {
  it("add and remove a tag", () =>
    here.visit("#/settings", async (page) => {
      await page.getByRole("textbox", { name: "Name" }).fill("Call back")
      await page.getByLabel("Rating").selectOption("neutral")
      await page.getByRole("button", { name: "Add tag" }).click()
      await page.getByRole("button", { name: "Remove Call back" }).waitFor()
      const { data } = await here.server.api.tags.list()
      assert.deepInclude(
        data.map(({ name, sentiment }) => `${name} ${sentiment}`),
        "Call back neutral"
      )
      await page.getByRole("button", { name: "Remove Call back" }).click()
      await page.getByText("Tag Call back removed").waitFor()
      await page.getByRole("button", { name: "Remove Call back" }).waitFor({ state: "detached" })
      assert.notInclude(
        (await here.server.api.tags.list()).data.map(({ name }) => name),
        "Call back"
      )
    }))

  it("add, change and remove a reply template, and take the removal back", () =>
    here.visit(
      "#/settings",
      async (page) => {
        const stored = async () =>
          (await here.server.api.replyTemplates.list()).data.map(({ body, name }) => `${name}: ${body}`)
        const row = page.getByRole("listitem").filter({ hasText: "Call" })
        const text = page
          .locator("form")
          .filter({ has: page.getByLabel("Template name") })
          .getByLabel("Text")
        await page.getByRole("button", { name: "Add template" }).click()
        await page.getByLabel("Template name").fill("Call")
        await text.fill("Hello {{frist_name}},\nTuesday?")
        await page.getByRole("button", { name: "Save template" }).click()
        await page.getByText("did you mean {{first_name}}?").waitFor()
        await text.fill("Hello {{first_name}},\nTuesday?")
        await page.getByRole("button", { name: "Save template" }).click()
        await page.getByRole("button", { name: "Change Call" }).click()
        assert.strictEqual(await text.inputValue(), "Hello {{first_name}},\nTuesday?")
        await page.getByLabel("Template name").fill("Call me")
        await page.getByRole("button", { name: "Save template" }).click()
        await page.getByRole("button", { name: "Remove Call me" }).click()
        await row.waitFor({ state: "detached" })
        assert.deepStrictEqual(await stored(), [])
        await page.keyboard.press("z")
        await row.waitFor()
        assert.deepStrictEqual(await stored(), ["Call me: Hello {{first_name}},\nTuesday?"])
      },
      { expected: /400/u }
    ))

  it("say who may write to whom, and how often", () =>
    here.visit(
      "#/settings",
      async (page) => {
        const { api } = here.server
        const days = page.getByLabel("Days between campaigns to the same person")
        const form = page.locator("form").filter({ has: days })
        const save = form.getByRole("button", { name: "Save", exact: true })
        await page.getByLabel("Days between campaigns to the same person").fill("14")
        await page.getByLabel("Mails a day to one company").fill("5")
        await page.getByLabel("Seed addresses").fill("one@gmail.example\nno address")
        await save.click()
        await page.getByText("must be one e-mail address").waitFor()
        await page.getByLabel("Seed addresses").fill("one@gmail.example\n two@outlook.example, ")
        assert.deepStrictEqual(await faultsOf(page), [])
        await save.click()
        await page.getByText("Saved", { exact: true }).waitFor()
        assert.deepInclude(await api.organization.find(), {
          contact_rule: { gap_days: 14 },
          domain_daily_limit: 5,
          seed_addresses: ["one@gmail.example", "two@outlook.example"]
        })
        await page.getByLabel("Days between campaigns to the same person").fill("")
        await page.getByLabel("Mails a day to one company").fill("")
        await save.click()
        await page.waitForFunction(() => !document.body.textContent.includes("Not saved yet"))
        assert.deepInclude(await api.organization.find(), { contact_rule: null, domain_daily_limit: null })
      },
      { expected: /status of 400/u, reducedMotion: "reduce" }
    ))

  it("check a tracking domain before it is stored, and say which records it needs", () =>
    here.visit(
      "#/settings",
      async (page) => {
        const domain = page.getByRole("textbox", { name: "Domain", exact: true })
        await domain.fill("links.x.test")
        await page.getByText("links.x.test A 127.0.0.1").waitFor()
        const { tracking_domain_proof } = await here.server.api.organization.find()
        const proof = `_mailroom.links.x.test TXT ${tracking_domain_proof}`
        await page.getByText(proof).waitFor()
        await page.getByRole("button", { name: "Check and save" }).click()
        await page.getByText("is not proved to be yours: add the record TXT").waitFor()
        assert.strictEqual(await domain.inputValue(), "links.x.test")
        // The fault is read with its field.
        const id = await domain.getAttribute("aria-describedby")
        assert.match((await page.locator(`[id="${id}"]`).textContent()) ?? "", /is not proved to be yours/u)
        assert.strictEqual(await domain.getAttribute("aria-invalid"), "true")
        assert.strictEqual((await here.server.api.organization.find()).tracking_domain, null)
        await domain.fill("")
        await page.getByRole("button", { name: "Check and save" }).click()
        await page.getByText("Links in mails begin with the public URL").waitFor()
        assert.strictEqual(await domain.getAttribute("aria-invalid"), "false")
      },
      { expected: /status of 400/u }
    ))
})

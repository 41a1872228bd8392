/** The console keeps what was typed or chosen while something else happens. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { goTo } from "./ConsoleRoutes.ts"
import { signInByKey } from "./ConsoleServer.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole()

/** Runs something after a request of this kind has left the page, and before the server gets it. */
const during = (page: Page, method: string, run: () => Promise<unknown>) =>
  page.route("**/*", async (route) => {
    if (route.request().method() === method) await run()
    await route.continue()
  })

/** Signs out in the settings, and in again. */
const signOutAndIn = async (page: Page) => {
  await page.getByRole("button", { name: "Sign out" }).click()
  await signInByKey(page, here.server.key)
  await page.getByRole("dialog").waitFor({ state: "detached" })
}

describe("a dialog", () => {
  it("is closed by a click beside it, unless the click began inside it or something was typed", () =>
    here.visit("#/blacklist", async (page) => {
      const dialog = page.getByRole("dialog")
      const add = () => page.getByRole("button", { name: "Add", exact: true }).first().click()
      await add()
      await dialog.waitFor()
      const { x, y } = (await dialog.getByRole("heading").boundingBox()) ?? assert.fail()
      await page.mouse.move(x + 5, y + 5)
      await page.mouse.down()
      await page.mouse.move(5, 5)
      await page.mouse.up()
      assert.isTrue(await dialog.isVisible())
      await page.mouse.click(5, 5)
      await dialog.waitFor({ state: "detached" })
      await add()
      await dialog.getByLabel("Addresses or domains").fill("ada@clinic.example")
      await page.mouse.click(5, 5)
      assert.strictEqual(await dialog.getByLabel("Addresses or domains").inputValue(), "ada@clinic.example")
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
    }))
})

describe("what was typed", () => {
  it("about a lead stays while another one is looked at, until somebody signs out", async () => {
    const [ada, ben] = [await here.server.talk({ name: "Ada One" }), await here.server.talk({ name: "Ben Two" })]
    await here.visit(
      `#/leads?lead=${ada.lead_id}`,
      async (page) => {
        const company = page.getByRole("textbox", { name: "Company" })
        const open = async ({ email, lead_id }: typeof ada) => {
          await goTo(page, `leads?lead=${lead_id}`)
          await page.getByRole("complementary", { name: email }).getByLabel("Company").waitFor()
        }
        await company.fill("Typed")
        await open(ben)
        assert.strictEqual(await company.inputValue(), "Harbour Lane Vets")
        await open(ada)
        assert.strictEqual(await company.inputValue(), "Typed")
        await goTo(page, "settings")
        await signOutAndIn(page)
        await open(ada)
        assert.strictEqual(await company.inputValue(), "Harbour Lane Vets")
      },
      { expected: /401/u }
    )
  })

  it("as the tracking domain stays while another page is open, until somebody signs out", () =>
    here.visit(
      "#/settings",
      async (page) => {
        const domain = page.getByRole("textbox", { name: "Domain", exact: true })
        await domain.fill("links.x.test")
        await goTo(page, "leads")
        await page.getByRole("searchbox", { name: "Search leads" }).waitFor()
        await goTo(page, "settings")
        await domain.waitFor()
        assert.strictEqual(await domain.inputValue(), "links.x.test")
        await signOutAndIn(page)
        await domain.waitFor()
        assert.strictEqual(await domain.inputValue(), "")
      },
      { expected: /401/u }
    ))

  it("as the name of a tag stays when the tag before it is added", () =>
    here.visit("#/settings", async (page) => {
      const name = page.getByRole("textbox", { name: "Name" })
      await name.fill("First")
      await during(page, "POST", () => name.fill("Second"))
      await page.getByRole("button", { name: "Add tag" }).click()
      await page.getByRole("button", { name: "Remove First" }).waitFor()
      await page.waitForFunction(() => document.querySelector(".tag-rows ~ form button:disabled") === null)
      assert.strictEqual(await name.inputValue(), "Second")
      await page.unrouteAll()
      await page.getByRole("button", { name: "Add tag" }).click()
      await page.getByRole("button", { name: "Remove Second" }).waitFor()
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[name=name]")?.value === "")
    }))
})

describe("what was chosen for a campaign while a save runs", () => {
  it("stays when it succeeds", async () => {
    const { id } = await here.server.api.campaigns.create({ name: "Chosen" })
    const one = await here.server.api.accounts.create({ email: "one@quillmark.example", provider: "smtp" })
    const two = await here.server.api.accounts.create({ email: "two@quillmark.example", provider: "smtp" })
    await here.visit(`#/campaigns/${id}`, async (page) => {
      const saved = async (name: string) => {
        await page.getByRole("button", { name }).click()
        await page.getByText("Saved", { exact: true }).first().waitFor()
        await page.unrouteAll()
      }
      await page.getByLabel(one.email).check()
      await during(page, "PATCH", () => page.getByLabel(two.email).check())
      await saved("Save accounts")
      assert.isTrue(await page.getByLabel(one.email).isChecked())
      assert.isTrue(await page.getByLabel(two.email).isChecked())
      assert.deepStrictEqual((await here.server.api.campaigns.find(id)).account_ids, [one.id])
      await page.getByRole("button", { name: "Close" }).click()

      await page.getByLabel("Count clicks").check()
      await during(page, "PATCH", () => page.getByLabel("Count opens").check())
      await saved("Save tracking")
      assert.isTrue(await page.getByLabel("Count clicks").isChecked())
      assert.isTrue(await page.getByLabel("Count opens").isChecked())
      const { track_clicks, track_opens } = await here.server.api.campaigns.find(id)
      assert.deepStrictEqual([track_clicks, track_opens], [true, false])
    })
  })
})

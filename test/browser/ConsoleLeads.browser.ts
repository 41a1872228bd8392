/** Leads are added, edited, tagged, deleted, erased and sorted, one by one and all that pass the filters. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  await server.api.tags.create({ name: "Interested", sentiment: "positive" })
})
afterAll(async () => {
  await server.close()
  await browser.close()
})

/** A campaign with leads: `a…` and `b…` at two hosts. */
const campaign = async (count = 4) => {
  const { id } = await server.api.campaigns.create({ name: "People" })
  const leads = Array.from({ length: count }, (_, i) => ({ email: `${i % 2 === 0 ? "a" : "b"}${i}@clinic.example` }))
  const { data } = await server.api.leads.create({ campaign_id: id, leads })
  const all = () => Array.fromAsync(server.api.leads.list({ campaign_id: id, limit: 200 }))
  return {
    id,
    ids: data.map((result) => (result as { readonly id: number }).id),
    all,
    emails: async () => (await all()).map(({ email }) => email)
  }
}
const calm = { reducedMotion: "reduce" } as const

describe("the leads of a campaign", () => {
  it("are added one by one, with custom fields", async () => {
    const { all, id } = await campaign(1)
    await visit(
      browser,
      server,
      `#/leads?campaign=${id}`,
      async (page) => {
        await page.getByRole("button", { name: "Add lead" }).click()
        const dialog = page.getByRole("dialog", { name: "Add a lead" })
        await dialog.getByLabel("Address").fill("a0@clinic.example")
        await dialog.getByRole("button", { name: "Add", exact: true }).click()
        await dialog.getByText("The campaign has this address already.").waitFor()
        await dialog.getByLabel("Address").fill("new@clinic.example")
        await dialog.getByLabel("First name").fill("Nia")
        assert.deepStrictEqual(await faultsOf(page), [])
        await dialog.getByRole("button", { name: "Add", exact: true }).click()
        // Its panel is open: there it gets its other fields.
        const panel = page.getByRole("complementary", { name: "new@clinic.example" })
        await panel.getByLabel("Name of a new field").fill("city")
        await panel.getByLabel("Value of the new field").fill("Kiel")
        await panel.getByRole("button", { name: "Save fields" }).click()
        await page.getByText("Saved", { exact: true }).waitFor()
        await panel.getByLabel("city", { exact: true }).fill("Bonn")
        assert.deepStrictEqual(await faultsOf(page), [])
        await panel.getByRole("button", { name: "Save fields" }).click()
        const found = (await all()).find(({ email }) => email === "new@clinic.example")
        await waitFor(async () =>
          assert.deepStrictEqual((await server.api.leads.find(found?.id ?? 0)).custom_fields, { city: "Bonn" })
        )
        await panel.getByRole("button", { name: "Remove the field city" }).click()
        await waitFor(async () =>
          assert.deepStrictEqual((await server.api.leads.find(found?.id ?? 0)).custom_fields, {})
        )
        // The campaign follows the clock of each lead.
        await server.api.campaigns.update(id, { window_zone: "lead" })
        await panel.getByLabel("Time zone").fill("Asia/Kathmandu")
        await panel.getByRole("button", { name: "Save", exact: true }).click()
        await panel.getByText("Mails go out by the clock of the lead (Asia/Kathmandu).").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await panel.getByLabel("Answer").selectOption({ label: "Interested" })
        await waitFor(async () =>
          assert.strictEqual((await server.api.leads.find(found?.id ?? 0)).reply_status, "Interested")
        )
      },
      calm
    )
  })

  it("are erased from the panel, after a question with the number", async () => {
    const { emails, id, ids } = await campaign(2)
    await visit(browser, server, `#/leads?campaign=${id}&lead=${ids[0]}`, async (page) => {
      await page.getByRole("button", { name: "Erase" }).click()
      const dialog = page.getByRole("dialog", { name: "Erase 1 lead?" })
      await dialog.getByRole("button", { name: "Erase" }).click()
      await page.getByText("1 lead erased").waitFor()
      assert.deepStrictEqual(await emails(), ["b1@clinic.example"])
    })
  })

  it("are no longer selected when they were deleted from the panel", async () => {
    const { id, ids } = await campaign(2)
    await visit(browser, server, `#/leads?campaign=${id}&lead=${ids[0]}`, async (page) => {
      await page.getByLabel("Select a0@clinic.example").check()
      const selected = page.getByRole("toolbar", { name: "1 lead selected" })
      await selected.waitFor()
      const panel = page.getByRole("complementary", { name: "a0@clinic.example" })
      await panel.getByRole("button", { name: "Delete" }).click()
      await page.getByRole("dialog", { name: "Delete 1 lead?" }).getByRole("button", { name: "Delete" }).click()
      await page.getByText("1 lead deleted").waitFor()
      await selected.waitFor({ state: "detached" })
    })
  })

  it("keep the value of a new field until it has a name", async () => {
    const { id, ids } = await campaign(1)
    await visit(browser, server, `#/leads?campaign=${id}&lead=${ids[0]}`, async (page) => {
      const panel = page.getByRole("complementary", { name: "a0@clinic.example" })
      await panel.getByLabel("Value of the new field").fill("Kiel")
      await panel.getByRole("button", { name: "Save fields" }).click()
      // The browser asks for the name.
      assert.isTrue(await panel.getByLabel("Name of a new field").evaluate((e) => e.matches(":focus:invalid")))
      assert.strictEqual(await panel.getByLabel("Value of the new field").inputValue(), "Kiel")
      await panel.getByLabel("Name of a new field").fill("home_town")
      await page.keyboard.press("Enter")
      await page.getByText("Saved", { exact: true }).waitFor()
      assert.deepStrictEqual((await server.api.leads.find(ids[0] ?? 0)).custom_fields, { home_town: "Kiel" })
    })
  })

  it("are selected one by one, and tagged and deleted together", async () => {
    const { all, emails, id } = await campaign()
    await visit(browser, server, `#/leads?campaign=${id}`, async (page) => {
      for (const name of ["a0@clinic.example", "b1@clinic.example"]) await page.getByLabel(`Select ${name}`).check()
      await page.getByRole("button", { name: "Tag", exact: true }).click()
      await page.getByRole("option", { name: "Interested" }).click()
      await page.getByText("2 leads tagged").waitFor()
      assert.deepStrictEqual(
        (await all()).map(({ reply_status }) => reply_status),
        ["Interested", "Interested", null, null]
      )
      await page.getByLabel("Select a0@clinic.example").check()
      await page.getByRole("button", { name: "Tag", exact: true }).click()
      await page.getByRole("option", { name: "No tag" }).click()
      await page.getByText("Tag removed from 1 lead").waitFor()
      assert.strictEqual((await server.api.leads.find((await all())[0]?.id ?? 0)).reply_status, null)
      await page.getByLabel("Select a2@clinic.example").check()
      await page.getByRole("button", { name: "Delete" }).click()
      await page.getByRole("dialog", { name: "Delete 1 lead?" }).getByRole("button", { name: "Delete" }).click()
      await page.getByText("1 lead deleted").waitFor()
      assert.deepStrictEqual(await emails(), ["a0@clinic.example", "b1@clinic.example", "b3@clinic.example"])
    })
  })

  it("of all campaigns are selected by the box in the head of their list", async () => {
    const { all, id } = await campaign(2)
    const { data } = await server.api.leads.create({ campaign_id: id, leads: [{ email: "head.box@clinic.example" }] })
    await visit(browser, server, "#/leads?search=head.box", async (page) => {
      const box = page.getByLabel("Select the 1 loaded lead")
      await box.check()
      assert.isTrue(await page.getByLabel("Select head.box@clinic.example").isChecked())
      await page.getByRole("button", { name: "Tag", exact: true }).click()
      await page.getByRole("option", { name: "Interested" }).click()
      await page.getByText("1 lead tagged").waitFor()
      const tagged = (await all()).filter(({ reply_status }) => reply_status === "Interested")
      assert.deepStrictEqual(
        tagged.map(({ id }) => id),
        data.map(({ id }) => id)
      )
      await box.check()
      await box.uncheck()
      assert.isFalse(await page.getByLabel("Select head.box@clinic.example").isChecked())
    })
  })

  it("are changed in a few requests when all that pass the filters are selected", async () => {
    const { all, emails, id } = await campaign(1000)
    await server.api.leads.create({
      campaign_id: id,
      leads: Array.from({ length: 700 }, (_, i) => ({ email: `a${i}@praxis.example` }))
    })
    const before = server.requests.length
    await visit(
      browser,
      server,
      `#/leads?campaign=${id}&search=a`,
      async (page) => {
        // Names are not searched here, and every address has an "a" in "example".
        await page.getByRole("checkbox", { name: "Select all 1,700 leads" }).check()
        await page.getByRole("toolbar", { name: "1,700 leads selected" }).waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await page.getByRole("button", { name: "Stop sending" }).click()
        const dialog = page.getByRole("dialog", { name: "Stop sending to 1,700 leads?" })
        await dialog.getByRole("button", { name: "Stop sending" }).click()
        await page.getByText("1,700 leads changed").waitFor()
        assert.strictEqual((await all()).filter(({ stop_sending }) => stop_sending).length, 1700)
        await page.getByRole("searchbox").fill("praxis")
        await page.getByRole("checkbox", { name: "Select all 700 leads" }).check()
        await page.getByRole("button", { name: "Erase" }).click()
        await page.getByRole("dialog", { name: "Erase 700 leads?" }).getByRole("button", { name: "Erase" }).click()
        await page.getByText("700 leads erased").waitFor()
        assert.strictEqual((await emails()).length, 1000)
      },
      calm
    )
    const calls = server.requests.slice(before).filter((line) => line.startsWith("POST /leads/matching"))
    assert.isAtMost(calls.length, 12)
  })

  it("are paused until a day, together and alone, and colleagues are stopped with who answered", async () => {
    const { id, ids } = await campaign(4)
    const [first = 0, second = 0, third = 0] = ids
    await server.api.campaigns.update(id, { stop_scope: "company" })
    const pausedUntil = async (lead: number) => (await server.api.leads.find(lead)).effective_state.paused_until
    await visit(
      browser,
      server,
      `#/leads?campaign=${id}`,
      async (page) => {
        await page.getByLabel("Select a0@clinic.example").check()
        await page.getByLabel("Select b1@clinic.example").check()
        await page.getByRole("button", { name: "Pause until …" }).click()
        const dialog = page.getByRole("dialog", { name: "Pause 2 leads?" })
        await dialog.getByLabel("Mails go out again on").fill("2999-03-02")
        assert.deepStrictEqual(await faultsOf(page), [])
        await dialog.getByRole("button", { name: "Pause", exact: true }).click()
        await page.getByText("2 leads changed").waitFor()
        assert.match((await pausedUntil(first)) ?? "", /^2999-03-0[12]/u)
        assert.strictEqual(await pausedUntil(second), await pausedUntil(first))
        assert.isNull(await pausedUntil(third))

        await page.getByText("a0@clinic.example").first().click()
        const panel = page.getByRole("complementary")
        await panel.getByText(/Paused until/u).waitFor()
        await panel.getByRole("button", { name: "Change the pause …" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "End the pause now" }).click()
        await panel.getByRole("button", { name: "Pause until …" }).waitFor()
        assert.isNull(await pausedUntil(first))

        await server.api.activity.record({
          events: [{ type: "replied", lead_id: third, occurred_at: new Date().toISOString() }]
        })
        await page.reload()
        await panel.getByText("Stopped: a colleague answered").waitFor()
        await panel.getByRole("link", { name: "a2@clinic.example" }).click()
        await page.getByRole("complementary", { name: "a2@clinic.example" }).waitFor()
        await panel.getByText("Stopped: answered").waitFor()
      },
      calm
    )
  })

  it("are sorted by the last mail and by the answer", async () => {
    const { id, ids } = await campaign()
    const [tag] = await Array.fromAsync(server.api.tags.list({ limit: 10 }))
    await server.api.tags.assign(ids[2] ?? 0, { tag_id: tag?.id ?? 0 })
    await server.api.activity.record({
      events: [{ type: "sent", lead_id: ids[3] ?? 0, occurred_at: new Date().toISOString() }]
    })
    await visit(browser, server, `#/leads?campaign=${id}`, async (page) => {
      const first = page.locator(".leads-row .leads-address").first()
      await first.getByText("a0@clinic.example").waitFor()
      await page.getByRole("columnheader", { name: "Last mail" }).getByRole("button").click()
      await first.getByText("b3@clinic.example").waitFor()
      await page.getByRole("columnheader", { name: "Answer" }).getByRole("button").click()
      await first.getByText("a2@clinic.example").waitFor()
      assert.strictEqual(
        await page.getByRole("columnheader", { name: "Answer" }).getAttribute("aria-sort"),
        "ascending"
      )
      await page.reload()
      await first.getByText("a2@clinic.example").waitFor()
      await page.getByRole("columnheader", { name: "Answer" }).getByRole("button").click()
      await first.getByText("a0@clinic.example").waitFor()
    })
  })
})

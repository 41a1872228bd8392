/** The editor of a campaign's steps: the rail, the preview while one writes, variables, and the order. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { anyFailure, failWith } from "./ConsoleFaults.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
})
afterAll(async () => {
  await server.close()
  await browser.close()
})

/** A campaign with three steps and two leads. */
const campaign = async () => {
  const { account, api } = server
  const { id } = await api.campaigns.create({ name: "Written" })
  await api.campaigns.update(id, { account_ids: [account.id] })
  await api.sequences.create(id, { subject: "Chairs at {{company}}", body: "Hi {{first_name|there}}", delay_days: 0 })
  await api.sequences.create(id, { body: "Two", delay_days: 3 })
  await api.sequences.create(id, { body: "Three", delay_days: 5 })
  await api.leads.create({
    campaign_id: id,
    leads: [
      { email: "ada@clinic.example", first_name: "Ada", company: "Clinic", custom_fields: { city: "Kiel" } },
      { email: "bob@praxis.example", first_name: "Bob", company: "Praxis" }
    ]
  })
  return { id, bodies: async () => (await api.sequences.list(id)).data.map(({ body }) => body) }
}

const step = (page: Page, position: number) => page.getByRole("region", { name: `Step ${position}`, exact: true })
const preview = (page: Page, position: number) => step(page, position).getByRole("figure", { name: "Preview" })
const calm = { reducedMotion: "reduce" } as const

describe("the steps of a campaign", () => {
  it("are previewed for a chosen lead while one writes, and nothing is stored", async () => {
    const { bodies, id } = await campaign()
    await visit(
      browser,
      server,
      `#/campaigns/${id}/steps`,
      async (page) => {
        await preview(page, 1).getByText("Chairs at Clinic").waitFor()
        await preview(page, 1).getByText("Hi Ada").waitFor()
        await step(page, 1).getByLabel("Text").fill("Dear {{first_name}} of {{company}}")
        await preview(page, 1).getByText("Dear Ada of Clinic").waitFor()
        await page.getByLabel("Preview for").fill("bob@praxis.example")
        await preview(page, 1).getByText("Dear Bob of Praxis").waitFor()
        await step(page, 2).scrollIntoViewIfNeeded()
        await preview(page, 2).getByText("Re: Chairs at Praxis").waitFor()
        await step(page, 1).getByLabel("Text").fill("{{custom.city}} is missing")
        await preview(page, 1).getByText("Missing values: custom.city").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
      },
      calm
    )
    assert.deepStrictEqual(await bodies(), ["Hi {{first_name|there}}", "Two", "Three"])
  })

  it("keep the last preview while a text has a fault, and say which", async () => {
    const { id } = await campaign()
    await visit(
      browser,
      server,
      `#/campaigns/${id}/steps`,
      async (page) => {
        await preview(page, 1).getByText("Hi Ada").waitFor()
        await step(page, 1).getByLabel("Text").fill("Hello\nHi {{frist_name}}")
        await preview(page, 1).getByText("did you mean {{first_name}}?").waitFor()
        await preview(page, 1).getByText("Line 2").waitFor()
        assert.isTrue(await preview(page, 1).getByText("Hi Ada").isVisible())
        await step(page, 1).getByLabel("Text").fill("Hello {{first_name}}")
        await preview(page, 1).getByText("Hello Ada").waitFor()
        await preview(page, 1).getByText("did you mean").waitFor({ state: "detached" })
      },
      { expected: /400/u }
    )
  })

  it("are removed after a question", async () => {
    const { bodies, id } = await campaign()
    await visit(browser, server, `#/campaigns/${id}/steps`, async (page) => {
      const dialog = page.getByRole("dialog", { name: "Remove Step 2?" })
      await step(page, 2).getByRole("button", { name: "Remove", exact: true }).click()
      await dialog.getByRole("button", { name: "Cancel" }).click()
      await dialog.waitFor({ state: "detached" })
      assert.deepStrictEqual(await bodies(), ["Hi {{first_name|there}}", "Two", "Three"])
      await step(page, 2).getByRole("button", { name: "Remove", exact: true }).click()
      await dialog.getByRole("button", { name: "Remove" }).click()
      await dialog.waitFor({ state: "detached" })
      await step(page, 3).waitFor({ state: "detached" })
      assert.deepStrictEqual(await bodies(), ["Hi {{first_name|there}}", "Three"])
    })
  })

  it("never show less than before while a preview is loaded", async () => {
    const { id } = await campaign()
    await visit(browser, server, `#/campaigns/${id}/steps`, async (page) => {
      await preview(page, 1).getByText("Hi Ada").waitFor()
      await page.evaluate(() => {
        const seen = new Set<number>()
        Object.assign(globalThis, { seen })
        const figure = document.querySelector("figure")
        if (figure === null) throw new Error("There is no preview")
        seen.add(figure.clientHeight)
        new MutationObserver(() => seen.add(figure.textContent === "" ? 0 : figure.clientHeight)).observe(figure, {
          subtree: true,
          childList: true,
          characterData: true
        })
      })
      for (const text of ["Hi A", "Hi AB", "Hi ABC"]) {
        await step(page, 1).getByLabel("Text").fill(text)
        await preview(page, 1).getByText(text, { exact: true }).waitFor()
      }
      assert.strictEqual(await page.evaluate(() => (globalThis as unknown as { seen: Set<number> }).seen.size), 1)
    })
  })

  it("offer the variables of the campaign after {{, by keys alone", async () => {
    const { id } = await campaign()
    await visit(
      browser,
      server,
      `#/campaigns/${id}/steps`,
      async (page) => {
        const text = step(page, 1).getByLabel("Text")
        const list = page.getByRole("listbox", { name: "Variables" })
        await text.fill("")
        await page.keyboard.type("Hi {{fir")
        await list.getByRole("option", { name: "{{first_name}}" }).waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await page.keyboard.press("Enter")
        assert.strictEqual(await text.inputValue(), "Hi {{first_name}}")
        await list.waitFor({ state: "detached" })
        await page.keyboard.type(" of {{city")
        await list.getByRole("option", { name: "{{custom.city}}" }).waitFor()
        await page.keyboard.press("Tab")
        assert.strictEqual(await text.inputValue(), "Hi {{first_name}} of {{custom.city}}")
        await page.keyboard.type(", {{comp")
        await list.waitFor()
        await page.keyboard.type("|you")
        assert.strictEqual(await text.inputValue(), "Hi {{first_name}} of {{custom.city}}, {{company|you}}")
        await page.keyboard.press("End")
        await page.keyboard.type("{{")
        await list.waitFor()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Escape")
        await list.waitFor({ state: "detached" })
        await page.keyboard.press("Control+z")
        assert.isTrue(await text.evaluate((field) => document.activeElement === field))

        // The button does the same, in the field that had the focus last.
        const subject = step(page, 1).getByLabel("Subject")
        await subject.fill("About ")
        await step(page, 1).getByRole("button", { name: "Insert a variable" }).click()
        await list.getByRole("option", { name: "{{company}}" }).click()
        assert.strictEqual(await subject.inputValue(), "About {{company}}")
        assert.isTrue(await subject.evaluate((field) => document.activeElement === field))
      },
      { ...calm, expected: /400/u }
    )
  })

  it("are a rail with the days between them, and are moved by keys, with undo", async () => {
    const { bodies, id } = await campaign()
    await visit(browser, server, `#/campaigns/${id}/steps`, async (page) => {
      const rail = page.getByRole("navigation", { name: "Steps" })
      await rail.getByText("3 days").waitFor()
      await rail.getByText("5 days").waitFor()
      await rail.getByRole("button", { name: "Step 3" }).focus()
      await page.keyboard.press("Alt+ArrowLeft")
      await waitFor(async () => assert.deepStrictEqual(await bodies(), ["Hi {{first_name|there}}", "Three", "Two"]))
      await waitFor(async () =>
        assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Step 2")
      )
      await page.getByRole("button", { name: "Undo" }).click()
      await waitFor(async () => assert.deepStrictEqual(await bodies(), ["Hi {{first_name|there}}", "Two", "Three"]))
      await step(page, 1).getByRole("button", { name: "Move down" }).click()
      await waitFor(async () => assert.deepStrictEqual(await bodies(), ["Two", "Hi {{first_name|there}}", "Three"]))
      await rail.getByRole("button", { name: "Step 3" }).click()
      await waitFor(async () =>
        assert.isTrue(
          await step(page, 3)
            .getByLabel("Text")
            .evaluate((field) => document.activeElement === field)
        )
      )
    })
  })

  it("keep unsaved texts when they are moved", async () => {
    const { id } = await campaign()
    await visit(browser, server, `#/campaigns/${id}/steps`, async (page) => {
      await step(page, 2).getByLabel("Text").fill("Two, not saved")
      await step(page, 2).getByRole("button", { name: "Move down" }).click()
      await waitFor(async () =>
        assert.strictEqual(await step(page, 3).getByLabel("Text").inputValue(), "Two, not saved")
      )
      await step(page, 3).getByText("Not saved yet").waitFor()
    })
  })

  it("take a condition, and show it in the rail", async () => {
    const { id } = await campaign()
    await visit(browser, server, `#/campaigns/${id}/steps`, async (page) => {
      assert.strictEqual(await step(page, 1).getByLabel("Condition").count(), 0)
      await step(page, 2).getByLabel("Condition").selectOption({ label: "has clicked a link by then" })
      await step(page, 2).getByLabel("The others").selectOption({ label: "get no further step" })
      await step(page, 2).getByRole("button", { name: "Save step" }).click()
      await page.getByRole("navigation", { name: "Steps" }).getByText("3 days: clicked").waitFor()
    })
    const { data } = await server.api.sequences.list(id)
    assert.deepStrictEqual(
      data.map(({ condition }) => condition),
      [null, { kind: "clicked", otherwise: "end" }, null]
    )
  })

  it("lose a condition also as the first step", async () => {
    const { id } = await campaign()
    const { api } = server
    const second = (await api.sequences.list(id)).data[1]?.id ?? 0
    await api.sequences.update(id, second, { condition: { kind: "clicked", otherwise: "end" } })
    await api.sequences.update(id, second, { position: 1 })
    await visit(browser, server, `#/campaigns/${id}/steps`, async (page) => {
      await step(page, 1).getByLabel("Condition").selectOption({ label: "none: each lead gets the step" })
      await step(page, 1).getByRole("button", { name: "Save step" }).click()
      await waitFor(async () =>
        assert.deepStrictEqual(
          (await api.sequences.list(id)).data.map(({ condition }) => condition),
          [null, null, null]
        )
      )
    })
  })

  it("take a rule for a winner, show the decision, and split the leads again", async () => {
    const { id } = await campaign()
    const { api } = server
    const [first] = (await api.sequences.list(id)).data
    const a = first?.id ?? 0
    const b = (await api.sequences.create(id, { variant_of: a, subject: "Pears", body: "Other" })).id
    const rules = async () => (await api.sequences.list(id)).data.slice(0, 2).map(({ winner_rule }) => winner_rule)
    const use = async (page: Page) => {
      const winner = page.getByRole("region", { name: "Winner of step 1" })
      await winner.getByLabel("All further leads get the variant with").selectOption({ label: "more positive answers" })
      await winner.getByLabel("Earliest when").fill("20")
      // A rule that is not saved stays while another page is open.
      await page.evaluate(() => (location.hash = "#/campaigns"))
      await winner.waitFor({ state: "detached" })
      await page.goBack()
      assert.strictEqual(await winner.getByLabel("Earliest when").inputValue(), "20")
      await winner.getByRole("button", { name: "Save rule" }).click()
      await winner.getByText("Leads count that got the step after").waitFor()
      await winner
        .getByText("Variant A: 0 of 0 leads answered positively, 0 opened; must be sent to 20 more leads")
        .waitFor()
      await winner.getByText("No variant is ahead.").waitFor()
      const [rule] = await rules()
      assert.deepInclude(rule, { goal: "positive_replied", minimum_contacted: 20 })
      const leads = Array.from({ length: 40 }, (_, i) => ({ email: `compared${i}@lead.example` }))
      const { data } = await api.leads.create({ campaign_id: id, leads })
      const at = new Date(Date.parse(rule?.since ?? "") + 60_000).toISOString()
      const event = (type: "replied" | "sent", index: number) => ({
        type,
        lead_id: data[index]?.id ?? 0,
        sequence_id: index % 2 === 0 ? a : b,
        occurred_at: at
      })
      await api.activity.record({ events: data.map((_, index) => event("sent", index)) })
      const replied = data.flatMap((_, index) => (index % 2 === 1 ? [event("replied", index)] : []))
      await api.activity.record({ events: replied })
      const tag = await api.tags.create({ name: "Tell me more", sentiment: "positive" })
      for (const { lead_id } of replied) await api.tags.assign(lead_id, { tag_id: tag.id })
      await page.reload()
      await winner.getByText("Variant B has won").waitFor()
      await winner.getByText(/Variant B: \d+ of 20 leads answered positively/u).waitFor()
      await page.getByRole("navigation", { name: "Steps" }).getByText("A B✓").waitFor()
      // The weights are 1 and 1, but the winner gets all further leads.
      const share = (letter: string) =>
        page.getByRole("region", { name: `Step 1, variant ${letter}` }).locator(".step-share")
      await share("A").getByText("0 % of the leads").waitFor()
      await share("B").getByText("100 % of the leads").waitFor()
      server.intercept((request, response) => {
        if (request.method !== "PATCH") return false
        failWith(503, request, response)
        return true
      })
      await winner.getByRole("button", { name: "Split the leads again" }).click()
      const question = page.getByRole("dialog", { name: "Split the leads again?" })
      await question.getByText("This cannot be undone", { exact: false }).waitFor()
      await question.getByRole("button", { name: "Split the leads again" }).click()
      await question.getByText("The server is busy.").waitFor()
      assert.strictEqual(await winner.getByRole("button", { name: "Save rule" }).count(), 0)
      server.intercept(undefined)
      await question.getByRole("button", { name: "Split the leads again" }).click()
      await winner.getByLabel("All further leads get the variant with").waitFor()
    }
    await visit(browser, server, `#/campaigns/${id}/steps`, use, { expected: anyFailure })
    assert.deepStrictEqual(await rules(), [null, null])
  })

  it("have a weight beside variants, and days after the first step", async () => {
    const { id } = await campaign()
    const [first] = (await server.api.sequences.list(id)).data
    const second = (await server.api.sequences.list(id)).data[1]
    await server.api.sequences.create(id, { variant_of: first?.id ?? 0, subject: "Other", body: "Other" })
    await server.api.sequences.create(id, { variant_of: second?.id ?? 0, subject: null, body: "Other" })
    await visit(browser, server, `#/campaigns/${id}/steps`, async (page) => {
      // The first step has no step before it.
      const begin = page.getByRole("region", { name: "Step 1, variant A" })
      await begin.getByLabel("Weight").waitFor()
      assert.strictEqual(await begin.getByLabel("Days after the step before").count(), 0)
      await page.getByRole("region", { name: "Step 2, variant A" }).getByLabel("Days after the step before").waitFor()
    })
  })
})

/** Changes that the server rejects, or that it does not get. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { anyFailure, type Faults, faultsOf, failWith, withClock, wordsOf } from "./ConsoleFaults.ts"
import { fill, goTo } from "./ConsoleRoutes.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let server: ConsoleServer
let faults: Faults
let there: Awaited<ReturnType<typeof fill>>
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  faults = faultsOf(server)
  there = await fill(server)
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

describe("a change that fails", () => {
  const look = (page: Page) =>
    page.evaluate(() =>
      [".row", ".talk-head", ".lead-fields"].map((selector) =>
        [...document.querySelectorAll(selector)].map((element) => `${element.className} ${element.textContent}`)
      )
    )

  /** Opens a conversation, and waits for its lead. */
  const open = async (page: Page, id: number) => {
    await goTo(page, `inbox/replies/${id}`)
    await page.locator(".lead-head", { hasText: id === there.thread ? "Amara One" : "Bastian Two" }).waitFor()
    await page.locator(".talk .mail").first().waitFor()
    // While the server does not answer, no key writes.
    await page.locator(".banner").waitFor({ state: "detached" })
  }

  it("goes back, and says why", () =>
    visit(
      browser,
      server,
      `#/inbox/replies/${there.other}`,
      async (page) => {
        // Both are marked as read first, as opening them would change them.
        for (const id of [there.thread, there.other]) {
          await open(page, id)
          await page.clock.fastForward(1500)
          await page.locator(`.row-new [data-row="${id}"]`).waitFor({ state: "detached" })
        }
        for (const failure of [403, 409, 500, 503, "broken"] as const) {
          for (const key of ["e", "u", "v", "t", "s"]) {
            const name = `${key} with ${failure}`
            await open(page, there.other)
            const before = await look(page)
            const failing: Array<() => void> = []
            server.intercept((request, response) => {
              if (request.method === "GET") return false
              failing.push(() => failWith(failure, request, response))
              if (failing.length > 1) failing.at(-1)?.()
              return true
            })
            await page.keyboard.press(key)
            if (key === "t") {
              await page.getByRole("combobox", { name: "Tag the lead" }).fill("int")
              await page.keyboard.press("Enter")
            }
            if (key === "s") await page.clock.fastForward(5000)
            await page.waitForFunction(
              (before) =>
                JSON.stringify(
                  [".row", ".talk-head", ".lead-fields"].map((selector) =>
                    [...document.querySelectorAll(selector)].map((e) => `${e.className} ${e.textContent}`)
                  )
                ) !== before,
              JSON.stringify(before)
            )
            while (failing.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
            failing[0]?.()
            const toast = page.locator(".toast-bad", { hasText: wordsOf(failure) })
            for (let step = 0; step < 50 && (await toast.count()) === 0; step++) await page.clock.fastForward(400)
            await toast.first().waitFor()
            faults.end()
            await open(page, there.other)
            assert.deepStrictEqual(await look(page), before, name)
            await page.clock.fastForward(13_000)
            await toast.first().waitFor({ state: "detached" })
          }
        }
      },
      { before: withClock, expected: anyFailure }
    ).finally(() => faults.end()))

  it("shows both values when somebody else was faster, and stores what was written when it is saved again", () =>
    visit(
      browser,
      server,
      `#/leads?lead=${there.lead_id}`,
      async (page) => {
        /** Presses the button, and waits until the change is stored: the form hides the other value before. */
        const store = async (name: string) => {
          const stored = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok())
          await page.getByRole("button", { name, exact: true }).click()
          await stored
        }
        const company = page.getByRole("textbox", { name: "Company" })
        await company.fill("Mine")
        await server.api.leads.update(there.lead_id, { company: "Theirs" })
        await page.getByRole("button", { name: "Save", exact: true }).click()
        await page.getByText("Somebody has changed this lead meanwhile.").waitFor()
        await page.getByText("Stored now: Theirs").waitFor()
        assert.strictEqual(await company.inputValue(), "Mine")
        assert.strictEqual((await server.api.leads.find(there.lead_id)).company, "Theirs")
        await store("Save")
        await page.getByText("Stored now").waitFor({ state: "detached" })
        assert.strictEqual((await server.api.leads.find(there.lead_id)).company, "Mine")

        // The accounts of a campaign.
        const { account, campaign } = server
        const other = await server.api.accounts.create({ email: "tom@quillmark.example", provider: "smtp" })
        await goTo(page, `campaigns/${campaign.id}`)
        await page.getByLabel(other.email).check()
        await server.api.campaigns.update(campaign.id, { account_ids: [] })
        await page.getByRole("button", { name: "Save accounts" }).click()
        await page.getByText("Somebody has changed this campaign meanwhile.").waitFor()
        assert.strictEqual(await page.getByText("Stored now: not chosen").count(), 2)
        await store("Save accounts")
        await page.getByText("Stored now").first().waitFor({ state: "detached" })
        assert.sameMembers([...(await server.api.campaigns.find(campaign.id)).account_ids], [account.id, other.id])

        // The tracking of the campaign.
        await page.getByRole("checkbox", { name: "Count clicks" }).check()
        await server.api.campaigns.update(campaign.id, { name: "Theirs" })
        await page.getByRole("button", { name: "Save tracking" }).click()
        await page.getByText("Stored now: not chosen").waitFor()
        await store("Save tracking")
        await page.getByText("Stored now").waitFor({ state: "detached" })
        const { track_clicks, track_opens } = await server.api.campaigns.find(campaign.id)
        assert.deepStrictEqual([track_clicks, track_opens], [true, false])
      },
      { expected: /status of 412/u }
    ))

  it("leaves what was typed where it was", () =>
    visit(
      browser,
      server,
      `#/campaigns/${server.campaign.id}/steps`,
      async (page) => {
        await page.getByLabel("Subject").fill("Another subject")
        await page.getByLabel("Text").fill("Another text")
        faults.fail(500)
        await page.getByRole("button", { name: "Save step" }).click()
        await page.getByText("request-500").first().waitFor({ state: "attached" })
        assert.strictEqual(await page.getByLabel("Subject").inputValue(), "Another subject")
        assert.strictEqual(await page.getByLabel("Text").inputValue(), "Another text")
        faults.end()
        await page.getByRole("button", { name: "Save step" }).click()
        await page.getByText("Saved", { exact: true }).waitFor()
        const { data } = await server.api.sequences.list(server.campaign.id)
        assert.deepStrictEqual(
          data.map(({ body, subject }) => [subject, body]),
          [["Another subject", "Another text"]]
        )
      },
      { expected: anyFailure }
    ).finally(() => faults.end()))
})

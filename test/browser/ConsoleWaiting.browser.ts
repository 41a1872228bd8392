/** Changes of the console that wait for five seconds: what is undone, and what is sent. */
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { failWith } from "./ConsoleFaults.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
beforeEach(async () => {
  server = await startConsole()
})
afterEach(() => server.close())

/** The boxes of single leads. */
const boxes = '.leads-check[aria-label*="@"]'
const before = (page: Page) => page.clock.install()
const changesOfLeads = () => server.requests.filter((request) => request.startsWith("PATCH /leads"))

describe("a stop in the inbox", () => {
  const sending = (page: Page, text: string) => page.locator(".lead-fields dd", { hasText: text }).waitFor()
  /** The lead is not stopped. What else stands in the way is also shown of a stopped one. */
  const resumed = async (page: Page) => {
    await page.locator(".lead-fields dd", { hasText: "Stopped by a person" }).waitFor({ state: "detached" })
    await sending(page, "The campaign is not active")
  }
  const open = async (page: Page) => {
    await page.locator(".mail").first().waitFor()
    await sending(page, "The campaign is not active")
  }

  /** Opens the conversation of a lead, and stops the lead. */
  const stopping = async (body: (page: Page, lead_id: number) => Promise<void>) => {
    const { lead_id, thread } = await server.talk({ name: "Ada One" })
    await server.api.leads.update(lead_id, { stop_sending: false })
    const stop = async (page: Page) => {
      await open(page)
      await page.keyboard.press("s")
      await sending(page, "Stopped by a person")
      await body(page, lead_id)
    }
    await visit(browser, server, `#/inbox/replies/${thread}`, stop, { before })
  }

  it("and a resumption are both undone by one Z", () =>
    stopping(async (page, lead_id) => {
      await page.keyboard.press("s")
      await resumed(page)
      assert.strictEqual(await page.locator(".toast").count(), 1)
      await page.keyboard.press("z")
      await page.locator(".toast").waitFor({ state: "detached" })
      await resumed(page)
      await page.keyboard.press("z")
      await page.getByText("There is nothing to undo").waitFor()
      await page.clock.fastForward(6000)
      await resumed(page)
      assert.deepStrictEqual(changesOfLeads(), [])
      // A later stop is sent.
      await page.keyboard.press("s")
      await page.clock.fastForward(5000)
      await waitFor(async () => assert.isTrue((await server.api.leads.find(lead_id)).stop_sending))
      await sending(page, "Stopped by a person")
    }))

  it("that is undone before the answer to a resumption stays undone", () =>
    stopping(async (page) => {
      // All at once: the part of the page that may ask is still being loaded.
      await page.evaluate(() => {
        for (const key of ["s", "z"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
      })
      await resumed(page)
      await page.clock.fastForward(6000)
      await resumed(page)
      assert.deepStrictEqual(changesOfLeads(), [])
    }))

  it("is shown while it waits, also when the lead is tagged meanwhile", async () => {
    await server.api.tags.create({ name: "Later", sentiment: "neutral" })
    await stopping(async (page, lead_id) => {
      await page.keyboard.press("t")
      await page.getByRole("dialog").getByRole("option", { name: "Later" }).waitFor()
      await page.keyboard.type("lat")
      await page.keyboard.press("Enter")
      await sending(page, "Later")
      await sending(page, "Stopped by a person")
      assert.isFalse((await server.api.leads.find(lead_id)).stop_sending)
      await page.clock.fastForward(5000)
      await waitFor(async () => assert.isTrue((await server.api.leads.find(lead_id)).stop_sending))
      await sending(page, "Stopped by a person")
    })
  })
})

describe("a stop of many leads", () => {
  const create = async (count: number) => {
    const { id: campaign_id } = await server.api.campaigns.create({ name: "Many leads" })
    const leads = Array.from({ length: count }, (_, index) => ({ email: `lead${index}@many.example` }))
    for (let start = 0; start < count; start += 1000) {
      await server.api.leads.create({ campaign_id, leads: leads.slice(start, start + 1000) })
    }
  }
  const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

  it("is sent for a lead whose resumption is undone after the stop was sent for the others", async () => {
    await create(1)
    const stop = async () => (await server.api.leads.all({ limit: 1 })).data[0]?.stop_sending
    await visit(
      browser,
      server,
      "#/leads",
      async (page) => {
        await page.locator(boxes).check()
        await click(page, "Stop sending")
        await page.clock.fastForward(3000)
        await page.locator(boxes).check()
        await click(page, "Resume sending")
        await page.clock.fastForward(3000)
        await page.getByText("Sending to 1 lead stops").waitFor({ state: "detached" })
        await page.keyboard.press("z")
        await page.getByText("Sending to 1 lead resumes").waitFor({ state: "detached" })
        await page.clock.fastForward(6000)
        await waitFor(async () => assert.isTrue(await stop()))
      },
      { before }
    )
  })

  it("says how many were changed when the second of two requests fails", async () => {
    await create(1001)
    await visit(
      browser,
      server,
      "#/leads",
      async (page) => {
        for (let count = 100; count < 1001; count = Math.min(count + 100, 1001)) {
          await page
            .locator(boxes)
            .nth(count - 1)
            .waitFor()
          await click(page, "Load more")
        }
        await page.locator(boxes).nth(1000).waitFor()
        await page.evaluate((boxes) => {
          for (const box of document.querySelectorAll<HTMLInputElement>(boxes)) box.click()
        }, boxes)
        await page.getByText("1,001 leads selected").waitFor()
        server.intercept((request, response) => {
          if (request.method !== "PATCH" || changesOfLeads().length < 2) return false
          failWith(403, request, response)
          return true
        })
        await click(page, "Stop sending")
        await page.clock.fastForward(5000)
        await page.getByText("1 lead not changed, 1,000 leads changed: Planted failure 403").waitFor()
        assert.strictEqual(changesOfLeads().length, 2)
      },
      { before, expected: /403/u }
    )
  })
})

describe("signing out", () => {
  const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(" draft ")))
  const answerAndSignOut = async (page: Page) => {
    await page.getByRole("button", { name: /^Reply to/u }).waitFor()
    await page.keyboard.press("r")
    await page.keyboard.type("It is 89 a month.")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Is sent in").waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search or jump" }).fill("sign out")
    await page.keyboard.press("Enter")
  }

  it("sends the answer that waits, and keeps nothing of it", async () => {
    const { thread } = await server.talk({ name: "Ada One" })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        await answerAndSignOut(page)
        await page.getByLabel("E-mail address").waitFor()
        await page.clock.fastForward(6000)
        await waitFor(() => assert.strictEqual(server.sent.length, 1))
        assert.deepStrictEqual(await kept(page), [])
      },
      { before, expected: /401/u }
    )
  })

  it("does not happen when the answer cannot be sent: the reason is shown, and the text is back", async () => {
    const { thread } = await server.talk({ name: "Ada One" })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        server.intercept((request, response) => {
          if (!request.url?.endsWith("/reply")) return false
          failWith(409, request, response)
          return true
        })
        await answerAndSignOut(page)
        await page.getByText("The answer was not sent: Planted failure 409").waitFor()
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await page.keyboard.press("r")
        assert.strictEqual(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "It is 89 a month.")
        assert.isFalse(server.requests.includes("DELETE /session"))
      },
      { before, expected: /409/u }
    )
  })
})

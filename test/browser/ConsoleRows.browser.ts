/** A long inbox has few elements, and every row of it can be reached; names, times and found words are shown. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { withConsole } from "./ConsoleSetup.ts"
import { manyThreads } from "./ConsoleThreads.ts"
import { waitFor } from "./WaitFor.ts"

const here = withConsole()

const openId = (page: Page) => page.evaluate(() => Number(location.hash.split("/").at(-1)))

describe("an inbox of 31 000 conversations", () => {
  it("keeps few elements, and goes from row to row beyond those that exist", async () => {
    const { thread } = await here.server.talk({ name: "Amara One" })
    const all = await manyThreads(here.server, thread, 31_000)
    await here
      .visit("", async (page) => {
        await page.locator(`[data-row="${all.idOf(0)}"]`).waitFor()
        const list = page.locator(".rows")
        for (let pages = 2; pages <= 20; pages++) {
          await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
          await page.locator(`[data-row="${all.idOf(pages * 30 - 1)}"]`).waitFor()
        }
        assert.isAtMost(await page.locator(".list *").count(), 1_500)
        await list.evaluate((element) => element.scrollTo({ top: 0 }))
        await page.locator(`[data-row="${all.idOf(0)}"]`).click()
        await page.locator("article").first().waitFor()
        for (let press = 0; press < 90; press++) await page.keyboard.press("j")
        await waitFor(async () => assert.strictEqual(await openId(page), all.idOf(90)))
        const row = page.locator(`[data-row="${all.idOf(90)}"]`)
        await row.waitFor()
        assert.strictEqual(await row.getAttribute("aria-current"), "true")
        const isInView = await row.evaluate((link) => {
          const { bottom, top } = link.getBoundingClientRect()
          const list = link.closest(".rows")?.getBoundingClientRect()
          return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
        })
        assert.isTrue(isInView)
        assert.strictEqual(await page.locator(".row", { has: row }).getAttribute("aria-posinset"), "91")
        await page.keyboard.press("k")
        await waitFor(async () => assert.strictEqual(await openId(page), all.idOf(89)))
      })
      .finally(() => here.server.intercept(undefined))
  })
})

describe("a search of the inbox", () => {
  it("marks the found words in the list and in the conversation, and begins there", async () => {
    const filler = (name: string) => Array.from({ length: 20 }, (_, line) => `${name} ${line}`).join("\n\n")
    const { thread } = await here.server.talk({
      name: "Bastian Two",
      texts: ["Wir haben eine Löschanlage im Keller.", filler("One"), filler("Two"), filler("Three")]
    })
    await here.visit(`#/inbox/replies/${thread}?search=loschanlage`, async (page) => {
      const mark = page.locator("article mark", { hasText: "Löschanlage" })
      await mark.waitFor()
      const isInView = await mark.evaluate((element) => {
        const messages = element.closest(".talk-messages")?.getBoundingClientRect()
        const { bottom, top } = element.getBoundingClientRect()
        return messages !== undefined && top >= messages.top && bottom <= messages.bottom
      })
      assert.isTrue(isInView)
    })
    // The list has the words of the older message.
    await here.visit(`#/inbox/replies?search=loschanlage`, async (page) => {
      const row = page.locator(".row", { hasText: "Bastian Two" })
      await row.locator(".row-body mark", { hasText: "Löschanlage" }).waitFor()
      assert.strictEqual(await row.locator(".row-body").textContent(), "Wir haben eine Löschanlage im Keller.")
    })
    await here.visit(`#/inbox/replies?search=bastian`, async (page) => {
      await page.locator(".row-name mark", { hasText: "Bastian" }).waitFor()
    })
  })
})

describe("the activity of a campaign", () => {
  it("shows who and when", async () => {
    const { email, lead_id } = await here.server.talk({ name: "Chiara Three" })
    const date = new Date(Date.now() - 3 * 86_400_000)
    await here.server.api.activity.record({ events: [{ type: "opened", lead_id, occurred_at: date.toISOString() }] })
    const when = new Intl.DateTimeFormat("en-GB", {
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "Europe/Berlin"
    }).format(date)
    await here.visit(`#/campaigns/${here.server.campaign.id}/activity`, async (page) => {
      const row = page.locator("tr", { hasText: when })
      await row.getByRole("link", { name: "Chiara Three" }).waitFor()
      await row.getByText(email).waitFor()
    })
  })
})

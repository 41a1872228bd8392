/** Reading a conversation: where it opens, what moves, its files, and texts that run from right to left. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const here = withConsole()

const long = (name: string) => Array.from({ length: 25 }, (_, line) => `${name}, line ${line}`).join("\n\n")

/** How far the top of a message is below the top of the part that scrolls, in pixels. */
const topOf = (page: Page, text: string) =>
  page
    .locator("[data-message]", { hasText: text })
    .first()
    .evaluate(
      (message) =>
        message.getBoundingClientRect().top -
        (message.closest(".talk-messages")?.getBoundingClientRect().top ?? Number.NaN)
    )

const markRead = (thread: number) => here.server.api.unibox.updateMany({ ids: [thread], is_new: false })

describe("a conversation", () => {
  it("opens at the top of its first unread message", async () => {
    const { thread, write } = await here.server.talk({ name: "Amara One", texts: [long("First"), long("Second")] })
    await markRead(thread)
    await write(long("Third"))
    await write(long("Fourth"))
    await write(long("Fifth"))
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      await page.getByText("Fifth, line 24").waitFor()
      // Parts of the conversation that are loaded late move nothing.
      await page.waitForResponse(/sends\?/u)
      const top = await topOf(page, "Third, line 0")
      assert.isAtLeast(top, -1)
      assert.isAtMost(top, 24)
    })
  })

  it("opens at its end when everything is read", async () => {
    const { thread } = await here.server.talk({ name: "Bastian Two", texts: [long("First"), long("Last")] })
    await markRead(thread)
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      await page.getByText("Last, line 24").waitFor()
      // The row of the team takes room from the messages when it is loaded.
      await page.getByRole("button", { name: "Add a note" }).waitFor()
      const messages = page.locator(".talk-messages")
      await waitFor(async () => {
        const below = await messages.evaluate(
          ({ clientHeight, scrollHeight, scrollTop }) => scrollHeight - scrollTop - clientHeight
        )
        assert.isAtMost(below, 1)
      })
    })
  })

  it("shows older messages above, and moves nothing under the reader", async () => {
    const { thread, write } = await here.server.talk({ name: "Chiara Three" })
    for (let message = 1; message <= 60; message++) await write(`Message number ${message}.`, { ago: 9 - message / 10 })
    await markRead(thread)
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      const older = page.getByRole("button", { name: "Older messages" })
      await older.scrollIntoViewIfNeeded()
      await page.locator(".talk-messages").evaluate((scroller) => scroller.scrollTo({ top: 0 }))
      const before = await topOf(page, "Message number 12.")
      await older.click()
      await page.getByText("Message number 2.", { exact: true }).waitFor({ state: "attached" })
      assert.closeTo(await topOf(page, "Message number 12."), before, 2)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      assert.closeTo(await topOf(page, "Message number 12."), before, 2)
    })
  })

  it("folds more than six files, and keeps the ends of long names", async () => {
    const name = `Offer for the practice at the harbour ${"with all its rooms ".repeat(8)}and prices`
    const parts = Array.from({ length: 9 }, (_, index) => ({
      type: "application/pdf",
      content: `file ${index}`,
      filename: index === 0 ? `${name}.pdf` : `file-${index}.pdf`
    }))
    const { thread } = await here.server.talk({ name: "Daria Four", parts })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      const files = page.getByRole("list", { name: "Attachments" }).getByRole("link")
      await files.first().waitFor()
      assert.strictEqual(await files.count(), 6)
      const long = files.first()
      assert.strictEqual(await long.getAttribute("download"), `${name}.pdf`)
      assert.strictEqual(await long.getAttribute("title"), `${name}.pdf`)
      // The end of the name is inside the button.
      const isInside = await long.evaluate((link) => {
        const end = link.querySelector(".mail-file > :last-child")?.getBoundingClientRect()
        return end !== undefined && end.width > 10 && end.right <= link.getBoundingClientRect().right
      })
      assert.isTrue(isInside)
      assert.match((await long.locator(".mail-file > :last-child").textContent()) ?? "", /\.pdf$/u)
      await page.getByRole("button", { name: "Show 3 more files" }).click()
      assert.strictEqual(await files.count(), 9)
    })
  })
})

describe("texts from right to left", () => {
  const hebrew = "שלום רב, אשמח לקבל הצעה."
  const names = ["נועה", "כהן"]
  /** The direction of the element with a text. */
  const directionOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)

  it("begin at the right: names, subjects, texts and the field", async () => {
    const { thread } = await here.server.talk({ name: names.join(" "), subject: "פגישה", texts: [hebrew] })
    await here.visit(`#/inbox/replies/${thread}?search=${encodeURIComponent("פגישה")}`, async (page) => {
      await page.locator("article", { hasText: hebrew }).waitFor()
      await page.locator(".lead-names h2").waitFor()
      for (const part of [
        ".row-name",
        ".row-body",
        "article:last-of-type .mail-sender",
        "article:last-of-type .mail-text",
        ".lead-names h2"
      ]) {
        assert.strictEqual(await directionOf(page, part), "rtl", part)
      }
      // The subject of an answer begins with "Re:".
      for (const part of [".row-subject", ".talk-title h2"]) {
        assert.strictEqual(await page.locator(part).first().getAttribute("dir"), "auto", part)
      }
      await page.keyboard.press("r")
      await page.getByRole("textbox", { name: "Reply" }).fill(hebrew)
      assert.strictEqual(await directionOf(page, ".composer-text"), "rtl")
      await page.keyboard.press("Escape")
      assert.strictEqual(await directionOf(page, ".composer-closed span"), "rtl")
    })
  })
})

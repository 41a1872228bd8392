/** Writing an answer while somebody else answers, or in two tabs. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const here = withConsole()

const field = (page: Page) => page.getByRole("textbox", { name: "Reply" })

/** The text that the page shows when somebody has answered. */
const told = "Maya Lindqvist answered meanwhile"

describe("an answer", () => {
  it("asks once before it is sent, when somebody has answered meanwhile", async () => {
    const { email, message_id, name, thread } = await here.server.talk({ name: "Amara One" })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      await page.locator("article").first().waitFor()
      await page.keyboard.press("r")
      await field(page).fill("My answer")
      assert.strictEqual(await page.getByText(told).count(), 0)
      await here.server.ours({ name, email }, "Missed appointments", "I have taken care of it.", {
        references: [message_id]
      })
      await page.getByText(told).waitFor()
      await field(page).press("Control+Enter")
      const dialog = page.getByRole("dialog", { name: "Send it all the same?" })
      await dialog.waitFor()
      await dialog.getByRole("button", { name: "Read first" }).click()
      await dialog.waitFor({ state: "detached" })
      assert.strictEqual(await field(page).inputValue(), "My answer")
      // It was asked once: the next press sends.
      await field(page).press("Control+Enter")
      await page.getByText("Sent in 5").first().waitFor()
      await page.keyboard.press("z")
      // Nobody has answered since.
      await field(page).waitFor()
      assert.strictEqual(await page.getByText(told).count(), 0)
    })
  })

  it("comes back when somebody else answers in the seconds before it is sent, and then goes", async () => {
    const { thread } = await here.server.talk({ name: "Cleo Three" })
    const written = async () =>
      (await here.server.api.sends.list({ kind: "reply", thread_id: thread })).data.map(({ sent_by }) => sent_by?.name)
    await here.visit(
      `#/inbox/replies/${thread}`,
      async (page) => {
        await page.locator("article").first().waitFor()
        await page.keyboard.press("r")
        await field(page).fill("My answer")
        await field(page).press("Control+Enter")
        await page.getByText("Sent in 5").first().waitFor()
        await here.server.api.replies.reply(thread, { body_text: "The answer of a colleague" })
        await page.getByText("The answer was not sent: somebody answered meanwhile").waitFor()
        assert.strictEqual(await field(page).inputValue(), "My answer")
        await page.getByText("The answer of a colleague").first().waitFor()
        const before = (await written()).length
        await field(page).press("Control+Enter")
        await waitFor(async () => assert.strictEqual((await written()).length, before + 1))
      },
      { expected: /status of 409/u }
    )
  })

  it("is the same in two tabs", async () => {
    const { thread } = await here.server.talk({ name: "Bastian Two" })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      const other = await page.context().newPage()
      await other.goto(page.url())
      for (const tab of [page, other]) {
        await tab.locator("article").first().waitFor()
        await tab.locator(".brand-name", { hasNotText: "Mailroom" }).waitFor({ state: "attached" })
        await tab.keyboard.press("r")
        await field(tab).waitFor()
      }
      await field(page).fill("Written in the first tab")
      await other.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>(".composer-text")?.value === "Written in the first tab"
      )
      await other.keyboard.press("Escape")
      await field(page).fill("Changed")
      await other.locator(".composer-closed", { hasText: "Changed" }).waitFor()
      await field(page).fill("")
      await other.locator(".composer-closed", { hasText: "Reply to Bastian" }).waitFor()
    })
  })
})

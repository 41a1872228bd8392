/** The words of the console for conversations that wait, and for changes. */
import { describe, it } from "@effect/vitest"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole()

describe("the console", () => {
  it("says what waits where no conversation is open, and where an undone conversation is", async () => {
    const { lead_id } = await here.server.talk({ name: "Amara One", ago: 3 * 24 * 60 })
    await here.server.talk({ name: "Bastian Two" })
    const tag = await here.server.api.tags.create({ name: "Interested", sentiment: "positive" })
    await here.server.api.tags.assign(lead_id, { tag_id: tag.id })
    await here.visit(
      "#/inbox/replies",
      async (page) => {
        await page.getByText(/^2 to answer, 2 unread, 1 interested, the oldest from \w+$/u).waitFor()
        await page.locator("[data-row]").first().click()
        await page.getByRole("button", { name: /^Reply to/u }).waitFor()
        await page.keyboard.press("e")
        const message = page.getByText("1 conversation done")
        await message.waitFor()
        await page.clock.fastForward(6000)
        await message.waitFor({ state: "detached" })
        await page.keyboard.press("z")
        await page.getByText("Back in the inbox", { exact: true }).waitFor()
      },
      { before: (page) => page.clock.install() }
    )
  })

  it("says what was blocked, and whom that stopped", async () => {
    await here.visit("#/blacklist", async (page) => {
      const add = async (text: string) => {
        await page.getByRole("button", { name: "Add", exact: true }).first().click()
        await page.getByRole("textbox", { name: "Addresses or domains" }).fill(text)
        await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click()
      }
      await add("rival.example")
      await page.getByText("1 domain blocked; no lead was in it").waitFor()
      await add("rival.example")
      await page.getByText("Nothing new, 1 known before; no lead was in it").waitFor()
    })
  })
})

describe("a scheduled answer", () => {
  const alone = withConsole()

  it("takes its conversation out of what waits", async () => {
    const { lead_id, thread } = await alone.server.talk({ name: "Amara One", ago: 3 * 24 * 60 })
    const tag = await alone.server.api.tags.create({ name: "Interested", sentiment: "positive" })
    await alone.server.api.tags.assign(lead_id, { tag_id: tag.id })
    const send_at = new Date(Date.now() + 86_400_000).toISOString()
    await alone.server.api.replies.reply(thread, { body_text: "Tomorrow", send_at })
    await alone.visit("#/inbox/replies", async (page) => {
      await page
        .locator("[data-row]")
        .getByText(/^Scheduled /u)
        .waitFor()
      await page.getByText("No conversation is open", { exact: true }).waitFor()
    })
    await alone.server.talk({ name: "Bastian Two", ago: 2 * 24 * 60 })
    await alone.visit("#/inbox/replies", (page) =>
      page.getByText(/^1 to answer, 1 unread, the oldest from \w+$/u).waitFor()
    )
  })
})

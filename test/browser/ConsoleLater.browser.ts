/** Answers that are sent later, and messages that are forwarded, in the console. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** The folder for pictures of what the tests see; `undefined`: none. */
const pictures = process.env["MAILROOM_PICTURES"]

/** Runs a test with a conversation whose account has a server that does not exist: its mails wait. */
const withTalk = async (use: (server: ConsoleServer, thread: number) => Promise<void>) => {
  const server = await startConsole({ allowPrivateTargets: true })
  try {
    await server.api.mailboxes.connect(server.account.id, {
      smtp: { host: "127.0.0.1", port: 1, security: "tls", auth: { type: "password", password: "secret" } }
    })
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await use(server, thread)
  } finally {
    await server.close()
  }
}
const routeOf = (thread: number) => `#/inbox/replies/${thread}`

describe("an answer that is sent later", () => {
  it("is scheduled by typing a time, shown with it, moved, cancelled, and written again", async () => {
    await withTalk(async (server, thread) => {
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          const scheduled = async () => (await server.api.sends.list({ kind: "reply", scheduled: true })).data
          await page.getByRole("button", { name: /^Reply to/u }).click()
          const field = page.getByRole("textbox", { name: "Reply", exact: true })
          const later = page.getByRole("button", { name: "Send later" })
          assert.isTrue(await later.isDisabled())
          await field.fill("It is 89 a month.")
          await later.click()
          const picker = page.getByRole("dialog", { name: /^Send later, in the time zone/u })
          await picker.getByRole("option", { name: /^Tomorrow morning/u }).waitFor()
          assert.deepStrictEqual(await faultsOf(page), [])
          if (pictures !== undefined) await page.screenshot({ path: `${pictures}/later-picker.png` })
          await picker.getByRole("combobox").fill("in 3 days")
          await picker.getByRole("option").first().waitFor()
          await page.keyboard.press("Enter")
          const answer = page.getByRole("article", { name: "Answer that is not sent" })
          await answer.getByText(/^Sends /u).waitFor()
          const [first] = await scheduled()
          assert.isAbove(Date.parse(first?.send_at ?? ""), Date.now() + 2 * 86_400_000)
          const head = page.locator("summary", { hasText: "Scheduled" })
          await head.getByText("1").waitFor()
          await head.click()
          assert.deepStrictEqual(await faultsOf(page), [])
          if (pictures !== undefined) await page.screenshot({ path: `${pictures}/later-wide.png` })
          await answer.getByRole("button", { name: "Change time" }).click()
          await page.getByRole("option", { name: /^Monday morning/u }).click()
          await waitFor(async () => assert.notStrictEqual((await scheduled())[0]?.send_at, first?.send_at))
          await answer.getByRole("button", { name: "Cancel" }).click()
          await waitFor(async () => assert.strictEqual(await field.inputValue(), "It is 89 a month."))
          await head.waitFor({ state: "detached" })
          const { data } = await server.api.sends.list({ kind: "reply", outcome: "refused" })
          assert.deepStrictEqual(
            data.map(({ reply }) => reply),
            ["Cancelled before it was sent"]
          )
        },
        { reducedMotion: "reduce" }
      )
    })
  })

  it("is on a phone, in the dark, too, and is sent now", async () => {
    await withTalk(async (server, thread) => {
      const send_at = new Date(Date.now() + 86_400_000).toISOString()
      const { id } = await server.api.replies.reply(thread, { body_text: "It is 89 a month.", send_at })
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          const answer = page.getByRole("article", { name: "Answer that is not sent" })
          await answer.getByRole("button", { name: "Send now" }).waitFor()
          assert.deepStrictEqual(await faultsOf(page), [])
          if (pictures !== undefined) await page.screenshot({ path: `${pictures}/later-phone.png` })
          await answer.getByRole("button", { name: "Send now" }).click()
          await waitFor(async () => assert.isNull((await server.api.sends.find(id)).send_at))
        },
        { reducedMotion: "reduce", colorScheme: "dark", viewport: { width: 390, height: 800 } }
      )
    })
  })
})

describe("a message", () => {
  it("is forwarded by the key F, to addresses, with a text", async () => {
    await withTalk(async (server, thread) => {
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          await page.getByRole("button", { name: "Forward" }).first().waitFor()
          await page.keyboard.press("f")
          const dialog = page.getByRole("dialog", { name: "Forward" })
          const submit = dialog.getByRole("button", { name: "Forward" })
          await dialog.getByLabel("To", { exact: true }).fill("charles")
          await dialog.getByText("Not an address: charles").waitFor()
          assert.isTrue(await submit.isDisabled())
          await dialog.getByLabel("To", { exact: true }).fill("charles@house.example, carl@house.example")
          await dialog.getByLabel("Text above the message").fill("Charles, your turn")
          assert.deepStrictEqual(await faultsOf(page), [])
          if (pictures !== undefined) await page.screenshot({ path: `${pictures}/forward.png` })
          await submit.click()
          await dialog.waitFor({ state: "detached" })
          const { data } = await server.api.sends.list({ kind: "forward" })
          assert.deepStrictEqual(
            data.map(({ body_text, cc, to_email }) => [to_email, cc, body_text]),
            [["charles@house.example", ["carl@house.example"], "Charles, your turn"]]
          )
          await page.getByRole("article").getByText("Forwarded to charles@house.example").waitFor()
        },
        { reducedMotion: "reduce" }
      )
    })
  })
})

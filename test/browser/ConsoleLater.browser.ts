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

type Talked = Awaited<ReturnType<ConsoleServer["talk"]>>

/** Runs a test with a conversation whose account has a server that does not exist: its mails wait. */
const withTalk = async (use: (server: ConsoleServer, thread: number, talk: Talked) => Promise<void>) => {
  const server = await startConsole({ allowPrivateTargets: true })
  try {
    await server.api.mailboxes.connect(server.account.id, {
      smtp: { host: "127.0.0.1", port: 1, security: "tls", auth: { type: "password", password: "secret" } }
    })
    const talk = await server.talk({ name: "Amara Almeida" })
    await use(server, talk.thread, talk)
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
          await page.getByRole("option", { name: /^Tomorrow morning/u }).click()
          await waitFor(async () => assert.notStrictEqual((await scheduled())[0]?.send_at, first?.send_at))
          await answer.getByRole("button", { name: "Cancel" }).click()
          await waitFor(async () => assert.strictEqual(await field.inputValue(), "It is 89 a month."))
          await head.waitFor({ state: "detached" })
          await answer.waitFor({ state: "detached" })
          const { data } = await server.api.sends.list({ kind: "reply", outcome: "refused" })
          assert.deepStrictEqual(
            data.map(({ body_text, reply }) => [reply, body_text]),
            [["Cancelled before it was sent", null]]
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

  it("is a draft again when it is cancelled in the list, with its file and copies, also after a reload; Z schedules it again", async () => {
    await withTalk(async (server, thread) => {
      const file = await server.api.uploads.create(Buffer.from("89 a month"), {
        filename: "prices.txt",
        content_type: "text/plain"
      })
      const send_at = new Date(Date.now() + 86_400_000).toISOString()
      const written = { body_text: "It is 89 a month.", cc: ["charles@house.example"] }
      await server.api.replies.reply(thread, { ...written, attachments: [file.id], send_at })
      const scheduled = async () => (await server.api.sends.list({ kind: "reply", scheduled: true })).data
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          const head = page.locator("summary", { hasText: "Scheduled" })
          const list = page.getByRole("list", { name: "Scheduled" })
          const cancel = async () => {
            await head.click()
            await list.getByText("Amara Almeida").waitFor()
            await list.getByText("It is 89 a month.").waitFor()
            await list.getByRole("button", { name: "Cancel" }).click()
            await head.waitFor({ state: "detached" })
          }
          const field = page.getByRole("textbox", { name: "Reply", exact: true })
          const isBack = async () => {
            await waitFor(async () => assert.strictEqual(await field.inputValue(), "It is 89 a month."))
            await waitFor(async () =>
              assert.strictEqual(await page.getByLabel("Cc", { exact: true }).inputValue(), "charles@house.example")
            )
            await page.getByRole("list", { name: "Files of the answer" }).getByText("prices.txt").waitFor()
            assert.strictEqual(await page.getByRole("article").filter({ hasText: "It is 89 a month." }).count(), 0)
            assert.strictEqual(await page.getByText("Not sent").count(), 0)
          }
          await cancel()
          await isBack()
          assert.deepStrictEqual(await faultsOf(page), [])
          if (pictures !== undefined) await page.screenshot({ path: `${pictures}/later-cancelled.png` })
          await page.getByRole("status").getByRole("button", { name: "Undo" }).click()
          await waitFor(async () =>
            assert.deepStrictEqual(
              (await scheduled()).map(({ attachments, body_text, cc, send_at }) => [
                attachments.map(({ filename }) => filename),
                body_text,
                cc,
                send_at
              ]),
              [[["prices.txt"], written.body_text, written.cc, send_at]]
            )
          )
          await head.waitFor()
          await waitFor(async () => assert.strictEqual(await page.getByLabel("Cc", { exact: true }).count(), 0))
          await cancel()
          await isBack()
          await field.fill("It is 79 a month.")
          await page.getByRole("status").getByRole("button", { name: "Undo" }).click()
          await page.getByText("Not scheduled: the draft was changed").waitFor()
          assert.deepStrictEqual(await scheduled(), [])
          await field.fill("It is 89 a month.")
          await page.reload()
          await page.getByRole("button", { name: "It is 89 a month." }).click()
          await isBack()
          await page.keyboard.press("Control+Enter")
          await waitFor(async () => {
            const { data } = await server.api.sends.list({ kind: "reply", outcome: "queued" })
            assert.deepStrictEqual(
              data.map(({ attachments, body_text, cc }) => [attachments.length, body_text, cc]),
              [[1, written.body_text, written.cc]]
            )
          })
        },
        { reducedMotion: "reduce" }
      )
    })
  })

  it("leaves the page with the mail that ends its wait, and a change that comes too late says why", async () => {
    await withTalk(async (server, thread, { write }) => {
      const send_at = new Date(Date.now() + 86_400_000).toISOString()
      const { id } = await server.api.replies.reply(thread, { body_text: "It is 89 a month.", send_at })
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          const answer = page.getByRole("article", { name: "Answer that is not sent" })
          const head = page.locator("summary", { hasText: "Scheduled" })
          await answer.getByRole("button", { name: "Send now" }).waitFor()
          await head.waitFor()
          // Ahead of the clock of a slow machine, too.
          await page.clock.pauseAt(new Date(Date.now() + 60_000))
          await write("No, thank you.")
          // The page asks for changes every 5 s, and for answers without a change every 15 s.
          await page.clock.fastForward(6000)
          await waitFor(async () => {
            await page.clock.runFor(1)
            assert.isAbove(await page.getByText("No, thank you.").count(), 0)
            assert.strictEqual(await head.count(), 0)
            assert.strictEqual(await answer.getByText("Not sent: the mail was refused").count(), 1)
          })
          await page.clock.resume()
          assert.strictEqual((await server.api.sends.find(id)).outcome, "refused")
          const again = await server.api.replies.reply(thread, { body_text: "Until then.", send_at })
          await page.reload()
          const second = answer.filter({ hasText: "Until then." })
          await second.getByRole("button", { name: "Send now" }).waitFor()
          await server.api.sends.cancel(again.id)
          await second.getByRole("button", { name: "Send now" }).click()
          await page.getByText("Already cancelled").waitFor()
          await second.getByText("Cancelled", { exact: true }).waitFor()
          await second.getByRole("button", { name: "Write again" }).waitFor()
        },
        { reducedMotion: "reduce", expected: /409/u, before: (page) => page.clock.install() }
      )
    })
  })

  it("names the fault of a typed time, is found by Ctrl K, and Cc has the focus", async () => {
    await withTalk(async (server, thread) => {
      const send_at = new Date(Date.now() + 86_400_000).toISOString()
      await server.api.replies.reply(thread, { body_text: "It is 89 a month.", send_at })
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          await page.getByRole("button", { name: /^Reply to/u }).click()
          await page.getByRole("textbox", { name: "Reply", exact: true }).fill("One more thing.")
          await page.getByRole("button", { name: "Cc, Bcc" }).click()
          await page.keyboard.type("head@house.example")
          assert.strictEqual(await page.getByLabel("Cc", { exact: true }).inputValue(), "head@house.example")
          await page.getByRole("button", { name: "Send later" }).click()
          const picker = page.getByRole("dialog", { name: /^Send later, in the time zone/u })
          await picker.getByRole("combobox").fill("24 dec 2034")
          await picker.getByText("More than a year ahead: choose an earlier time.").waitFor()
          assert.strictEqual(await picker.getByRole("option").count(), 0)
          await picker.getByRole("combobox").fill("24 dec 2019")
          await picker.getByText("This time is past: choose a later one.").waitFor()
          assert.deepStrictEqual(await faultsOf(page), [])
          await page.keyboard.press("Escape")
          for (const [typed, name, path] of [
            ["webhook", /^Webhooks, Slack/u, "#/integrations"],
            ["dark", /^Light or dark/u, "#/settings"],
            ["send later", /^Scheduled answers/u, "#/inbox"]
          ] as const) {
            await page.keyboard.press("Control+k")
            await page.getByRole("dialog", { name: "Search or jump" }).getByRole("combobox").fill(typed)
            await page.getByRole("option", { name }).click()
            await page.waitForURL((url) => url.hash.startsWith(path))
          }
          await page.getByRole("list", { name: "Scheduled" }).getByText("It is 89 a month.").waitFor()
        },
        { reducedMotion: "reduce" }
      )
    })
  })
})

describe("a message", () => {
  it("of the lead is forwarded by F, also after our answer; what was typed stays when the dialog closes", async () => {
    await withTalk(async (server, thread, { message_id, ...lead }) => {
      await server.ours(lead, "Re: Missed appointments", "Our own answer.", { references: [message_id] })
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          await page.getByText("Our own answer.").last().waitFor()
          await page.getByRole("button", { name: "Forward" }).first().waitFor()
          await page.keyboard.press("f")
          const dialog = page.getByRole("dialog", { name: "Forward" })
          await dialog.getByText("Amara Almeida").waitFor()
          await dialog.getByText("Sounds good.").waitFor()
          await dialog.getByLabel("To", { exact: true }).fill("charles@house.example")
          await dialog.getByLabel("Text above the message").fill("Charles, your turn")
          assert.deepStrictEqual(await faultsOf(page), [])
          if (pictures !== undefined) await page.screenshot({ path: `${pictures}/forward-newest.png` })
          await page.keyboard.press("Escape")
          await dialog.waitFor({ state: "detached" })
          await page.keyboard.press("f")
          assert.strictEqual(await dialog.getByLabel("To", { exact: true }).inputValue(), "charles@house.example")
          assert.strictEqual(await dialog.getByLabel("Text above the message").inputValue(), "Charles, your turn")
          await page.keyboard.press("Control+Enter")
          await dialog.waitFor({ state: "detached" })
          const { data } = await server.api.sends.list({ kind: "forward" })
          assert.deepStrictEqual(
            data.map(({ body_text, to_email }) => [to_email, body_text]),
            [["charles@house.example", "Charles, your turn"]]
          )
          await page.keyboard.press("f")
          assert.strictEqual(await dialog.getByLabel("To", { exact: true }).inputValue(), "")
        },
        { reducedMotion: "reduce" }
      )
    })
  })

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
          await dialog.getByText("The others get a copy").waitFor()
          await dialog.getByRole("button", { name: "Cc, Bcc" }).click()
          await dialog.getByLabel("Cc", { exact: true }).fill("dora@house.example")
          await dialog.getByLabel("Bcc", { exact: true }).fill("crm@house.example")
          await dialog.getByLabel("Text above the message").fill("Charles, your turn")
          await page.setInputFiles("dialog input[type=file]", {
            name: "note.txt",
            mimeType: "text/plain",
            buffer: Buffer.from("mine")
          })
          await dialog.getByRole("list", { name: "Further files" }).getByText("note.txt").waitFor()
          assert.deepStrictEqual(await faultsOf(page), [])
          if (pictures !== undefined) await page.screenshot({ path: `${pictures}/forward.png` })
          await submit.click()
          await dialog.waitFor({ state: "detached" })
          const { data } = await server.api.sends.list({ kind: "forward" })
          assert.deepStrictEqual(
            data.map(({ attachments, bcc, body_text, cc, to_email }) => [
              to_email,
              cc,
              bcc,
              body_text,
              attachments.map(({ filename }) => filename)
            ]),
            [
              [
                "charles@house.example",
                ["carl@house.example", "dora@house.example"],
                ["crm@house.example"],
                "Charles, your turn",
                ["note.txt"]
              ]
            ]
          )
          await page.getByRole("article").getByText("Forwarded to charles@house.example").waitFor()
        },
        { reducedMotion: "reduce" }
      )
    })
  })
})

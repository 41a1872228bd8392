/** Answers that the mail server takes, refuses or leaves open, in the console. The mail server is a real one on this machine. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import type { Browser, Page } from "playwright-core"
import { type Answer, smtpServer, type Step } from "../../packages/host/test/SmtpServers.ts"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit, type VisitOptions } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

type Smtp = Effect.Success<ReturnType<typeof smtpServer>>

/** Runs a test with a conversation whose account sends through a mail server with this script. */
const withServer = async (
  script: Partial<Record<Step, Answer>>,
  use: (server: ConsoleServer, thread: number, smtp: Smtp) => Promise<void>
) => {
  const scope = Scope.makeUnsafe()
  const server = await startConsole({ allowPrivateTargets: true })
  try {
    const smtp = await Effect.runPromise(smtpServer(script).pipe(Scope.provide(scope)))
    await server.api.mailboxes.connect(server.account.id, {
      smtp: { host: "127.0.0.1", port: smtp.port, security: "tls", auth: { type: "password", password: "secret" } }
    })
    // It stands below the text of a mail, and is not part of what was written.
    await server.api.accounts.update({ ids: [server.account.id], settings: { signature: "Maya of Quillmark" } })
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await use(server, thread, smtp)
  } finally {
    await server.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const routeOf = (thread: number) => `#/inbox/replies/${thread}`
const install = { before: (page: Page) => page.clock.install() }
const text = "It is 89 a month."

interface Talk {
  readonly server: ConsoleServer
  readonly thread: number
  readonly smtp: Smtp
}

/** Runs a test with the page of that conversation, and with a clock that the test moves. */
const withPage = (
  script: Partial<Record<Step, Answer>>,
  use: (page: Page, talk: Talk) => Promise<void>,
  options: VisitOptions = {}
) =>
  withServer(script, (server, thread, smtp) =>
    visit(browser, server, routeOf(thread), (page) => use(page, { server, thread, smtp }), { ...install, ...options })
  )

const answers = (page: Page) => page.getByRole("article", { name: "Answer that is not sent" })
const field = (page: Page) => page.getByRole("textbox", { name: "Reply", exact: true })

/** Sends an answer, without the time in which it can be undone. */
const send = async (page: Page, text: string) => {
  await page.getByRole("button", { name: /^Reply to/u }).click()
  await field(page).fill(text)
  await page.keyboard.press("Control+Enter")
  await page.clock.fastForward(5000)
}

const soon = async (page: Page, check: () => Promise<void>) =>
  waitFor(async () => {
    await page.clock.fastForward(1000)
    await check()
  })

const listed = (page: Page) => page.getByRole("list", { name: "Not sent" }).getByRole("listitem")

describe('the list "Not sent"', () => {
  it("has the refused answers of all conversations, until somebody has dealt with them", async () => {
    await withServer({ rcpt: "550 5.1.1 No such user here" }, async (server, thread, smtp) => {
      const other = await server.talk({ name: "Bastian Hartmann", ago: 20 })
      for (const id of [thread, other.thread]) await server.api.replies.reply(id, { body_text: "It is 89 a month." })
      await waitFor(async () => {
        const { data } = await server.api.sends.list({ kind: "reply", outcome: "refused" })
        assert.strictEqual(data.length, 2)
      })
      await visit(
        browser,
        server,
        "#/inbox/replies",
        async (page) => {
          const head = page.locator("summary", { hasText: "Not sent" })
          await head.getByText("2").waitFor()
          await head.click()
          await listed(page).getByText("550 5.1.1 No such user here").first().waitFor()
          assert.deepStrictEqual(await faultsOf(page), [])
          const row = listed(page).filter({ hasText: other.email })
          await row.getByRole("button", { name: "Done with it" }).click()
          await row.waitFor({ state: "detached" })
          await page.keyboard.press("z")
          await row.getByRole("button", { name: "Done with it" }).click()
          await page.clock.fastForward(5000)
          await waitFor(async () => {
            const { data } = await server.api.sends.list({ kind: "reply", outcome: "refused" })
            assert.strictEqual(data.filter(({ body_text }) => body_text !== null).length, 1)
          })
          await page.reload()
          await head.getByText("1").waitFor()
          // An answer of the same conversation that is sent ends the other one.
          smtp.change({ rcpt: "250 2.1.5 Ok" })
          await head.click()
          await listed(page).getByRole("link").click()
          await send(page, "It is 89 a month, again.")
          await soon(page, async () => assert.strictEqual(await head.count(), 0))
        },
        { ...install, reducedMotion: "reduce" }
      )
    })
  })

  it("asks what became of an answer whose outcome is unknown, and asks again before that is stored", async () => {
    await withServer({ body: "drop" }, async (server, thread) => {
      await server.api.replies.reply(thread, { body_text: "It is 89 a month." })
      await waitFor(async () => {
        const { data } = await server.api.sends.list({ kind: "reply", outcome: "unknown" })
        assert.strictEqual(data.length, 1)
      })
      await visit(
        browser,
        server,
        "#/inbox/replies",
        async (page) => {
          const head = page.locator("summary", { hasText: "Not sent" })
          await head.click()
          const outcome = async () => (await server.api.sends.list({ kind: "reply" })).data[0]?.outcome
          await listed(page).getByRole("button", { name: "It was not" }).click()
          const again = page.getByRole("dialog", { name: "Send the mail again?" })
          assert.deepStrictEqual(await faultsOf(page), [])
          await again.getByRole("button", { name: "Cancel" }).click()
          await listed(page).getByRole("button", { name: "It was sent" }).click()
          const asked = page.getByRole("dialog", { name: "Was the mail sent?" })
          await page.clock.fastForward(5000)
          assert.strictEqual(await outcome(), "unknown")
          await asked.getByRole("button", { name: "It was sent" }).click()
          await head.waitFor({ state: "detached" })
          assert.strictEqual(await outcome(), "sent")
        },
        { ...install, reducedMotion: "reduce" }
      )
    })
  })
})

describe("an answer that the mail server", () => {
  it("has not taken yet stays in its conversation, also in a page that is loaded again, and is a message when it is sent", async () => {
    await withPage({ greeting: "late" }, async (page, { smtp }) => {
      await send(page, text)
      const pending = answers(page)
      await pending.getByText("Sending…").waitFor()
      await pending.getByText(text).waitFor()
      await page.reload()
      await pending.getByText(text).waitFor()
      smtp.greet()
      await soon(page, async () => assert.strictEqual(await pending.count(), 0))
      const mail = page.getByRole("article", { name: "Mail of Maya" }).getByText(text)
      await mail.waitFor()
      assert.strictEqual(await page.locator(".talk").getByText(text).count(), 1)
    })
  })

  it("refuses says so in red, with the reason, and is written again", async () => {
    await withPage(
      { rcpt: "550 5.1.1 No such user here" },
      async (page, { server, smtp, thread }) => {
        await send(page, text)
        const refused = answers(page)
        await soon(page, async () => assert.include(await refused.innerText(), "Not sent: the mail was refused"))
        await refused.getByText("550 5.1.1 No such user here").waitFor()
        await refused.getByText(text).waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        // A page of somebody else has no draft: the text comes from the server.
        await visit(browser, server, routeOf(thread), async (other) => {
          await answers(other).getByRole("button", { name: "Write again" }).click()
          assert.strictEqual(await field(other).inputValue(), text)
        })
        await page.reload()
        smtp.change({ rcpt: "250 2.1.5 Ok" })
        await refused.getByRole("button", { name: "Write again" }).click()
        assert.strictEqual(await field(page).inputValue(), text)
        await page.keyboard.press("Control+Enter")
        await page.clock.fastForward(5000)
        // The refused answer is done with when one after it was sent.
        await soon(page, async () => assert.strictEqual(await refused.count(), 0))
        await page.getByRole("article", { name: "Mail of Maya" }).getByText(text).waitFor()
      },
      { reducedMotion: "reduce" }
    )
  })

  it("refuses after its conversation was marked as done opens that again, and a message says so", async () => {
    await withServer({ data: "554 5.7.1 Rejected" }, async (server, thread) => {
      const other = await server.talk({ name: "Bastian Hartmann", ago: 20 })
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          await page.getByRole("button", { name: /^Reply to/u }).click()
          await field(page).fill(text)
          await page.keyboard.press("Control+Shift+Enter")
          await page.locator(`[data-row="${thread}"]`).waitFor({ state: "detached" })
          await page.locator(`[data-row="${other.thread}"]`).waitFor()
          await page.clock.fastForward(5000)
          const message = page.getByText(/^The answer to amara.* was not sent/u)
          await soon(page, async () => assert.isTrue(await message.isVisible()))
          await page.locator(`[data-row="${thread}"]`).waitFor()
          assert.strictEqual((await server.api.unibox.thread(thread)).thread.state, "open")
        },
        install
      )
    })
  })

  it("does not answer for may have been sent: the page says so, in German, too", async () => {
    await withServer({ body: "drop" }, async (server, thread) => {
      const send = await server.api.replies.reply(thread, { body_text: "Bis Dienstag." })
      await waitFor(async () => assert.strictEqual((await server.api.sends.find(send.id)).outcome, "unknown"))
      await visit(browser, server, routeOf(thread), async (page) => {
        await answers(page).getByText("Perhaps not sent").waitFor()
        const other = page.getByRole("button", { name: /^Reply to/u })
        await other.click()
        await field(page).fill("Another text")
        await answers(page).getByRole("button", { name: "Write again" }).click()
        // The text in the field stays.
        await waitFor(async () => assert.strictEqual(await field(page).inputValue(), "Another text\n\nBis Dienstag."))
      })
      const german = { locale: "de-DE" }
      await visit(
        browser,
        server,
        routeOf(thread),
        async (page) => {
          await page.getByText("Vielleicht nicht gesendet").waitFor()
          await page.getByRole("button", { name: "Neu schreiben" }).waitFor()
        },
        german
      )
    })
  })

  it("refuses the login of waits for the account, with the reason", async () => {
    await withServer({ auth: "535 5.7.8 Wrong password" }, async (server, thread) => {
      await server.api.replies.reply(thread, { body_text: "See you." })
      await visit(browser, server, routeOf(thread), async (page) => {
        await answers(page).getByText("Not sent yet: the last try failed, and it is tried again").waitFor()
        await answers(page).getByText("535 5.7.8 Wrong password").waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Write again" }).count(), 0)
      })
    })
  })
})

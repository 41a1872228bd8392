/** Answers in the console, written and sent by keyboard alone. */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { failWith } from "./ConsoleFaults.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { write } from "./ConsoleWriting.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
})
afterEach(() => server.close())
afterAll(() => browser.close())

const openOf = (page: Page) => page.evaluate(() => Number(location.hash.split(/[/?]/u)[3]))
const focusedRow = (page: Page) =>
  page.evaluate(() => Number((document.activeElement as HTMLElement | null)?.dataset["row"]))
const stateOf = async (id: number) => (await server.api.unibox.thread(id)).thread.state

const install = (page: Page) => page.clock.install()

describe("an answer in the console", () => {
  it("is sent after five seconds, and the next conversation is open", async () => {
    server = await startConsole()
    const second = await server.talk({ name: "Bastian Hartmann", ago: 20 })
    const first = await server.talk({ name: "Amara Almeida", ago: 10 })
    await visit(
      browser,
      server,
      "",
      async (page) => {
        await write(page, first.thread, "It is 89 a month.")
        await page.keyboard.press("Control+Shift+Enter")
        await page.locator(`[data-row="${first.thread}"]`).waitFor({ state: "detached" })
        assert.deepStrictEqual([await openOf(page), await focusedRow(page)], [second.thread, second.thread])
        await waitFor(async () => assert.strictEqual(await stateOf(first.thread), "done"))

        await page.keyboard.press("z")
        const field = page.getByRole("textbox", { name: "Reply" })
        await field.waitFor()
        assert.strictEqual(await field.inputValue(), "It is 89 a month.")
        assert.deepStrictEqual(
          await field.evaluate((element: HTMLTextAreaElement) => [
            document.activeElement === element,
            element.selectionStart
          ]),
          [true, 17]
        )
        assert.strictEqual(await openOf(page), first.thread)
        await waitFor(async () => assert.strictEqual(await stateOf(first.thread), "open"))
        await page.clock.fastForward(6000)
        assert.deepStrictEqual(server.sent, [])

        await page.keyboard.press("Control+Shift+Enter")
        await waitFor(async () => assert.strictEqual(await stateOf(first.thread), "done"))
        assert.deepStrictEqual(server.sent, [])
        await page.clock.fastForward(5000)
        await waitFor(() => assert.strictEqual(server.sent.length, 1))
        const { messages } = await server.api.unibox
          .thread(first.thread)
          .then(({ data }) => ({ messages: data.filter(({ is_our_email }) => !is_our_email) }))
        const [mail] = server.sent
        assert.strictEqual(mail?.in_reply_to, messages.at(-1)?.message_id)
        assert.include(mail?.text, "It is 89 a month.")
        assert.strictEqual(mail?.to.email, first.email)
      },
      { before: install }
    )
  })

  it("is sent once when the page is closed before", async () => {
    server = await startConsole()
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await visit(browser, server, "", async (page) => {
      await write(page, thread, "See you on Tuesday.")
      await page.keyboard.press("Control+Enter")
      await page.getByText("Is sent in").waitFor()
      assert.deepStrictEqual(server.sent, [])
      await page.goto("about:blank")
      await waitFor(() => assert.strictEqual(server.sent.length, 1))
    })
    assert.strictEqual(server.requests.filter((request) => request.endsWith("/reply")).length, 1)
  })

  it("comes back as a draft, with the reason, when the server rejects it", async () => {
    server = await startConsole()
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await visit(
      browser,
      server,
      "",
      async (page) => {
        await write(page, thread, "One more thing.")
        server.intercept((request, response) => {
          if (!request.url?.endsWith("/reply")) return false
          response.writeHead(409, { "content-type": "application/problem+json" })
          response.end(
            JSON.stringify({
              type: "about:blank",
              title: "Conflict",
              status: 409,
              code: "conflict",
              reason: "recipient_unsubscribed",
              detail: "The recipient has unsubscribed"
            })
          )
          return true
        })
        await page.keyboard.press("Control+Enter")
        await page.clock.fastForward(5000)
        await page.getByText("The recipient has unsubscribed, so no mail may be sent.").first().waitFor()
        await page.keyboard.press("r")
        assert.strictEqual(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "One more thing.")
        assert.deepStrictEqual(server.sent, [])
      },
      { before: install, expected: /409/u }
    )
  })

  it("begins with a reply template, at the caret, and the browser can undo it", async () => {
    server = await startConsole()
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        const field = page.getByRole("textbox", { name: "Reply", exact: true })
        const picker = page.getByRole("combobox", { name: "Reply template" })
        const valueOf = () => field.inputValue()
        server.intercept((request, response) => {
          if (!request.url?.startsWith("/reply-templates")) return false
          failWith(500, request, response)
          return true
        })
        await page.getByRole("button", { name: /^Reply to/u }).waitFor()
        await page.keyboard.press("m")
        await page.getByText("request-500").waitFor({ state: "attached" })
        server.intercept(undefined)
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByText("There is no reply template yet").waitFor()
        await page.keyboard.press("Escape")
        await server.api.replyTemplates.create({
          name: "Propose a call",
          body: "Hello {{first_name}}{{custom.title}},\nTuesday?"
        })
        await page.keyboard.press("Control+/")
        await picker.fill("call")
        await page.keyboard.press("Enter")
        await page.getByText("Without a value: custom.title.").waitFor()
        assert.strictEqual(await valueOf(), "Hello Amara,\nTuesday?")
        await page.keyboard.press("Control+z")
        await waitFor(async () => assert.strictEqual(await valueOf(), ""))
        await page.getByText("Without a value").waitFor({ state: "detached" })
        await page.keyboard.type("[]")
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("Control+/")
        await picker.waitFor()
        await page.keyboard.press("Enter")
        await waitFor(async () => assert.strictEqual(await valueOf(), "[Hello Amara,\nTuesday?]"))
        await page.keyboard.type("!")
        assert.strictEqual(await valueOf(), "[Hello Amara,\nTuesday?!]")
        await page.keyboard.press("Escape")
        await page.keyboard.press("?")
        await page.getByText("Insert a reply template").waitFor()
      },
      { expected: /500/u }
    )
  })
})

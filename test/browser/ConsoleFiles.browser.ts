/** Files and further recipients of answers in the console. */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import type { OutgoingMail } from "@mailroom/node"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { anyFailure, failWith } from "./ConsoleFaults.ts"
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

const picker = (page: Page) => page.locator('.additions input[type="file"]')
const files = (page: Page) => page.getByRole("list", { name: "Files of the answer" }).getByRole("listitem")
const picture = process.env["PICTURES"]

describe("files and copies of an answer in the console", () => {
  it("are uploaded, removed, sent, and stand in the conversation", async () => {
    server = await startConsole()
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await visit(
      browser,
      server,
      "",
      async (page) => {
        await write(page, thread, "The offer is attached.")
        await picker(page).setInputFiles([
          { name: "Angebot für Ada.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(48_211, "x") },
          { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
          { name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") }
        ])
        await files(page).filter({ hasText: "49\u00a0kB" }).waitFor()
        await files(page).filter({ hasText: "Mail services reject programs and scripts" }).waitFor()
        await page.getByText("Remove the files that were not taken").waitFor()
        const name = files(page).filter({ hasText: "setup.exe" }).locator(".files-name")
        assert.isFalse(await name.evaluate((element) => element.scrollWidth > element.clientWidth))
        // A file that was not uploaded would be missing in the mail.
        assert.isTrue(await page.getByRole("button", { name: "Send", exact: true }).isDisabled())
        await page.getByRole("button", { name: "Remove setup.exe" }).click()
        await page.getByRole("button", { name: "Remove notes.txt" }).click()
        await files(page).nth(1).waitFor({ state: "detached" })
        await page.getByRole("button", { name: "Cc, Bcc" }).click()
        await page.getByRole("textbox", { name: "Cc", exact: true }).fill("charles@x.example, joan@x.example")
        await page.getByRole("textbox", { name: "Bcc" }).fill("crm@ours.example")
        assert.deepStrictEqual(await faultsOf(page), [])
        if (picture !== undefined) await page.screenshot({ path: `${picture}/answer.png` })
        await page.getByRole("button", { name: "Send", exact: true }).click()
        await waitFor(() => assert.strictEqual(server.sent.length, 1))
        const [mail] = server.sent
        assert.deepStrictEqual(
          [
            mail?.cc,
            mail?.bcc,
            mail?.attachments.map(({ bytes, content_type, filename }) => [filename, content_type, bytes.length])
          ],
          [
            ["charles@x.example", "joan@x.example"],
            ["crm@ours.example"],
            [["Angebot für Ada.pdf", "application/pdf", 48_211]]
          ]
        )
        await page.locator('.mail-attachments a[download="Angebot für Ada.pdf"]').waitFor()
        await page.getByText("Bcc: crm@ours.example").waitFor()
        if (picture !== undefined) await page.screenshot({ path: `${picture}/sent.png` })
      },
      { expected: /400/u, reducedMotion: "reduce" }
    )
  })

  it("are dropped on the field, and proposed from the mail, also on a phone", async () => {
    server = await startConsole()
    const talk = await server.talk({ name: "Amara Almeida" })
    await server.api.intake.receive(
      [
        `From: ${talk.email}`,
        "To: charles@x.example, joan@x.example",
        "Subject: Re: Missed appointments",
        `In-Reply-To: ${talk.message_id}`,
        `Date: ${new Date().toUTCString()}`,
        `Message-ID: <to-all@x.example>`,
        "",
        "Both should know."
      ].join("\r\n")
    )
    await visit(
      browser,
      server,
      `#/inbox/replies/${talk.thread}`,
      async (page) => {
        await page.getByRole("button", { name: /^Reply to/u }).click()
        await page.getByRole("button", { name: "Reply to all (2 more)" }).click()
        assert.strictEqual(
          await page.getByRole("textbox", { name: "Cc", exact: true }).inputValue(),
          "charles@x.example, joan@x.example"
        )
        await page.locator(".composer-open").evaluate((field) => {
          const data = new DataTransfer()
          data.items.add(new File(["hello"], "dropped.txt", { type: "text/plain" }))
          for (const type of ["dragover", "drop"]) {
            field.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
          }
        })
        await files(page).filter({ hasText: "dropped.txt" }).filter({ hasText: "5\u00a0B" }).waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.isAtMost(width, 390)
        if (picture !== undefined) await page.screenshot({ path: `${picture}/phone.png` })
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark", reducedMotion: "reduce" }
    )
  })

  it("take addresses with names, and name what is no address", async () => {
    server = await startConsole()
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await visit(
      browser,
      server,
      "",
      async (page) => {
        await write(page, thread, "Both should know.")
        const send = page.getByRole("button", { name: "Send", exact: true })
        await page.getByRole("button", { name: "Cc, Bcc" }).click()
        const cc = page.getByRole("textbox", { name: "Cc", exact: true })
        await cc.fill("Almeida, Charles <charles@x.example>")
        await page.getByText("Not an address: Almeida").waitFor()
        assert.isTrue(await send.isDisabled())
        await cc.fill('"Almeida, Charles" <charles@x.example>; Joan <joan@x.example>, joan@x.example')
        await page.getByText("Not an address").waitFor({ state: "detached" })
        assert.deepStrictEqual(await faultsOf(page), [])
        await send.click()
        await waitFor(() => assert.strictEqual(server.sent.length, 1))
        assert.deepStrictEqual(server.sent[0]?.cc, ["charles@x.example", "joan@x.example"])
      },
      { reducedMotion: "reduce" }
    )
  })

  it("stay when the page is loaded again, and are sent from the field for copies", async () => {
    server = await startConsole()
    const { thread } = await server.talk({ name: "Amara Almeida" })
    const use = async (page: Page) => {
      await write(page, thread, "The offer is attached.")
      await picker(page).setInputFiles([
        { name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(2_000, "x") },
        { name: "nothing.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) }
      ])
      await files(page).filter({ hasText: "2\u00a0kB" }).waitFor()
      await files(page).filter({ hasText: "The file is empty" }).waitFor()
      await page.getByRole("button", { name: "Remove nothing.pdf" }).click()
      await page.getByRole("button", { name: "Cc, Bcc" }).click()
      await page.getByRole("textbox", { name: "Cc", exact: true }).fill("joan@x.example")
      await page.reload()
      await page.getByRole("button", { name: "The offer is attached." }).click()
      await files(page).filter({ hasText: "offer.pdf" }).waitFor()
      const cc = page.getByRole("textbox", { name: "Cc", exact: true })
      assert.strictEqual(await cc.inputValue(), "joan@x.example")
      await cc.press("Control+Enter")
      await waitFor(() => assert.strictEqual(server.sent.length, 1))
      const [mail] = server.sent
      assert.deepStrictEqual(
        [mail?.cc, mail?.attachments.map(({ filename }) => filename)],
        [["joan@x.example"], ["offer.pdf"]]
      )
      const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("additions")))
      assert.deepStrictEqual(kept, [])
    }
    await visit(browser, server, "", use, { reducedMotion: "reduce" })
  })

  it("come back with an answer that was refused", async () => {
    const tried: Array<OutgoingMail> = []
    server = await startConsole({
      mailer: async (mail) => {
        tried.push(mail)
        return tried.length === 1
          ? { outcome: "refused", at: "data", code: 550, reply: "550 5.7.1 No" }
          : { outcome: "sent" }
      }
    })
    const { thread } = await server.talk({ name: "Amara Almeida" })
    const upload = await server.api.uploads.create("hello", { filename: "plan.txt", content_type: "text/plain" })
    const { id } = await server.api.replies.reply(thread, {
      body_text: "The plan.",
      cc: ["joan@x.example"],
      attachments: [upload.id]
    })
    await waitFor(async () => assert.strictEqual((await server.api.sends.find(id)).outcome, "refused"))
    const use = async (page: Page) => {
      await page.getByText("Files: plan.txt").waitFor()
      // The files cannot be taken over: nothing is written without them.
      server.intercept((request, response) => {
        if (!request.url?.endsWith("/discard")) return false
        failWith(503, request, response)
        return true
      })
      await page.getByRole("button", { name: "Write again" }).click()
      await page.getByText("Not changed: The server is busy.").waitFor()
      assert.strictEqual(await page.getByRole("textbox", { name: "Reply", exact: true }).count(), 0)
      server.intercept(undefined)
      await page.getByRole("button", { name: "Write again" }).click()
      await files(page).filter({ hasText: "plan.txt" }).waitFor()
      assert.strictEqual(await page.getByRole("textbox", { name: "Cc", exact: true }).inputValue(), "joan@x.example")
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await waitFor(() => assert.strictEqual(tried.length, 2))
      assert.deepStrictEqual(
        tried.map(({ attachments, cc }) => [cc, attachments.map(({ filename }) => filename)]),
        [
          [["joan@x.example"], ["plan.txt"]],
          [["joan@x.example"], ["plan.txt"]]
        ]
      )
    }
    await visit(browser, server, `#/inbox/replies/${thread}`, use, { expected: anyFailure })
  })

  it("are named where an answer may have been sent: they must be attached again", async () => {
    server = await startConsole({ mailer: async () => ({ outcome: "unknown", reason: "connection lost" }) })
    const { thread } = await server.talk({ name: "Amara Almeida" })
    const upload = await server.api.uploads.create("hello", { filename: "plan.txt", content_type: "text/plain" })
    const { id } = await server.api.replies.reply(thread, { body_text: "The plan.", attachments: [upload.id] })
    await waitFor(async () => assert.strictEqual((await server.api.sends.find(id)).outcome, "unknown"))
    await visit(browser, server, `#/inbox/replies/${thread}`, async (page) => {
      await page.getByText("If you write again, attach these files again: plan.txt").waitFor()
      await page.getByRole("button", { name: "Write again" }).click()
      await page.getByRole("button", { name: "Attach files" }).waitFor()
      assert.strictEqual(await files(page).count(), 0)
    })
  })
})

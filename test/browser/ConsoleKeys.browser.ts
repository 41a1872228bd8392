/** Keys of the console: each does what the help says, and none does anything where people type. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let server: ConsoleServer
let first = 0
let second = 0
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  const parts = [{ type: "text/html; charset=utf-8", content: "<p>The HTML</p>" }]
  second = (await server.talk({ name: "Bastian Two", ago: 20 })).thread
  first = (await server.talk({ name: "Amara One", ago: 10, parts })).thread
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const openOf = (page: Page) => page.evaluate(() => Number(location.hash.split(/[/?]/u)[3]) || 0)
const hashOf = (page: Page) => page.evaluate(() => location.hash)
const expectOpen = (page: Page, id: number) =>
  page.waitForFunction((id) => (Number(location.hash.split(/[/?]/u)[3]) || 0) === id, id)

/** The keys in the help, by what they do. */
const help = async (page: Page): Promise<Readonly<Record<string, string>>> => {
  await page.keyboard.press("?")
  await page.getByRole("dialog", { name: "Keys" }).waitFor()
  const entries = await page
    .locator(".help-list > div")
    .evaluateAll((lines) =>
      lines.map((line) => [line.querySelector("dt")?.textContent ?? "", line.querySelector("dd")?.textContent ?? ""])
    )
  await page.keyboard.press("Escape")
  await page.locator("dialog").waitFor({ state: "detached" })
  return Object.fromEntries(entries)
}

const global = { "Search or jump": "Ctrl K", Keys: "?", Undo: "Z", "Go to: Inbox": "G I" }
const list = {
  "Next conversation": "J ↓",
  "Previous conversation": "K ↑",
  "Select to the next": "Shift J Shift ↓",
  "Select to the previous": "Shift K Shift ↑",
  Search: "/",
  Back: "Esc"
}
const ofThread = {
  Select: "X",
  "Done, or open again": "E",
  Snooze: "H",
  "To the other tab": "V",
  "New, or read": "U",
  Tag: "T",
  "Stop or resume sending": "S",
  "Original layout, or plain text": "O ↵",
  "Next message": "N",
  "Previous message": "P",
  Reply: "R"
}

/** Presses a key, and checks that this has changed nothing. */
const inert = async (page: Page, press: () => Promise<unknown>) => {
  const before = [await hashOf(page), await page.locator("dialog").count(), await page.locator(".row-selected").count()]
  await press()
  assert.deepStrictEqual(
    [await hashOf(page), await page.locator("dialog").count(), await page.locator(".row-selected").count()],
    before
  )
}

describe("keys", () => {
  it("are what the help says, in the list and in a conversation", () =>
    visit(browser, server, "", async (page) => {
      await page.locator(".row").nth(1).waitFor()
      const { length: pages } = Object.keys(await help(page)).filter((label) => label.startsWith("Go to: "))
      assert.isAtLeast(pages, 1)
      const inList = await help(page)
      assert.deepInclude(inList, { ...global, ...list })
      assert.notProperty(inList, "Reply")
      await page.keyboard.press("j")
      await page.locator(".lead-head").waitFor()
      await page.locator(".mail").first().waitFor()
      assert.deepInclude(await help(page), { ...global, ...list, ...ofThread })
    }))

  it("do what they say", () =>
    visit(
      browser,
      server,
      "",
      async (page) => {
        await page.locator(".row").nth(1).waitFor()
        const press = (key: string) => page.keyboard.press(key)
        await press("j")
        await expectOpen(page, first)
        await press("ArrowDown")
        await expectOpen(page, second)
        await press("ArrowUp")
        await expectOpen(page, first)
        await press("j")
        await press("k")
        await expectOpen(page, first)
        await page.locator(".lead-head").waitFor()

        await press("Shift+j")
        await page.getByText("2 selected").waitFor()
        await press("Escape")
        await page.getByText("2 selected").waitFor({ state: "detached" })
        await press("k")
        await press("x")
        await page.getByText("1 selected").waitFor()
        await press("x")
        await page.locator(".row-selected").waitFor({ state: "detached" })

        await press("/")
        assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "inbox-search")
        await press("Escape")

        await press("o")
        await page.frameLocator("iframe.mail-frame").getByText("The HTML").waitFor()
        await press("o")
        await page.locator("iframe.mail-frame").waitFor({ state: "detached" })
        await press("n")
        await press("p")
        assert.isTrue(await page.evaluate(() => document.activeElement?.matches("[data-message]")))

        await press("r")
        await page.getByRole("textbox", { name: "Reply" }).waitFor()
        await press("Escape")
        await page.getByRole("textbox", { name: "Reply" }).waitFor({ state: "detached" })

        await press("t")
        await page.getByRole("combobox", { name: "Tag the lead" }).waitFor()
        await press("Escape")
        await page.locator("dialog").waitFor({ state: "detached" })

        await press("h")
        await page.getByRole("combobox", { name: "Snooze until" }).waitFor()
        await press("Escape")
        await page.locator("dialog").waitFor({ state: "detached" })

        await page.getByRole("button", { name: "Resume sending" }).waitFor()
        await press("s")
        await page.getByRole("button", { name: "Stop sending" }).waitFor()
        await press("z")
        await page.getByRole("button", { name: "Resume sending" }).waitFor()

        await press("v")
        await page.locator(`[data-row="${first}"]`).waitFor({ state: "detached" })
        await expectOpen(page, second)
        await press("z")
        await page.locator(`[data-row="${first}"]`).waitFor()
        await press("Control+k")
        await page.getByRole("combobox", { name: "Search or jump" }).waitFor()
        await press("Escape")
        await page.locator("dialog").waitFor({ state: "detached" })

        await press("Escape")
        await expectOpen(page, 0)
        await press("j")
        await press("g")
        await press("i")
        await page.waitForFunction(() => location.hash === "#/inbox")
      },
      { expected: /sandboxed/u }
    ))

  it("do nothing in fields, in dialogs, with Alt, and while a letter is composed", () =>
    visit(browser, server, "", async (page) => {
      await page.locator(".row").nth(1).waitFor()
      await page.keyboard.press("/")
      await page.keyboard.press("j")
      assert.strictEqual(await page.locator("#inbox-search").inputValue(), "j")
      assert.strictEqual(await openOf(page), 0)
      await page.waitForFunction(() => location.hash.endsWith("?search=j"))
      await page.locator("#inbox-search").fill("")
      await page.waitForFunction(() => location.hash === "#/inbox/replies")
      await page.keyboard.press("Escape")
      await page.keyboard.press("?")
      await page.getByRole("dialog").waitFor()
      await inert(page, () => page.keyboard.press("j"))
      await page.keyboard.press("Escape")
      await page.locator("dialog").waitFor({ state: "detached" })
      await inert(page, () => page.keyboard.press("Alt+j"))
      await inert(page, () =>
        page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "j", isComposing: true })))
      )
    }))

  it("work with the focus in the panel of the lead, whose buttons keep Enter and the space bar", () =>
    visit(
      browser,
      server,
      `#/inbox/replies/${first}`,
      async (page) => {
        const panel = page.getByRole("complementary", { name: "Lead" })
        const copy = panel.getByRole("button", { name: "Copy the address" })
        const isInPanel = () => page.evaluate(() => document.activeElement?.closest(".lead") !== null)
        await copy.focus()
        assert.deepInclude(await help(page), { ...global, ...list, ...ofThread })
        // The dialog gives the focus back.
        assert.isTrue(await isInPanel())

        for (const key of ["Enter", " "]) {
          await page.keyboard.press(key)
          await page.getByText("Address copied").first().waitFor()
          assert.strictEqual(await page.locator("iframe.mail-frame").count(), 0)
          await page.getByRole("button", { name: "Close" }).first().click()
          await page.getByText("Address copied").waitFor({ state: "detached" })
          await copy.focus()
        }

        await page.keyboard.press("x")
        await page.getByText("1 selected").waitFor()
        await page.keyboard.press("Escape")
        await page.getByText("1 selected").waitFor({ state: "detached" })
        assert.isTrue(await isInPanel())
        await page.keyboard.press("t")
        await page.getByRole("combobox", { name: "Tag the lead" }).waitFor()
        await page.keyboard.press("Escape")
        await page.locator("dialog").waitFor({ state: "detached" })
        await copy.focus()
        await page.keyboard.press("r")
        await page.getByRole("textbox", { name: "Reply" }).waitFor()
        await page.keyboard.press("Escape")
        await copy.focus()
        await page.keyboard.press("j")
        await expectOpen(page, second)
      },
      { permissions: ["clipboard-read", "clipboard-write"] }
    ))

  it("do nothing while a word is composed, in a list of choices, and with Alt or Ctrl", () =>
    visit(browser, server, "", async (page) => {
      await page.locator(".row").nth(1).waitFor()
      await page.keyboard.press("/")
      const session = await page.context().newCDPSession(page)
      await session.send("Input.imeSetComposition", { text: "じ", selectionStart: 1, selectionEnd: 1 })
      assert.strictEqual(await page.locator("#inbox-search").inputValue(), "じ")
      await session.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 })
      await page.waitForFunction(() => !location.hash.includes("search"))
      assert.strictEqual(await openOf(page), 0)
      await page.getByRole("combobox", { name: "Tag" }).focus()
      await inert(page, () => page.keyboard.press("j"))
      await page.locator("main").focus()
      for (const key of ["Alt+j", "Alt+x", "Control+j", "Control+x", "Control+Alt+j"]) {
        await inert(page, () => page.keyboard.press(key))
      }
      await page.keyboard.press("j")
      await expectOpen(page, first)
    }))

  it("go by the place of the key on keyboards with other letters", () =>
    visit(browser, server, "", async (page) => {
      await page.locator(".row").nth(1).waitFor()
      await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "о", code: "KeyJ" })))
      await expectOpen(page, first)
    }))

  it("can be switched off", () =>
    visit(
      browser,
      server,
      "",
      async (page) => {
        await page.locator(".row").nth(1).waitFor()
        await inert(page, async () => {
          for (const key of ["j", "x", "?", "ArrowDown"]) await page.keyboard.press(key)
        })
        await page.keyboard.press("Control+k")
        await page.getByRole("dialog").waitFor()
        assert.strictEqual(await openOf(page), 0)
      },
      { before: (page) => page.addInitScript(() => localStorage.setItem("mailroom / keys", "off")) }
    ))

  it("are switched off and on in the settings, and stay so", () =>
    visit(browser, server, "#/settings", async (page) => {
      await page.getByRole("radio", { name: "Off" }).check()
      await page.reload()
      await page.getByRole("radio", { name: "Off" }).waitFor()
      await page.locator("main").focus()
      await inert(page, async () => {
        for (const key of ["g", "i", "?", "z"]) await page.keyboard.press(key)
      })
      await page.getByRole("radio", { name: "On" }).check()
      await page.keyboard.press("g")
      await page.keyboard.press("i")
      await page.waitForFunction(() => location.hash === "#/inbox")
    }))

  it("move in an empty list without a fault", () =>
    visit(browser, server, "#/inbox/other", async (page) => {
      await page.getByText("No conversations here").waitFor()
      for (const key of ["j", "k", "x", "e", "v", "u", "t", "s", "r", "o", "n", "p", "Enter", "Escape", "Shift+j"]) {
        await inert(page, () => page.keyboard.press(key))
      }
    }))
})

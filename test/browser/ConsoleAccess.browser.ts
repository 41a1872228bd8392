/** Every page is accessible in each of its states, in both schemes, and fits narrow screens. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { type FilledServer, goTo, nameOf, open, startEmpty, startFilled } from "./ConsolePagesServer.ts"
import { type ConsoleServer, visit } from "./ConsoleServer.ts"

let browser: Browser
let filled: FilledServer
let empty: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  empty = await startEmpty()
  filled = await startFilled()
})
afterAll(async () => {
  await browser.close()
  await empty.close()
  await filled.close()
})

const options = { reducedMotion: "reduce" } as const

/** Collects the faults of the states of a page, and fails with all of them. */
const makeReport = () => {
  const faults: Array<string> = []
  return {
    check: async (page: Page, state: string) => {
      for (const fault of await faultsOf(page)) faults.push(`${nameOf(state)}: ${fault}`)
    },
    add: (fault: string) => faults.push(fault),
    end: () => assert.deepStrictEqual([...new Set(faults)], [])
  }
}

/** The elements that scroll sideways: only blocks of code may, as rows of tables are cards on a narrow screen. */
const wideElements = (page: Page) =>
  page.evaluate(() => {
    // The parts of a page stay in one line, with the open one in view (`ConsolePhone`).
    const allowed = ".code-block, .sheet-tabs"
    const isWide = (element: Element) =>
      element.scrollWidth > element.clientWidth + 1 &&
      (element === document.documentElement || /auto|scroll/u.test(getComputedStyle(element).overflowX))
    return [document.documentElement, ...document.querySelectorAll("body *")]
      .filter((element) => isWide(element) && !element.matches(allowed))
      .map((element) => `${element.tagName} ${element.className}`)
  })

/** Pages with a list that is read when they open. */
const lists = [
  "inbox/replies",
  "campaigns",
  "leads",
  "analytics",
  "accounts",
  "blacklist",
  "integrations",
  "billing",
  "settings"
]

/** Calls of the API, without the session and the files of the console. */
const isCall = ({ pathname }: URL) => !/^\/(?:console|session)/u.test(pathname)

describe("every page is accessible", () => {
  it("when it is filled; narrow or enlarged, nothing but code and the parts of a page scrolls sideways", () =>
    visit(
      browser,
      filled,
      "#/settings",
      async (page) => {
        const report = makeReport()
        for (const [width, height] of [
          [1440, 900],
          [390, 844],
          // A screen of 1280 × 900 at 200 %.
          [640, 450],
          [320, 568]
        ] as const) {
          await page.setViewportSize({ width, height })
          for (const route of filled.routes) {
            await open(page, route)
            if (width === 1440) await report.check(page, route)
            else for (const wide of await wideElements(page)) report.add(`${nameOf(route)} ${width} ${wide}`)
          }
        }
        report.end()
      },
      options
    ))

  it("in German, where texts are longer, on a phone", () =>
    visit(
      browser,
      filled,
      "#/settings",
      async (page) => {
        const report = makeReport()
        for (const route of filled.routes) {
          await open(page, route)
          await report.check(page, `${route} in German`)
          for (const wide of await wideElements(page)) report.add(`${nameOf(route)} ${wide}`)
        }
        assert.strictEqual(await page.locator("html").getAttribute("lang"), "de-AT")
        report.end()
      },
      { ...options, locale: "de-AT", viewport: { width: 390, height: 844 } }
    ))

  it("with compact rows, and in the language of the settings", () =>
    visit(
      browser,
      filled,
      "#/settings",
      async (page) => {
        const heightOf = async (selector: string) => (await page.locator(selector).nth(1).boundingBox())?.height
        await page.getByRole("radio", { name: "Compact" }).check()
        await page.getByRole("radio", { name: "Deutsch" }).check()
        await page.getByRole("heading", { name: "Einstellungen" }).waitFor()
        await page.getByRole("link", { name: "Posteingang" }).click()
        await page.locator(".row-link").nth(1).waitFor()
        await page.keyboard.press("j")
        await page.getByText("Antwort an Bastian").waitFor()
        assert.strictEqual(await heightOf(".row-link"), 56)
        await open(page, `leads?campaign=${filled.campaign.id}`)
        await page.locator(".virtual-row").nth(1).getByText("Harbour Lane Vets").waitFor()
        assert.deepStrictEqual([await heightOf(".virtual-row"), await heightOf(".leads-row")], [32, 32])
        const [first, second] = await page
          .locator(".virtual-row")
          .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
        assert.strictEqual((second ?? 0) - (first ?? 0), 32)
        assert.deepStrictEqual(await faultsOf(page), [])
      },
      options
    ))

  it("when it is empty: it has its next step then", () =>
    visit(
      browser,
      empty,
      "#/settings",
      async (page) => {
        const report = makeReport()
        for (const route of lists) {
          await open(page, route)
          await report.check(page, `${route}, empty`)
          const isEmpty = !["analytics", "settings"].includes(route)
          assert.isAtLeast(await page.locator(".empty-title").count(), isEmpty ? 1 : 0, route)
        }
        report.end()
      },
      options
    ))

  it("while it loads, and when it has failed", () =>
    visit(
      browser,
      filled,
      "#/developers",
      async (page) => {
        const report = makeReport()
        await open(page, "developers")
        let answer: "later" | 500 = "later"
        await page.route(isCall, async (route) => {
          if (answer === "later") return
          const problem = { type: "about:blank", title: "Internal", detail: "It broke", code: "internal", status: 500 }
          await route.fulfill({ status: 500, contentType: "application/problem+json", json: problem }).catch(() => {})
        })
        for (const route of lists) {
          answer = "later"
          await goTo(page, route)
          await page.locator(".skeleton-line").first().waitFor()
          await report.check(page, `${route}, loading`)
          answer = 500
          // The list is asked for again when the page is opened again.
          await goTo(page, "developers")
          await goTo(page, route)
          await page.getByRole("alert").first().waitFor()
          await report.check(page, `${route}, failed`)
        }
        report.end()
      },
      { ...options, expected: /status of 500|ERR_FAILED/u }
    ))

  it("with a dialog over it, and with selected rows", () =>
    visit(
      browser,
      filled,
      "#/settings",
      async (page) => {
        const report = makeReport()
        const press = (key: string) => page.keyboard.press(key)
        const button = (name: string) => page.getByRole("button", { name, exact: true }).first().click()
        const [, conversation = "", , , campaign = ""] = filled.routes
        const dialogs: ReadonlyArray<readonly [route: string, name: string, show: () => Promise<void>]> = [
          ["campaigns", "help", () => press("?")],
          ["campaigns", "palette", () => press("Control+k")],
          ["campaigns", "new campaign", () => button("New campaign")],
          ["accounts", "new account", () => button("Add account")],
          [`accounts/${filled.account.id}`, "remove", () => button("Remove account")],
          ["blacklist", "add", () => button("Add")],
          [conversation, "tag", () => press("t")]
        ]
        for (const [route, name, show] of dialogs) {
          await open(page, route)
          if (route === conversation) await page.locator(".mail").first().waitFor()
          await show()
          await page.getByRole("dialog").waitFor()
          await report.check(page, `${route}, ${name}`)
          await press("Escape")
          await page.getByRole("dialog").waitFor({ state: "detached" })
        }
        await open(page, conversation)
        await page.locator(".mail").first().waitFor()
        await press("x")
        await page.locator(".row-selected").first().waitFor()
        await report.check(page, "inbox, selection")
        await press("r")
        await page.getByRole("textbox", { name: "Reply" }).waitFor()
        await report.check(page, "inbox, answer")
        await open(page, campaign)
        await page.context().clearCookies()
        await page.reload()
        await page.getByLabel("E-mail address").waitFor()
        await report.check(page, "sign-in")
        report.end()
      },
      { ...options, expected: /401/u }
    ))
})

/** The stored trees, with all that a screen reader reads. */
const trees = {
  listRow: `
- listitem:
  - checkbox "Select the conversation with Bastian Two"
  - 'link "Bastian Two 3 DATE Re: Missed appointments And when? Call back soon"':
    - /url: …
    - text: Bastian Two 3
    - time: DATE
    - text: "Re: Missed appointments And when? Call back soon"`.trim(),
  table: `
- table "Leads":
  - row "Row Select all 2 leads Lead Status Sending Mails Last mail Answer Company":
    - columnheader "Row"
    - columnheader "Select all 2 leads Lead":
      - checkbox "Select all 2 leads"
      - text: Lead
    - columnheader "Status"
    - columnheader "Sending"
    - columnheader "Mails"
    - columnheader "Last mail":
      - button "Last mail"
    - columnheader "Answer":
      - button "Answer"
    - columnheader "Company"
  - rowgroup "Leads":
    - 'row "1 Select Amara One Amara One amara.one@clinic.example Answered Stopped: answered 0 – Harbour Lane Vets"':
      - cell "1"
      - cell "Select Amara One Amara One amara.one@clinic.example":
        - checkbox "Select Amara One"
        - link "Amara One amara.one@clinic.example":
          - /url: …
      - cell "Answered"
      - 'cell "Stopped: answered"'
      - cell "0"
      - cell "–"
      - cell
      - cell "Harbour Lane Vets"
    - 'row "2 Select Bastian Two Bastian Two bastian.two@clinic.example Answered Stopped: answered 1 DATE Call back soon Harbour Lane Vets"':
      - cell "2"
      - cell "Select Bastian Two Bastian Two bastian.two@clinic.example":
        - checkbox "Select Bastian Two"
        - link "Bastian Two bastian.two@clinic.example":
          - /url: …
      - cell "Answered"
      - 'cell "Stopped: answered"'
      - cell "1"
      - cell "DATE"
      - cell "Call back soon"
      - cell "Harbour Lane Vets"`.trim(),
  picker: `
- dialog "Search or jump":
  - banner:
    - heading "Search or jump" [level=2]
    - button "Close"
  - combobox "Search or jump" [expanded]: ana
  - listbox "Search or jump":
    - 'option "Go to: Analytics" [selected]'`.trim()
}

describe("the tree that screen readers read", () => {
  /** Dates depend on the day on which the tests run, addresses on what ran before. */
  const treeOf = async (page: Page, selector: string) =>
    (await page.locator(selector).first().ariaSnapshot())
      .replaceAll(/\d+ \w+ \d{4}|\d\d:\d\d/gu, "DATE")
      .replaceAll(/\.\d+@clinic\d+/gu, "@clinic")
      .replaceAll(/\/url: .*/gu, "/url: …")

  it("of a row of the list, of a row of a table, and of a picker", () =>
    visit(
      browser,
      filled,
      "",
      async (page) => {
        await page.locator(".row").nth(1).waitFor()
        assert.strictEqual(await treeOf(page, ".row"), trees.listRow)
        await open(page, `leads?campaign=${filled.campaign.id}`)
        await page.locator(".virtual-row").nth(1).getByText("Call back soon").waitFor()
        assert.strictEqual(await treeOf(page, ".leads-table"), trees.table)
        await page.keyboard.press("Control+k")
        await page.keyboard.type("ana")
        assert.strictEqual(await treeOf(page, "dialog"), trees.picker)
      },
      options
    ))
})

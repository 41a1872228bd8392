/** The console while mail comes in, and while somebody moves fast. */
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { goTo } from "./ConsoleRoutes.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
beforeEach(async () => {
  server = await startConsole()
})
afterEach(() => server.close())

/** Threads with different leads, the newest first. */
const talks = async (length: number) => {
  const found: Array<Awaited<ReturnType<ConsoleServer["talk"]>>> = []
  while (found.length < length) {
    const start = found.length
    const some = Array.from({ length: Math.min(20, length - start) }, (_, index) =>
      server.talk({ name: `Lead Number${start + index}`, ago: 1000 + start + index })
    )
    found.push(...(await Promise.all(some)))
  }
  return found
}

/** Lets the page ask for changes now, as it does when it is shown again. */
const ask = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden })
    const visibilityState = isHidden ? "hidden" : "visible"
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibilityState })
    document.dispatchEvent(new Event("visibilitychange"))
  }, isHidden)

/** The row at the top of the list, and where it is. */
const topRow = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector(".rows")?.getBoundingClientRect().top ?? 0
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")]
    const row = rows.find((element) => element.getBoundingClientRect().bottom > list + 1)
    return { id: row?.dataset["row"], top: Math.round((row?.getBoundingClientRect().top ?? 0) - list) }
  })

describe("live", () => {
  it("moves nothing under the reader while mails come in", async () => {
    const found = await talks(60)
    const open = found[42]?.thread ?? 0
    await visit(browser, server, `#/inbox/replies/${open}`, async (page) => {
      await page.locator(".row").nth(29).waitFor()
      const list = page.locator(".rows")
      await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
      await page.locator(".row").nth(59).waitFor()
      await list.evaluate((element) => element.scrollTo({ top: 40 * 76 + 30 }))
      await page.locator(`[data-row="${open}"]`).focus()
      await page.locator(".mail").first().waitFor()
      await waitFor(async () => assert.strictEqual((await server.api.unibox.changes()).replies, 59))
      await ask(page)
      await waitFor(async () => assert.strictEqual(await page.title(), "(59) Inbox · Mailroom"))
      const before = await topRow(page)
      const start = server.requests.length

      // The page asks every five seconds: without an answer until all mails are there, it sees one change.
      server.intercept(({ url }) => url === "/unibox/changes")
      for (let index = 0; index < 20; index++) await server.talk({ name: `New Number${index}`, ago: 10 - index / 10 })
      server.intercept(undefined)
      await ask(page)
      await page.getByRole("button", { name: "20 new" }).waitFor()
      assert.deepStrictEqual(await topRow(page), before)
      assert.deepStrictEqual(
        await page.evaluate(() => [
          (document.activeElement as HTMLElement).dataset["row"],
          location.hash.split("/").at(-1)
        ]),
        [String(open), String(open)]
      )
      await waitFor(async () => assert.strictEqual(await page.title(), "(79) Inbox · Mailroom"))
      // A neighbour of the open conversation may be asked for ahead of time, which no change causes.
      const isOther = (request: string) =>
        request.endsWith("/unibox/changes") ||
        // Answers that are not sent are asked for every 15 s, whatever changes.
        request.startsWith("GET /sends?") ||
        (/\/unibox\/threads\/\d+\?/u.test(request) && !request.includes(`/unibox/threads/${open}?`))
      const asked = server.requests.slice(start).filter((request) => !isOther(request))
      assert.isAtMost(asked.length, 2, asked.join("\n"))
    })
  })

  it("shows what came in while another page was open", async () => {
    await server.talk({ name: "Ada One" })
    await visit(browser, server, "", async (page) => {
      const title = (title: string) => waitFor(async () => assert.strictEqual(await page.title(), title))
      await page.locator(".row").first().waitFor()
      await title("(1) Inbox · Mailroom")
      await goTo(page, "campaigns")
      await page.getByRole("link", { name: server.campaign.name }).waitFor()
      await server.talk({ name: "Ben Two" })
      await ask(page)
      await title("(2) Campaigns · Mailroom")
      await goTo(page, "inbox")
      await page.locator(".row").nth(1).waitFor()
    })
  })

  it("asks again for a change whose answer did not arrive whole", async () => {
    await server.talk({ name: "Ada One" })
    await visit(browser, server, "", async (page) => {
      const title = (title: string) => waitFor(async () => assert.strictEqual(await page.title(), title))
      await title("(1) Inbox · Mailroom")
      let isHeld = false
      server.intercept(({ url }, response) => {
        if (url !== "/unibox/changes" || isHeld) return false
        // The answer that tells of the change has its headers, and never a body.
        const end = response.end.bind(response)
        response.end = (...body: Array<unknown>) => {
          if (response.statusCode !== 200) return end(...(body as []))
          isHeld = true
          response.flushHeaders()
          return response
        }
        return false
      })
      await server.talk({ name: "Ben Two" })
      const arrived = page.waitForResponse(
        (response) => response.url().endsWith("/unibox/changes") && response.status() === 200
      )
      await ask(page)
      await arrived
      assert.isTrue(isHeld)
      await ask(page)
      await title("(2) Inbox · Mailroom")
    })
  })

  it("shows a row behind the first page of a filtered list again when its change is undone", async () => {
    const found = await talks(45)
    const { thread } = found[40] ?? assert.fail()
    await visit(browser, server, "#/inbox/replies?unread=1", async (page) => {
      await page.locator(".row").nth(29).waitFor()
      await page.locator(".rows").evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
      await page.locator(".row").nth(44).waitFor()
      const row = page.locator(".row", { has: page.locator(`[data-row="${thread}"]`) })
      const state = async (state: string) =>
        waitFor(async () => assert.strictEqual((await server.api.unibox.thread(thread)).thread.state, state))
      await row.locator(".row-check").check({ force: true })
      await page.keyboard.press("e")
      await row.waitFor({ state: "detached" })
      await state("done")
      await page.getByRole("button", { name: "Undo" }).waitFor()
      await page.keyboard.press("z")
      await state("open")
      await row.waitFor()
      assert.strictEqual(await page.locator(".row").count(), 45)
    })
  })

  it("asks for nothing while it is hidden, and at once when it is shown", async () => {
    await server.talk({ name: "Ada One" })
    const opened = server.requests.length
    await visit(
      browser,
      server,
      "",
      async (page) => {
        await page.locator(".row").first().waitFor()
        // All that the page asks for at first, the late parts too, and what the answers make it ask for.
        for (const first of ["/unibox/changes", "outcome=refused&limit=100", "outcome=unknown&limit=100"]) {
          await waitFor(() =>
            assert.isTrue(
              server.requests.slice(opened).some((request) => request.endsWith(first)),
              first
            )
          )
        }
        await page.waitForLoadState("networkidle")
        await hide(page, true)
        const start = server.requests.length
        await page.clock.fastForward(600_000)
        assert.deepStrictEqual(server.requests.slice(start), [])
        await hide(page, false)
        await waitFor(() => assert.isTrue(server.requests.slice(start).some((request) => request.endsWith("/changes"))))
      },
      { before: (page) => page.clock.install() }
    )
  })

  it("asks once for the next page of the list while J is held", async () => {
    const found = await talks(60)
    await visit(browser, server, "", async (page) => {
      await page.locator(".row").nth(29).waitFor()
      const held: Array<() => void> = []
      server.intercept((request, response) => {
        if (!/^\/unibox\/threads\?.*cursor=/u.test(request.url ?? "")) return false
        held.push(() => server.mailroom.handler(request, response))
        return true
      })
      for (let times = 0; times < 40; times++) await page.keyboard.press("j")
      assert.isTrue((await page.evaluate(() => location.hash)).endsWith(`/${found[29]?.thread}`))
      // The last thread is asked for after the pages.
      await page.locator(".mail").first().waitFor()
      assert.strictEqual(held.length, 1)
      for (const answer of held) answer()
      await page.locator(".row").nth(59).waitFor()
    }).finally(() => server.intercept(undefined))
  })

  it("asks at most once for each thread while J is held, and marks none as read in passing", async () => {
    const found = await talks(120)
    await visit(browser, server, "", async (page) => {
      await page.locator(".row").first().waitFor()
      const last = found.at(-1)?.thread ?? 0
      const isAtEnd = () => page.evaluate((last) => location.hash.endsWith(`/${last}`), last)
      while (!(await isAtEnd())) {
        // A keyboard repeats a key that is held about thirty times a second.
        await page.evaluate(() => {
          for (let times = 0; times < 5; times++) {
            dispatchEvent(new KeyboardEvent("keydown", { key: "j", code: "KeyJ", bubbles: true, repeat: true }))
          }
        })
      }
      await page.locator(".mail").first().waitFor()
      const times = Map.groupBy(
        server.requests.filter((request) => /^GET \/unibox\/threads\/\d+\?/u.test(request)),
        (request) => request
      )
      for (const [request, list] of times) assert.strictEqual(list.length, 1, request)
      const { data } = await server.api.unibox.threads({ tab: "replies", is_new: false, limit: 100 })
      assert.isTrue(data.every(({ id }) => id === last))
    })
  })
})

/** Every page of the console with every failure: slow calls, calls that fail, and calls without an answer. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { anyFailure, detailOf, type Faults, faultsOf, failWith, isCommon, withClock } from "./ConsoleFaults.ts"
import { fill, goTo, loaded, type RouteOf } from "./ConsoleRoutes.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

/** A page shows 403 and 412 as it shows 500, and the client retries 429 as it retries 503. */
const all = process.env["MAILROOM_EVERYTHING"] !== undefined

const offline = "No connection to the server. What is shown may be old, and nothing can be changed."

let browser: Browser
let server: ConsoleServer
let faults: Faults
/** The pages that call the API. */
let routes: ReadonlyArray<RouteOf>
let ahead: string
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  faults = faultsOf(server)
  const { all, other } = await fill(server)
  ahead = `/unibox/threads/${other}`
  routes = all.filter(({ route }) => route !== "developers")
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** Waits until nothing is loading any more, while the clock of the page runs fast. */
const settled = async (page: Page, isSilent: boolean) => {
  for (let step = 0; step < 200; step++) {
    const isWaiting = await page.evaluate(
      () => document.querySelector("main :is(.skeleton, .skeleton-line), [aria-busy=true]") !== null
    )
    const alerts = await page.locator("main [role=alert]").count()
    if (!isWaiting && alerts > 0) return
    await page.clock.fastForward(isSilent ? 20_000 : 400)
  }
  throw new Error("The page loads for ever, or hides its failure")
}

/** Waits until the page has shown all answers: some make it ask for more. */
const quiet = (page: Page) =>
  waitFor(async () => {
    assert.strictEqual(server.open(), 0)
    const { length } = server.requests
    await page.evaluate(
      () => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))))
    )
    assert.strictEqual(server.requests.length, length)
  })

const tryAgain = (page: Page) =>
  page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>("main .failed button")) button.click()
  })

const seenEmpty = (page: Page) => page.evaluate(() => [...(globalThis as any).seenEmpty] as Array<string>)

/** The deliveries of an integration, and the mails of no active campaign, are the only empty lists. */
const isEmptyList = /^Nothing (?:was delivered yet|is going to be sent)/u

describe("every page", () => {
  it("shows a skeleton while it loads, and never that there is nothing", () =>
    visit(
      browser,
      server,
      "#/developers",
      async (page) => {
        for (const { content, route } of routes) {
          const answer = faults.hold()
          await goTo(page, route)
          await page
            .locator(route.startsWith("import/") ? "main h1" : "main .skeleton-row")
            .first()
            .waitFor()
          assert.strictEqual(await page.locator("main [role=alert]").count(), 0, route)
          answer()
          await loaded(page, { content, route })
          assert.strictEqual(await page.locator("main .skeleton-row").count(), 0, route)
        }
        assert.deepStrictEqual(
          (await seenEmpty(page)).filter((text) => !isEmptyList.test(text)),
          []
        )
      },
      { before: withClock }
    ))

  for (const failure of [...(all ? ([403, 412, 429, 500] as const) : []), 503, "broken", "silent"] as const) {
    it(`says why, and loads when it is asked again: ${failure}`, () =>
      visit(
        browser,
        server,
        "#/developers",
        async (page) => {
          const found: Array<string> = []
          for (const { content, route } of routes) {
            faults.fail(failure)
            await goTo(page, route)
            await settled(page, failure === "silent").catch((error: Error) => found.push(`${route}: ${error.message}`))
            const text = (await page.locator("main [role=alert]").allTextContents()).join("\n")
            if (!text.includes(detailOf(failure))) found.push(`${route}: no reason`)
            if (typeof failure === "number" && !text.includes(`request-${failure}`)) found.push(`${route}: no id`)
            faults.end()
            // A part of the page may learn of its failure late: what shows then is asked for again.
            const loadsAll = async () => {
              await tryAgain(page)
              assert.strictEqual(await page.locator("main .failed").count(), 0)
              assert.isAtLeast(await page.locator(`main:not(:has(.skeleton)) ${content}`).count(), 1)
            }
            await waitFor(loadsAll).catch(() => found.push(`${route}: still failed`))
            await loaded(page, { content, route }).catch((error: Error) => found.push(error.message))
          }
          assert.deepStrictEqual(found, [])
          await page.getByText("No connection to the server.").waitFor({ state: "detached" })
          assert.deepStrictEqual(
            (await seenEmpty(page)).filter((text) => !isEmptyList.test(text)),
            []
          )
        },
        { before: withClock, expected: anyFailure }
      ).finally(() => faults.end()))
  }

  it("asks to sign in, and goes on then: 401", () =>
    visit(
      browser,
      server,
      "#/developers",
      async (page) => {
        for (const { content, route } of routes) {
          faults.fail(401)
          await goTo(page, route)
          await page.getByRole("button", { name: "Use an API key" }).click()
          await page.getByLabel("API key").fill(server.key)
          faults.end()
          await page.getByLabel("API key").press("Enter")
          await page.getByRole("dialog").waitFor({ state: "detached" })
          await loaded(page, { content, route })
          assert.strictEqual(await page.locator("main .failed").count(), 0, route)
        }
      },
      { before: withClock, expected: anyFailure }
    ).finally(() => faults.end()))

  it("keeps what was loaded when it cannot be loaded again", () =>
    visit(
      browser,
      server,
      "#/developers",
      async (page) => {
        // The list of the inbox is loaded again when a thread has changed, and a table of a campaign with each visit.
        const kept = routes.filter(({ route }) => route !== "inbox" && !route.startsWith("leads?campaign"))
        for (const { content, route } of kept) {
          await goTo(page, route)
          await loaded(page, { content, route })
        }
        await goTo(page, "developers")
        await page.locator(".request").first().waitFor()
        await page.clock.fastForward(31_000)
        faults.fail(500)
        for (const { content, route } of kept) {
          await goTo(page, route)
          await page.locator("main [role=alert]").first().waitFor()
          await loaded(page, { content, route })
        }
      },
      { before: withClock, expected: anyFailure }
    ).finally(() => faults.end()))

  it("lets nobody change anything without a connection, and comes back", () =>
    visit(
      browser,
      server,
      "#/developers",
      async (page) => {
        /** The controls that write, once the page says whether it has a connection: both in one look at the page. */
        const controls = (isOnline: boolean) =>
          waitFor(async () => {
            const { banners, names } = await page.evaluate(() => ({
              banners: [...document.querySelectorAll("main > .banner")].map(({ textContent }) => textContent),
              names: [...document.querySelectorAll("main :is(button, a.button)")].map(
                (e) => e.getAttribute("aria-label") ?? e.textContent ?? ""
              )
            }))
            assert.deepStrictEqual(banners, isOnline ? [] : [offline])
            return names.filter((name) => writes.test(name))
          })
        for (const { content, route } of routes) {
          await goTo(page, route)
          await loaded(page, { content, route })
          await quiet(page)
          const before = await controls(true)
          await page.context().setOffline(true)
          assert.deepStrictEqual(await controls(false), [], route)
          await loaded(page, { content, route })
          await page.context().setOffline(false)
          assert.deepStrictEqual(await controls(true), before, route)
        }
      },
      { expected: anyFailure }
    ))

  it("lets nobody change anything without a connection when an answer from before arrives", () =>
    visit(browser, server, "#/developers", async (page) => {
      await page.locator(".request").first().waitFor()
      const asked = Promise.withResolvers<() => void>()
      // All other calls wait, as their answers would say that the server answers again.
      server.intercept((request, response) => {
        const { url = "" } = request
        if (url.startsWith("/console")) return false
        if (url.startsWith("/accounts")) asked.resolve(() => server.mailroom.handler(request, response))
        return true
      })
      await goTo(page, "accounts")
      const answer = await asked.promise
      await page.evaluate(() => dispatchEvent(new Event("offline")))
      await page.getByText("No connection to the server.").waitFor()
      answer()
      await page.locator(".table td a").first().waitFor()
      assert.strictEqual(await page.getByText("No connection to the server.").count(), 1)
    }).finally(() => faults.end()))

  it("reads only with a key that may only read, and is refused nothing", async () => {
    const { secret } = await server.api.keys.create({ name: "reader", access: "read" })
    const start = server.answered.length
    await visit(
      browser,
      server,
      "#/developers",
      async (page) => {
        await page.getByText("Read only", { exact: true }).waitFor()
        for (const { content, route } of routes) {
          await goTo(page, route)
          await loaded(page, { content, route })
          await page.clock.fastForward(1500)
        }
      },
      { before: withClock, key: secret }
    )
    assert.deepStrictEqual(
      server.answered.slice(start).filter((answer) => !/^(?:200|304) GET |^204 POST \/session$/u.test(answer)),
      []
    )
  })
})

/** The names of controls that write. */
const writes =
  /^(?:Start|Pause|Delete campaign|Change|Turn o|Switch|Make|New secret|Revoke|It was|Save\b|Add|New campaign|Import \d|Remove|Stop sending|Resume|Send a test|Deliver|Read inbox|Reply|Done, or|Tag$|To the other|New, or)/u

describe("the calls of a page", () => {
  it("are missed each: one that fails alone is said", () =>
    visit(
      browser,
      server,
      "#/developers",
      async (page) => {
        const calls: Array<readonly [RouteOf, string]> = []
        for (const route of routes) {
          await goTo(page, route.route)
          await page.reload()
          await loaded(page, route)
          // Only this page can ask after the second load: a late call of the page before it ends earlier.
          const start = server.requests.length
          await page.reload()
          await loaded(page, route)
          const own = server.requests.slice(start).flatMap((request) => /^GET (\/[^?]*)/u.exec(request)?.[1] ?? [])
          // The next conversation is asked for ahead of time, and shown by nothing.
          const isShown = (path: string) => !isCommon.test(path) && path !== ahead
          for (const path of new Set(own.filter(isShown))) calls.push([route, path])
        }
        assert.isAbove(calls.length, 35)
        const found: Array<string> = []
        for (const [{ route }, path] of calls) {
          faults.fail(500, (asked) => asked.split("?")[0] !== path)
          await goTo(page, route)
          await page.reload()
          const isSaid = await page
            .locator("main [role=alert]", { hasText: "request-500" })
            .first()
            .waitFor()
            .then(
              () => true,
              () => false
            )
          if (!isSaid) found.push(`${route}: ${path}`)
        }
        assert.deepStrictEqual(found, [])
      },
      { expected: anyFailure }
    ).finally(() => faults.end()))

  it("that all pages make are no exception: the session", () => {
    const failSession = async () =>
      server.intercept((request, response) => {
        if (request.url !== "/session" || request.method !== "GET") return false
        failWith(500, request, response)
        return true
      })
    return visit(
      browser,
      server,
      "#/campaigns",
      async (page) => {
        // A part of the page that appears later asks for the session once more.
        await page.getByRole("main").getByRole("link", { name: server.campaign.name }).waitFor()
        await page.locator("main [role=alert]", { hasText: "request-500" }).waitFor()
        faults.end()
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByRole("button", { name: "New campaign" }).waitFor()
      },
      { before: failSession, expected: anyFailure }
    ).finally(() => faults.end())
  })
})

/** The words of the console for failed calls; it loads again once the server answers. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { launch } from "./Chromium.ts"
import { anyFailure, faultsOf } from "./ConsoleFaults.ts"
import { fill, goTo, loaded, type RouteOf } from "./ConsoleRoutes.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let server: ConsoleServer
let routes: ReadonlyArray<RouteOf>
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  routes = (await fill(server)).all
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** The server is down, and the browser does not know. Resolves when the page has asked for changes. */
const breakAll = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.intercept((request) => {
    if (request.url?.startsWith("/console") === true) return false
    if (request.url?.startsWith("/unibox/changes") === true) resolve()
    request.socket.destroy()
    return true
  })
  return promise
}

describe("a page that failed without a connection", () => {
  for (const kind of ["inbox/replies/", "campaigns/", "leads?campaign", "analytics", "settings"]) {
    it(`loads again by itself when the server answers again: ${kind}`, async () => {
      const found = routes.find(({ route }) => route.startsWith(kind)) ?? assert.fail()
      let asked: Promise<void> | undefined
      await visit(
        browser,
        server,
        `#/${found.route}`,
        async (page) => {
          await page.locator("main .failed").first().waitFor()
          await asked
          server.intercept(undefined)
          await loaded(page, found)
          await page.locator("main .failed").first().waitFor({ state: "detached" })
        },
        { before: async () => void (asked = breakAll()), expected: anyFailure }
      ).finally(() => server.intercept(undefined))
    })
  }
})

describe("a failure", () => {
  for (const { english, failure, german } of [
    {
      failure: "broken" as const,
      english: "The server does not answer.",
      german: "Der Server antwortet nicht."
    },
    {
      failure: 503,
      english: "The server is busy. Try again in a moment.",
      german: "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal."
    },
    { failure: 500, english: "The server has a fault.", german: "Im Server ist ein Fehler aufgetreten." }
  ]) {
    for (const [locale, words] of [
      ["en-GB", english],
      ["de-DE", german]
    ] as const) {
      it(`is said in words, with the details folded: ${failure}, ${locale}`, () => {
        const faults = faultsOf(server)
        return visit(
          browser,
          server,
          "#/developers",
          async (page) => {
            if (failure === "broken") void breakAll()
            else faults.fail(failure)
            await goTo(page, "blacklist")
            const alert = page.locator("main [role=alert]").first()
            await alert.getByText(words, { exact: true }).waitFor()
            const detail = alert.getByText(/No answer from|Planted failure/u)
            assert.isFalse(await detail.isVisible())
            await alert.locator("summary").click()
            assert.isTrue(await detail.isVisible())
          },
          { locale, expected: anyFailure }
        ).finally(() => faults.end())
      })
    }
  }

  it("of a change is said in the same words", () => {
    const faults = faultsOf(server)
    return visit(
      browser,
      server,
      "#/inbox/replies",
      async (page) => {
        await page.locator("[data-row]").first().click()
        await page.locator("article").first().waitFor()
        faults.fail(500)
        await page.keyboard.press("v")
        await page.getByText("Not changed: The server has a fault.", { exact: true }).waitFor()
      },
      { expected: anyFailure }
    ).finally(() => faults.end())
  })
})

describe("a link to something that was removed", () => {
  for (const [route, list] of [
    ["inbox/replies/987654", "Inbox"],
    ["campaigns/018f0000-0000-7000-8000-000000000000", "Campaigns"],
    ["leads?lead=987654", "Leads"],
    ["accounts/987654", "Accounts"],
    ["integrations/987654", "Integrations"]
  ] as const) {
    it(`says so, and leads to the list: ${route}`, () =>
      visit(
        browser,
        server,
        `#/${route}`,
        async (page) => {
          const alert = page.locator("main [role=alert]").first()
          await alert.getByText("It was removed, or it never existed.", { exact: true }).waitFor()
          assert.strictEqual(await alert.getByRole("button", { name: "Try again" }).count(), 0)
          await alert.getByRole("link", { name: `Go to: ${list}` }).click()
          await page.locator("main [role=alert]").first().waitFor({ state: "detached" })
          assert.strictEqual(new URL(page.url()).hash.split("/")[1], route.split(/[/?]/u)[0])
        },
        { expected: /404/u }
      ))
  }
})

/** Sessions of the console: people sign in with a key, which the browser does not keep. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { failWith, isCommon } from "./ConsoleFaults.ts"
import { fill, goTo, loaded, type RouteOf } from "./ConsoleRoutes.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
let thread = 0
let routes: ReadonlyArray<RouteOf>
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  thread = (await server.talk({ name: "Amara Almeida" })).thread
  routes = (await fill(server)).all
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const signIn = async (page: Page, key: string) => {
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Sign in" }).waitFor()
  const byKey = dialog.getByRole("button", { name: "Use an API key" })
  if (await byKey.isVisible()) await byKey.click()
  await dialog.getByLabel("API key").fill(key)
  await page.getByRole("button", { name: "Sign in" }).click()
}
const codes: Array<unknown> = []
/** Refuses a call when the returned function is called, or up to the body before. */
const refusedBy = {
  "only then": (request: IncomingMessage, response: ServerResponse) => () => failWith(401, request, response),
  "while they are answered": (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(401, { "content-type": "application/problem+json" }).flushHeaders()
    return () => response.end(JSON.stringify({ status: 401, code: "unauthorized", title: "Planted" }))
  }
}
const unauthorized = { key: null, expected: /401/u }

describe("a session of the console", () => {
  it("begins with a key, which is kept nowhere, and outlives a reload", () =>
    visit(
      browser,
      server,
      "",
      async (page) => {
        await signIn(page, "mr_wrong")
        await page.getByText("This key is not valid.").waitFor()
        await signIn(page, server.key)
        await page.locator(".row").first().waitFor()
        const [cookie] = await page.context().cookies()
        assert.deepInclude(cookie, { httpOnly: true, sameSite: "Strict", path: "/" })
        const kept = await page.evaluate(() => [
          document.cookie,
          JSON.stringify(localStorage),
          JSON.stringify(sessionStorage)
        ])
        assert.strictEqual(kept[0], "")
        for (const text of kept) assert.notInclude(text, server.key)
        await page.reload()
        await page.locator(".row").first().waitFor()
        assert.strictEqual(await page.getByRole("dialog").count(), 0)
      },
      unauthorized
    ))

  it("begins with the code of a link, which leaves the address before anything else, and shows the inbox", () =>
    visit(
      browser,
      server,
      "#code=a-code",
      async (page) => {
        assert.strictEqual(await page.evaluate(() => location.hash), "")
        await page.locator(".row").first().waitFor()
        assert.deepStrictEqual(codes, [{ code: "a-code" }])
        await page.goto(`${server.origin}/docs`)
        await page.goBack()
        await page.locator(".row").first().waitFor()
        assert.notInclude(page.url(), "code")
      },
      {
        key: null,
        // The command issues codes; here the code is exchanged for the key.
        before: async (page) => {
          await page.route("**/session", async (route) => {
            if (route.request().method() !== "POST") return await route.fallback()
            codes.push(route.request().postDataJSON())
            await route.continue({ postData: JSON.stringify({ key: server.key }) })
          })
        }
      }
    ))

  it("ends with its key: the sign-in lies over the page, and the draft stays", async () => {
    const { id, secret } = await server.api.keys.create({ name: "short" })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        await page.getByRole("button", { name: /^Reply to/u }).click()
        await page.keyboard.type("Half a thought")
        await server.api.keys.revoke(id)
        // The next call of the page says so; keys are checked again after a second.
        await page.getByText("Your session has ended.").waitFor()
        await signIn(page, server.key)
        await page.getByRole("dialog").waitFor({ state: "detached" })
        assert.strictEqual(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "Half a thought")
      },
      { key: secret, expected: /401/u }
    )
  })

  for (const [moment, refuseBy] of Object.entries(refusedBy)) {
    it(`goes on after a sign-in when calls from before it are refused ${moment}`, async () => {
      // The pages that make several calls at once.
      const pages = routes.filter(({ route }) => /^(?:inbox\/|leads\?|settings)/u.test(route))
      await visit(
        browser,
        server,
        "#/developers",
        async (page) => {
          for (const { content, route } of pages) {
            await page.reload()
            await page.locator(".request").first().waitFor()
            const refusals: Array<() => void> = []
            server.intercept((request, response) => {
              if (isCommon.test(request.url ?? "")) return false
              refusals.push(refuseBy(request, response))
              return true
            })
            await goTo(page, route)
            await waitFor(() => assert.isAbove(refusals.length, 1, route))
            refusals.shift()?.()
            await page.getByRole("dialog").waitFor()
            server.intercept(undefined)
            await signIn(page, server.key)
            await page.getByRole("dialog").waitFor({ state: "detached" })
            for (const refuse of refusals) refuse()
            await loaded(page, { content, route })
            assert.strictEqual(await page.locator("main .failed").count(), 0, route)
            assert.strictEqual(await page.getByRole("dialog").count(), 0, route)
            await goTo(page, "developers")
          }
        },
        { expected: /401/u }
      ).finally(() => server.intercept(undefined))
    })
  }

  it("goes on after a sign-in when a change from before it is refused only then", () =>
    visit(
      browser,
      server,
      "#/settings",
      async (page) => {
        const refused = Promise.withResolvers<() => void>()
        await page.getByRole("textbox", { name: "Name" }).fill("Later")
        server.intercept((request, response) => {
          const refuse = () => failWith(401, request, response)
          if (request.method === "POST" && request.url === "/tags") refused.resolve(refuse)
          else if (request.url?.startsWith("/unibox/changes") === true) refuse()
          else return false
          return true
        })
        await page.getByRole("button", { name: "Add tag" }).click()
        const refuse = await refused.promise
        // The page asks for changes at once.
        await page.evaluate(() => dispatchEvent(new Event("online")))
        await page.getByRole("dialog").waitFor()
        server.intercept(undefined)
        await signIn(page, server.key)
        await page.getByRole("dialog").waitFor({ state: "detached" })
        refuse()
        await page.getByText("Planted failure 401").waitFor()
        assert.strictEqual(await page.getByRole("dialog").count(), 0)
      },
      { expected: /401/u }
    ).finally(() => server.intercept(undefined)))

  it("goes on when the sign-out fails, and says why", () =>
    visit(
      browser,
      server,
      "#/settings",
      async (page) => {
        const signOut = page.getByRole("button", { name: "Sign out" })
        await signOut.waitFor()
        server.intercept((request, response) => {
          if (request.method !== "DELETE") return false
          failWith(403, request, response)
          return true
        })
        await signOut.click()
        await page.getByText("Planted failure 403").waitFor()
        assert.isTrue(await signOut.isVisible())
        server.intercept(undefined)
        await signOut.click()
        await page.getByRole("dialog").getByLabel("E-mail address").waitFor()
        await page.reload()
        await page.getByRole("dialog").getByLabel("E-mail address").waitFor()
      },
      { expected: /40[13]/u }
    ).finally(() => server.intercept(undefined)))

  it("has no controls that write with a key that may only read, and marks nothing", async () => {
    const { secret } = await server.api.keys.create({ name: "reader", access: "read" })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        await page.locator(".mail").first().waitFor()
        await page.getByText("Read only", { exact: true }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: /^Reply|^Done, or|^Stop|^Resume/u }).count(), 0)
        const start = server.requests.length
        for (const key of ["e", "u", "v", "t", "s", "r"]) await page.keyboard.press(key)
        await page.clock.fastForward(10_000)
        await page.locator(".mail").first().waitFor()
        assert.isFalse(server.requests.slice(start).some((request) => !request.startsWith("GET ")))
      },
      { key: secret, before: (page) => page.clock.install() }
    )
  })

  it("shows what it has while the server does not answer, and writes nothing", async () => {
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        await page.getByRole("button", { name: /^Reply to/u }).waitFor()
        await page.context().setOffline(true)
        await page.getByText("No connection to the server.").waitFor()
        await page.getByRole("button", { name: /^Reply to/u }).waitFor({ state: "detached" })
        assert.isTrue(await page.locator(".mail").first().isVisible())
        await page.context().setOffline(false)
        await page.getByText("No connection to the server.").waitFor({ state: "detached" })
        await page.getByRole("button", { name: /^Reply to/u }).waitFor()
      },
      { expected: /ERR_INTERNET_DISCONNECTED/u }
    )
  })
})

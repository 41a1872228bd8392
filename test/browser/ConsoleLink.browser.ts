/** Links that sign in once, and the consoles of several servers in one browser. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { load } from "@mailroom/console"
import { CurrentOrganization, Sessions } from "@mailroom/core"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { Browser, Page } from "playwright-core"
import { serve, tenants } from "../../packages/http/test/api/Tenants.ts"
import { launch } from "./Chromium.ts"
import { startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** A server, and a function that makes links to its console. */
const issuer = Effect.gen(function* () {
  const { useCases } = yield* tenants
  const origin = yield* serve(useCases, { console: { load } })
  const link = Sessions.use(({ issueCode }) => issueCode).pipe(
    Effect.provideService(CurrentOrganization, { id: 1 }),
    Effect.provide(useCases),
    Effect.map((code) => `#code=${Redacted.value(Option.getOrThrow(code))}`)
  )
  return { origin, link }
})

const visitOnce = (origin: string, link: string, use: (page: Page) => Promise<void>) =>
  Effect.promise(() => visit(browser, { origin, key: "" }, link, use, { key: null, expected: /status of 401/u }))

const isInside = (page: Page) => page.getByText("No conversations here").waitFor()

describe("a link with a code", () => {
  it.live("signs in once, and leaves the address and the history", () =>
    Effect.gen(function* () {
      const { link, origin } = yield* issuer
      const once = yield* link
      yield* visitOnce(origin, once, async (page) => {
        await isInside(page)
        assert.strictEqual(page.url(), `${origin}/console`)
        await page.goto(`${origin}/docs`)
        await page.goBack()
        await isInside(page)
        // The entries of the browser itself, which scripts cannot read.
        const session = await page.context().newCDPSession(page)
        const { entries } = await session.send("Page.getNavigationHistory")
        assert.deepStrictEqual(
          entries.map(({ url }) => url),
          ["about:blank", `${origin}/console`, `${origin}/docs`]
        )
      })
      yield* visitOnce(origin, once, async (page) => {
        await page.getByText("This link was used before").waitFor()
        assert.strictEqual(page.url(), `${origin}/console`)
        assert.deepStrictEqual(await page.context().cookies(), [])
      })
    })
  )

  it.effect("signs in for ten minutes", () =>
    Effect.gen(function* () {
      const { link, origin } = yield* issuer
      const early = yield* link
      yield* TestClock.adjust("9 minutes")
      yield* visitOnce(origin, early, isInside)
      const late = yield* link
      yield* TestClock.adjust("10 minutes")
      yield* visitOnce(origin, late, async (page) => {
        await page.getByText("This link was used before, or is too old.").waitFor()
      })
    })
  )
})

describe("two servers on one machine", () => {
  it("stay signed in both, in one browser", async () => {
    const servers = [await startConsole(), await startConsole()] as const
    try {
      const [one, other] = servers
      await one.talk({ name: "Amara Almeida" })
      await other.talk({ name: "Bastian Hartmann" })
      await visit(browser, one, "", async (page) => {
        await page.getByText("Amara Almeida").first().waitFor()
        await page.context().request.post(`${other.origin}/session`, { data: { key: other.key } })
        for (const [{ origin }, name] of [
          [other, "Bastian Hartmann"],
          [one, "Amara Almeida"],
          [other, "Bastian Hartmann"]
        ] as const) {
          await page.goto(`${origin}/console`)
          await page.getByText(name).first().waitFor()
          await page.reload()
          await page.getByText(name).first().waitFor()
          assert.strictEqual(await page.getByRole("dialog").count(), 0)
        }
        // Signing out of one leaves the other. An open page of the first would report that it is signed out.
        await page.goto("about:blank")
        await page.context().request.delete(`${other.origin}/session`)
        await page.goto(`${one.origin}/console`)
        await page.getByText("Amara Almeida").first().waitFor()
      })
    } finally {
      for (const server of servers) await server.close()
    }
  })
})

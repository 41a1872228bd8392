/** Every page but the inbox: it opens without a fault, in both schemes, filled and empty, and is accessible. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import axe from "axe-core"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let filled: ConsoleServer
let empty: ConsoleServer
let routes: ReadonlyArray<string> = []
beforeAll(async () => {
  browser = await launch()
  empty = await startConsole()
  await empty.api.accounts.remove({ ids: [empty.account.id] })
  await empty.api.campaigns.remove(empty.campaign.id)
  filled = await startConsole()
  const { account, api, campaign } = filled
  await api.campaigns.update(campaign.id, { account_ids: [account.id] })
  await api.sequences.create(campaign.id, { subject: "Hello {{company}}", body: "Hi {{first_name|there}}" })
  await filled.talk({ name: "Amara One" })
  const { lead_id } = await filled.talk({ name: "Bastian Two" })
  await api.activity.record({ events: [{ type: "sent", lead_id, occurred_at: new Date().toISOString() }] })
  await api.tags.create({ name: "Interested", sentiment: "positive" })
  await api.blacklist.addEmails({ emails: ["no@clinic.example"], reason: "Asked by phone" })
  await api.blacklist.addDomains({ domains: ["rival.example"] })
  const { id } = await api.integrations.create({
    type: "webhook",
    name: "Records",
    config: { url: "https://records.example/hook" },
    enabled: false
  })
  routes = [
    "campaigns",
    `campaigns/${campaign.id}`,
    `campaigns/${campaign.id}/steps`,
    `campaigns/${campaign.id}/activity`,
    "leads",
    `leads?campaign=${campaign.id}`,
    `leads?campaign=${campaign.id}&lead=${lead_id}`,
    `import/${campaign.id}`,
    "analytics",
    `analytics?campaign=${campaign.id}`,
    "accounts",
    `accounts/${account.id}`,
    "blacklist",
    "blacklist/domains",
    "integrations",
    `integrations/${id}`,
    "developers",
    "settings"
  ]
})
afterAll(async () => {
  await browser.close()
  await empty.close()
  await filled.close()
})

/** Goes to a route of the open page, and waits until everything is there. */
const open = async (page: Page, route: string) => {
  await page.evaluate((route) => {
    location.hash = `/${route}`
  }, route)
  await page.locator("main h1").first().waitFor()
  await page.waitForFunction(
    () => document.querySelectorAll(".skeleton, .skeleton-line, [aria-busy=true]").length === 0
  )
}

/** The faults of the page by axe. The browser evaluates it, as the page's policy allows no other script. */
const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.context().newCDPSession(page)
  const evaluate = (expression: string) =>
    session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true
    })
  const { result: known } = await evaluate("typeof axe")
  if (known.value === "undefined") await evaluate(axe.source)
  const { result } = await evaluate(`axe.run({ iframes: false }).then(({ violations }) => violations.flatMap(
    ({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
      id + ": " + html.slice(0, 160) + " " + [...any, ...all, ...none].map(({ message }) => message).join("; "))))`)
  await session.detach()
  if (!Array.isArray(result.value)) throw new Error(`axe did not run: ${JSON.stringify(result)}`)
  return result.value
}

const alike = <A>(list: ReadonlyArray<A>) => [...new Set(list)]

describe("every page", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`is accessible, ${colorScheme}`, () =>
      visit(
        browser,
        filled,
        "#/settings",
        async (page) => {
          const faults: Array<string> = []
          for (const route of routes) {
            await open(page, route)
            for (const fault of await faultsOf(page)) faults.push(`${route.replace(/[\da-f-]{36}/u, "")} ${fault}`)
          }
          assert.deepStrictEqual(faults, [])
        },
        { colorScheme }
      ))
  }

  it("has its next step where nothing is there yet, and is accessible then", () =>
    visit(browser, empty, "#/settings", async (page) => {
      const faults: Array<string> = []
      for (const route of ["campaigns", "leads", "analytics", "accounts", "blacklist", "integrations", "settings"]) {
        await open(page, route)
        for (const fault of await faultsOf(page)) faults.push(`${route} ${fault}`)
        const isEmpty = ["campaigns", "leads", "accounts", "blacklist", "integrations"].includes(route)
        assert.strictEqual(await page.locator(".empty-title").count(), isEmpty ? 1 : 0, route)
      }
      assert.deepStrictEqual(faults, [])
    }))

  it("shows what other pages have loaded before", () =>
    visit(browser, filled, "#/settings", async (page) => {
      const tag = page.locator(".tag-row").getByText("Interested")
      await tag.waitFor()
      await open(page, "inbox")
      await page.locator(".row").first().waitFor()
      await open(page, "settings")
      await tag.waitFor()
      await open(page, "accounts")
      await page.getByLabel("Search accounts").fill("all")
      await page.getByText("Nothing found").waitFor()
      await open(page, `campaigns/${filled.campaign.id}`)
      assert.isTrue(await page.getByLabel(filled.account.email).isChecked())
    }))

  it("fits a phone: only tables scroll sideways", () =>
    visit(
      browser,
      filled,
      "#/settings",
      async (page) => {
        const wide: Array<string> = []
        for (const route of routes) {
          await open(page, route)
          const isWide = await page.evaluate(
            () =>
              document.documentElement.scrollWidth > innerWidth ||
              [...document.querySelectorAll(".sheet-head, .sheet-section")].some((e) => e.scrollWidth > e.clientWidth)
          )
          if (isWide) wide.push(route)
        }
        assert.deepStrictEqual(alike(wide), [])
      },
      { viewport: { width: 390, height: 844 } }
    ))

  it("shows no control that writes to a key that may only read", async () => {
    const { secret } = await filled.api.keys.create({ name: "reader", access: "read" })
    filled.intercept((request) => {
      request.headers.authorization = `Bearer ${secret}`
      return false
    })
    try {
      await visit(browser, filled, "#/settings", async (page) => {
        await page.getByText("Reads only").first().waitFor()
        const writes =
          /^(?:Start|Pause|Save|Add|New campaign|Import|Remove|Stop sending|Resume|Send a test|Deliver|Read inbox)/u
        const found: Array<string> = []
        for (const route of routes) {
          await open(page, route)
          const names = await page
            .locator("main :is(button, a.button)")
            .evaluateAll((list) => list.map((e) => e.getAttribute("aria-label") ?? e.textContent ?? ""))
          for (const name of names) if (writes.test(name)) found.push(`${route} ${name}`)
          const editable = await page
            .locator("main form :is(input, textarea):not([readonly], [disabled], [type=number])")
            .count()
          if (editable > 0) found.push(`${route} has fields`)
        }
        assert.deepStrictEqual(found, [])
      })
    } finally {
      filled.intercept(undefined)
    }
  })
})

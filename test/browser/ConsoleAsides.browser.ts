/** Actions on a conversation beside an answer: a snooze until a typed time, "Send and done", a block of the sender. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { faultsOf } from "./Axe.ts"
import { failWith } from "./ConsoleFaults.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
})
afterAll(async () => {
  await server.close()
  await browser.close()
})

const threadOf = async (id: number) => (await server.api.unibox.thread(id)).thread
/** Colours that change slowly are of no scheme: axe needs them to be still. */
const calm = { reducedMotion: "reduce" } as const
const row = (page: Page, id: number) => page.locator(`[data-row="${id}"]`)
const at = (id: number) => `#/inbox/replies/${id}`
const ready = (page: Page) => page.getByRole("button", { name: /^(?:Reply to|Antwort an)/u }).waitFor()
/** Opens a conversation, waits until it can be answered, and uses its page. */
const visitThread = (thread: number, use: (page: Page) => Promise<void>, options: Parameters<typeof visit>[4] = {}) =>
  visit(
    browser,
    server,
    at(thread),
    async (page) => {
      await ready(page)
      await use(page)
    },
    options
  )

describe("a snooze", () => {
  it("ends at a time that is typed, in the time zone of the reader", async () => {
    const { thread } = await server.talk({ name: "Amara Almeida" })
    await visitThread(
      thread,
      async (page) => {
        await page.keyboard.press("h")
        await page.getByRole("combobox", { name: "Snooze until" }).waitFor()
        await page.keyboard.type("24 dec 2037 9:15")
        await page.getByRole("option", { name: "24 December 2037 at 09:15" }).waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await page.keyboard.press("Enter")
        await row(page, thread).waitFor({ state: "detached" })
        await waitFor(async () => {
          const { snoozed_until, state } = await threadOf(thread)
          // Berlin is an hour ahead in winter.
          assert.deepStrictEqual([state, snoozed_until], ["snoozed", "2037-12-24T08:15:00.000Z"])
        })
      },
      calm
    )
  })

  it("ends at a time that is chosen from a calendar, which is never past", async () => {
    const { thread } = await server.talk({ name: "Bastian Hartmann" })
    await visitThread(
      thread,
      async (page) => {
        await page.keyboard.press("h")
        await page.getByRole("option", { name: "Choose a day and a time" }).click()
        const field = page.getByLabel("Day and time")
        await field.fill("2020-01-01T09:00")
        assert.deepStrictEqual(await faultsOf(page), [])
        await page.getByRole("button", { name: "Snooze", exact: true }).last().click()
        await page.getByText("This time is past").waitFor()
        await field.fill("2037-07-01T09:00")
        await page.keyboard.press("Enter")
        await waitFor(async () =>
          assert.strictEqual((await threadOf(thread)).snoozed_until, "2037-07-01T07:00:00.000Z")
        )
        await page.keyboard.press("z")
        await waitFor(async () => assert.strictEqual((await threadOf(thread)).state, "open"))
      },
      calm
    )
  })

  it("is typed in German, too", async () => {
    const { thread } = await server.talk({ name: "Clara Weiß" })
    await visitThread(
      thread,
      async (page) => {
        await page.keyboard.press("h")
        await page.getByRole("combobox", { name: "Zurückstellen bis" }).fill("24.12.2037 um 9 Uhr")
        await page.getByRole("option", { name: "24. Dezember 2037 um 09:00" }).waitFor()
        await page.keyboard.press("Enter")
        await waitFor(async () =>
          assert.strictEqual((await threadOf(thread)).snoozed_until, "2037-12-24T08:00:00.000Z")
        )
      },
      { locale: "de-DE" }
    )
  })
})

describe("an answer by mouse", () => {
  it("is sent, and the conversation is done, by one button", async () => {
    const { thread } = await server.talk({ name: "Dora Fuchs" })
    await visitThread(thread, async (page) => {
      await page.keyboard.press("r")
      const button = page.getByRole("button", { name: "Send and done" })
      assert.isTrue(await button.isDisabled())
      await page.getByRole("textbox", { name: "Reply" }).fill("See you on Tuesday.")
      await button.click()
      await row(page, thread).waitFor({ state: "detached" })
      await waitFor(async () => assert.strictEqual((await threadOf(thread)).state, "done"))
    })
  })
})

describe("a blocked sender", () => {
  const stopsOf = async (ids: ReadonlyArray<number>) =>
    Promise.all(ids.map(async (id) => (await server.api.leads.find(id)).stop_sending_type))
  const domainOf = (email: string) => email.slice(email.indexOf("@") + 1)

  it("is blocked at once by B, and Z takes exactly that back", async () => {
    const { email, lead_id, thread } = await server.talk({ name: "Erik Lund" })
    // In a second campaign, the lead gets mail: only the block stops it there.
    const other = await server.api.campaigns.create({ name: "Second" })
    const { data } = await server.api.leads.create({ campaign_id: other.id, leads: [{ email }] })
    const second = (data[0] as { readonly id: number }).id
    assert.deepStrictEqual(await stopsOf([lead_id, second]), ["reply", null])
    await visitThread(
      thread,
      async (page) => {
        await page.keyboard.press("b")
        await page.getByRole("option", { name: `Block ${email}` }).waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await page.keyboard.press("Enter")
        await page.getByText(`${email} is blocked; 1 lead stopped`).waitFor()
        assert.strictEqual(
          (await server.api.blacklist.emails({ search: email })).data[0]?.reason,
          "Blocked in the inbox"
        )
        assert.deepStrictEqual(await stopsOf([lead_id, second]), ["reply", "blacklist"])
        await page.keyboard.press("z")
        await waitFor(async () =>
          assert.deepStrictEqual((await server.api.blacklist.emails({ search: email })).data, [])
        )
        await waitFor(async () => assert.deepStrictEqual(await stopsOf([lead_id, second]), ["reply", null]))
      },
      calm
    )
  })

  it("is a whole domain by choice, and an entry from before stays when the block is undone", async () => {
    const { email, thread } = await server.talk({ name: "Femi Okafor" })
    const domain = domainOf(email)
    await server.api.blacklist.addEmails({ emails: [email], reason: "Asked by phone" })
    await visitThread(thread, async (page) => {
      await page.getByRole("button", { name: "Block the sender" }).click()
      await page.getByRole("option", { name: `Block ${email}` }).click()
      await page.getByText(`${email} was blocked before`).waitFor()
      await page.keyboard.press("b")
      await page.getByRole("option", { name: `Block all addresses at ${domain}` }).click()
      await page.getByText(`${domain} is blocked`).waitFor()
      assert.strictEqual((await server.api.blacklist.domains({ search: domain })).total, 1)
      await page.getByRole("button", { name: "Undo" }).click()
      await waitFor(async () => assert.strictEqual((await server.api.blacklist.domains({ search: domain })).total, 0))
      assert.strictEqual((await server.api.blacklist.emails({ search: email })).data[0]?.reason, "Asked by phone")
    })
  })

  it("can be undone before the server has answered, and a failure is said", async () => {
    const { email, thread } = await server.talk({ name: "Greta Sand" })
    await visitThread(
      thread,
      async (page) => {
        let release: (() => void) | undefined
        server.intercept((request, response) => {
          if (!request.url?.startsWith("/blacklist/emails") || request.method !== "POST") return false
          release = () => {
            server.intercept(undefined)
            server.mailroom.handler(request, response)
          }
          return true
        })
        await page.keyboard.press("b")
        await page.getByRole("option", { name: `Block ${email}` }).click()
        await page.getByText(`${email} is being blocked`).waitFor()
        await page.keyboard.press("z")
        await waitFor(() => assert.isDefined(release))
        release?.()
        await waitFor(() =>
          assert.isTrue(server.answered.some((line) => line.startsWith("200 DELETE /blacklist/emails")))
        )
        assert.strictEqual((await server.api.blacklist.emails({ search: email })).total, 0)
        server.intercept((request, response) => {
          if (!request.url?.startsWith("/blacklist/emails") || request.method !== "POST") return false
          failWith(400, request, response)
          return true
        })
        await page.keyboard.press("b")
        await page.getByRole("option", { name: `Block ${email}` }).click()
        await page.getByText(`${email} is not blocked`).waitFor()
        server.intercept(undefined)
      },
      { expected: /400/u }
    )
  })
})

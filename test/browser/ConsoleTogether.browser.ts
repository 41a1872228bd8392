/** Changes of threads that are under way at the same time, and what stays of them when some fail. */
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import type { IncomingMessage } from "node:http"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { failWith } from "./ConsoleFaults.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

type Talk = Awaited<ReturnType<ConsoleServer["talk"]>>

let browser: Browser
let server: ConsoleServer
let ada: Talk
let ben: Talk
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

beforeEach(async () => {
  server = await startConsole()
  await server.api.tags.create({ name: "Later", sentiment: "neutral" })
  ben = await server.talk({ name: "Ben Two", ago: 20 })
  ada = await server.talk({ name: "Ada One", ago: 10 })
})
afterEach(async () => {
  held.clear()
  await server.close()
})

/** Waits until a thread has a new message, or none. */
const isNew = ({ thread }: Talk, expected: boolean) =>
  waitFor(async () => assert.strictEqual((await server.api.unibox.thread(thread)).thread.last_message.is_new, expected))

/** The row of a conversation, with the mark of new messages and the tag. */
const partsOf = (page: Page, name: string) => {
  const row = page.locator(".row", { hasText: name })
  return { row, dot: row.locator(".dot"), tag: row.getByText("Later") }
}

const giveTag = async (page: Page) => {
  await page.keyboard.press("t")
  await page.getByRole("dialog").getByRole("option", { name: "Later" }).waitFor()
  await page.keyboard.type("Later")
  await page.keyboard.press("Enter")
  await page.locator("dialog").waitFor({ state: "detached" })
}

const isMark = ({ method }: IncomingMessage) => method === "PATCH"
const isTag = ({ url = "" }: IncomingMessage) => url.endsWith("/tag")

/** The requests that are held back, with what rejects them. */
const held = new Map<(request: IncomingMessage) => boolean, Array<() => void>>()

/** Holds requests back. Returns a function that waits for the first one, and rejects them. */
const hold = (isHeld: (request: IncomingMessage) => boolean) => {
  held.set(isHeld, [])
  server.intercept((request, response) => {
    const [, list] = [...held].find(([isHeld]) => isHeld(request)) ?? []
    list?.push(() => failWith(403, request, response))
    return list !== undefined
  })
  return async () => {
    const list = held.get(isHeld) ?? []
    await waitFor(() => assert.isAbove(list.length, 0))
    held.delete(isHeld)
    for (const reject of list) reject()
  }
}

describe("changes of threads", () => {
  it("gives a failed change back, and leaves the others as they are", () =>
    visit(
      browser,
      server,
      "",
      async (page) => {
        for (const rejected of [
          ["mark", "tag"],
          ["tag", "mark"]
        ] as const) {
          const reject = { mark: hold(isMark), tag: hold(isTag) }
          const { dot, row, tag } = partsOf(page, "Ben Two")
          await row.locator(".row-check").check({ force: true })
          await page.keyboard.press("u")
          await dot.waitFor({ state: "detached" })
          await row.locator(".row-check").check({ force: true })
          await giveTag(page)
          await tag.waitFor()
          for (const [index, kind] of rejected.entries()) {
            await reject[kind]()
            await page.getByText("Not changed: Planted failure 403").nth(index).waitFor()
            const isBack = (other: typeof kind) => kind === other || index === 1
            assert.deepStrictEqual(
              [await dot.count(), await tag.count()],
              [isBack("mark") ? 1 : 0, isBack("tag") ? 0 : 1],
              `${kind} was rejected`
            )
          }
          for (const _ of rejected) await page.locator(".toast-close").first().click()
          await page.locator(".toast").first().waitFor({ state: "detached" })
        }
      },
      { expected: /403/u }
    ))

  it("shows a tag again when taking it off fails", () =>
    visit(
      browser,
      server,
      "",
      async (page) => {
        const { row, tag } = partsOf(page, "Ben Two")
        await row.locator(".row-check").check({ force: true })
        await giveTag(page)
        await tag.waitFor()
        await waitFor(async () => assert.strictEqual((await server.api.leads.find(ben.lead_id)).reply_status, "Later"))
        const reject = hold(isTag)
        await page.keyboard.press("z")
        await tag.waitFor({ state: "detached" })
        await reject()
        await page.getByText("Not undone: Planted failure 403").waitFor()
        await tag.waitFor()
      },
      { expected: /403/u }
    ))

  it("marks a thread as read when it is opened after it was marked as new in a selection", async () => {
    await server.api.unibox.updateMany({ ids: [ben.thread], is_new: false })
    await visit(browser, server, "", async (page) => {
      const { dot, row } = partsOf(page, "Ben Two")
      await row.locator(".row-check").check({ force: true })
      await page.keyboard.press("u")
      await isNew(ben, true)
      await row.locator(".row-link").click()
      await dot.waitFor({ state: "detached" })
      await isNew(ben, false)
    })
  })

  it("marks a thread as read when it is opened again after that failed while it was left", () =>
    visit(
      browser,
      server,
      "",
      async (page) => {
        const [first, second] = [partsOf(page, "Ada One"), partsOf(page, "Ben Two")]
        const reject = hold(isMark)
        await first.row.locator(".row-link").click()
        await first.dot.waitFor({ state: "detached" })
        await second.row.locator(".row-link").click()
        await page.locator(".talk-head").waitFor()
        await reject()
        await first.dot.waitFor()
        await first.row.locator(".row-link").click()
        await first.dot.waitFor({ state: "detached" })
        await isNew(ada, false)
      },
      { expected: /403/u }
    ))
})

/** `Z` in the console: threads are exactly as they were, as the API says. */
import { afterAll, assert, beforeAll, beforeEach, afterEach, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
let talks: ReadonlyArray<Awaited<ReturnType<ConsoleServer["talk"]>>>
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

beforeEach(async () => {
  server = await startConsole()
  const tags = await Promise.all(
    (["Interested", "Later"] as const).map((name) => server.api.tags.create({ name, sentiment: "neutral" }))
  )
  talks = [
    await server.talk({ name: "Dora Four", ago: 40 }),
    await server.talk({ name: "Carl Three", ago: 30 }),
    await server.talk({ name: "Ben Two", ago: 20, texts: ["One.", "Two."] }),
    await server.talk({ name: "Ada One", ago: 10 })
  ].toReversed()
  const [ada, , carl, dora] = talks
  // Two threads have no new message.
  await server.api.unibox.updateMany({ ids: [carl, dora].flatMap((talk) => talk?.thread ?? []), is_new: false })
  await server.api.tags.assign(ada?.lead_id ?? 0, { tag_id: tags[0]?.id ?? null })
})
afterEach(() => server.close())

/** Tab, state, tag and new messages of each thread. */
const states = () =>
  Promise.all(
    talks.map(async ({ thread: id }) => {
      const { data, thread } = await server.api.unibox.thread(id)
      return {
        name: thread.lead?.first_name,
        tab: thread.tab,
        state: thread.state,
        tag: thread.lead?.reply_status,
        new: data.filter(({ is_new }) => is_new).map(({ id }) => id)
      }
    })
  )

type Stored = Awaited<ReturnType<typeof states>>[number]

const selectAll = async (page: Page) => {
  await page.locator(".row").nth(3).waitFor()
  for (const box of await page.locator(".row-check").all()) await box.check({ force: true })
}
const undo = async (page: Page) => {
  await page.getByRole("button", { name: "Undo" }).last().waitFor()
  await page.keyboard.press("z")
}

describe("undo", () => {
  for (const [key, changed] of [
    ["e", { state: "done" }],
    ["v", { tab: "other" }]
  ] as const) {
    it(`gives four threads their former state back after ${key}`, async () => {
      const before = await states()
      assert.deepStrictEqual(
        before.map((thread) => thread.new.length),
        [1, 2, 0, 0]
      )
      await visit(browser, server, "", async (page) => {
        await selectAll(page)
        await page.keyboard.press(key)
        await waitFor(async () => {
          assert.deepStrictEqual(
            await states(),
            before.map((thread) => ({ ...thread, ...changed }))
          )
        })
        await page.locator(".row").first().waitFor({ state: "detached" })
        await undo(page)
        await page.locator(".row").nth(3).waitFor()
        await waitFor(async () => assert.deepStrictEqual(await states(), before))
      })
    })
  }

  it("gives a snoozed thread its former time back, and the open ones their state", async () => {
    const until = async () =>
      Promise.all(
        talks.map(async ({ thread: id }) => {
          const { snoozed_until, state } = (await server.api.unibox.thread(id)).thread
          return [state, snoozed_until]
        })
      )
    const [long, longer] = ["2099-01-01T08:00:00.000Z", "2099-02-01T08:00:00.000Z"]
    for (const [index, snoozed_until] of [long, longer].entries()) {
      await server.api.unibox.updateMany({ ids: [talks[index]?.thread ?? 0], state: "snoozed", snoozed_until })
    }
    const open = ["open", undefined]
    const before = [["snoozed", long], ["snoozed", longer], open, open]
    const snooze = async (page: Page, choice: string) => {
      await page.locator(".row").nth(1).waitFor()
      for (const box of await page.locator(".row-check").all()) await box.check({ force: true })
      await page.keyboard.press("h")
      await page.getByRole("combobox", { name: "Snooze until" }).waitFor()
      await page.keyboard.type(choice)
      await page.keyboard.press("Enter")
      await page.locator("dialog").waitFor({ state: "detached" })
    }
    await visit(browser, server, "", async (page) => {
      await snooze(page, "tom")
      const tomorrow = await waitFor(async () => {
        const [, , third, fourth] = await until()
        assert.deepStrictEqual([third?.[0], fourth?.[0]], ["snoozed", "snoozed"])
        return third?.[1] ?? ""
      })
      assert.isTrue(new Date(tomorrow) > new Date() && tomorrow < long, tomorrow)
      await undo(page)
      await waitFor(async () => assert.deepStrictEqual(await until(), before))
      // Threads that are snoozed until different instants.
      await page.getByRole("button", { name: "Snoozed" }).click()
      await page.locator(".row-link").first().click()
      await page.getByText("Snoozed until").waitFor()
      await snooze(page, "open")
      await waitFor(async () => assert.deepStrictEqual(await until(), [open, open, open, open]))
      await undo(page)
      await waitFor(async () => assert.deepStrictEqual(await until(), before))
    })
  })

  it("takes a tag off, and leaves what was done since: the thread stays out of the list", () =>
    visit(browser, server, "", async (page) => {
      await page.locator(".row").nth(3).waitFor()
      await page.locator(".row-link").last().click()
      await page.keyboard.press("t")
      await page.getByRole("combobox", { name: "Tag the lead" }).waitFor()
      await page.keyboard.type("Later")
      await page.keyboard.press("Enter")
      await waitFor(async () => assert.strictEqual((await states())[3]?.tag, "Later"))
      await page.keyboard.press("e")
      await waitFor(async () => assert.strictEqual((await states())[3]?.state, "done"))
      // Two messages: only the one that `Z` undoes shows the key.
      await page.getByRole("button", { name: "Undo" }).nth(1).waitFor()
      assert.strictEqual(await page.locator(".toast kbd").count(), 1)
      await page.getByRole("button", { name: "Undo" }).first().click()
      await waitFor(async () => assert.strictEqual((await states())[3]?.tag, null))
      assert.strictEqual((await states())[3]?.state, "done")
      assert.strictEqual(await page.locator(".row").count(), 3)
    }))

  for (const [name, press, isUndone] of [
    [
      "a tag",
      async (page: Page) => {
        await page.keyboard.press("t")
        await page.getByRole("combobox", { name: "Tag the lead" }).waitFor()
        await page.keyboard.type("Later")
        await page.keyboard.press("Enter")
        await page.locator("dialog").waitFor({ state: "detached" })
      },
      ({ tag }: Stored) => tag === "Interested"
    ],
    ["a mark", (page: Page) => page.keyboard.press("u"), (thread: Stored) => thread.new.length === 1]
  ] as const) {
    it(`takes ${name} off threads that were never opened, and shows none that is done since`, () =>
      visit(browser, server, "", async (page) => {
        const ada = page.locator(".row-check").first()
        const isAdaUndone = async () => isUndone((await states())[0] ?? assert.fail())
        await ada.check({ force: true })
        await press(page)
        await waitFor(async () => assert.isFalse(await isAdaUndone()))
        await ada.check({ force: true })
        await page.keyboard.press("e")
        await waitFor(async () => assert.strictEqual((await states())[0]?.state, "done"))
        await page.getByRole("button", { name: "Undo" }).nth(1).waitFor()
        await waitFor(async () => assert.strictEqual(await page.locator(".row").count(), 3))
        const seen = await page.evaluateHandle(() => {
          const count = () => document.querySelectorAll(".row").length
          const seen = { rows: count() }
          new MutationObserver(() => (seen.rows = Math.max(seen.rows, count()))).observe(document.body, {
            childList: true,
            subtree: true
          })
          return seen
        })
        await page.getByRole("button", { name: "Undo" }).first().click()
        await waitFor(async () => assert.isTrue(await isAdaUndone()))
        assert.deepStrictEqual(await seen.jsonValue(), { rows: 3 })
      }))
  }

  it("gives back which messages were new, and leaves new what came in since", async () => {
    const before = await states()
    await visit(browser, server, "", async (page) => {
      await selectAll(page)
      await page.keyboard.press("u")
      await waitFor(async () => {
        assert.deepStrictEqual(
          (await states()).map((thread) => thread.new),
          [[], [], [], []]
        )
      })
      await talks[1]?.write("Three.")
      await talks[2]?.write("Another.")
      const arrived = await states()
      await undo(page)
      await waitFor(async () => {
        assert.deepStrictEqual(
          (await states()).map((thread) => thread.new),
          before.map((thread, index) => [...thread.new, ...(arrived[index]?.new ?? [])])
        )
      })
    })
  })

  it("gives each lead its former tag back", async () => {
    const before = await states()
    assert.deepStrictEqual(
      before.map(({ tag }) => tag),
      ["Interested", null, null, null]
    )
    await visit(browser, server, "", async (page) => {
      await selectAll(page)
      await page.keyboard.press("t")
      await page.getByRole("option", { name: "Later" }).waitFor()
      await page.keyboard.type("lat")
      await page.keyboard.press("Enter")
      await waitFor(async () => {
        assert.deepStrictEqual(
          await states(),
          before.map((thread) => ({ ...thread, tag: "Later" }))
        )
      })
      await page.locator("dialog").waitFor({ state: "detached" })
      await undo(page)
      await waitFor(async () => assert.deepStrictEqual(await states(), before))
    })
  })

  it("is at the keyboard: X and J select, E closes, Z takes it back", async () => {
    await visit(browser, server, "", async (page) => {
      await page.locator(".row").nth(3).waitFor()
      for (let row = 0; row < 4; row++) {
        await page.keyboard.press("j")
        await page.keyboard.press("x")
      }
      await page.getByText("4 selected").waitFor()
      await page.keyboard.press("e")
      await waitFor(async () => assert.isTrue((await states()).every(({ state }) => state === "done")))
      await undo(page)
      await waitFor(async () => assert.isTrue((await states()).every(({ state }) => state === "open")))
    })
  })

  it("takes a change back, with the reason, when the server rejects it", async () => {
    const before = await states()
    server.intercept((request, response) => {
      if (request.method !== "PATCH") return false
      response.writeHead(403, { "content-type": "application/problem+json" })
      response.end('{"type":"about:blank","title":"Forbidden","status":403,"code":"forbidden","detail":"Not today"}')
      return true
    })
    await visit(
      browser,
      server,
      "",
      async (page) => {
        await selectAll(page)
        await page.keyboard.press("e")
        await page.getByText("Not changed: Not today").waitFor()
        assert.strictEqual(await page.locator(".row").count(), 4)
        assert.deepStrictEqual(await states(), before)
      },
      { expected: /403/u }
    )
  })
})

/** Letters that are typed at once after the key of a picker: they are the picker's, also before its choices or its code are loaded. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const console = withConsole()
let first: Awaited<ReturnType<typeof console.server.talk>>
beforeAll(async () => {
  const { api, talk } = console.server
  for (const name of ["Ready", "Later", "Unfit"]) await api.tags.create({ name, sentiment: "neutral" })
  await api.replyTemplates.create({ name: "Prices", body: "It is 12 a month." })
  await api.replyTemplates.create({ name: "Thanks", body: "Thank you for the answer." })
  await talk({ name: "Bastian Two", ago: 20 })
  first = await talk({ name: "Amara One", ago: 10 })
})

/** Holds back the answers of some paths. Returns a function that gives them. */
const hold = (path: RegExp) => {
  const { intercept, mailroom } = console.server
  const held: Array<() => void> = []
  intercept((request, response) => {
    if (!path.test(request.url ?? "")) return false
    held.push(() => mailroom.handler(request, response))
    return true
  })
  return () => {
    intercept(undefined)
    for (const answer of held) answer()
  }
}

/** Opens the conversation, and types. What is typed must not act on the page. */
const typeIn = async (page: Page, keys: string, isHeld: RegExp | undefined, use: () => Promise<unknown>) => {
  const answer = isHeld === undefined ? () => {} : hold(isHeld)
  try {
    await page.goto(`${console.server.origin}/console#/inbox/replies/${first.thread}`)
    await page.locator(".lead-head").waitFor()
    const before = page.url()
    // All keys are in the queue of the browser at the same time.
    await Promise.all([...keys].map((key) => page.keyboard.press(key === "\n" ? "Enter" : key)))
    if (isHeld !== undefined) assert.strictEqual(page.url(), before)
    answer()
    await use()
    await page.getByRole("dialog").waitFor({ state: "detached" })
  } finally {
    console.server.intercept(undefined)
  }
}

const threadNow = async () => (await console.server.api.unibox.thread(first.thread)).thread
const tagNow = async () => (await threadNow()).lead?.reply_status ?? null

describe("what is typed after the key of a picker", () => {
  for (const [name, held] of [
    ["", undefined],
    [" whose choices are not loaded", /^\/tags/u]
  ] as const) {
    it(`chooses in it: a tag${name}`, () =>
      console.visit("#/developers", async (page) => {
        await console.server.api.tags.assign(first.lead_id, { tag_id: null })
        await typeIn(page, "tLater\n", held, () => waitFor(async () => assert.strictEqual(await tagNow(), "Later")))
      }))
  }

  for (const [name, held] of [
    ["", undefined],
    [" whose code is not loaded", /^\/console\/late-.*js/u]
  ] as const) {
    it(`chooses in it: the end of a snooze${name}`, () =>
      console.visit("#/developers", async (page) => {
        await console.server.api.unibox.updateMany({ ids: [first.thread], state: "open" })
        await typeIn(page, "htomorrow 14:30\n", held, async () => {
          await waitFor(async () => assert.strictEqual((await threadNow()).state, "snoozed"))
        })
        const until = new Date((await threadNow()).snoozed_until ?? "")
        assert.match(until.toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" }), /^14:30/u)
        await console.server.api.unibox.updateMany({ ids: [first.thread], state: "open" })
      }))
  }

  for (const [name, held] of [
    ["", undefined],
    [" whose choices are not loaded", /^\/reply-templates/u]
  ] as const) {
    it(`chooses in it: a template${name}`, () =>
      console.visit("#/developers", async (page) => {
        await typeIn(page, "mThanks\n", held, async () => {
          const field = page.getByLabel("Reply", { exact: true })
          await waitFor(async () => assert.strictEqual(await field.inputValue(), "Thank you for the answer."))
        })
      }))
  }

  it("is not kept when the picker is closed before it is loaded", () =>
    console.visit("#/developers", async (page) => {
      await console.server.api.tags.assign(first.lead_id, { tag_id: null })
      const answer = hold(/^\/tags/u)
      await page.goto(`${console.server.origin}/console#/inbox/replies/${first.thread}`)
      await page.locator(".lead-head").waitFor()
      for (const key of ["t", "L", "a", "Escape"]) await page.keyboard.press(key)
      await page.getByRole("dialog").waitFor({ state: "detached" })
      answer()
      await page.keyboard.press("t")
      await page.getByRole("listbox").getByRole("option", { name: "Ready" }).waitFor()
      assert.strictEqual(await page.getByRole("dialog").getByRole("combobox").inputValue(), "")
      assert.strictEqual(await tagNow(), null)
    }))

  it("is chosen from the palette, too", () =>
    console.visit("#/developers", async (page) => {
      await console.server.api.tags.assign(first.lead_id, { tag_id: null })
      await page.goto(`${console.server.origin}/console#/inbox/replies/${first.thread}`)
      await page.locator(".lead-head").waitFor()
      await page.keyboard.press("Control+k")
      await Promise.all([..."Tag", "Enter", ..."Unfit", "Enter"].map((key) => page.keyboard.press(key)))
      await waitFor(async () => assert.strictEqual(await tagNow(), "Unfit"))
    }))
})

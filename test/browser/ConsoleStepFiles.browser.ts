/** The files of a step in the console: attached, dropped, removed, and what they cost. */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
})
afterEach(() => server.close())
afterAll(() => browser.close())

const picture = process.env["PICTURES"]
const pictureOf = async (page: Page, name: string) => {
  if (picture === undefined) return
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${picture}/${name}-${colorScheme}.png` })
  }
}

const pdf = (name: string, size: number) => ({ name, mimeType: "application/pdf", buffer: Buffer.alloc(size, "x") })
const stepOf = (page: Page, position: number) => page.locator(`[data-step="${position}"]`)
const filesOf = (page: Page, position: number) =>
  stepOf(page, position).getByRole("list", { name: "Files of the step" }).getByRole("listitem")
const pick = (page: Page, position: number, ...list: ReadonlyArray<ReturnType<typeof pdf>>) =>
  stepOf(page, position)
    .locator('input[type="file"]')
    .setInputFiles([...list])
const named = async () =>
  (await server.api.sequences.list(server.campaign.id)).data.map(({ attachments }) =>
    attachments.map(({ filename, size }) => `${filename} ${size}`)
  )

describe("the files of a step", () => {
  it("are stored at once, named with their sizes, and removed with a way back", async () => {
    server = await startConsole()
    await server.api.sequences.create(server.campaign.id, { subject: "Missed appointments", body: "Good day, …" })
    await visit(
      browser,
      server,
      `#/campaigns/${server.campaign.id}/steps`,
      async (page) => {
        await pick(page, 1, pdf("Angebot für Praxen.pdf", 48_211), pdf("setup.exe", 2), pdf("Deck.pdf", 8_000_000))
        await filesOf(page, 1).filter({ hasText: "49\u00a0kB" }).waitFor()
        await filesOf(page, 1).filter({ hasText: "send a link to it" }).waitFor()
        await stepOf(page, 1)
          .getByText(/Filters distrust files/u)
          .waitFor()
        await stepOf(page, 1)
          .getByText(/Many servers reject mails of more than 10 MB/u)
          .waitFor()
        assert.deepStrictEqual((await named())[0], ["Angebot für Praxen.pdf 48211", "Deck.pdf 8000000"])
        assert.deepStrictEqual(await faultsOf(page), [])
        await stepOf(page, 1).locator(".step-files").scrollIntoViewIfNeeded()
        await pictureOf(page, "step-files-1440")
        await stepOf(page, 1).getByRole("button", { name: "Remove setup.exe" }).click()
        await stepOf(page, 1).getByRole("button", { name: "Remove Deck.pdf" }).click()
        await page.getByText("The file is removed").waitFor()
        await waitFor(async () => assert.deepStrictEqual((await named())[0], ["Angebot für Praxen.pdf 48211"]))
        await page.getByRole("button", { name: /Undo/u }).click()
        await filesOf(page, 1).filter({ hasText: "Deck.pdf" }).waitFor()
        assert.deepStrictEqual((await named())[0], ["Angebot für Praxen.pdf 48211", "Deck.pdf 8000000"])
      },
      { expected: /400/u, reducedMotion: "reduce" }
    )
  })

  it("are dropped on the step, also on a phone, and cost nothing in a later step", async () => {
    server = await startConsole()
    await server.api.sequences.create(server.campaign.id, { subject: "Missed appointments", body: "Good day, …" })
    await server.api.sequences.create(server.campaign.id, { body: "Did you see it?" })
    const last = (await server.api.sequences.list(server.campaign.id)).data.at(-1) ?? assert.fail()
    await visit(
      browser,
      server,
      `#/campaigns/${server.campaign.id}/steps`,
      async (page) => {
        const step = stepOf(page, last.position)
        await step.getByRole("button", { name: "Attach files" }).waitFor()
        await step.locator(".step").evaluate((field) => {
          const data = new DataTransfer()
          data.items.add(new File(["hello"], `${"a long name ".repeat(8)}.txt`, { type: "text/plain" }))
          for (const type of ["dragover", "drop"]) {
            field.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
          }
        })
        await filesOf(page, last.position).filter({ hasText: "a long name" }).filter({ hasText: "5\u00a0B" }).waitFor()
        assert.strictEqual(await step.getByText(/Filters distrust files/u).count(), 0)
        assert.deepStrictEqual(await faultsOf(page), [])
        const { right = 0 } = (await step.locator(".step-files").evaluate((list) => list.getBoundingClientRect())) ?? {}
        assert.isAtMost(Math.max(right, await page.evaluate(() => document.documentElement.scrollWidth)), 390)
        await step.locator(".step-files").scrollIntoViewIfNeeded()
        await pictureOf(page, "step-files-390")
      },
      { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" }
    )
  })
})

describe("files and rules that a colleague changes meanwhile", () => {
  const stored = async (filename: string) => (await server.api.uploads.create(new Blob(["x"]), { filename })).id
  const filenames = async () =>
    (await server.api.sequences.list(server.campaign.id)).data.flatMap(({ attachments }) =>
      attachments.map(({ filename }) => filename)
    )

  it("stay when a file is added, and when a removal is undone", async () => {
    server = await startConsole()
    const { id } = await server.api.sequences.create(server.campaign.id, { subject: "Hello", body: "Good day" })
    await server.api.sequences.update(server.campaign.id, id, { attachments: [await stored("A.txt")] })
    const add = async (filename: string) => {
      const { attachments } = await server.api.sequences.find(server.campaign.id, id)
      await server.api.sequences.update(server.campaign.id, id, {
        attachments: [...attachments.map(({ id }) => id), await stored(filename)]
      })
    }
    await visit(browser, server, `#/campaigns/${server.campaign.id}/steps`, async (page) => {
      await filesOf(page, 1).filter({ hasText: "A.txt" }).waitFor()
      await add("B.txt")
      await pick(page, 1, pdf("C.pdf", 10))
      await filesOf(page, 1).filter({ hasText: "B.txt" }).waitFor()
      assert.deepStrictEqual(await filenames(), ["A.txt", "B.txt", "C.pdf"])
      await stepOf(page, 1).getByRole("button", { name: "Remove A.txt" }).click()
      await page.getByText("The file is removed").waitFor()
      await add("D.txt")
      await page.getByRole("button", { name: /Undo/u }).click()
      await filesOf(page, 1).filter({ hasText: "A.txt" }).waitFor()
      assert.deepStrictEqual(await filenames(), ["A.txt", "B.txt", "C.pdf", "D.txt"])
    })
  })

  it("stay when the removal of a rule is undone", async () => {
    server = await startConsole()
    const { id: campaign_id } = await server.api.campaigns.create({ name: "Follow-up" })
    const ruleOf = (after_days: number) => ({ when: "finished", campaign_id, after_days }) as const
    const others = { when: "opened", campaign_id, after_days: 3 } as const
    await server.api.campaigns.update(server.campaign.id, { moves: [ruleOf(1)] })
    await visit(browser, server, `#/campaigns/${server.campaign.id}/steps`, async (page) => {
      await page.locator(".moves-actions button").last().click()
      await page.getByText("Undo").waitFor()
      await server.api.campaigns.update(server.campaign.id, { moves: [others] })
      await page.getByRole("button", { name: /Undo/u }).click()
      await waitFor(async () =>
        assert.deepStrictEqual(
          (await server.api.campaigns.find(server.campaign.id)).moves.map(({ when }) => when),
          ["finished", "opened"]
        )
      )
    })
  })
})

describe("a campaign", () => {
  it("does not start while a file is being uploaded", async () => {
    server = await startConsole()
    await server.api.sequences.create(server.campaign.id, { subject: "Hello", body: "Good day" })
    await visit(browser, server, `#/campaigns/${server.campaign.id}/steps`, async (page) => {
      const held: Array<() => void> = []
      server.intercept((request, response) => {
        if (request.url?.startsWith("/uploads") !== true) return false
        held.push(() => server.mailroom.handler(request, response))
        return true
      })
      await pick(page, 1, pdf("Deck.pdf", 100))
      await waitFor(() => assert.strictEqual(held.length, 1))
      await page.getByRole("link", { name: "Overview" }).click()
      await page.getByRole("button", { name: "Start", exact: true }).click()
      await page.getByText("A file is still being uploaded").waitFor()
      assert.isFalse(server.requests.some((request) => request.endsWith("/start")))
      for (const answer of held) answer()
      await filesOf(page, 1).filter({ hasText: "Deck.pdf" }).waitFor()
    })
  })
})

/** A team in the console: people choose passwords, sign in, take care of conversations, leave notes and see each other. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
let thread = 0
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  thread = (await server.talk({ name: "Amara Almeida" })).thread
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const password = "correct horse battery"
const out = { key: null, expected: /status of 401/u, reducedMotion: "reduce" } as const

/** The fragment of an invitation's link. */
const fragmentOf = (secret: string | null) => new URL(secret ?? "").hash

/** Adds a person, and opens the page as this person, who chooses a password. */
const as = async (name: string, role: "admin" | "member" | "owner", use: (page: Page) => Promise<void>) => {
  const email = `${name.toLowerCase()}@clinic.example`
  const { secret } = await server.api.people.create({ name, email, role })
  await visit(
    browser,
    server,
    fragmentOf(secret),
    async (page) => {
      await page.getByLabel("New password").fill(password)
      await page.getByRole("button", { name: "Save and sign in" }).click()
      await page.locator(".row").first().waitFor()
      await use(page)
    },
    out
  )
  return email
}

const openThread = async (page: Page) => {
  await page.goto(`${server.origin}/console#/inbox/replies/${thread}`)
  await page.getByRole("region", { name: "Team" }).waitFor()
}

describe("a team in the console", () => {
  it("chooses passwords by links, signs in by address, and keeps neither in the address", async () => {
    const email = await as("Olga", "owner", async (page) => {
      assert.notInclude(page.url(), "invitation")
      await page.goto(`${server.origin}/console#/people`)
      await page.getByRole("cell", { name: "Olga", exact: true }).waitFor()
      await page.getByRole("button", { name: "Add a person" }).click()
      await page.getByLabel("Name").fill("Nils")
      await page.getByLabel("E-mail address").fill("nils@clinic.example")
      await page.getByRole("dialog").getByRole("button", { name: "Add a person" }).click()
      await page.getByText("/console#invitation=").waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
      await page.getByRole("button", { name: "I have passed it on" }).click()
      assert.deepStrictEqual(await faultsOf(page), [])
      await page.getByRole("link", { name: "Log" }).click()
      await page.getByRole("cell", { name: "people.create" }).first().waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
    })
    await visit(
      browser,
      server,
      "",
      async (page) => {
        await page.getByLabel("E-mail address").fill(email)
        await page.getByLabel("Password").fill("not the password")
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.getByText("The address or the password is not right.").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        await page.getByLabel("Password").fill(password)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.locator(".row").first().waitFor()
        const kept = await page.evaluate(() => JSON.stringify([document.cookie, localStorage, sessionStorage]))
        assert.notInclude(kept, password)
      },
      out
    )
  })

  it("assigns a conversation, leaves notes, and sees who is answering", () =>
    as("Mia", "member", async (mia) => {
      await openThread(mia)
      await mia.getByLabel("Assigned to").selectOption({ label: "Mia" })
      await mia.getByRole("button", { name: "Add a note" }).click()
      await mia.getByLabel("Note for colleagues").fill("Call her <b>on Friday</b>")
      await mia.getByRole("button", { name: "Save" }).click()
      await mia.getByText("Call her <b>on Friday</b>").waitFor()
      assert.deepStrictEqual(await faultsOf(mia), [])
      await waitFor(async () => assert.isNumber((await server.api.unibox.thread(thread)).thread.assigned_to))
      await as("Ben", "member", async (ben) => {
        await openThread(ben)
        await ben.getByText("Call her <b>on Friday</b>").waitFor()
        // Only the author may change a note.
        assert.strictEqual(await ben.getByRole("button", { name: "Edit" }).count(), 0)
        await mia.locator(".talk-messages").click()
        await mia.keyboard.press("r")
        await ben.getByText("Mia is answering").waitFor()
        assert.deepStrictEqual(await faultsOf(ben), [])
      })
    }))
})

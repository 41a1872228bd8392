/** A team in the console: people choose passwords, sign in, take care of conversations, leave notes and see each other. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { launch } from "./Chromium.ts"
import { open } from "./ConsolePagesServer.ts"
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
const as = async (
  name: string,
  role: "admin" | "member" | "owner" | "responder",
  use: (page: Page) => Promise<void>
) => {
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
      await page.getByRole("cell", { name: "People: added" }).first().waitFor()
      await page.getByRole("cell", { name: "Person Nils" }).first().waitFor()
      const by = await page.locator(".log-by select").boundingBox()
      assert.isAtMost(by?.width ?? Infinity, 300)
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

  it("sees the mail that it answers, and whom the conversation is assigned to, also beside long notes", async () => {
    const { thread } = await server.talk({
      name: "Zoe Zander",
      texts: ["First.", `${"A long answer. ".repeat(80)}The end.`]
    })
    for (const day of ["Monday", "Tuesday", "Wednesday"]) {
      await server.api.notes.create(thread, { body: `${day}\n${"She wants to be called. ".repeat(20)}` })
    }
    await server.api.people.create({ name: "Pia", email: "pia@clinic.example", role: "member" })
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 }
    ]) {
      await visit(
        browser,
        server,
        `#/inbox/replies/${thread}`,
        async (page) => {
          await page.getByText("Wednesday").waitFor()
          await page.getByRole("button", { name: /^Reply to/u }).click()
          await page.getByRole("button", { name: "Attach files" }).waitFor()
          const isSeen = (selector: string) =>
            page.locator(selector).evaluate((element) => {
              const { bottom, left } = element.getBoundingClientRect()
              return element.contains(document.elementFromPoint(left + 20, bottom - 4))
            })
          await waitFor(async () => {
            assert.isTrue(await isSeen(".mail:not(.mail-ours):last-of-type .mail-text"), "the mail")
            assert.isTrue(await isSeen(".team-bar select"), "assigned to")
          })
          await page.getByRole("button", { name: "Add a note" }).click()
          await waitFor(async () => {
            assert.isTrue(await isSeen(".team-form .button-solid"), "save")
            if (viewport.width > 700) assert.isTrue(await isSeen(".composer-foot .button-solid"), "send")
          })
          assert.deepStrictEqual(await faultsOf(page), [])
        },
        { viewport, reducedMotion: "reduce" }
      )
    }
  })

  it("is asked before an invitation ends a session, and each tab follows who is signed in", () =>
    as("Ada", "admin", async (ada) => {
      await ada.goto(`${server.origin}/console#/settings`)
      const session = ada.locator(".facts").first()
      await session.getByText("Ada", { exact: true }).waitFor()
      const { secret } = await server.api.people.create({ name: "Dora", email: "dora@clinic.example", role: "viewer" })
      const tab = await ada.context().newPage()
      await tab.goto(`${server.origin}/console#/settings`)
      await tab.getByRole("main").getByText("Ada", { exact: true }).waitFor()
      const paste = () => tab.evaluate((hash) => void (location.hash = hash), fragmentOf(secret))
      await paste()
      const dialog = tab.getByRole("dialog", { name: "Choose a password" })
      await dialog.getByText("Ada is signed in here.").waitFor()
      assert.deepStrictEqual(await faultsOf(tab), [])
      await dialog.getByRole("button", { name: "Cancel" }).click()
      await dialog.waitFor({ state: "detached" })
      await paste()
      await dialog.getByLabel("New password").fill(password)
      await dialog.getByRole("button", { name: "Save and sign in" }).click()
      await dialog.waitFor({ state: "detached" })
      await session.getByText("Dora", { exact: true }).waitFor()
    }))

  it("shows who does not manage accounts and settings that these cannot be changed", () =>
    as("Moe", "member", async (moe) => {
      await moe.goto(`${server.origin}/console#/accounts/${server.account.id}`)
      await moe.getByText("Your role is Member. This is changed by: Admin and Owner").waitFor()
      assert.isTrue(await moe.getByLabel("Mails a day").isDisabled())
      assert.strictEqual(await moe.getByRole("button", { name: "Save settings" }).count(), 0)
      await moe.goto(`${server.origin}/console#/settings`)
      await moe.getByText("Your role is Member. This is changed by: Admin and Owner").nth(1).waitFor()
      assert.deepStrictEqual(await faultsOf(moe), [])
      await moe.goto(`${server.origin}/console#/people/log`)
      await moe.getByText("Only administrators read the log").waitFor()
    }))

  it("shows a responder the controls of conversations, and no others", () =>
    as("Rita", "responder", async (rita) => {
      await openThread(rita)
      await rita.getByRole("combobox", { name: "Assigned to" }).waitFor()
      await rita.getByRole("button", { name: "Add a note" }).waitFor()
      await rita.locator(".lead-stop").first().waitFor()
      await rita.keyboard.press("b")
      const block = rita.getByRole("dialog", { name: "Block" })
      await block.getByRole("option").first().waitFor()
      assert.deepStrictEqual(await block.getByRole("option", { name: /everybody/iu }).allTextContents(), [])
      await rita.keyboard.press("Escape")
      assert.deepStrictEqual(await faultsOf(rita), [])
      const { data } = await server.api.campaigns.list({ limit: 1 })
      const asked: Array<string> = []
      rita.on("request", (request) => void asked.push(request.url()))
      const campaign = `campaigns/${data[0]?.id}`
      const pages = ["leads", "blacklist", campaign, `${campaign}/steps`, "settings"]
      for (const path of pages) {
        await open(rita, path)
        const names = await rita.getByRole("main").getByRole("button").allTextContents()
        assert.deepStrictEqual(
          names.filter((name) => /add|save|start|pause|remove|delete|import|duplicate|new|verify/iu.test(name)),
          [],
          path
        )
      }
      const denied = rita.getByText("Your role is Responder. This is changed by: Member, Admin and Owner")
      for (const path of [campaign, `${campaign}/settings`, `import/${data[0]?.id}`]) {
        await open(rita, path)
        await denied.first().waitFor()
      }
      assert.strictEqual(await rita.locator(".import-drop").count(), 0)
      await open(rita, "settings")
      await rita.locator(".facts").first().getByText("Responder", { exact: true }).waitFor()
      await rita.getByRole("button", { name: "Change my password" }).click()
      await rita.getByRole("dialog").getByLabel("Current password").waitFor()
      await rita.keyboard.press("Escape")
      await open(rita, `${campaign}/rehearsal`)
      await rita.getByLabel("Weeks at most").waitFor()
      assert.deepStrictEqual(
        asked.filter((url) => url.includes("/rehearse")),
        []
      )
    }))

  it("lets a responder tag, stop, resume and pause a lead on its page, and says who changes the rest", async () => {
    await server.api.tags.create({ name: "Curious", sentiment: "positive" })
    await as("Rosa", "responder", async (rosa) => {
      const { data } = await server.api.leads.list({ campaign_id: server.campaign.id, limit: 1 })
      const lead = data[0] ?? assert.fail()
      // An answer has stopped it.
      await server.api.leads.update(lead.id, { stop_sending: false })
      await open(rosa, `leads?lead=${lead.id}`)
      const panel = rosa.getByRole("complementary", { name: lead.email })
      await panel.getByText("Your role is Responder. This is changed by: Member, Admin and Owner").waitFor()
      assert.isFalse(await panel.getByLabel("First name").isEditable())
      await panel.getByRole("combobox").selectOption({ label: "Curious" })
      await waitFor(async () => assert.strictEqual((await server.api.leads.find(lead.id)).reply_status, "Curious"))
      await panel.getByRole("button", { name: "Stop" }).click()
      await waitFor(async () => assert.isTrue((await server.api.leads.find(lead.id)).stop_sending))
      await panel.getByRole("button", { name: "Resume sending" }).click()
      await waitFor(async () => assert.isFalse((await server.api.leads.find(lead.id)).stop_sending))
      await panel.getByRole("button", { name: "Pause until" }).click()
      const dialog = rosa.getByRole("dialog", { name: "Pause until" })
      await dialog.getByRole("button", { name: "Pause", exact: true }).click()
      await waitFor(async () => assert.isNotNull((await server.api.leads.find(lead.id)).effective_state.paused_until))
      await panel.getByRole("button", { name: "Change the pause" }).waitFor()
      assert.strictEqual(await panel.getByRole("button", { name: "Save" }).count(), 0)
      assert.deepStrictEqual(await faultsOf(rosa), [])
    })
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

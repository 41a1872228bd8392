/** Nothing that somebody writes is lost, sent twice, or shown to somebody else: lost responses, reloads, tabs and sessions. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const here = withConsole()
const before = (page: Page) => page.clock.install()
const text = "It is 89 a month."
const field = (page: Page) => page.getByRole("textbox", { name: "Reply", exact: true })
const password = "correct horse battery"

/** Opens the field of the conversation that is shown. */
const open = async (page: Page) => {
  await page.locator(".composer-closed").waitFor()
  await page.locator(".brand-name", { hasNotText: "Mailroom" }).waitFor({ state: "attached" })
  await page.keyboard.press("r")
  await page.getByRole("button", { name: "Attach files" }).waitFor()
}

const send = async (page: Page) => {
  await field(page).press("Control+Enter")
  await page.getByText("Is sent in").waitFor()
  await page.clock.fastForward(5000)
}

/** Lets the server carry out requests to a path without a response. Returns a function that ends this. */
const lose = (path: string, how: "broken" | "silent") => {
  here.server.intercept((request, response) => {
    if (request.url?.endsWith(path) !== true) return false
    response.write = () => true
    response.end = () => {
      if (how === "broken") request.socket.destroy()
      return response
    }
    return false
  })
  return () => here.server.intercept(undefined)
}

const sendsOf = async (thread_id: number, kind: "forward" | "reply") =>
  (await here.server.api.sends.list({ thread_id, kind })).data
const answered = (path: string) => here.server.answered.filter((line) => line.endsWith(path)).length

describe("a mail whose response is lost", () => {
  it("is sent once, also when the person sends the answer again", async () => {
    const { thread } = await here.server.talk({ name: "Amara One" })
    await here.visit(
      `#/inbox/replies/${thread}`,
      async (page) => {
        await open(page)
        await field(page).fill(text)
        const end = lose("/reply", "broken")
        await send(page)
        await waitFor(async () => {
          await page.clock.fastForward(1000)
          assert.isTrue(await page.getByText("The answer was not sent").isVisible())
        })
        end()
        const count = answered(`${thread}/reply`)
        await open(page)
        assert.strictEqual(await field(page).inputValue(), text)
        await send(page)
        await waitFor(() => assert.isAbove(answered(`${thread}/reply`), count))
        assert.strictEqual((await sendsOf(thread, "reply")).length, 1)
      },
      { before, expected: /net::/u }
    )
  })

  it("is forwarded once, also when the person forwards it again", async () => {
    const { thread } = await here.server.talk({ name: "Amara Two" })
    await here.visit(
      `#/inbox/replies/${thread}`,
      async (page) => {
        await page.getByRole("button", { name: "Forward" }).first().click()
        const dialog = page.getByRole("dialog", { name: "Forward" })
        await dialog.getByLabel("To", { exact: true }).fill("charles@house.example")
        const end = lose("/forward", "broken")
        await dialog.getByRole("button", { name: "Forward" }).click()
        await dialog.locator(".failed").waitFor()
        end()
        await dialog.getByRole("button", { name: "Forward" }).click()
        await dialog.waitFor({ state: "detached" })
        assert.strictEqual((await sendsOf(thread, "forward")).length, 1)
      },
      { expected: /net::/u }
    )
  })

  it("is a draft after a reload, and is sent once when the person sends the draft", async () => {
    const { thread } = await here.server.talk({ name: "Amara Three" })
    await here.visit(
      `#/inbox/replies/${thread}`,
      async (page) => {
        await open(page)
        await field(page).fill(text)
        const end = lose("/reply", "silent")
        await send(page)
        await waitFor(async () => {
          await page.clock.fastForward(1000)
          assert.strictEqual((await sendsOf(thread, "reply")).length, 1)
        })
        assert.strictEqual(await page.getByText("Is sent in").count(), 0)
        await page.reload()
        end()
        await open(page)
        assert.strictEqual(await field(page).inputValue(), text)
        const count = answered(`${thread}/reply`)
        await send(page)
        await waitFor(() => assert.isAbove(answered(`${thread}/reply`), count))
        assert.strictEqual((await sendsOf(thread, "reply")).length, 1)
      },
      { before }
    )
  })
})

describe("an answer for a later time", () => {
  const pickTime = async (page: Page) => {
    await page.getByRole("button", { name: "Send later" }).click()
    await page.getByRole("option", { name: /^Tomorrow morning/u }).click()
  }

  it("says when it goes while it is under way, and is a draft, with its copies, after a reload", async () => {
    const { thread } = await here.server.talk({ name: "Bea One" })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      await open(page)
      await field(page).fill(text)
      await page.getByRole("button", { name: "Cc, Bcc" }).click()
      await page.getByLabel("Cc", { exact: true }).fill("charles@house.example")
      await page.route("**/reply", () => {})
      await pickTime(page)
      const article = page.locator(".mail-ours", { hasText: text })
      await article.getByText(/^Sends /u).waitFor()
      assert.strictEqual(await page.getByText("Is sent in").count(), 0)
      await page.reload()
      await open(page)
      assert.strictEqual(await field(page).inputValue(), text)
      assert.strictEqual(await page.getByLabel("Cc", { exact: true }).inputValue(), "charles@house.example")
    })
  })

  it("asks first when somebody has answered meanwhile", async () => {
    const { email, message_id, name, thread } = await here.server.talk({ name: "Bea Two" })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      await open(page)
      await field(page).fill(text)
      await here.server.ours({ name, email }, "Missed appointments", "Done.", { references: [message_id] })
      await page.getByText("Maya Lindqvist answered meanwhile").waitFor()
      await pickTime(page)
      const dialog = page.getByRole("dialog", { name: "Send it all the same?" })
      await dialog.waitFor()
      assert.strictEqual((await sendsOf(thread, "reply")).length, 0)
      await dialog.getByRole("button", { name: "Send", exact: false }).click()
      await waitFor(async () => assert.isNotNull((await sendsOf(thread, "reply"))[0]?.send_at ?? null))
    })
  })

  it("and one that is undone come back into the same field", async () => {
    const { thread } = await here.server.talk({ name: "Bea Three" })
    const send_at = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = await here.server.api.uploads.create(new Blob(["x"]), { filename: "Offer.txt" })
    await here.server.api.replies.reply(thread, { body_text: "The scheduled one.", send_at, attachments: [id] })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      const scheduled = page.getByRole("article", { name: "Answer that is not sent" })
      await scheduled.getByRole("button", { name: "Cancel" }).waitFor()
      await open(page)
      await field(page).fill("The other one.")
      await page.clock.install()
      await field(page).press("Control+Enter")
      await page.getByText("Is sent in").waitFor()
      await scheduled.getByRole("button", { name: "Cancel" }).click()
      await scheduled.waitFor({ state: "detached" })
      await page.getByRole("button", { name: /^Undo/u }).first().click()
      await field(page).waitFor()
      assert.include(await field(page).inputValue(), "The scheduled one.")
      assert.include(await field(page).inputValue(), "The other one.")
      await page.getByText("Offer.txt").waitFor()
    })
  })
})

describe("an answer that is refused because somebody has answered", () => {
  it("is refused again when somebody answers once more", async () => {
    const { thread } = await here.server.talk({ name: "Cleo One" })
    await here.visit(
      `#/inbox/replies/${thread}`,
      async (page) => {
        await open(page)
        await field(page).fill(text)
        for (const body_text of ["The first of a colleague", "The second of a colleague"]) {
          await field(page).press("Control+Enter")
          await page.getByText("Is sent in").waitFor()
          await here.server.api.replies.reply(thread, { body_text })
          await page.clock.fastForward(5000)
          const refused = page.getByText("The answer was not sent: somebody answered meanwhile")
          await refused.waitFor()
          await waitFor(async () => {
            await page.clock.fastForward(1000)
            assert.isTrue(await page.locator(".mail-text", { hasText: body_text }).first().isVisible())
          })
          await refused.locator("..").getByRole("button", { name: "Close" }).click()
          await field(page).press("Escape")
          await page.keyboard.press("r")
        }
        assert.strictEqual((await sendsOf(thread, "reply")).length, 2)
      },
      { before, expected: /status of 409/u }
    )
  })
})

describe("two tabs", () => {
  it("have the same further recipients and files of an answer", async () => {
    const { thread } = await here.server.talk({ name: "Dina One" })
    await here.visit(`#/inbox/replies/${thread}`, async (page) => {
      await open(page)
      const other = await page.context().newPage()
      await other.goto(page.url())
      await open(other)
      await page.getByRole("button", { name: "Cc, Bcc" }).click()
      await page.getByLabel("Cc", { exact: true }).fill("charles@house.example")
      const cc = other.getByLabel("Cc", { exact: true })
      await cc.waitFor()
      await page
        .locator('.composer input[type="file"]')
        .setInputFiles([{ name: "Offer.txt", mimeType: "text/plain", buffer: Buffer.from("x") }])
      await other.locator(".composer").getByText("Offer.txt").waitFor()
      assert.strictEqual(await cc.inputValue(), "charles@house.example")
      await other.locator(".composer").getByRole("button", { name: "Remove Offer.txt" }).click()
      await page.locator(".composer").getByText("Offer.txt").waitFor({ state: "detached" })
    })
  })

  it("go on after a sign-in in one of them", async () => {
    const { id, secret } = await here.server.api.keys.create({ name: "short" })
    await here.visit(
      "#/inbox/replies",
      async (page) => {
        const other = await page.context().newPage()
        await other.goto(page.url())
        await other.locator(".row").first().waitFor()
        await here.server.api.keys.revoke(id)
        for (const tab of [page, other]) await tab.getByText("Your session has ended.").waitFor()
        await page.getByRole("button", { name: "Use an API key" }).click()
        await page.getByLabel("API key").fill(here.server.key)
        await page.getByRole("button", { name: "Sign in" }).click()
        for (const tab of [page, other]) await tab.getByRole("dialog").waitFor({ state: "detached" })
      },
      { key: secret, expected: /401/u }
    )
  })
})

describe("another person who signs in", () => {
  const fragmentOf = (secret: string | null) => new URL(secret ?? "").hash
  const personOf = async (name: string) => {
    const { secret } = await here.server.api.people.create({
      name,
      email: `${name.toLowerCase()}@clinic.example`,
      role: "admin"
    })
    return fragmentOf(secret)
  }
  const show = async (page: Page, id: number) => {
    await page.evaluate((id) => void (location.hash = `#/inbox/replies/${id}`), id)
    await page.locator(`[data-row="${id}"][aria-current="true"]`).waitFor()
  }
  const start = async (page: Page, id: number) => {
    await show(page, id)
    await page.locator(".composer-closed").click()
  }
  /** Waits for the closed field, which shows no draft. */
  const empty = async (page: Page, id: number) => {
    await show(page, id)
    await page.locator(".composer-closed", { hasText: "Reply to" }).waitFor()
  }
  const choose = async (page: Page) => {
    await page.getByLabel("New password").fill(password)
    await page.getByRole("button", { name: "Save and sign in" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }

  it("by an invitation sees no draft, and the answer that waits is sent by its author", async () => {
    const { thread } = await here.server.talk({ name: "Emil One" })
    const { thread: drafted } = await here.server.talk({ name: "Emil Two" })
    await here.visit(
      await personOf("Ada"),
      async (page) => {
        await choose(page)
        await page.locator(".row").first().waitFor()
        await start(page, drafted)
        await field(page).fill("For Ada only")
        await start(page, thread)
        await field(page).fill(text)
        await page.clock.install()
        await field(page).press("Control+Enter")
        await page.getByText("Is sent in").waitFor()
        const dora = await personOf("Dora")
        await page.evaluate((hash) => void (location.hash = hash), dora)
        await page.getByText("Ada is signed in here.").waitFor()
        await choose(page)
        await page.locator(".row").first().waitFor()
        await waitFor(async () => {
          const { data } = await here.server.api.unibox.thread(thread)
          const own = data.filter(({ kind }) => kind === "own")
          assert.deepStrictEqual(
            own.flatMap(({ sent_by }) => sent_by?.name ?? []),
            ["Ada"]
          )
        })
        await empty(page, drafted)
      },
      { key: null, expected: /401/u }
    )
  })

  it("after a session has ended sees no draft, and sends no answer of the person before", async () => {
    const { thread } = await here.server.talk({ name: "Emil Three" })
    const { thread: drafted } = await here.server.talk({ name: "Emil Four" })
    const hilda = await personOf("Hilda")
    await here.visit(hilda, choose, { key: null, expected: /401/u })
    await here.visit(
      await personOf("Gerda"),
      async (page) => {
        await choose(page)
        await page.locator(".row").first().waitFor()
        const signIn = async (email: string) => {
          await page.getByLabel("E-mail address").fill(email)
          await page.getByLabel("Password").fill(password)
          await page.getByRole("button", { name: "Sign in" }).click()
          await page.getByRole("dialog").waitFor({ state: "detached" })
          await page.locator(".row").first().waitFor()
        }
        await start(page, drafted)
        await field(page).fill("For Gerda only")
        await start(page, thread)
        await field(page).fill(text)
        await page.clock.install()
        await field(page).press("Control+Enter")
        await page.getByText("Is sent in").waitFor()
        await page.context().clearCookies()
        // The next call of the page says so.
        await page.evaluate(() => dispatchEvent(new Event("online")))
        await signIn("hilda@clinic.example")
        await empty(page, thread)
        await page.clock.fastForward(6000)
        await empty(page, drafted)
        assert.deepStrictEqual(await sendsOf(thread, "reply"), [])
        await page.context().clearCookies()
        await page.evaluate(() => dispatchEvent(new Event("online")))
        await signIn("gerda@clinic.example")
        await page.locator(".composer-closed", { hasText: "For Gerda only" }).waitFor()
        await show(page, thread)
        await page.locator(".composer-closed", { hasText: text }).waitFor()
      },
      { key: null, expected: /401/u }
    )
  })
})

describe("a long message of a failure", () => {
  it("is seen whole in a low window, also after later messages", async () => {
    const { thread } = await here.server.talk({ name: "Fritz One" })
    for (const viewport of [
      { width: 1440, height: 720 },
      { width: 900, height: 700 }
    ]) {
      await here.visit(
        `#/inbox/replies/${thread}`,
        async (page) => {
          await open(page)
          await field(page).fill(text)
          const detail = "The recipient cannot be reached for a reason that takes many words to say. ".repeat(3)
          await page.route("**/reply", (route) =>
            route.fulfill({
              status: 409,
              contentType: "application/problem+json",
              body: JSON.stringify({ status: 409, code: "conflict", title: "Conflict", reason: "planted", detail })
            })
          )
          await send(page)
          const bad = page.locator(".toast-bad span")
          await bad.waitFor()
          await page.keyboard.press("u")
          await page.locator(".toast").nth(1).waitFor()
          const seen = await bad.evaluate((element) => {
            const { bottom, left, top } = element.getBoundingClientRect()
            return [top + 4, bottom - 4].map((y) => element.contains(document.elementFromPoint(left + 4, y)))
          })
          assert.deepStrictEqual(seen, [true, true])
        },
        { before, expected: /409/u, viewport, reducedMotion: "reduce" }
      )
    }
  })
})

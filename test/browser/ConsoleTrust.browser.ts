/** The console says enough to act on, and its messages cover nothing that is to be read or clicked. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"
import { goTo, open, resize } from "./ConsolePagesServer.ts"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const given = withConsole()
let other: string

beforeAll(async () => {
  const { account, api, campaign } = given.server
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" })
  const created = await api.campaigns.create({
    name: "Dentists",
    account_ids: [account.id],
    timezone: "Europe/Berlin",
    // Nothing is sent while the test runs, also when it runs over midnight.
    send_window: { days: [new Date(inTwoDays).getUTCDay() || 7], from: "00:00", to: "24:00" }
  })
  other = created.id
  await api.sequences.create(other, { subject: "Hello", body: "Hi" })
  for (const campaign_id of [campaign.id, other]) {
    const { data } = await api.leads.create({
      campaign_id,
      leads: Array.from({ length: 5 }, (_, index) => ({
        email: `robin${index}@${campaign_id === other ? "dentist" : "clinic"}.example`,
        first_name: "Robin",
        last_name: "Same"
      }))
    })
    assert.lengthOf(data, 5)
  }
})

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? assert.fail("It is not shown")
const titleOf = (locator: Locator) => locator.getAttribute("title")

describe("Ctrl K", () => {
  it("tells people of one name apart by address and campaign, and opens all that are found", () =>
    given.visit("#/inbox/replies", async (page) => {
      await page.keyboard.press("Control+k")
      await page.keyboard.type("robin")
      const options = page.getByRole("option")
      await page.getByRole("option", { name: 'All leads with "robin"' }).waitFor()
      const people = (await options.allInnerTexts()).filter((text) => text.startsWith("Robin Same"))
      assert.strictEqual(new Set(people).size, 8)
      for (const text of people)
        assert.match(text, /robin\d@(?:dentist\.example · Dentists|clinic\.example · Clinics)/u)
      await page.getByRole("option", { name: 'All leads with "robin"' }).click()
      await page.getByText("robin4@dentist.example").waitFor()
      assert.include(page.url(), "#/leads?search=robin")
    }))
})

describe("the numbers of the inbox", () => {
  it("say what they count: the sidebar, the tabs and the pane beside the list", async () => {
    const { api, talk } = given.server
    await talk({ name: "Ada Unread" })
    const { thread } = await talk({ name: "Ben Read" })
    await api.unibox.updateMany({ ids: [thread], is_new: false })
    const { replies, todo } = await api.unibox.changes()
    assert.deepStrictEqual([replies, todo.replies], [1, 2])
    await given.visit("#/inbox/replies", async (page) => {
      await page.getByText("2 to answer, 1 unread").waitFor()
      const link = page.getByRole("navigation").getByRole("link", { name: /^Inbox/u })
      assert.strictEqual(await titleOf(link), "Inbox: 1 unread")
      assert.strictEqual(
        await titleOf(page.getByRole("link", { name: /^Replies/u })),
        "1 unread, 2 conversations to do"
      )
    })
  })
})

/** Starts the campaign, or pauses it. */
const setActive = async (isActive: boolean) => {
  const { campaigns } = given.server.api
  const { status } = await campaigns.find(other)
  if ((status === "active") !== isActive) await (isActive ? campaigns.start(other) : campaigns.pause(other))
}

describe("the panel of a lead", () => {
  const said = (page: Page) => page.locator(".lead-effective")

  it("says which step is next, and when", async () => {
    const { api } = given.server
    await setActive(false)
    const { id = 0, campaign_id } = (await api.leads.all({ campaign_id: other, limit: 1 })).data[0] ?? {}
    await given.visit(`#/leads?campaign=${campaign_id}&lead=${id}`, async (page) => {
      await said(page).getByText("The campaign is not active").waitFor()
      assert.strictEqual(await page.getByText("is next").count(), 0)
      await setActive(true)
      await page.reload()
      await said(page)
        .getByText(/^Step 1 is next: .*, 00:00 or later$/u)
        .waitFor()
      await setActive(false)
      await page.reload()
      await said(page).getByText("The campaign is not active").waitFor()
      await setActive(true)
      await api.leads.pause(id, { until: new Date("2099-05-04T09:00:00Z").toISOString() })
      await page.reload()
      await said(page).getByText("Paused until").waitFor()
      await said(page)
        .getByText(/^Step 1 is next: .*2099.* or later$/u)
        .waitFor()
    })
  })
})

describe("a conversation", () => {
  it("has the buttons below an answer in one row, and one left edge, at 1440 pixels", async () => {
    const { api, talk } = given.server
    await api.people.create({ name: "Anna Berger", email: "anna@clinic.example", role: "member" })
    const { thread } = await talk({ name: "Cleo Three" })
    await given.visit(`#/inbox/replies/${thread}`, async (page) => {
      await page.locator(".lead-fields").waitFor()
      await page.getByLabel("Assigned to").waitFor()
      const closed = await boxOf(page.locator(".composer-closed"))
      assert.closeTo((await boxOf(page.getByText("Assigned to", { exact: true }))).x, closed.x, 1)
      await page.keyboard.press("r")
      await page.keyboard.type("Gladly")
      await page.getByText("Draft kept in this browser").waitFor()
      const names = ["Template", "Send", "Send and done"]
      const rows = await Promise.all(
        names.map(
          async (name) => (await boxOf(page.locator(".composer-foot").getByRole("button", { name, exact: true }))).y
        )
      )
      assert.strictEqual(new Set(rows).size, 1, rows.join(" "))
      for (const name of names) {
        const button = page.locator(".composer-foot").getByRole("button", { name, exact: true })
        assert.isAtMost((await boxOf(button)).height, 40)
      }
    })
  })
})

describe("a message about what was done", () => {
  const covers = (page: Page) =>
    page.evaluate(() => {
      const toasts = [...document.querySelectorAll(".toast")].map((toast) => toast.getBoundingClientRect())
      const controls = [...document.querySelectorAll("a, button:not(.toast button), input, select, textarea")]
      return controls.flatMap((control) => {
        const box = control.getBoundingClientRect()
        const isCovered = toasts.some(
          (toast) =>
            box.width > 0 &&
            box.left < toast.right &&
            toast.left < box.right &&
            box.top < toast.bottom &&
            toast.top < box.bottom
        )
        return isCovered ? [control.textContent || control.outerHTML] : []
      })
    })

  it("covers no row, link or button on a wide screen", async () => {
    for (let index = 0; index < 12; index++) await given.server.talk({ name: `Many Rows${index}` })
    await given.visit("#/inbox/replies", async (page) => {
      await page.locator(".row").nth(9).waitFor()
      await page.keyboard.press("j")
      await page.locator("article").first().waitFor()
      for (const key of ["u", "u", "v"]) await page.keyboard.press(key)
      await page.locator(".toast").nth(2).waitFor()
      assert.deepStrictEqual(await covers(page), [])
      await page.keyboard.press("z")
      await page.locator(".toast").nth(2).waitFor({ state: "detached" })
    })
  })

  it("is one at a time on a narrow screen, and lets clicks through to the row below it", () =>
    given.visit(
      "#/inbox/replies",
      async (page) => {
        await page.locator(".row").nth(9).waitFor()
        for (const index of [0, 1]) {
          await page.locator(".row-check").nth(index).check({ force: true })
          await page.keyboard.press("u")
        }
        await page.locator(".toast").nth(1).waitFor()
        assert.strictEqual(await page.locator(".toast:visible").count(), 1)
        const { height, x, y } = await boxOf(page.locator(".toast span").last())
        const below = await page.evaluate(
          ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest(".toast") === null,
          [x + 4, y + height / 2]
        )
        assert.isTrue(below)
      },
      { viewport: { width: 900, height: 700 } }
    ))
})

describe("opens", () => {
  it("are said to be reported where Mailroom cannot count them", async () => {
    const { api } = given.server
    const { data } = await api.leads.all({ campaign_id: other, limit: 1 })
    const occurred_at = new Date().toISOString()
    await api.activity.record({
      events: (["sent", "opened"] as const).map((type) => ({ type, lead_id: data[0]?.id ?? 0, occurred_at }))
    })
    await api.campaigns.update(other, { track_opens: false })
    await given.visit(`#/campaigns/${other}`, async (page) => {
      const funnel = page.getByRole("region", { name: "From lead to answer" })
      await funnel.getByText("Mailroom counts no opens of this campaign now").waitFor()
      await api.campaigns.update(other, { track_opens: true })
      await page.reload()
      await funnel.getByText("Opened").waitFor()
      await page.getByLabel("Count opens").waitFor()
      assert.strictEqual(await funnel.getByText("Mailroom counts no opens").count(), 0)
    })
  })
})

describe("the upcoming mails", () => {
  it("that a number counts are listed by a click on it", async () => {
    await setActive(true)
    await given.visit("#/upcoming", async (page) => {
      const row = page.getByRole("group", { name: "By campaign" }).getByRole("row", { name: /^Dentists/u })
      const figure = row.getByRole("cell").getByRole("link", { name: /^\d+$/u }).first()
      const count = Number(await figure.innerText())
      assert.isAbove(count, 0)
      await figure.click()
      await page.getByRole("heading", { name: "Dentists" }).waitFor()
      const rows = page.getByRole("group", { name: "Next mails" }).locator("tbody tr")
      await waitFor(async () => assert.strictEqual(await rows.count(), count))
      assert.match(page.url(), /campaign=[\da-f-]{36}&day=\d{4}-\d\d-\d\d$/u)
      await page.getByRole("link", { name: "Show all" }).click()
      await page.getByRole("group", { name: "By campaign" }).waitFor()
    })
  })
})

describe("German tables on a narrow screen", () => {
  it("have names of two lines at most, and no column that is cut off", () =>
    given.visit(
      "#/campaigns",
      async (page) => {
        for (const route of ["campaigns", "upcoming", "accounts", "analytics"]) {
          await open(page, route)
          for (const width of [701, 720, 768]) {
            await resize(page, width, 900)
            const found = await page.evaluate(() => ({
              cut: [...document.querySelectorAll("main .table-frame")].filter(
                (frame) => frame.scrollWidth > frame.clientWidth
              ).length,
              lines: [...document.querySelectorAll("main tbody td:first-child a")].map(
                (link) => link.getClientRects().length
              )
            }))
            assert.strictEqual(found.cut, 0, `${route} ${width}`)
            assert.isAtMost(Math.max(0, ...found.lines), 2, `${route} ${width}`)
          }
        }
      },
      { locale: "de-DE", viewport: { width: 768, height: 900 } }
    ))
})

describe("integrations", () => {
  it("that fail are named over the list", () =>
    given.visit("#/integrations", async (page) => {
      const body = {
        total: 2,
        offset: 0,
        limit: 100,
        data: ["Records", "Ledger"].map((name, index) => ({
          id: index + 1,
          type: "webhook",
          name,
          status: "failing",
          enabled: true,
          consecutive_failures: 2,
          last_delivery_at: null
        }))
      }
      await page.route("**/integrations?*", (route) => route.fulfill({ json: body }))
      await goTo(page, "campaigns")
      await open(page, "integrations")
      await page.reload()
      const banner = page.getByRole("status").filter({ hasText: "The last delivery failed: Records, Ledger." })
      await waitFor(async () => assert.isTrue(await banner.isVisible()))
    }))
})

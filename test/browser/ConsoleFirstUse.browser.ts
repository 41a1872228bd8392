/** Jobs as somebody does them who sees the console for the first time: nothing is hidden, nothing needs a way round. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Locator, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type FilledServer, open, startEmpty, startFilled } from "./ConsolePagesServer.ts"
import { visit, type VisitOptions } from "./ConsoleServer.ts"

let browser: Browser
let server: FilledServer
beforeAll(async () => {
  browser = await launch()
  server = await startFilled()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const at = (route: string, use: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
  visit(browser, server, "#/developers/events", async (page) => (await open(page, route), await use(page)), options)

/** Whether the pointer would reach the last line of an element, without scrolling. Runs in the page. */
const reaches = (element: Element) => {
  const { height, left, top, width } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height - 1)
  return hit !== null && element.contains(hit)
}
const isReached = (element: Locator) => element.evaluate(reaches)

describe("a dialog with a form", () => {
  it("begins in the first field to fill in", async () => {
    await at("integrations", async (page) => {
      await page.getByRole("button", { name: "Add integration" }).click()
      await page.keyboard.type("CRM")
      assert.strictEqual(await page.getByRole("dialog").getByLabel("Name", { exact: true }).inputValue(), "CRM")
    })
    await at(`accounts/${server.account.id}`, async (page) => {
      await page.getByRole("button", { name: "Set credentials" }).click()
      await page.keyboard.type("secret")
      assert.strictEqual(await page.getByRole("dialog").getByLabel("Password").inputValue(), "secret")
    })
  })
})

describe("the button that saves", () => {
  const low: VisitOptions = { viewport: { width: 1440, height: 640 } }

  it("is in view wherever one types in a long form", async () => {
    const { id } = server.campaign
    await at(
      `campaigns/${id}/settings`,
      async (page) => {
        await page.getByLabel("Name", { exact: true }).fill("Clinics in winter")
        assert.isTrue(await isReached(page.getByRole("button", { name: "Save settings" })))
      },
      low
    )
    await at(
      `campaigns/${id}/steps`,
      async (page) => {
        await page.getByLabel("Subject").fill("Hello")
        assert.isTrue(await isReached(page.getByRole("button", { name: "Save step" })))
      },
      low
    )
    await at(
      "integrations",
      async (page) => {
        await page.getByRole("button", { name: "Add integration" }).click()
        assert.isTrue(await isReached(page.getByRole("dialog").getByRole("button", { name: "Add integration" })))
      },
      low
    )
  })

  it("is not covered by the message that it has saved, on the screen of a laptop", () =>
    at(
      `campaigns/${server.campaign.id}/settings`,
      async (page) => {
        await page.getByLabel("Name", { exact: true }).fill("Clinics in autumn")
        const save = page.getByRole("button", { name: "Save settings" })
        await save.click()
        const message = page.locator(".toast").first()
        await message.waitFor()
        const { width, x } = (await message.boundingBox()) ?? assert.fail()
        const button = await save.boundingBox()
        assert.isAtMost(x + width, button?.x ?? 0)
        await server.api.campaigns.update(server.campaign.id, { name: server.campaign.name })
      },
      { viewport: { width: 1366, height: 740 } }
    ))

  it("covers no field that the keys reach", () =>
    at(
      `campaigns/${server.campaign.id}/settings`,
      async (page) => {
        await page.getByLabel("Name", { exact: true }).fill("Clinics in spring")
        const covered: Array<string> = []
        let focused = ""
        while (focused !== "Save settings") {
          await page.keyboard.press("Tab")
          // The button within a field for a time has the focus, but not the field: `:focus` finds neither.
          const focus = (await page.evaluateHandle(() => document.activeElement ?? document.body)).asElement()
          if (focus === null) continue
          focused = (await focus.textContent()) ?? ""
          if (!(await focus.evaluate(reaches))) covered.push(await focus.evaluate((e) => e.outerHTML))
        }
        assert.deepStrictEqual(covered, [])
      },
      low
    ))
})

describe("the settings", () => {
  it("leave room between their fields", () =>
    at("settings", async (page) => {
      await page.getByLabel("Seed addresses").waitFor()
      const gaps = await page.locator(".sheet-section form:has(.reserved) .form-field").evaluateAll((fields) =>
        fields.flatMap((field) => {
          const next = field.nextElementSibling
          return !next?.matches(".form-field")
            ? []
            : [next.getBoundingClientRect().top - field.getBoundingClientRect().bottom]
        })
      )
      assert.isNotEmpty(gaps)
      assert.isAtLeast(Math.min(...gaps), 12)
    }))
})

describe("API keys", () => {
  it("are found from the page for developers", () =>
    at("developers", async (page) => {
      await page.getByRole("link", { name: "API keys" }).click()
      const make = page.getByRole("button", { name: "Make a key" })
      await make.waitFor()
      await page.waitForFunction(() => document.querySelectorAll(".skeleton").length === 0)
      assert.isTrue(await isReached(make))
    }))
})

describe("the mails of a campaign", () => {
  it("that were sent are listed behind their number", async () => {
    const { id } = server.campaign
    await at(`campaigns/${id}`, async (page) => {
      const { metrics } = await server.api.analytics.summary(id, {})
      await page
        .locator(".tile", { hasText: "Sent" })
        .getByRole("link", { name: String(metrics.sent) })
        .click()
      await page.getByRole("combobox", { name: "Events" }).waitFor()
      await page.locator("tbody tr").first().waitFor()
      const kinds = await page.locator("tbody td:nth-child(2)").allTextContents()
      assert.deepStrictEqual(
        kinds,
        Array.from({ length: metrics.sent }, () => "Sent")
      )
      await page.getByRole("combobox", { name: "Events" }).selectOption("Complained")
      await page.getByRole("button", { name: "Show all" }).click()
      await page.getByRole("cell", { name: "Answered" }).first().waitFor()
    })
  })
})

describe("an empty page", () => {
  it("leads to the next step", async () => {
    const empty = await startEmpty()
    try {
      await visit(browser, empty, "#/inbox/replies", async (page) => {
        await page.getByRole("link", { name: "Go to: Accounts" }).click()
        await page.getByText("There is no sender account yet").waitFor()
        await open(page, "leads")
        await page.getByRole("link", { name: "Go to: Campaigns" }).click()
        await page.getByText("There is no campaign yet").waitFor()
      })
    } finally {
      await empty.close()
    }
  })
})

describe("the clicks on a link", () => {
  it("are listed behind their number, also those that many others came after", async () => {
    const { api, campaign } = server
    const { data } = await api.leads.list({ campaign_id: campaign.id })
    const clicked = (count: number, path: string, daysAgo: number) =>
      Array.from({ length: count }, (_, i) => ({
        type: "clicked" as const,
        lead_id: data[i % data.length]?.id ?? 0,
        occurred_at: new Date(Date.now() - daysAgo * 24 * 3_600_000 - i * 1_000).toISOString(),
        data: { url: `https://quillmark.example/${path}` }
      }))
    const old = clicked(3, "tour", 200)
    await api.activity.record({ events: [...clicked(130, "prices", 1), ...clicked(2, "tour", 2), ...old] })
    const rows = async (period: string, count: string) => {
      await at(`analytics?campaign=${campaign.id}&period=${period}`, async (page) => {
        const links = page.getByRole("group", { name: "Clicks by link" })
        await links.getByRole("row", { name: /tour/u }).getByRole("link", { name: count, exact: true }).click()
        await page.getByText("https://quillmark.example/tour").waitFor()
        const shown = page.locator("tbody tr")
        await shown.nth(Number(count) - 1).waitFor()
        assert.strictEqual(await shown.count(), Number(count))
        assert.deepStrictEqual([...new Set(await shown.locator("td:nth-child(2)").allTextContents())], ["Clicked"])
      })
    }
    await rows("all_time", "5")
    await rows("last_7_days", "2")
  })
})

describe("leads", () => {
  it("are added from the list of all campaigns, too", () =>
    at("leads", async (page) => {
      await page.getByRole("button", { name: "Add lead" }).click()
      await page.keyboard.type("zoe@new.example")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Campaign").selectOption(server.campaign.name)
      await dialog.getByRole("button", { name: "Add" }).click()
      await page.locator(".lead-side").getByRole("heading", { name: "zoe@new.example" }).waitFor()
      const { data } = await server.api.leads.list({ campaign_id: server.campaign.id, search: "zoe@new.example" })
      assert.strictEqual(data.length, 1)
    }))

  it("say whole why they get no mail", () =>
    at("leads", async (page) => {
      const { data } = await server.api.leads.create({
        campaign_id: server.campaign.id,
        leads: [{ email: "nameless@new.example" }]
      })
      await server.api.sequences.create(server.campaign.id, { subject: "Hi {{first_name}} {{company}}", body: "Hi" })
      await open(page, `leads?lead=${data[0]?.id}`)
      const badge = page.locator(".lead-side .badge").first()
      await badge.waitFor()
      assert.isAtMost(await badge.evaluate((e) => e.scrollWidth - e.clientWidth), 0)
    }))

  const endsOfActions = async (page: Page) => {
    await page.locator(".sheet-actions .button-solid").waitFor()
    const ends = await page
      .locator(".sheet-actions > *")
      .evaluateAll((list) => list.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().bottom))
    return Math.max(...ends) - Math.min(...ends)
  }

  it("have the filters and actions in one line, also beside the panel", () =>
    at(server.routes.find((route) => route.includes("lead=")) ?? "", async (page) => {
      await page.locator(".lead-side input").first().waitFor()
      for (const isOpen of [true, false]) {
        if (!isOpen) await page.locator(".lead-side-head button").click()
        assert.isAtMost(await endsOfActions(page), 8, String(isOpen))
      }
    }))

  it("have the filters and actions in one line in German on a small screen, too", () =>
    at(
      server.routes.find((route) => /^leads\?campaign=[^&]*$/u.test(route)) ?? "",
      async (page) => {
        assert.isAtMost(await endsOfActions(page), 8)
        await page.getByRole("button", { name: "Exportieren" }).waitFor()
        // No column is cut off.
        const row = page.locator(".leads-head")
        assert.isAtMost(await row.evaluate((e) => e.scrollWidth - e.clientWidth), 0)
      },
      { locale: "de-DE", viewport: { width: 1024, height: 768 } }
    ))
})

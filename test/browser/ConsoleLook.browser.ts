/** The look of the pages, as far as it can be measured: docs/internals/look.md. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type FilledServer, open, resize, startFilled } from "./ConsolePagesServer.ts"
import { visit, type VisitOptions } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: FilledServer
let campaign: string
beforeAll(async () => {
  browser = await launch()
  server = await startFilled()
  campaign = `campaigns/${server.campaign.id}`
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const at = (width: number, route: string, use: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
  visit(browser, server, "#/developers", async (page) => (await open(page, route), await use(page)), {
    viewport: { width, height: 844 },
    ...options
  })

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  assert.isNotNull(box, selector)
  return { ...box!, right: box!.x + box!.width, bottom: box!.y + box!.height }
}

describe("the head of a page", () => {
  it("has the way back over the title, actions at its right and the parts below, on every screen", () =>
    at(1440, campaign, async (page) => {
      for (const width of [1440, 768, 390]) {
        await resize(page, width)
        await waitFor(async () => {
          const title = await boxOf(page, "h1")
          const back = await boxOf(page, ".sheet-head a:has-text('Campaigns')")
          const parts = await boxOf(page, ".sheet-head nav")
          const pause = await boxOf(page, ".sheet-actions .button:has-text('Start')")
          assert.isAtMost(back.bottom, title.y + 1, `${width}`)
          assert.isAtMost(Math.abs(back.x - title.x), 2, `${width}`)
          assert.isAtLeast(parts.y, title.bottom - 1, `${width}`)
          assert.isAtLeast(pause.x, title.x + 100, `${width}`)
          assert.isAtMost(pause.bottom, parts.y + 1, `${width}`)
          assert.isAtLeast(pause.right, width - 40)
        })
      }
    }))

  it("leads back from each page that belongs to another", async () => {
    const pages = server.routes.filter((route) =>
      /^(?:campaigns|accounts|integrations|import)\/|^leads\?campaign/u.test(route)
    )
    assert.isAtLeast(pages.length, 8)
    await at(1440, "settings", async (page) => {
      for (const route of pages) {
        await open(page, route)
        await page.locator(".sheet-back").click()
        await page.waitForFunction((route) => !location.hash.endsWith(route), route)
      }
    })
  })
})

describe("the figures", () => {
  it("leave no gap in a row of tiles, on every screen", () =>
    at(1440, "settings", async (page) => {
      for (const route of [campaign, "analytics", `analytics?campaign=${server.campaign.id}`]) {
        await open(page, route)
        await page.locator(".tile").first().waitFor()
        for (const width of [1440, 1024, 768, 390]) {
          await resize(page, width)
          const gaps = await page.locator(".tiles").evaluateAll((lists) =>
            lists.map((list) => {
              const { right } = list.getBoundingClientRect()
              const tiles = [...list.children].map((tile) => tile.getBoundingClientRect())
              const last = Math.max(...tiles.map(({ bottom }) => bottom))
              const ends = tiles.filter(({ bottom }) => Math.abs(bottom - last) < 2).map((tile) => tile.right)
              return Math.round(right - Math.max(...ends))
            })
          )
          assert.deepStrictEqual(new Set(gaps), new Set([0]), `${route} ${width}`)
        }
      }
    }))

  it("have one that is large: the share that answered", () =>
    at(1440, campaign, async (page) => {
      const { metrics } = await server.api.analytics.summary(server.campaign.id, {})
      const share = `${Math.round((1000 * metrics.unique_replied) / metrics.contacted) / 10} %`
      await page.locator(".tile-large").waitFor()
      const sizes = await page
        .locator(".tile dd:not(.meta)")
        .evaluateAll((list) =>
          list.map((e) => [e.textContent ?? "", parseFloat(getComputedStyle(e).fontSize)] as const)
        )
      const most = Math.max(...sizes.map(([, size]) => size))
      assert.deepStrictEqual(
        sizes.filter(([, size]) => size === most).map(([text]) => text),
        [metrics.unique_replied > metrics.contacted ? "100 %" : share]
      )
      assert.isAtLeast(most, 32)
    }))

  it("of a campaign are a funnel, whose stages open their leads", () =>
    at(1440, campaign, async (page) => {
      const { leads, metrics } = await server.api.analytics.summary(server.campaign.id, {})
      const funnel = page.getByRole("region", { name: "From lead to answer" })
      await funnel.getByRole("listitem").first().waitFor()
      const stages = await funnel
        .getByRole("listitem")
        .evaluateAll((items) => items.map((item) => [...item.children].map((e) => e.textContent ?? "")))
      assert.deepStrictEqual(
        stages.map(([name, , value]) => `${name} ${value}`),
        [
          `Leads ${leads.total}`,
          `Contacted ${metrics.contacted}`,
          `Answered ${metrics.unique_replied}`,
          `Positive answers ${metrics.positive_replied}`
        ]
      )
      await funnel
        .getByRole("link", { name: String(metrics.unique_replied) })
        .last()
        .click()
      await page.locator(".leads-link").first().waitFor()
      assert.strictEqual(await page.locator(".virtual-row").count(), metrics.unique_replied)
    }))

  it("of charts have texts of one size on every screen", async () => {
    for (const width of [1440, 768, 390]) {
      await at(width, "analytics", async (page) => {
        await page.locator(".chart svg text").first().waitFor()
        // The height of the picture is its height in its own units: nothing in it is scaled.
        const scales = await page
          .locator(".chart svg")
          .evaluateAll((list) =>
            list.map((e) => Math.round((100 * e.clientHeight) / (e as SVGSVGElement).viewBox.baseVal.height) / 100)
          )
        assert.deepStrictEqual(new Set(scales), new Set([1]), String(width))
        const widths = await page
          .locator(".chart svg")
          .evaluateAll((list) => list.map((e) => Math.abs(e.clientWidth - (e as SVGSVGElement).viewBox.baseVal.width)))
        assert.isAtMost(Math.max(...widths), 1)
      })
    }
  })
})

describe("a phone", () => {
  const phone: VisitOptions = { hasTouch: true, isMobile: true }

  it("has five pages and the rest behind More", () =>
    at(
      390,
      "inbox/replies",
      async (page) => {
        const bar = page.getByRole("navigation", { name: "Pages" })
        const links = await bar
          .getByRole("link")
          .evaluateAll((list) => list.filter((e) => e.checkVisibility()).map((e) => e.textContent?.replace(/\d/gu, "")))
        assert.deepStrictEqual(links, ["Inbox", "Campaigns", "Leads", "Upcoming", "Analytics"])
        assert.isAtMost(await bar.evaluate((e) => e.scrollWidth - e.clientWidth), 0)
        for (const name of ["Accounts", "Blacklist", "Integrations", "Billing", "Developers", "Settings"]) {
          await bar.getByRole("button", { name: "More" }).click()
          await bar.getByRole("link", { name, exact: true }).click()
          await page.getByRole("heading", { name: new RegExp(`^${name}`, "u"), level: 1 }).waitFor()
          assert.isFalse(await bar.getByRole("link", { name, exact: true }).isVisible())
        }
        await bar.getByRole("button", { name: "More" }).click()
        await bar.getByRole("button", { name: "Search or jump" }).click()
        await page.getByRole("combobox", { name: "Search or jump" }).waitFor()
      },
      phone
    ))

  it("shows every cell of every table without scrolling sideways, with the name of its column", () =>
    at(
      390,
      "settings",
      async (page) => {
        const found: Array<string> = []
        for (const route of server.routes) {
          await open(page, route)
          const outside = await page.locator("main :is(td, .virtual-row [role=cell])").evaluateAll((cells) =>
            cells.flatMap((cell) => {
              const { left, right } = cell.getBoundingClientRect()
              return cell.checkVisibility() && (left < 0 || right > innerWidth + 1) ? [cell.textContent ?? ""] : []
            })
          )
          found.push(...outside.map((text) => `${route}: ${text}`))
        }
        assert.deepStrictEqual(found, [])
        await open(page, "campaigns")
        const labels = await page
          .locator("tbody td")
          .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content))
        assert.includeMembers(labels, ['"Answered, %"', '"Leads"'])
      },
      phone
    ))

  it("shows nothing of the list over the panel of a lead", () =>
    at(
      390,
      server.routes.find((route) => route.includes("lead=")) ?? "",
      async (page) => {
        await page.locator(".lead-side input").first().waitFor()
        const covered = await page.locator(".leads-check").evaluateAll((list) =>
          list.flatMap((e) => {
            const { height, left, top, width } = e.getBoundingClientRect()
            const hit = document.elementFromPoint(left + width / 2, top + height / 2)
            return hit?.closest(".lead-side") === null ? [e.getAttribute("aria-label")] : []
          })
        )
        assert.deepStrictEqual(covered, [])
      },
      phone
    ))

  it("has the rare actions of a campaign in a menu", () =>
    at(
      390,
      campaign,
      async (page) => {
        const duplicate = page.getByRole("button", { name: "Duplicate" })
        assert.isFalse(await duplicate.isVisible())
        await page.locator(".sheet-actions").getByRole("button", { name: "More" }).click()
        await duplicate.click()
        await page
          .getByText(/Duplicated|copy/iu)
          .first()
          .waitFor()
      },
      phone
    ))
})

describe("a table", () => {
  it("is seen as a whole, with the names in its rows, in German, too, on every screen that shows tables", async () => {
    const { thread: _, ...long } = await server.talk({ name: "Bartholomäus Weißmüller-Hohenstein" })
    await server.api.campaigns.update(server.campaign.id, { name: "Zahnarztpraxen: weniger versäumte Termine" })
    await at(
      1024,
      "settings",
      async (page) => {
        const found: Array<string> = []
        const routes = server.routes.filter((route) => !route.includes("lead="))
        for (const route of [...routes, "upcoming", `leads?search=${long.email}`]) {
          await open(page, route)
          for (const width of [720, 768, 1024]) {
            await resize(page, width)
            const outside = await page.locator("main :is(td, th, .leads-row > *)").evaluateAll((cells) =>
              cells.flatMap((cell) => {
                const { left, right, width } = cell.getBoundingClientRect()
                const edge = document.querySelector("main")?.getBoundingClientRect().right ?? 0
                const isCut = left < 0 || right > edge
                // A narrower cell cuts the name.
                const isSmall = cell.matches(":has(.leads-link)") && width < 120
                return cell.checkVisibility() && (isCut || isSmall) ? [cell.textContent ?? ""] : []
              })
            )
            found.push(...outside.map((text) => `${route} ${width}: ${text}`))
          }
        }
        assert.deepStrictEqual(found, [])
      },
      { locale: "de-DE" }
    )
  })

  it("has boxes of 16 px, and the action of a row under the pointer or with the focus", () =>
    at(1440, "blacklist", async (page) => {
      const remove = page.getByRole("button", { name: "Remove no@clinic.example" })
      const opacity = () => remove.evaluate((e) => getComputedStyle(e).opacity)
      await page.mouse.move(1400, 800)
      assert.strictEqual(await opacity(), "0")
      await remove.focus()
      assert.strictEqual(await opacity(), "1")
      await remove.blur()
      await remove.hover()
      assert.strictEqual(await opacity(), "1")
      await open(page, `leads?campaign=${server.campaign.id}`)
      const box = await boxOf(page, ".virtual-row input[type=checkbox]")
      assert.isAtMost(Math.max(box.width, box.height), 16)
    }))

  it("has the address below the name where it is narrow", () =>
    at(1024, `leads?campaign=${server.campaign.id}`, async (page) => {
      const [name, address] = [await boxOf(page, ".leads-name"), await boxOf(page, ".leads-address")]
      assert.isAtLeast(address.y, name.bottom - 1)
    }))
})

describe("an account without credentials", () => {
  it("is not said to send nothing when the host sends for it", async () => {
    const { account, api } = server
    const says = (page: Page) => page.getByText("It has no credentials yet").count()
    await at(1440, `accounts/${account.id}`, async (page) => {
      await page.getByText("It has no credentials yet").waitFor()
      assert.strictEqual(await says(page), 1)
    })
    const { id } = await api.campaigns.create({
      name: "Sent by the host",
      account_ids: [account.id],
      send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
    })
    await api.sequences.create(id, { subject: "Hello", body: "Hello" })
    await api.leads.create({ campaign_id: id, leads: [{ email: "ada@hosted.example" }] })
    await api.campaigns.start(id)
    await waitFor(async () => assert.isNotNull((await api.accounts.find(account.id)).state.last_sent_at))
    await at(1440, `accounts/${account.id}`, async (page) => {
      await page.locator(".facts").getByText("Sends", { exact: true }).waitFor()
      assert.strictEqual(await says(page), 0)
    })
  })
})

describe("billing", () => {
  it("names its two dates, and shows no amount where no money moved", async () => {
    await server.api.billing.record({ type: "usage", status: "succeeded", amount: 0, currency: "EUR", credits: -3 })
    await at(1440, "billing", async (page) => {
      for (const name of ["From", "To"]) assert.isTrue(await page.getByText(name, { exact: true }).isVisible(), name)
      await page.getByRole("cell", { name: "Usage" }).first().waitFor()
      assert.strictEqual(await page.getByText("€0.00").count(), 0)
    })
  })
})

describe("an import", () => {
  it("takes a file that is dropped, and says at which of its three steps it is", () =>
    at(1440, `import/${server.campaign.id}`, async (page) => {
      const step = page.locator("[aria-current=step]")
      assert.strictEqual(await step.textContent(), "1 Choose a file")
      const data = await page.evaluateHandle(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File(["email,city\nnew@clinic.example,Kiel\n"], "leads.csv", { type: "text/csv" }))
        return transfer
      })
      await page.getByText("Drop the file here").dispatchEvent("drop", { dataTransfer: data })
      await page.getByText("1 line").waitFor()
      assert.strictEqual(await step.textContent(), "2 Check the columns")
      await page.getByRole("button", { name: "Import 1 lead" }).click()
      await page.getByRole("heading", { name: "The file is imported" }).waitFor()
      assert.strictEqual(await step.textContent(), "3 Import")
    }))
})

describe("the inbox", () => {
  it("says without an open conversation what waits, also when the list has more pages", async () => {
    for (let number = 1; number <= 32; number++) {
      await server.talk({ name: `Lead Number${number}`, ago: number })
    }
    const { replies } = (await server.api.unibox.changes({})).todo
    await at(1440, "inbox/replies", async (page) => {
      await page
        .getByText(new RegExp(`^${replies} to answer, \\d+ unread, 1 interested, the oldest from .*\\d`, "u"))
        .waitFor()
    })
  })

  it("gives the subject a line of its own on a phone", () =>
    at(390, server.routes[1] ?? "", async (page) => {
      const title = await boxOf(page, ".talk-title")
      assert.isAtLeast(title.width, 280)
    }))
})

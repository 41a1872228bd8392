/** How fast the console is: what the tests count, and what `npm run bench -- console` measures. */
import type { Browser, Page } from "playwright-core"
import { type ConsoleServer, visit } from "./ConsoleServer.ts"

/** The value below which a share of the values are. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Slows the processor down, which the browser does for the page alone. */
const slowDown = async (page: Page, rate: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate })
}

export interface FirstLoad {
  /** Milliseconds from the navigation to the first conversation. */
  readonly milliseconds: number
  /** The requests that were sent before the first thread was shown. */
  readonly requests: ReadonlyArray<string>
  /** The bytes of the page and its files among these requests, as they came over the network. */
  readonly bytes: number
}

/** Opens a conversation with an empty cache. */
export const measureFirst = async (
  browser: Browser,
  server: ConsoleServer,
  { rate, thread }: { readonly thread: number; readonly rate: number }
): Promise<FirstLoad> => {
  /** The bytes of each file of the page, by its path. Some come after the first thread, such as code that is loaded late. */
  const sizes = new Map<string, number>()
  let result: Pick<FirstLoad, "milliseconds" | "requests"> = { milliseconds: 0, requests: [] }
  await visit(
    browser,
    server,
    `#/inbox/replies/${thread}`,
    async (page) => {
      await page.locator("[data-row]").first().waitFor()
      await page.locator("article").first().waitFor()
      await page.waitForFunction(() => "painted" in globalThis.mailroomShown)
      result = await page.evaluate(() => {
        const { painted = Infinity, row = Infinity } = globalThis.mailroomShown
        const resources = performance.getEntriesByType("resource").filter(({ startTime }) => startTime < row)
        return {
          milliseconds: painted,
          requests: [location.pathname, ...resources.map(({ name }) => name.slice(location.origin.length))]
        }
      })
    },
    {
      before: async (page) => {
        // When a row and a message are in the document, and when the frame with them is over.
        await page.addInitScript(() => {
          const shown: Record<string, number> = {}
          Object.assign(globalThis, { mailroomShown: shown })
          const observer = new MutationObserver(() => {
            if (document.querySelector("[data-row]") !== null) shown["row"] ??= performance.now()
            if (document.querySelector("article") !== null && shown["article"] === undefined) {
              shown["article"] = performance.now()
              requestAnimationFrame(() => setTimeout(() => (shown["painted"] = performance.now())))
            }
            if (shown["row"] !== undefined && shown["article"] !== undefined) observer.disconnect()
          })
          observer.observe(document, { childList: true, subtree: true })
        })
        const session = await page.context().newCDPSession(page)
        await session.send("Network.enable")
        await session.send("Network.setCacheDisabled", { cacheDisabled: true })
        const files = new Map<string, string>()
        session.on("Network.requestWillBeSent", ({ request, requestId }) => {
          const { pathname } = new URL(request.url)
          if (pathname.startsWith("/console")) files.set(requestId, pathname)
        })
        session.on("Network.loadingFinished", ({ encodedDataLength, requestId }) => {
          const path = files.get(requestId)
          if (path !== undefined) sizes.set(path, encodedDataLength)
        })
        await slowDown(page, rate)
      }
    }
  )
  return { ...result, bytes: result.requests.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0) }
}

/** Milliseconds from the press of each key to the task after the next frame, 25 presses each, in a list of which `rows` are loaded. */
export const measureKeys = async (
  browser: Browser,
  server: ConsoleServer,
  { rate, rows }: { readonly rate: number; readonly rows: number }
): Promise<Readonly<Record<string, ReadonlyArray<number>>>> => {
  const times: Record<string, ReadonlyArray<number>> = {}
  await visit(
    browser,
    server,
    "",
    async (page) => {
      await page.locator("[data-row]").nth(29).waitFor()
      const list = page.locator(".rows")
      for (let loaded = 30; loaded < rows; loaded += 30) {
        await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
        await page.locator(`.row[aria-posinset="${loaded + 30}"]`).waitFor()
      }
      await list.evaluate((element) => element.scrollTo({ top: 0 }))
      await page.locator('.row[aria-posinset="1"]').waitFor()
      await slowDown(page, rate)
      const press = async (keys: string) => {
        const before = await page.evaluate(() => Object.values(globalThis.mailroomPainted).flat().length)
        for (const [index, key] of [...keys].entries()) {
          await page.keyboard.press(key)
          await page.waitForFunction(
            (count) => Object.values(globalThis.mailroomPainted).flat().length === count,
            before + index + 1
          )
          // A person reads for a moment; the page completes what it does after the frame.
          await page.waitForTimeout(200)
        }
      }
      await press("j")
      await page.locator("article").first().waitFor()
      const n = 25
      await press(`${"j".repeat(n)}${"k".repeat(n)}${"u".repeat(n)}${"x".repeat(n)}`)
      await page.keyboard.press("Escape")
      await press("ez".repeat(n))
      const painted = await page.evaluate(() => globalThis.mailroomPainted)
      for (const key of "jkuezx") times[key.toUpperCase()] = (painted[key] ?? []).slice(-n)
    },
    {
      before: async (page) => {
        await page.addInitScript(() => {
          const painted: Record<string, Array<number>> = {}
          Object.assign(globalThis, { mailroomPainted: painted })
          const onKey = ({ key, timeStamp }: KeyboardEvent) =>
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel()
              port1.addEventListener("message", () => void (painted[key] ??= []).push(performance.now() - timeStamp))
              port1.start()
              port2.postMessage(0)
            })
          addEventListener("keydown", onKey, { capture: true })
        })
      }
    }
  )
  return times
}

declare global {
  var mailroomShown: Readonly<Record<string, number>>
  var mailroomPainted: Record<string, Array<number>>
}

/** The address of the lead in a row of `fillLeads`. */
const addressOf = (row: number): string => `lead${row}@clinic.example`

/** Creates a campaign with many leads. Returns its id. */
export const fillLeads = async ({ api }: ConsoleServer, count: number): Promise<string> => {
  const { id } = await api.campaigns.create({ name: "Many" })
  for (let first = 1; first <= count; first += 1_000) {
    const leads = Array.from({ length: Math.min(1_000, count - first + 1) }, (_, i) => ({
      email: addressOf(first + i)
    }))
    await api.leads.create({ campaign_id: id, leads })
  }
  return id
}

export interface LongList {
  /** Milliseconds from "Go to row" to the text of the row. */
  readonly jumps: ReadonlyArray<number>
  /** Milliseconds of each frame while the bar is dragged from the first row to the last. */
  readonly frames: ReadonlyArray<number>
  /** Rows without text, 500 ms after the end. */
  readonly blank: number
  readonly elements: number
  /** Bytes of the page's objects. */
  readonly heap: number
  /** Milliseconds of the request for a row near another far row that was seen. */
  readonly second: number
}

/** Goes through the leads of a campaign. Fails if a row has another text than its lead's. */
export const measureLeads = async (
  browser: Browser,
  server: ConsoleServer,
  { campaign, count }: { readonly campaign: string; readonly count: number }
): Promise<LongList> => {
  let result: LongList | undefined
  await visit(browser, server, `#/leads?campaign=${campaign}`, async (page) => {
    const rowOf = (row: number) =>
      page.locator(`[aria-rowindex="${row + 1}"]`).getByText(addressOf(row), { exact: true })
    await rowOf(1).waitFor()
    const jump = (row: number) =>
      page.evaluate(
        async ({ address, row }) => {
          const field = document.querySelector<HTMLInputElement>(".go-to input")
          if (field === null) throw new Error("There is no field")
          field.value = String(row)
          const begun = performance.now()
          field.form?.requestSubmit()
          const isShown = () =>
            document.querySelector(`[aria-rowindex="${row + 1}"] .leads-address`)?.textContent === address
          while (!isShown()) {
            await new Promise((resolve) => requestAnimationFrame(resolve))
          }
          return performance.now() - begun
        },
        { row, address: addressOf(row) }
      )
    const far = Math.round(count * 0.9)
    const jumps: Array<number> = []
    for (const share of [0.54321, 0.99, 0.00007, 0.3, 0.75, 0.12345, 0.6]) {
      jumps.push(await jump(Math.max(1, Math.round(count * share))))
    }
    jumps.push(await jump(far))
    await page.evaluate(() => performance.clearResourceTimings())
    await jump(Math.min(count, far + 5_000))
    const second = await page.evaluate(() =>
      Math.max(
        ...performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.includes("/leads"))
          .map(({ duration }) => duration)
      )
    )
    const frames = await page.evaluate(async () => {
      const list = document.querySelector(".virtual")
      if (list === null) throw new Error("There is no list")
      const last = list.scrollHeight - list.clientHeight
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const times: Array<number> = []
      let before = await nextFrame()
      for (let step = 0; step <= 60; step++) {
        list.scrollTop = (last * step) / 60
        const now = await nextFrame()
        times.push(now - before)
        before = now
      }
      return times
    })
    await page.waitForTimeout(500)
    const blank = await page.locator(".virtual .skeleton-line").count()
    await page.locator(".virtual .skeleton-line").first().waitFor({ state: "detached" })
    await rowOf(count).waitFor()
    await page.getByLabel("Go to row").blur()
    await page.keyboard.press("Home")
    await rowOf(1).waitFor()
    await page.keyboard.press("End")
    await rowOf(count).waitFor()
    if (!(await rowOf(count).isVisible())) throw new Error("The last row is not in view")
    const session = await page.context().newCDPSession(page)
    await session.send("HeapProfiler.collectGarbage")
    const { usedSize } = await session.send("Runtime.getHeapUsage")
    result = { jumps, second, frames, blank, elements: await page.locator("main *").count(), heap: usedSize }
  })
  if (result === undefined) throw new Error("Nothing was measured")
  return result
}

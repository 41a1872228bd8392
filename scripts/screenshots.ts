/**
 * Takes the pictures of the console in `docs/images`, over the demo's data: `npm run screenshots`. Fails if a picture is
 * larger than 250 kB.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { BrowserContextOptions, Page } from "playwright-core"
import { launch } from "../test/browser/Chromium.ts"

const root = join(import.meta.dirname, "..")
const folder = join(root, "docs/images")
const maximum = 250_000

interface Picture {
  readonly name: string
  /** The route in the console. */
  readonly route: string
  readonly scheme?: "dark" | "light"
  readonly options?: BrowserContextOptions
  /** Prepares the page. */
  readonly before: (page: Page) => Promise<void>
}

/** Searches that find one conversation. */
const withFile = "#/inbox/replies?search=64+missed"
const withAnswers = "#/inbox/replies?search=records+system"

const openFirst = async (page: Page) => {
  await page.locator("[data-row]").first().click()
  await page.locator("article").first().waitFor()
}

/** Opens the conversation that was found, with all others beside it. */
const inbox = async (page: Page) => {
  await openFirst(page)
  await page.goto(page.url().replace(/\?.*/u, ""))
  await page.locator("[data-row]").nth(5).waitFor()
  await page.locator("article").first().waitFor()
  await page.locator(".lead-head").waitFor()
  await page.mouse.move(0, 0)
}
const withText = (text: string) => async (page: Page) => {
  await page.getByText(text).first().waitFor()
}

const pictures: ReadonlyArray<Picture> = [
  { name: "inbox-light", route: withFile, before: inbox },
  { name: "inbox-dark", route: withFile, scheme: "dark", before: inbox },
  { name: "campaigns", route: "#/campaigns", before: withText("Clinics: fewer missed appointments") },
  {
    name: "analytics",
    route: "#/analytics",
    before: async (page) => {
      await page.locator("svg").nth(3).waitFor()
    }
  },
  {
    name: "phone",
    route: withAnswers,
    options: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    before: openFirst
  }
]

const bin = join(root, "packages/cli/src/bin.ts")
const server = spawn(
  process.execPath,
  ["--conditions=mailroom-source", bin, "serve", "--memory", "--demo", "--port=0"],
  { stdio: ["ignore", "pipe", "inherit"], cwd: root }
)
const ended = once(server, "exit")

/** The address that signs in, which the server prints when the data is there. */
const consoleUrl = async () => {
  for await (const line of createInterface(server.stdout)) {
    const url = /^Console: (\S+)$/u.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error("The server printed no address of the console")
}

const browser = await launch()
try {
  const url = await consoleUrl()
  const first = await browser.newContext()
  // The server builds the files of the console on the first request.
  first.setDefaultTimeout(120_000)
  const page = await first.newPage()
  await page.goto(url)
  await page.locator("[data-row]").first().waitFor()
  const storageState = await first.storageState()
  await first.close()
  mkdirSync(folder, { recursive: true })
  for (const { before, name, options, route, scheme = "light" } of pictures) {
    const context = await browser.newContext({
      colorScheme: scheme,
      locale: "en-GB",
      reducedMotion: "reduce",
      storageState,
      timezoneId: "Europe/Berlin",
      viewport: { width: 1440, height: 900 },
      ...options
    })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    await page.goto(url.replace(/#.*/u, route))
    await before(page)
    await page.waitForLoadState("networkidle")
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path })
    await context.close()
    const { size } = statSync(path)
    console.log(`${name}.png: ${Math.round(size / 1_000)} kB`)
    if (size > maximum) process.exitCode = 1
  }
} finally {
  await browser.close()
  server.kill("SIGINT")
  await ended
}

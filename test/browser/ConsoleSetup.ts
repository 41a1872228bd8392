/** The browser and the server of a file of tests. */
import { afterAll, beforeAll } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit, type VisitOptions } from "./ConsoleServer.ts"

/** Starts a browser and a server before the tests of a file, and ends both after them. */
export const withConsole = (options?: Parameters<typeof startConsole>[0]) => {
  let browser: Browser
  let server: ConsoleServer
  beforeAll(async () => {
    browser = await launch()
    server = await startConsole(options)
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })
  return {
    /** Only while a test runs. */
    get server() {
      return server
    },
    /** Opens a route of the console as a new visitor. */
    visit: (route: string, use: (page: Page) => Promise<void>, options?: VisitOptions) =>
      visit(browser, server, route, use, options)
  }
}

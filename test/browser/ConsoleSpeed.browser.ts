/** The console needs few requests, bytes and elements, so that it is fast. Its times are measured by `npm run bench -- console`. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole } from "./ConsoleServer.ts"
import { fillLeads, measureFirst, measureLeads } from "./ConsoleSpeed.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** The length of the long list. A million takes half a minute to fill. */
const count = Number(process.env["MAILROOM_LARGE_LEADS"] ?? 100_000)

describe("the console", () => {
  it("asks for at most six things before the first thread, of 50 kB at most", async () => {
    const { thread } = await server.talk({ name: "Amara One" })
    const { bytes, requests } = await measureFirst(browser, server, { thread, rate: 1 })
    assert.isAtMost(requests.length, 6, requests.join("\n"))
    assert.isAtLeast(requests.length, 4)
    assert.isAtMost(bytes, 50_000 + headers * 3)
    assert.isAtLeast(bytes, 30_000)
  })

  it(
    "reaches every row of a long list, and keeps few elements and little memory",
    async () => {
      const campaign = await fillLeads(server, count)
      const { elements, heap } = await measureLeads(browser, server, { campaign, count })
      assert.isAtMost(elements, 1_000)
      assert.isAtMost(heap, 50_000_000)
    },
    120_000 + count
  )
})

/** The most bytes of the headers of an answer. */
const headers = 1_500

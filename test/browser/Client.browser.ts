/** `@mailroom/client` in a real browser, bundled: next to the API, with the host's cookie instead of a key. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom } from "@mailroom/node"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { launch } from "./Chromium.ts"

const bundled = async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, "../../packages/client/src/index.ts") })
  const { output } = await bundle.generate({ format: "iife", name: "client" })
  await bundle.close()
  return output[0].code
}

/** The bundle, in the page. */
declare const client: typeof import("@mailroom/client")

/** The function that runs in the page. */
const inPage = async () => {
  const { createClient, MailroomError } = client
  const { campaigns, leads } = createClient({ baseUrl: `${location.origin}/mailroom` })
  const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
  await leads.create({ campaign_id, leads: [{ email: "ada@a.test" }, { email: "bob@b.test" }] })
  const emails: Array<string> = []
  for await (const { email } of leads.list({ campaign_id, limit: 1 })) emails.push(email)
  const error = await campaigns.start(campaign_id).catch((error: unknown) => error)
  return { emails, reason: error instanceof MailroomError ? error.reason : String(error) }
}

describe("@mailroom/client", () => {
  it("works in a page, with the cookie of its host", async () => {
    const mailroom = await createMailroom({
      database: "memory",
      publicUrl: "https://app.test/mailroom",
      authenticate: async ({ headers }) =>
        headers.get("cookie") === "session=1" ? { organization_id: 1, access: "full" } : null
    })
    await mailroom.organizations.create({ name: "Acme" })
    const script = await bundled()
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/mailroom/")) return mailroom.handler(request, response)
      const isScript = request.url === "/client.js"
      response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html")
      response.setHeader("Set-Cookie", "session=1; HttpOnly; SameSite=Strict")
      response.end(isScript ? script : "<!doctype html><title>Shop</title><script src=/client.js></script>")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const browser = await launch()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      assert.deepStrictEqual(await page.evaluate(inPage), {
        emails: ["ada@a.test", "bob@b.test"],
        reason: "campaign_not_ready"
      })
    } finally {
      await browser.close()
      server.close()
      await mailroom.close()
    }
  })
})

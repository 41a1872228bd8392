/** From the mail of a campaign to the page of its link, where the API is a part of an app. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom, type OutgoingMail } from "@mailroom/node"
import express from "express"
import PostalMime from "postal-mime"
import { withServer } from "../Hosting.ts"

const publicUrl = "https://app.test/mailroom"

/** An app whose mailer keeps the mails of its campaigns, and lets nobody use the API. */
const app = async () => {
  const waiting = new Map<string, (mail: OutgoingMail) => void>()
  const lines: Array<string> = []
  const log = (...line: ReadonlyArray<unknown>) => void lines.push(JSON.stringify(line))
  const mailroom = await createMailroom({
    database: "memory",
    publicUrl,
    authenticate: () => null,
    logger: { debug: log, info: log, warn: log, error: log },
    mailer: async (mail) => {
      waiting.get(mail.to.email)?.(mail)
      return { outcome: "sent" }
    }
  })
  const { id } = await mailroom.organizations.create({ name: "Acme" })
  const { accounts, blacklist, campaigns, leads, sequences } = mailroom.organization(id)
  let count = 0
  return {
    mailroom,
    lines,
    isListed: async (email: string) => (await blacklist.emails({ search: email })).total === 1,
    /** Sends the first step of a new campaign. */
    mailed: async () => {
      count++
      const email = `lead${count}@theirs.test`
      const arrived = new Promise<OutgoingMail>((resolve) => waiting.set(email, resolve))
      const account = await accounts.create({ email: `sender${count}@ours.test`, provider: "smtp" })
      const campaign = await campaigns.create({
        name: "Spring",
        account_ids: [account.id],
        send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
      })
      await sequences.create(campaign.id, { subject: "Hello", body: "Hi. Stop: {{unsubscribe_link}}" })
      await leads.create({ campaign_id: campaign.id, leads: [{ email }] })
      await campaigns.start(campaign.id)
      const mail = await arrived
      const { headers, text = "" } = await PostalMime.parse(await mail.raw())
      const field = headers.find(({ key }) => key === "list-unsubscribe")?.value ?? ""
      const [link = "", mailto = ""] = [...field.matchAll(/<([^>]+)>/gu)].map(([, address = ""]) => address)
      return { email, link, mailto, text }
    }
  }
}

describe("the link in a mail of a campaign", () => {
  it("leads to a page below the path of the API, whose form and one click unsubscribe", async () => {
    const { isListed, lines, mailed, mailroom } = await app()
    const seen = express()
      // A proxy that keeps the path, and one that removes it.
      .use("/mailroom", express.urlencoded(), mailroom.handler)
      .use("/removed", (request, response) => {
        request.originalUrl = request.url
        request.baseUrl = ""
        mailroom.handler(request, response)
      })
    try {
      await withServer(seen, async (origin) => {
        const ways: Readonly<Record<string, (link: string, init: RequestInit) => Promise<Response>>> = {
          mounted: (link, init) => fetch(link.replace("https://app.test", origin), init),
          removed: (link, init) => fetch(link.replace(publicUrl, `${origin}/removed`), init),
          web: (link, init) => mailroom.fetch(new Request(link, init)),
          "web, path removed": (link, init) => mailroom.fetch(new Request(link.replace("/mailroom", ""), init))
        }
        const tokens: Array<string> = []
        for (const [name, visit] of Object.entries(ways)) {
          const { email, link, mailto, text } = await mailed()
          assert.match(link, /^https:\/\/app\.test\/mailroom\/u\/[\w.-]+$/u, name)
          assert.include(text, link, name)
          const token = link.slice(`${publicUrl}/u/`.length)
          tokens.push(token)
          assert.strictEqual(new URL(mailto).searchParams.get("subject"), `unsubscribe ${token}`)

          const page = await visit(link, {})
          assert.strictEqual(page.status, 200, name)
          assert.include(await page.text(), `<h1>Unsubscribe ${email}?</h1>`)
          const head = await visit(link, { method: "HEAD" })
          assert.deepStrictEqual([head.status, await head.text()], [200, ""], name)
          assert.isFalse(await isListed(email), name)

          // A browser that sends the form of a page without a referrer gives no origin.
          const body = new URLSearchParams(name === "web" ? { "List-Unsubscribe": "One-Click" } : {})
          const headers = { origin: "null", "sec-fetch-site": "cross-site" }
          const done = await visit(link, { method: "POST", body, headers })
          assert.strictEqual(done.status, 200, name)
          assert.include(await done.text(), `<h1>${email} is unsubscribed</h1>`)
          assert.isTrue(await isListed(email), name)
          assert.strictEqual((await visit(link.slice(0, -1), { method: "POST" })).status, 404, name)
        }
        assert.strictEqual((await fetch(`${origin}/mailroom/campaigns`)).status, 401)
        // The token gives the right to unsubscribe.
        assert.include(lines.join("\n"), "/u/{token}")
        for (const token of tokens) assert.notInclude(lines.join("\n"), token)
      })
    } finally {
      await mailroom.close()
    }
  })
})

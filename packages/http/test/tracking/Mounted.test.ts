/** From the mail of a campaign to the links by which opens and clicks are counted, where the API is a part of an app. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom, type OutgoingMail } from "@mailroom/node"
import express from "express"
import PostalMime from "postal-mime"
import { withServer } from "../Hosting.ts"

const publicUrl = "https://app.test/mailroom"

/** An app with a campaign that tracks opens and clicks, and the mail that it sent. */
const app = async () => {
  const lines: Array<string> = []
  const log = (...line: ReadonlyArray<unknown>) => void lines.push(JSON.stringify(line))
  let arrive: (mail: OutgoingMail) => void = () => {}
  const arrived = new Promise<OutgoingMail>((resolve) => (arrive = resolve))
  const mailroom = await createMailroom({
    database: "memory",
    publicUrl,
    authenticate: () => null,
    logger: { debug: log, info: log, warn: log, error: log },
    mailer: async (mail) => {
      arrive(mail)
      return { outcome: "sent" }
    }
  })
  const { id } = await mailroom.organizations.create({ name: "Acme" })
  const { accounts, activity, campaigns, leads, sequences } = mailroom.organization(id)
  const account = await accounts.create({ email: "sender@ours.test", provider: "smtp" })
  const campaign = await campaigns.create({
    name: "Spring",
    account_ids: [account.id],
    send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" },
    track_opens: true,
    track_clicks: true
  })
  const body_html = '<a href="https://a.test/\u00fc?a=1&amp;b=2">A</a>'
  await sequences.create(campaign.id, { subject: "Hello", body: "Hi", body_html })
  await leads.create({ campaign_id: campaign.id, leads: [{ email: "lead@theirs.test" }] })
  await campaigns.start(campaign.id)
  const { html = "" } = await PostalMime.parse(await (await arrived).raw())
  const [, link = "", image = ""] = /href="([^"]+)".*src="([^"]+)"/su.exec(html) ?? []
  const typesOf = async () => (await activity.log(campaign.id, { limit: 50 })).data.map(({ type }) => type)
  return { image, lines, link, mailroom, typesOf }
}

describe("the links of tracking in a mail of a campaign", () => {
  it("answer with an image and with redirections, and count nothing that is not genuine", async () => {
    const { image, lines, link, mailroom, typesOf } = await app()
    const agent = {
      headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }
    }
    try {
      await withServer(express().use("/mailroom", mailroom.handler), async (origin) => {
        const visit = (url: string, init: RequestInit = {}) =>
          fetch(url.replace("https://app.test", origin), { ...agent, redirect: "manual", ...init })
        assert.match(link, /^https:\/\/app\.test\/mailroom\/c\/[\w.-]+$/u)
        assert.match(image, /^https:\/\/app\.test\/mailroom\/o\/[\w.-]+\.gif$/u)

        const images: Array<string> = []
        for (const url of [
          image.replace(".gif", "x.gif"),
          `${publicUrl}/o/x`,
          `${publicUrl}/o/${"x".repeat(5_000)}.gif`,
          image
        ]) {
          const answer = await visit(url)
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(answer.headers.get("content-type"), "image/gif")
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          const bytes = Buffer.from(await answer.arrayBuffer())
          assert.strictEqual(bytes.length, 43)
          assert.strictEqual(bytes.subarray(0, 6).toString("latin1"), "GIF89a")
          images.push(bytes.toString("hex"))
        }
        assert.strictEqual(new Set(images).size, 1)
        // The mail was sent a moment ago.
        assert.deepStrictEqual(await typesOf(), ["machine_opened", "sent"])

        for (const method of ["GET", "HEAD"]) {
          const { headers, status } = await visit(link, { method })
          assert.deepStrictEqual([status, headers.get("location")], [302, "https://a.test/%C3%BC?a=1&b=2"])
          assert.deepStrictEqual(
            [headers.get("cache-control"), headers.get("referrer-policy")],
            ["no-store", "no-referrer"]
          )
        }
        for (const url of [`${link}x`, link.replace(".0.", ".1."), `${publicUrl}/c/https:%2F%2Fevil.test`]) {
          const { headers, status } = await visit(url)
          assert.deepStrictEqual([status, headers.get("location")], [404, null], url)
        }
        for (const url of [link, image]) assert.strictEqual((await visit(url, { method: "POST" })).status, 405)
        assert.deepStrictEqual(await typesOf(), ["machine_opened", "sent"])

        // Neither tokens nor what a recipient's program says about itself are logged.
        const logged = lines.join("\n")
        assert.include(logged, "/c/{token}")
        assert.include(logged, "/o/{file}")
        for (const secret of [link, image].map((url) => url.slice(publicUrl.length + 3)))
          assert.notInclude(logged, secret)
        assert.notInclude(logged, "Firefox")
      })
    } finally {
      await mailroom.close()
    }
  })
})

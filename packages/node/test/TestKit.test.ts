/** The test kit: what is sent, what leads do, and webhooks. */
import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { campaign, monday, stopOf, webhook, withServer } from "./Kit.ts"

describe("mails", () => {
  it(
    "are those that were sent, with their headers, and as bytes",
    withServer(async (server) => {
      await campaign(server)
      const [mail, ...more] = server.mails
      assert(mail)
      assert.isEmpty(more)
      assert.deepInclude(mail, { subject: "Hello Ada", html: null, sent_at: monday, in_reply_to: null })
      assert.deepInclude(mail.from, { email: "grace@ours.example", name: "Grace" })
      assert.strictEqual(mail.to.email, "ada@theirs.example")
      assert.match(mail.text, /^Step 1 for Ada/u)
      assert.deepInclude(mail.headers, { subject: "Hello Ada", "message-id": mail.message_id })
      assert.include(mail.headers["list-unsubscribe"], `<${server.baseUrl}/u/`)
      assert.match(String(Buffer.from(await mail.raw())), /^Subject: Hello Ada\r$/mu)
    })
  )

  it(
    "go on after their delay, in the thread, whatever the source of incoming mail is",
    withServer(async () => {
      for (const inbound of ["host", "inboxes"] as const) {
        await withServer(
          async (server) => {
            await campaign(server)
            await server.advance("3 days")
            const [first, second, ...more] = server.mails
            assert.isEmpty(more)
            assert.match(second?.text ?? "", /^Step 2 for Ada/u)
            assert.deepInclude(second?.headers, { subject: "Re: Hello Ada", "in-reply-to": first?.message_id })
            assert.strictEqual(second?.sent_at.slice(0, 10), "2026-03-05")
          },
          { inbound }
        )()
      }
    })
  )

  it(
    "wait for the window of their campaign",
    withServer(
      async (server) => {
        await campaign(server)
        assert.isEmpty(server.mails)
        await server.advance("46 hours")
        assert.isEmpty(server.mails)
        await server.advance("4 hours")
        assert.lengthOf(server.mails, 1)
      },
      { now: "2026-03-07T09:00:00Z" }
    )
  )

  it(
    "have the outcomes that a test asks for, in order",
    withServer(async (server) => {
      server.next.outcome("deferred", "unsent")
      const { lead } = await campaign(server)
      assert.isEmpty(server.mails)
      await server.advance("1 day")
      assert.lengthOf(server.mails, 1)
      assert.isNull(await stopOf(server, lead))

      await server.reset()
      server.next.outcome("refused")
      assert.strictEqual(await stopOf(server, (await campaign(server)).lead), "bounce")
      await server.advance("9 days")
      assert.isEmpty(server.mails)

      await server.reset()
      server.next.outcome({ outcome: "refused", at: "recipient", code: 550, reply: "550 5.1.1 unknown" })
      assert.strictEqual(await stopOf(server, (await campaign(server)).lead), "bounce")

      await server.reset()
      server.next.outcome("login_failed")
      const { account } = await campaign(server)
      assert.notStrictEqual((await server.useCases.accounts.find(account.id)).state.status, "active")

      await server.reset()
      server.next.outcome("unknown")
      const { lead: last } = await campaign(server)
      const { data } = await server.useCases.sends.list({ lead_id: last.id })
      assert.deepStrictEqual(
        data.map(({ outcome }) => outcome),
        ["unknown"]
      )
    })
  )
})

describe("what a lead does", () => {
  it(
    "an answer between two steps stops the second: four days of a campaign",
    withServer(async (server) => {
      const { id, lead } = await campaign(server, { steps: 3 })
      const bob = { email: "bob@theirs.example", first_name: "Bob" }
      await server.useCases.leads.create({ campaign_id: id, leads: [bob] })
      await server.advance("1 day")
      const { kind, lead_id } = await server.receive.reply(lead, "Yes, tell me more.\n\nÅda")
      assert.deepStrictEqual([kind, lead_id], ["reply", lead.id])
      await server.advance("3 days")
      assert.deepStrictEqual(
        server.mails.map(({ to }) => to.email),
        ["ada@theirs.example", "bob@theirs.example", "bob@theirs.example"]
      )
      const { reply_text, stop_sending_type } = await server.useCases.leads.find(lead.id)
      assert.deepStrictEqual([reply_text, stop_sending_type], ["Yes, tell me more.\n\nÅda", "reply"])
    })
  )

  it(
    "an answer out of office stops nothing",
    withServer(async (server) => {
      const { lead } = await campaign(server)
      const { kind } = await server.receive.raw(
        [
          "From: ada@theirs.example",
          "To: grace@ours.example",
          "Subject: Automatic reply: Hello Ada",
          "Auto-Submitted: auto-replied",
          `In-Reply-To: ${server.mails[0]?.message_id}`,
          "",
          "I am away."
        ].join("\r\n")
      )
      assert.strictEqual(kind, "auto_reply")
      assert.isNull(await stopOf(server, lead))
      await server.advance("3 days")
      assert.lengthOf(server.mails, 2)
    })
  )

  it(
    "its address bounces, and goes on the blacklist",
    withServer(async (server) => {
      const { lead } = await campaign(server)
      await server.advance("1 hour")
      await server.receive.bounce(lead.id)
      assert.strictEqual(await stopOf(server, lead), "bounce")
      const { data } = await server.useCases.blacklist.emails()
      assert.deepStrictEqual(
        data.map(({ email }) => email),
        ["ada@theirs.example"]
      )
    })
  )

  it(
    "it unsubscribes by the link of its last mail",
    withServer(async (server) => {
      const { lead } = await campaign(server)
      await server.unsubscribe("ADA@theirs.example")
      assert.strictEqual(await stopOf(server, lead), "unsubscribe")
    })
  )
})

describe("webhooks", () => {
  it(
    "are noted as they were sent, with a signature that verifies at the time of the server",
    withServer(async (server) => {
      const { secret } = await server.useCases.integrations.create(webhook("https://app.example/hook"))
      const { lead } = await campaign(server)
      await server.receive.reply(lead, "Yes")
      const [delivered, ...more] = server.webhooks
      assert(delivered)
      assert.isEmpty(more)
      assert.deepInclude(delivered, { url: "https://app.example/hook", status: 200, delivered_at: monday })
      assert.deepInclude(JSON.parse(delivered.body), { type: "replied" })
      const { "webhook-id": id, "webhook-signature": signature, "webhook-timestamp": timestamp } = delivered.headers
      assert.strictEqual(Number(timestamp) * 1000, Date.parse(monday))
      const key = Buffer.from(String(secret).slice("whsec_".length), "base64")
      const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${delivered.body}`).digest("base64")
      assert.strictEqual(signature, `v1,${mac}`)
    })
  )

  it(
    "are tried again when a receiver on this machine is slow or out of order, and their log is deleted after 30 days",
    withServer(async (server) => {
      const statuses = [503, 204]
      const receiver = createServer((_, response) => {
        void sleep(20).then(() => response.writeHead(statuses.shift() ?? 500).end())
      })
      await once(receiver.listen(0, "127.0.0.1"), "listening")
      const { port } = receiver.address() as AddressInfo
      const { integrations } = server.useCases
      const { id } = await integrations.create(webhook(`http://127.0.0.1:${port}/`))
      const { lead } = await campaign(server)
      await server.receive.reply(lead, "Yes")
      await server.advance("1 hour")
      receiver.close()
      assert.deepStrictEqual(
        server.webhooks.map(({ delivered_at, status }) => [delivered_at, status]),
        [
          [monday, 503],
          ["2026-03-02T09:00:05.000Z", 204]
        ]
      )
      assert.lengthOf((await integrations.deliveries(id)).data, 1)
      await server.advance("32 days")
      assert.isEmpty((await integrations.deliveries(id)).data)
    })
  )
})

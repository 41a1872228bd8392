/** The test kit: what a developer does with a fake server in the tests of an app. */
import { assert, describe, it } from "@effect/vitest"
import { MailroomError } from "@mailroom/node"
import { FakeServer } from "@mailroom/node/testing"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"

const monday = "2026-03-02T09:00:00.000Z"
const password = { type: "password", password: "p" } as const
const credentials = { smtp: { host: "mx.ours.example", auth: password }, imap: { host: "mx.ours.example" } }

/** Runs a test with a server that begins on a Monday. */
const withServer =
  (test: (server: FakeServer.FakeServer) => Promise<void>, options: FakeServer.Options = {}) =>
  async () => {
    const server = await FakeServer.start({ now: monday, ...options })
    try {
      await test(server)
    } finally {
      await server.stop()
    }
  }

/** Starts a campaign with a step each three days, and sends its first mail to Ada. */
const campaign = async (
  server: FakeServer.FakeServer,
  { steps = 2, ...settings }: { readonly steps?: number; readonly unsubscribe_header?: boolean } = {}
) => {
  const { accounts, campaigns, leads, mailboxes, sequences } = server.useCases
  const account = await accounts.create({
    email: "grace@ours.example",
    provider: "smtp",
    settings: { first_name: "Grace", min_delay_minutes: 0 }
  })
  await mailboxes.connect(account.id, credentials)
  const { id } = await campaigns.create({ name: "Spring", account_ids: [account.id], ...settings })
  for (let step = 0; step < steps; step++) {
    const subject = step === 0 ? "Hello {{first_name}}" : null
    await sequences.create(id, { subject, body: `Step ${step + 1} for {{first_name}}`, delay_days: step === 0 ? 0 : 3 })
  }
  await leads.create({ campaign_id: id, leads: [{ email: "ada@theirs.example", first_name: "Ada" }] })
  const [lead] = (await leads.list({ campaign_id: id })).data
  assert(lead)
  await campaigns.start(id)
  await server.settled()
  return { account, id, lead }
}

const stopOf = async ({ useCases }: FakeServer.FakeServer, { id }: { readonly id: number }) =>
  (await useCases.leads.find(id)).stop_sending_type

const webhook = (url: string) => ({ type: "webhook", name: "App", events: ["replied"], config: { url } }) as const

const get = async ({ baseUrl }: FakeServer.FakeServer, key: string) =>
  (await fetch(`${baseUrl}/campaigns`, { headers: { authorization: `Bearer ${key}` } })).status

const failure = async (call: () => unknown): Promise<MailroomError> => {
  try {
    await call()
  } catch (error) {
    assert.instanceOf(error, MailroomError)
    return error
  }
  return assert.fail("It did not fail")
}

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

describe("time", () => {
  it(
    "stands still, and moves for everything at once",
    withServer(async (server) => {
      assert.strictEqual((await server.useCases.campaigns.create({ name: "One" })).created_at, monday)
      const other = await FakeServer.start({ now: monday })
      const { secret } = await server.useCases.keys.create({
        name: "Short",
        access: "full",
        expires_at: "2026-03-05T00:00:00.000Z"
      })
      assert.strictEqual(await get(server, String(secret)), 200)
      await server.advance("36 hours")
      assert.strictEqual(server.now, "2026-03-03T21:00:00.000Z")
      const answer = await fetch(`${server.baseUrl}/campaigns`, {
        method: "POST",
        headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
        body: '{ "name": "Two" }'
      })
      assert.deepInclude(await answer.json(), { created_at: "2026-03-03T21:00:00.000Z" })
      await server.advance(86_400_000)
      await server.advance("1 day")
      assert.strictEqual(await get(server, String(secret)), 401)
      assert.strictEqual(other.now, monday)
      await other.stop()
    })
  )

  it(
    "opens a conversation that was snoozed, at the end of the step",
    withServer(async (server) => {
      const { lead } = await campaign(server)
      await server.receive.reply(lead, "Next week, please")
      const { unibox } = server.useCases
      const [thread] = (await unibox.threads({ tab: "replies" })).data
      assert(thread)
      await unibox.update(thread.id, { state: "snoozed", snoozed_until: "2026-03-03T09:00:00Z" })
      await server.advance("25 hours")
      const [opened] = (await unibox.threads({ tab: "replies" })).data
      assert.deepInclude(opened, { id: thread.id, state: "open" })
    })
  )

  it("is not that of the fake timers of a test runner", async () => {
    vi.useFakeTimers()
    try {
      await withServer(async (server) => {
        const { lead } = await campaign(server)
        await server.advance("3 days")
        await server.receive.reply(lead, "Yes")
        assert.strictEqual(await get(server, server.apiKey), 200)
        await server.reset()
        await campaign(server)
        assert.lengthOf(server.mails, 1)
      })()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe("reset", () => {
  it(
    "returns to the beginning: data, ids, keys, time, mails and outcomes",
    withServer(async (server) => {
      const before = await campaign(server)
      const { secret } = await server.useCases.keys.create({ name: "Other", access: "full" })
      assert.strictEqual(await get(server, String(secret)), 200)
      await server.advance("3 days")
      server.next.outcome("refused")
      await server.reset()
      assert.deepStrictEqual([server.now, server.mails.length, server.webhooks.length], [monday, 0, 0])
      assert.strictEqual(await get(server, String(secret)), 401)
      assert.strictEqual(await get(server, server.apiKey), 200)
      const after = await campaign(server)
      assert.deepStrictEqual([after.lead.id, after.account.id], [before.lead.id, before.account.id])
      await server.advance("3 days")
      assert.lengthOf(server.mails, 2)
    })
  )

  it("returns to what `seed` prepared, also when work is due from it", async () => {
    await withServer(
      async (server) => {
        for (let round = 0; round < 3; round++) {
          assert.lengthOf(server.mails, 1)
          const [lead] = (await server.useCases.leads.all()).data
          assert(lead)
          if (round === 1) await server.receive.reply(lead, "No")
          await server.advance("3 days")
          assert.lengthOf(server.mails, round === 1 ? 1 : 2)
          await server.reset()
        }
      },
      { seed: async (server) => void (await campaign(server)) }
    )()
  })
})

describe("mistakes", () => {
  it(
    "say what to write",
    withServer(async (server) => {
      for (const duration of ["3 dayz", "-1 days", "", "soon", -5, Number.NaN, undefined]) {
        assert.match((await failure(() => server.advance(duration as never))).message, /such as "3 days"/u)
      }
      for (const outcome of ["bounced", undefined, { outcome: "no" }]) {
        const { message } = await failure(() => server.next.outcome(outcome as never))
        assert.match(message, /write one of "sent", "refused"/u)
      }
      const { campaigns, leads } = server.useCases
      const { id } = await campaigns.create({ name: "Quiet" })
      await leads.create({ campaign_id: id, leads: [{ email: "a@b.example" }] })
      for (const call of [server.receive.bounce, server.unsubscribe, (to: string) => server.receive.reply(to, "Hi")]) {
        assert.match((await failure(() => call("a@b.example"))).message, /No mail was sent to a@b\.example yet/u)
      }
      assert.strictEqual((await failure(() => server.receive.bounce(99))).code, "lead_not_found")
      for (const [options, pointer] of [
        [{ now: "tomorrow" }, "/now"],
        [{ inbound: "imap" }, "/inbound"],
        [{ organization: "Acme" }, "/organization"],
        [{ seed: {} }, "/seed"],
        [{ time: monday }, "/time"]
      ] as const) {
        const { errors = [] } = await failure(() => FakeServer.start(options as never))
        assert.deepStrictEqual(
          errors.map((error) => error.pointer),
          [pointer]
        )
      }
    })
  )

  it(
    "a mail without a link to unsubscribe is named",
    withServer(async (server) => {
      const { lead } = await campaign(server, { unsubscribe_header: false })
      assert.match((await failure(() => server.unsubscribe(lead))).message, /no link to unsubscribe/u)
    })
  )
})

import { FakeServer } from "@mailroom/node/testing"
import { assert, it } from "@effect/vitest"
import { vi } from "vitest"
import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import { once } from "node:events"

const MONDAY = "2026-03-02T09:00:00.000Z"
const start = async (o: any = {}): Promise<any> => await (FakeServer as any).start({ now: MONDAY, ...o })
const campaignOf = async (m: any, steps = 2, more: any = {}) => {
  const { accounts, campaigns, leads, sequences } = m.useCases
  const account = await accounts.create({
    email: "grace@ours.example",
    provider: "smtp",
    settings: { first_name: "Grace", min_delay_minutes: 0 }
  })
  const campaign = await campaigns.create({ name: "Spring", account_ids: [account.id], ...more })
  for (let i = 0; i < steps; i++)
    await sequences.create(campaign.id, {
      subject: i === 0 ? "Hello {{first_name}}" : null,
      body: `Step ${i + 1} for {{first_name}}`,
      delay_days: i === 0 ? 0 : 3
    })
  await leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@theirs.example", first_name: "Ada" }] })
  const [lead] = (await leads.list({ campaign_id: campaign.id })).data
  await campaigns.start(campaign.id)
  await m.advance("1 minute")
  return { account, campaign, lead }
}
const situations: Record<string, (m: any) => Promise<void>> = {
  "1 the first mail is in the outbox, parsed": async (m) => {
    await campaignOf(m)
    assert.strictEqual(m.mails.length, 1)
    assert.deepInclude(m.mails[0], { subject: "Hello Ada" })
    assert.match(m.mails[0].text, /Step 1 for Ada/)
  },
  "2 the mail has its headers": async (m) => {
    await campaignOf(m)
    const [x] = m.mails
    assert.match(JSON.stringify(x.from), /grace@ours/)
    assert.match(JSON.stringify(x.to), /ada@theirs/)
    assert.isString(x.headers["list-unsubscribe"])
    assert.isString(x.headers["message-id"])
  },
  "3 the follow-up goes out after three days": async (m) => {
    await campaignOf(m)
    await m.advance("3 days")
    assert.strictEqual(m.mails.length, 2)
    assert.match(m.mails[1].text, /Step 2/)
  },
  "4 the follow-up is in the thread": async (m) => {
    await campaignOf(m)
    await m.advance("3 days")
    assert.strictEqual(m.mails[1].subject, "Re: Hello Ada")
    assert.strictEqual(m.mails[1].headers["in-reply-to"], m.mails[0].headers["message-id"])
  },
  "5 a reply stops it": async (m) => {
    const { lead } = await campaignOf(m)
    await m.receive.reply(lead, "Yes, tell me more")
    await m.advance("10 days")
    assert.strictEqual(m.mails.length, 1)
    const l = await m.useCases.leads.find(lead.id)
    assert.strictEqual(l.stop_sending_type, "reply")
    assert.strictEqual(l.reply_text, "Yes, tell me more")
  },
  "6 nothing goes out at the weekend": async (m) => {
    await campaignOf(m)
    await m.advance("2 days")
    await m.reset()
    await m.advance("3 days")
    await campaignOf(m)
    assert.strictEqual(m.mails.length, 1)
  },
  "7 a refused recipient is a bounce": async (m) => {
    m.next.outcome("refused")
    const { lead } = await campaignOf(m)
    assert.strictEqual((await m.useCases.leads.find(lead.id)).stop_sending_type, "bounce")
  },
  "8 a deferral is tried again": async (m) => {
    m.next.outcome("deferred")
    await campaignOf(m)
    assert.strictEqual(m.mails.length, 0)
    await m.advance("1 day")
    assert.strictEqual(m.mails.length, 1)
  },
  "9 a bounce that comes later": async (m) => {
    const { lead } = await campaignOf(m)
    await m.advance("1 hour")
    await m.receive.bounce(lead)
    assert.strictEqual((await m.useCases.leads.find(lead.id)).stop_sending_type, "bounce")
    await m.advance("9 days")
    assert.strictEqual(m.mails.length, 1)
  },
  "10 unsubscribe": async (m) => {
    const { lead } = await campaignOf(m)
    await m.unsubscribe(lead)
    assert.strictEqual((await m.useCases.leads.find(lead.id)).stop_sending_type, "unsubscribe")
  },
  "11 a bounce blacklists the address": async (m) => {
    const { lead } = await campaignOf(m)
    await m.receive.bounce(lead)
    assert.strictEqual((await m.useCases.blacklist.emails()).data[0].email, "ada@theirs.example")
  },
  "12 webhooks are delivered, signed": async (m) => {
    const { secret } = await m.useCases.integrations.create({
      type: "webhook",
      name: "app",
      events: ["replied"],
      config: { url: "https://app.example/hook" }
    })
    const { lead } = await campaignOf(m)
    await m.receive.reply(lead, "Yes")
    await m.advance("1 minute")
    assert.strictEqual(m.webhooks.length, 1)
    const [w] = m.webhooks
    const h = w.headers
    const mac = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
      .update(`${h["webhook-id"]}.${h["webhook-timestamp"]}.${w.body}`)
      .digest("base64")
    assert.strictEqual(h["webhook-signature"], `v1,${mac}`)
    assert.strictEqual(JSON.parse(w.body).type, "replied")
  },
  "13 a webhook's receiver that is down gets it later": async (m) => {
    let up = false,
      got = 0
    const server = createServer((_, response) => {
      if (up) got++
      response.writeHead(up ? 204 : 503).end()
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    await m.useCases.integrations.create({
      type: "webhook",
      name: "app",
      events: ["replied"],
      config: { url: `http://127.0.0.1:${(server.address() as any).port}/` }
    })
    const { lead } = await campaignOf(m)
    await m.receive.reply(lead, "Yes")
    await m.advance("1 minute")
    up = true
    await m.advance("1 day")
    server.close()
    assert.strictEqual(got, 1)
  },
  "14 created_at is `now`": async (m) => {
    assert.strictEqual((await m.useCases.campaigns.create({ name: "x" })).created_at, MONDAY)
  },
  "15 advance moves HTTP answers too": async (m) => {
    await m.advance("36 hours")
    const r = await fetch(`${m.baseUrl}/campaigns`, {
      method: "POST",
      headers: { authorization: `Bearer ${m.apiKey}`, "content-type": "application/json" },
      body: '{"name":"x"}'
    })
    assert.strictEqual(((await r.json()) as any).created_at, "2026-03-03T21:00:00.000Z")
  },
  "16 works with the runner's fake timers": async () => {
    vi.useFakeTimers()
    try {
      const m = await start()
      await campaignOf(m)
      await m.advance("3 days")
      assert.strictEqual(m.mails.length, 2)
      await m.stop()
    } finally {
      vi.useRealTimers()
    }
  },
  "17 two servers have two clocks": async (m) => {
    const n = await start()
    await n.advance("5 days")
    assert.strictEqual((await m.useCases.campaigns.create({ name: "x" })).created_at, MONDAY)
    await n.stop()
  },
  "18 out of office does not stop": async (m) => {
    const { lead } = await campaignOf(m)
    await m.receive.raw(
      [
        "From: ada@theirs.example",
        "To: grace@ours.example",
        "Subject: Automatic reply: Hello Ada",
        "Auto-Submitted: auto-replied",
        `In-Reply-To: ${m.mails[0].headers["message-id"]}`,
        "Message-ID: <ooo@theirs.example>",
        "",
        "I am away"
      ].join("\r\n")
    )
    assert.isFalse((await m.useCases.leads.find(lead.id)).stop_sending)
    await m.advance("3 days")
    assert.strictEqual(m.mails.length, 2)
  },
  "19 keys expire": async (m) => {
    const { secret: key } = await m.useCases.keys.create({
      name: "short",
      expires_at: "2026-03-05T00:00:00.000Z",
      access: "full"
    })
    const ask = async () =>
      (await fetch(`${m.baseUrl}/campaigns`, { headers: { authorization: `Bearer ${key}` } })).status
    assert.strictEqual(await ask(), 200)
    await m.advance("4 days")
    assert.strictEqual(await ask(), 401)
  },
  "20 deliveries are deleted after 30 days": async (m) => {
    const { id } = await m.useCases.integrations.create({
      type: "webhook",
      name: "app",
      events: ["replied"],
      config: { url: "https://app.example/hook" }
    })
    const { lead } = await campaignOf(m)
    await m.receive.reply(lead, "Yes")
    await m.advance("1 minute")
    assert.strictEqual((await m.useCases.integrations.deliveries(id)).data.length, 1)
    await m.advance("32 days")
    assert.strictEqual((await m.useCases.integrations.deliveries(id)).data.length, 0)
  },
  "21 reset empties all, ids begin anew, the clock is at its beginning": async (m) => {
    const a = await campaignOf(m)
    await m.reset()
    assert.strictEqual(m.mails.length, 0)
    const b = await campaignOf(m)
    assert.strictEqual(a.lead.id, b.lead.id)
    assert.strictEqual(m.mails.length, 1)
  },
  "22 seed is there after start and reset": async () => {
    const m = await start({ seed: async (s: any) => void (await s.useCases.campaigns.create({ name: "Seeded" })) })
    const names = async () => (await m.useCases.campaigns.list()).data.map((c: any) => c.name)
    assert.deepEqual(await names(), ["Seeded"])
    await m.useCases.campaigns.create({ name: "x" })
    await m.reset()
    assert.deepEqual(await names(), ["Seeded"])
    await m.stop()
  },
  "23 the key works after reset": async (m) => {
    const { apiKey, baseUrl } = m
    await m.reset()
    assert.strictEqual(
      (await fetch(`${baseUrl}/campaigns`, { headers: { authorization: `Bearer ${apiKey}` } })).status,
      200
    )
  },
  "24 a wrong duration names the cure": async (m) => {
    for (const bad of ["3 dayz", "-1 days", "", "soon"]) {
      try {
        await m.advance(bad)
      } catch (e: any) {
        assert.match(e.message, /3 days/)
        continue
      }
      assert.fail(bad)
    }
  },
  "25 a wrong outcome names all": async (m) => {
    try {
      m.next.outcome("bounced")
    } catch (e: any) {
      assert.match(e.message, /refused/)
      return
    }
    assert.fail()
  },
  "26 a reply of a lead without mail says so": async (m) => {
    const { campaigns, leads } = m.useCases
    const { id } = await campaigns.create({ name: "x" })
    await leads.create({ campaign_id: id, leads: [{ email: "a@b.example" }] })
    const [lead] = (await leads.list({ campaign_id: id })).data
    try {
      await m.receive.reply(lead, "hi")
    } catch (e: any) {
      assert.match(e.message, /no mail/i)
      return
    }
    assert.fail()
  },
  "27 a failed login": async (m) => {
    m.next.outcome("login_failed")
    const { account } = await campaignOf(m)
    assert.strictEqual(m.mails.length, 0)
    assert.notStrictEqual((await m.useCases.accounts.find(account.id)).state.health, "healthy")
  },
  "28 clicks and opens": async (m) => {
    await campaignOf(m, 1, { track_clicks: true, track_opens: true })
    assert.include(JSON.stringify(m.mails[0]), m.baseUrl)
  },
  "29 the DNS is not asked": async (m) => {
    const { account } = await campaignOf(m)
    await m.useCases.accounts.dns(account.id)
  },
  "30 four days, with a reply in between": async (m) => {
    const { campaign, lead } = await campaignOf(m, 3)
    await m.useCases.leads.create({
      campaign_id: campaign.id,
      leads: [{ email: "bob@theirs.example", first_name: "Bob" }]
    })
    await m.advance("1 day")
    await m.receive.reply(lead, "Thanks")
    await m.advance("3 days")
    assert.deepEqual(
      m.mails.map((x: any) => JSON.stringify(x.to).match(/\w+@/)![0]),
      ["ada@", "bob@", "bob@"]
    )
  }
}
for (const [name, run] of Object.entries(situations))
  it(name, async () => {
    const m = await start()
    try {
      await run(m)
    } finally {
      await m.stop()
    }
  })

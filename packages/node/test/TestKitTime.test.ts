/** The test kit: its time, its reset, and mistakes. */
import { assert, describe, it } from "@effect/vitest"
import { FakeServer } from "@mailroom/node/testing"
import { vi } from "vitest"
import { campaign, failure, get, monday, withServer } from "./Kit.ts"

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

  it(
    "removes what the organization keeps for some days only",
    withServer(async (server) => {
      const { id, lead } = await campaign(server)
      await server.receive.reply(lead, "A secret")
      const organization = async (method: string, body?: object) => {
        const answer = await fetch(`${server.baseUrl}/organization`, {
          method,
          headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        return { status: answer.status, body: await answer.json() }
      }
      assert.deepInclude((await organization("GET")).body, { keep_events_days: null, keep_messages_days: null })
      const rejected = await organization("PATCH", { keep_events_days: 29, keep_messages_days: 30.5 })
      assert.strictEqual(rejected.status, 400)
      assert.sameMembers(
        (rejected.body as { errors: ReadonlyArray<{ pointer: string }> }).errors.map(({ pointer }) => pointer),
        ["/body/keep_events_days", "/body/keep_messages_days"]
      )
      await organization("PATCH", { keep_events_days: 30, keep_messages_days: 90 })
      const { activity, analytics, unibox } = server.useCases
      const types = async () => (await activity.log(id)).data.map(({ type }) => type)
      const text = async () => {
        const [thread] = (await unibox.threads({ tab: "replies" })).data
        assert(thread)
        const { data } = await unibox.thread(thread.id)
        return data.map(({ reply_text, text_removed }) => [reply_text.includes("secret"), text_removed])
      }
      const numbers = (await analytics.summary(id)).metrics
      await server.advance("29 days")
      assert.sameMembers(await types(), ["sent", "replied"])
      await server.advance("2 days")
      assert.deepStrictEqual(await types(), [])
      assert.deepStrictEqual(await text(), [
        [false, undefined],
        [true, undefined]
      ])
      await server.advance("60 days")
      assert.deepStrictEqual(await text(), [
        [false, true],
        [false, true]
      ])
      assert.deepStrictEqual((await analytics.summary(id)).metrics, numbers)
    })
  )

  it(
    "passes for each lead by its own clock, without holidays",
    withServer(async (server) => {
      const { campaigns, leads, sequences } = server.useCases
      const send_window = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" }
      const { account } = await campaign(server, { steps: 1 })
      const settings = { send_window, window_zone: "lead", holidays: "BG" } as const
      const { id } = await campaigns.create({ name: "By their clock", account_ids: [account.id], ...settings })
      await sequences.create(id, { subject: "Good morning", body: "One" })
      const people = [
        { email: "maya@nepal.example", timezone: "Asia/Kathmandu" },
        { email: "bob@denver.example", custom_fields: { country: "US", state: "Colorado" } }
      ]
      // March 3 is a holiday in Bulgaria: it is skipped as the calendar of each lead shows it.
      await server.advance("17 hours")
      await leads.create({ campaign_id: id, leads: people })
      await campaigns.start(id)
      await server.advance("2 days")
      const morning = server.mails.filter(({ subject }) => subject === "Good morning")
      assert.deepStrictEqual(
        morning.map(({ sent_at, to }) => [to.email, sent_at]),
        [
          ["maya@nepal.example", "2026-03-04T03:15:00.000Z"],
          ["bob@denver.example", "2026-03-04T16:00:00.000Z"]
        ]
      )
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

  it("goes on with fake timers when several accounts send at the same time", async () => {
    vi.useFakeTimers()
    try {
      await withServer(async (server) => {
        const { accounts, campaigns, leads, sequences } = server.useCases
        const account_ids: Array<number> = []
        for (const name of ["grace", "alan", "edsger"]) {
          const { id } = await accounts.create({ email: `${name}@ours.example`, provider: "smtp" })
          account_ids.push(id)
        }
        const { id } = await campaigns.create({ name: "Spring", account_ids })
        await sequences.create(id, { subject: "Hello", body: "Shall we talk?" })
        const emails = Array.from({ length: 9 }, (_, i) => ({ email: `lead${i}@theirs.example` }))
        await leads.create({ campaign_id: id, leads: emails })
        await campaigns.start(id)
        await server.advance("2 days")
        assert.lengthOf(server.mails, 9)
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

  it("a seed that fails stops the server, and its failure is that of the start", async () => {
    let baseUrl = ""
    const seed = async (server: FakeServer.FakeServer) => {
      baseUrl = server.baseUrl
      await server.useCases.leads.find(1)
    }
    assert.strictEqual((await failure(() => FakeServer.start({ seed }))).code, "lead_not_found")
    const { cause } = await fetch(baseUrl).catch((error) => error)
    assert.strictEqual(cause.code, "ECONNREFUSED")
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

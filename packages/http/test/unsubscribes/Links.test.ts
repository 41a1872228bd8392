/** Unsubscribe links over HTTP: the page, one click, and what is left when the lead is gone (sending design, "Unsubscribe"). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { type Call, send } from "../api/Client.ts"
import * as Fixtures from "../api/Fixtures.ts"
import { onEveryStorage, onMemory, TestServer } from "../api/TestServer.ts"

/** A request of a recipient, who has no key. */
const visit = Effect.fnUntraced(function* (method: string, token: string, call: Call = {}) {
  const { origin } = yield* TestServer
  return yield* send(origin, method, `/u/${token}`, call)
})

const json = (target: string) =>
  TestServer.pipe(
    Effect.flatMap(({ call }) => call("GET", target)),
    Effect.map(({ json }) => json)
  )

/** A lead that was sent a step by Mailroom, with its `sent` event, unless `isUnrecorded`. */
const mailed = Effect.fnUntraced(function* ({ isUnrecorded = false } = {}) {
  const { call, sent } = yield* TestServer
  const email = `${Fixtures.unique("Lead")}@theirs.example`
  const { json: account } = yield* call("POST", "/accounts", {
    body: { email: `${Fixtures.unique("sender")}@ours.example`, provider: "smtp" }
  })
  const campaign_id = yield* Fixtures.campaign()
  const step = { subject: "Hello", body: "Hi", delay_days: 0 }
  const { json: sequence } = yield* call("POST", `/campaigns/${campaign_id}/sequences`, { body: step })
  const [lead_id = 0] = yield* Fixtures.leads(campaign_id, [email])
  const message_id = `<${Fixtures.unique("step")}@ours.example>`
  const ids = { lead_id, account_id: account.id, sequence_id: sequence.id, message_id }
  if (!isUnrecorded) {
    const event = { type: "sent", occurred_at: new Date(Date.now() - 60_000).toISOString(), ...ids }
    const { json } = yield* call("POST", "/events", { body: { events: [event] } })
    assert.strictEqual(json.recorded, 1)
  }
  const token = yield* sent({ ...ids, campaign_id: campaign_id as never, to_email: email } as never)
  return { ...ids, campaign_id, email, token }
})

/** The lead, its unsubscriptions, and the blacklist entries of its address. */
const stateOf = Effect.fnUntraced(function* ({
  campaign_id,
  email,
  lead_id
}: Effect.Success<ReturnType<typeof mailed>>) {
  const lead = yield* json(`/leads/${lead_id}`)
  const { data: log = [] } = yield* json(`/analytics/campaigns/${campaign_id}/activity`)
  const { data: entries } = yield* json(`/blacklist/emails?search=${email}`)
  return {
    lead,
    events: log.filter(({ type }: { readonly type: string }) => type === "unsubscribed"),
    entries: entries.map(({ email, source }: { readonly email: string; readonly source: string }) => [email, source])
  }
})

const oneClick = {
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: "List-Unsubscribe=One-Click"
}

onEveryStorage("an unsubscribe link", (it) => {
  it.effect("changes nothing when it is opened, however often", () =>
    Effect.gen(function* () {
      const given = yield* mailed()
      const before = yield* stateOf(given)
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, (_, i) => visit(i % 5 === 0 ? "HEAD" : "GET", given.token)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.deepStrictEqual(yield* stateOf(given), before)
      assert.deepStrictEqual([before.lead.stop_sending, before.events, before.entries], [false, [], []])
    })
  )

  it.effect("unsubscribes by its form, by one click, and without a body: once, however often", () =>
    Effect.gen(function* () {
      const posts: ReadonlyArray<Call> = [
        { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "" },
        oneClick,
        {},
        { headers: { "content-type": "multipart/form-data; boundary=b" }, body: "--b\r\n\r\n--b--" },
        { headers: { "content-type": "application/json" }, body: "{" },
        { body: new Uint8Array(4_096), chunked: true },
        { headers: { authorization: "Bearer wrong" } }
      ]
      for (const post of posts) {
        const given = yield* mailed()
        for (let i = 0; i < 2; i++) {
          const { headers, status, text } = yield* visit("POST", given.token, post)
          assert.deepStrictEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"])
          assert.include(text, `${given.email} is unsubscribed`)
        }
        const { entries, events, lead } = yield* stateOf(given)
        assert.deepStrictEqual(entries, [[given.email.toLowerCase(), "unsubscribe"]])
        assert.strictEqual(events.length, 1)
        const { account_id, lead_id, message_id, sequence_id } = given
        assert.deepInclude(events[0], { account_id, lead_id, message_id, sequence_id, data: {} })
        assert.deepInclude(lead, { stop_sending: true, stop_sending_type: "unsubscribe" })
      }
    })
  )

  it.effect("counts once when it is used many times at the same time", () =>
    Effect.gen(function* () {
      const given = yield* mailed()
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => visit("POST", given.token, oneClick)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      const { entries, events } = yield* stateOf(given)
      assert.deepStrictEqual([entries.length, events.length], [1, 1])
      const { metrics } = yield* json(`/analytics/campaigns/${given.campaign_id}/summary`)
      assert.strictEqual(metrics.unsubscribed, 1)
    })
  )

  it.effect("stops every lead with the address, in all campaigns", () =>
    Effect.gen(function* () {
      const given = yield* mailed()
      const [other] = yield* Fixtures.leads(yield* Fixtures.campaign(), [given.email.toUpperCase()])
      yield* visit("POST", given.token)
      assert.deepInclude(yield* json(`/leads/${other}`), { stop_sending: true, stop_sending_type: "blacklist" })
    })
  )

  it.effect("lists the address that the mail went to, when the lead has another one now", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const given = yield* mailed()
      const [other] = yield* Fixtures.leads(yield* Fixtures.campaign(), [given.email])
      const email = `${Fixtures.unique("new")}@theirs.example`
      yield* call("PATCH", `/leads/${given.lead_id}`, { body: { email } })
      yield* visit("POST", given.token)
      const { entries, events, lead } = yield* stateOf(given)
      assert.deepStrictEqual(entries, [[given.email.toLowerCase(), "unsubscribe"]])
      assert.deepStrictEqual((yield* json(`/blacklist/emails?search=${email}`)).total, 0)
      assert.deepStrictEqual(
        events.map(({ data }: { data: object }) => data),
        [{ email: given.email }]
      )
      assert.deepInclude(lead, { email, stop_sending: true, stop_sending_type: "unsubscribe" })
      assert.deepInclude(yield* json(`/leads/${other}`), { stop_sending: true, stop_sending_type: "blacklist" })
    })
  )

  for (const isUnrecorded of [false, true]) {
    it.effect(`works after the lead is deleted${isUnrecorded ? ", without a sent event" : ""}`, () =>
      Effect.gen(function* () {
        const { call } = yield* TestServer
        const given = yield* mailed({ isUnrecorded })
        const [other] = yield* Fixtures.leads(yield* Fixtures.campaign(), [given.email])
        yield* call("DELETE", "/leads", { body: { ids: [given.lead_id] } })
        for (let i = 0; i < 2; i++) assert.strictEqual((yield* visit("POST", given.token)).status, 200)
        const { entries, events } = yield* stateOf(given)
        assert.deepStrictEqual(entries, [[given.email.toLowerCase(), "unsubscribe"]])
        assert.strictEqual(events.length, isUnrecorded ? 0 : 1)
        assert.deepInclude(yield* json(`/leads/${other}`), { stop_sending: true, stop_sending_type: "blacklist" })
      })
    )
  }

  it.effect("works after the step, the account and the campaign are deleted", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const removals = {
        step: ({ campaign_id, sequence_id }: Effect.Success<ReturnType<typeof mailed>>) =>
          call("DELETE", `/campaigns/${campaign_id}/sequences/${sequence_id}`),
        account: ({ account_id }: Effect.Success<ReturnType<typeof mailed>>) =>
          call("DELETE", "/accounts", { body: { ids: [account_id] } }),
        campaign: ({ campaign_id }: Effect.Success<ReturnType<typeof mailed>>) =>
          call("DELETE", `/campaigns/${campaign_id}`)
      }
      for (const [name, remove] of Object.entries(removals)) {
        const given = yield* mailed({ isUnrecorded: name === "step" })
        assert.isBelow((yield* remove(given)).status, 300, name)
        for (let i = 0; i < 2; i++) assert.strictEqual((yield* visit("POST", given.token)).status, 200, name)
        const { data } = yield* json(`/blacklist/emails?search=${given.email}`)
        assert.strictEqual(data.length, 1, name)
        assert.deepInclude(data[0], { email: given.email.toLowerCase(), source: "unsubscribe" }, name)
        if (name === "campaign") continue
        const { events } = yield* stateOf(given)
        assert.strictEqual(events.length, 1, name)
        assert.strictEqual(events[0].sequence_id, name === "step" ? null : given.sequence_id)
      }
    })
  )

  it.effect("works with anything behind its code, as mail programs and gateways add it", () =>
    Effect.gen(function* () {
      const rests = [
        ".",
        ")",
        ">",
        ",",
        "*",
        "%3E",
        "%3e%22",
        "&quot;",
        ";",
        "/",
        "/?utm_source=mail",
        "?utm_source=mail",
        "//x",
        "A"
      ]
      for (const rest of rests) {
        const given = yield* mailed()
        const page = yield* visit("GET", `${given.token}${rest}`)
        assert.strictEqual(page.status, 200, rest)
        assert.include(page.text, given.email, rest)
        assert.deepStrictEqual((yield* stateOf(given)).entries, [], rest)
        const { status, text } = yield* visit("POST", `${given.token}${rest}`, oneClick)
        assert.strictEqual(status, 200, rest)
        assert.include(text, `${given.email} is unsubscribed`, rest)
        assert.deepStrictEqual((yield* stateOf(given)).entries, [[given.email.toLowerCase(), "unsubscribe"]], rest)
      }
    })
  )

  it.effect("is unknown when anything in it is changed", () =>
    Effect.gen(function* () {
      const { b } = yield* TestServer
      const given = yield* mailed()
      const [organization = "", mail = "", address = "", code = ""] = given.token.split(".")
      const others = [
        `${b.id.toString(36)}.${mail}.${address}.${code}`,
        `${organization}.${(Number.parseInt(mail, 36) + 1).toString(36)}.${address}.${code}`,
        `${organization}.${mail}.${Buffer.from("eve@x.test").toString("base64url")}.${code}`,
        `${organization}.${mail}.${address}.${code[0] === "A" ? "B" : "A"}${code.slice(1)}`,
        given.token.slice(0, -1),
        `0${given.token}`,
        "x",
        "a".repeat(5_000)
      ]
      for (const token of others) {
        for (const method of ["GET", "HEAD", "POST"]) {
          const { headers, status } = yield* visit(method, token)
          assert.deepStrictEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], token)
        }
      }
      assert.deepStrictEqual((yield* stateOf(given)).entries, [])
      assert.strictEqual((yield* json("/blacklist/emails?search=eve@x.test")).total, 0)
    })
  )

  it.effect("of a test changes nothing", () =>
    Effect.gen(function* () {
      const { sent } = yield* TestServer
      const given = yield* mailed()
      const { account_id, lead_id } = given
      const token = yield* sent({ kind: "test", account_id, lead_id, to_email: given.email } as never)
      assert.strictEqual((yield* visit("POST", token)).status, 200)
      assert.deepStrictEqual((yield* stateOf(given)).entries, [])
    })
  )
})

onMemory("the unsubscribe page", (it) => {
  it.effect("has one button and no script, and may load nothing", () =>
    Effect.gen(function* () {
      const { sent } = yield* TestServer
      const email = "a&b'<i>@x.test"
      const token = yield* sent({ lead_id: 1_000_001, to_email: email } as never)
      const { headers, text } = yield* visit("GET", token)
      assert.strictEqual(text.match(/<button/gu)?.length, 1)
      assert.strictEqual(text.match(/<form method="post">/gu)?.length, 1)
      assert.notMatch(text, /<script|<i>|https?:|src=|href=/u)
      assert.include(text, "a&amp;b'&lt;i&gt;@x.test")
      const style = /<style>(.*)<\/style>/su.exec(text)?.[1] ?? ""
      const hash = createHash("sha256").update(style).digest("base64")
      assert.include(
        headers["content-security-policy"],
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'`
      )
      assert.deepInclude(headers, { "cache-control": "no-store", "referrer-policy": "no-referrer" })
      const { headers: ofUnknown } = yield* visit("GET", "x")
      assert.strictEqual(ofUnknown["content-security-policy"], headers["content-security-policy"])
    })
  )

  it.effect("takes bodies of 4 KiB, and no other methods", () =>
    Effect.gen(function* () {
      const { sent } = yield* TestServer
      const token = yield* sent({ lead_id: 1_000_002, to_email: "large@x.test" } as never)
      assert.strictEqual((yield* visit("POST", token, { body: "x".repeat(4_097) })).status, 413)
      assert.strictEqual((yield* visit("POST", token, { body: "x".repeat(4_097), chunked: true })).status, 413)
      assert.strictEqual((yield* json("/blacklist/emails?search=large@x.test")).total, 0)
      const { headers, status } = yield* visit("DELETE", token)
      assert.deepStrictEqual([status, headers.allow], [405, "GET, HEAD, OPTIONS, POST"])
    })
  )
})

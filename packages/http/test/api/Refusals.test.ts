/** Complaints, hard bounces and unsubscriptions about mail whose lead changed or is gone (domain, "Stop rules"). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Call } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

/** A lead that a mail was sent to, another lead with its address in another campaign, and the ids of the mail. */
const mailed = Effect.fnUntraced(function* () {
  const { call } = yield* TestServer
  const email = `${Fixtures.unique("lead")}@refusing.example`
  const campaign_id = yield* Fixtures.campaign()
  const [lead_id = 0] = yield* Fixtures.leads(campaign_id, [email])
  const [other = 0] = yield* Fixtures.leads(yield* Fixtures.campaign(), [email.toUpperCase()])
  const message_id = `<${Fixtures.unique("m")}@ours.example>`
  const provider_message_id = Fixtures.unique("relay")
  const sent = { type: "sent", lead_id, occurred_at: minutesAgo(60), message_id, provider_message_id }
  const { json } = yield* call("POST", "/events", { body: { events: [sent] } })
  assert.strictEqual(json.recorded, 1)
  return { campaign_id, lead_id, other, email, message_id, provider_message_id }
})
type Mailed = Effect.Success<ReturnType<typeof mailed>>

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const removals: Readonly<Record<string, (mail: Mailed) => Effect.Effect<unknown, unknown, TestServer>>> = {
  "its lead was deleted": ({ lead_id }) =>
    TestServer.use(({ call }) => call("DELETE", "/leads", { body: { ids: [lead_id] } })),
  "its campaign was deleted": ({ campaign_id }) =>
    TestServer.use(({ call }) => call("DELETE", `/campaigns/${campaign_id}`))
}

const types = { bounced: "bounce", complained: "complaint", unsubscribed: "unsubscribe" } as const

/** The ways in which an event names its lead and its mail. */
const names: Readonly<Record<string, (mail: Mailed) => object>> = {
  "by its id": ({ lead_id }) => ({ lead_id }),
  "by its campaign and address": ({ campaign_id, email }) => ({ campaign_id, email: email.toUpperCase() }),
  "by its id and the Message-ID": ({ lead_id, message_id }) => ({ lead_id, message_id: message_id.slice(1, -1) }),
  "by its id and the id of the relay": ({ lead_id, provider_message_id }) => ({ lead_id, provider_message_id }),
  "by campaign, address and Message-ID": ({ campaign_id, email, message_id }) => ({ campaign_id, email, message_id })
}

/**
 * A type of event for each way to name its mail. The mail is found in the same way for all types, so each test has each
 * name once; with another `turn`, the names have other types.
 */
const refusals = (turn: number) =>
  Object.entries(names).map(([name, naming], i) => {
    const [type, source] = Object.entries(types)[(i + turn) % 3] ?? assert.fail("There is a type")
    return { name, naming, source, type }
  })

/** A report (RFC 3464, RFC 5965) with the header of the mail. */
const report = (type: string, fields: ReadonlyArray<string>, { email, message_id }: Mailed) =>
  [
    "From: mailer-daemon@mx.example",
    "To: us@ours.example",
    "Subject: A report",
    `Message-ID: <${Fixtures.unique("report")}@mx.example>`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "This is a report.",
    "--b",
    `Content-Type: message/${type}`,
    "",
    ...fields,
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${message_id}`,
    "From: us@ours.example",
    `To: ${email}`,
    "",
    "--b--",
    ""
  ].join("\r\n")

const failed = (status: string, code: string) => (mail: Mailed) =>
  report(
    "delivery-status",
    [
      "Reporting-MTA: dns; mx.example",
      "",
      `Final-Recipient: rfc822; ${mail.email}`,
      "Action: failed",
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${code}`
    ],
    mail
  )
const deadAddress = failed("5.1.1", "550 5.1.1 no such user")
const complaint =
  (...fields: ReadonlyArray<string>) =>
  (mail: Mailed) =>
    report("feedback-report", ["Feedback-Type: abuse", "User-Agent: x/1", "Version: 1", ...fields], mail)

const mails: Readonly<
  Record<string, { readonly of: (mail: Mailed) => string; readonly type: "bounced" | "complained" }>
> = {
  "a notice of a dead address": { of: deadAddress, type: "bounced" },
  "a complaint": { of: (mail) => complaint(`Original-Rcpt-To: <${mail.email}>`)(mail), type: "complained" },
  "a complaint that hides who complains": { of: complaint(), type: "complained" }
}

const listed = Effect.fnUntraced(function* (email: string) {
  const { call } = yield* TestServer
  const { json } = yield* call("GET", `/blacklist/emails?search=${encodeURIComponent(email)}`)
  return (json.data as ReadonlyArray<{ email: string; source: string }>).map((entry) => [entry.email, entry.source])
})

const stopOf = Effect.fnUntraced(function* (id: number) {
  const { call } = yield* TestServer
  return (yield* call("GET", `/leads/${id}`)).json.stop_sending_type as string | null
})

const record = Effect.fnUntraced(function* (event: object, as: Call = {}) {
  const { call } = yield* TestServer
  const body = { events: [{ occurred_at: minutesAgo(5), ...event }] }
  const { json } = yield* call("POST", "/events", { body, ...as })
  return json.data[0] as { readonly status: string; readonly errors?: unknown }
})

/**
 * Checks that the address is on the blacklist with this source, and that the other lead with the address is stopped.
 */
const isRefused = Effect.fnUntraced(function* ({ email, other }: Mailed, source: string) {
  assert.deepStrictEqual(yield* listed(email), [[email, source]])
  assert.strictEqual(yield* stopOf(other), "blacklist")
})

onEveryStorage("a refusal of a mail", (it) => {
  for (const [turn, [removal, remove]] of Object.entries(removals).entries()) {
    it.effect(`is recorded as an event when ${removal}`, () =>
      Effect.gen(function* () {
        for (const { name, naming, source, type } of refusals(turn)) {
          const mail = yield* mailed()
          yield* remove(mail)
          const event = { type, ...naming(mail) }
          assert.strictEqual((yield* record(event)).status, "recorded", `${type} ${name}`)
          yield* isRefused(mail, source)
        }
      })
    )

    it.effect(`counts once when ${removal} and it is reported again`, () =>
      Effect.gen(function* () {
        const { call } = yield* TestServer
        const mail = yield* mailed()
        yield* remove(mail)
        const event = { type: "complained", lead_id: mail.lead_id, message_id: mail.message_id }
        assert.strictEqual((yield* record(event)).status, "recorded")
        yield* call("DELETE", "/blacklist/emails", { body: { emails: [mail.email] } })
        assert.strictEqual((yield* record(event)).status, "duplicate")
        const { json } = yield* Fixtures.receive(complaint(`Original-Rcpt-To: <${mail.email}>`)(mail))
        assert.deepInclude(json, { kind: "complaint", trust: "verified", events: [] })
        assert.deepStrictEqual(yield* listed(mail.email), [])
        assert.isNull(yield* stopOf(mail.other))
      })
    )

    it.effect(`is believed as a mail when ${removal}`, () =>
      Effect.gen(function* () {
        for (const [name, { of, type }] of Object.entries(mails)) {
          const mail = yield* mailed()
          yield* remove(mail)
          const raw = of(mail)
          const { json } = yield* Fixtures.receive(raw)
          assert.deepInclude(json, { trust: "verified", events: [type] }, name)
          assert.notProperty(json, "lead_id")
          yield* isRefused(mail, types[type])
          assert.deepInclude((yield* Fixtures.receive(raw)).json, { kind: "duplicate" })
        }
      })
    )

    it.effect(`is refused by a vouched notice that names only the address when ${removal}`, () =>
      Effect.gen(function* () {
        const { call } = yield* TestServer
        const mail = yield* mailed()
        // Otherwise the other lead with the address would be the one that was last sent to.
        yield* call("DELETE", "/leads", { body: { ids: [mail.other] } })
        yield* remove(mail)
        const body = deadAddress({ ...mail, message_id: "" })
        const headers = { "content-type": "message/rfc822" }
        const { json } = yield* call("POST", "/inbound/messages?vouched=true", { body, headers })
        assert.deepInclude(json, { trust: "verified", events: ["bounced"] })
        assert.deepStrictEqual(yield* listed(mail.email), [[mail.email, "bounce"]])
      })
    )

    it.effect(`does nothing when ${removal} and it is soft or of policy, or nothing proves it`, () =>
      Effect.gen(function* () {
        const mail = yield* mailed()
        yield* remove(mail)
        const { lead_id } = mail
        for (const event of [
          { type: "soft_bounced", lead_id, data: { status: "4.2.2" } },
          { type: "bounced", lead_id, data: { status: "5.7.1" } },
          { type: "opened", lead_id },
          { type: "complained", lead_id, data: { trust: "plausible" } }
        ]) {
          assert.strictEqual((yield* record(event)).status, "rejected", event.type)
        }
        for (const raw of [failed("4.2.2", "452 4.2.2 full"), failed("5.7.1", "550 5.7.1 not wanted")]) {
          assert.deepInclude((yield* Fixtures.receive(raw(mail))).json, { trust: "verified", events: [] })
        }
        const forged = { ...mail, message_id: "<forged@ours.example>" }
        assert.deepInclude((yield* Fixtures.receive(deadAddress(forged))).json, { trust: "unverified", events: [] })
        assert.deepStrictEqual(yield* listed(mail.email), [])
        assert.isNull(yield* stopOf(mail.other))
      })
    )
  }

  it.effect(
    "is about the address that the mail went to, however the event names the lead that has another one now",
    () =>
      Effect.gen(function* () {
        const { call } = yield* TestServer
        for (const { name, naming, source, type } of refusals(2)) {
          const mail = yield* mailed()
          const now = `${Fixtures.unique("now")}@refusing.example`
          yield* call("PATCH", `/leads/${mail.lead_id}`, { body: { email: now } })
          assert.strictEqual((yield* record({ type, ...naming(mail) })).status, "recorded", `${type} ${name}`)
          yield* isRefused(mail, source)
          assert.deepStrictEqual(yield* listed(now), [])
          assert.strictEqual(yield* stopOf(mail.lead_id), source)
        }
      })
  )

  it.effect("keeps a step that was deleted with the campaign", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const mail = yield* mailed()
      const path = `/campaigns/${mail.campaign_id}`
      const { json: step } = yield* call("POST", `${path}/sequences`, { body: { subject: "A", body: "B" } })
      yield* call("DELETE", path)
      const event = { type: "unsubscribed", lead_id: mail.lead_id, sequence_id: step.id }
      assert.strictEqual((yield* record(event)).status, "recorded")
      yield* isRefused(mail, "unsubscribe")
    })
  )

  it.effect("of a mail that was stored, and not reported, is about the address in it", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const written = yield* Fixtures.conversation()
      const { json } = yield* call("GET", `/unibox/threads/${written.thread_id}`)
      const message_id = json.data[0].message_id as string
      yield* call("DELETE", "/leads", { body: { ids: [written.lead_id] } })
      const mail = { ...written, message_id, email: written.theirs, other: 0, provider_message_id: "" }
      const { json: taken } = yield* Fixtures.receive(complaint()(mail))
      assert.deepInclude(taken, { trust: "verified", events: [], thread_id: written.thread_id })
      assert.deepStrictEqual(yield* listed(written.theirs), [[written.theirs, "complaint"]])
    })
  )

  it.effect("is rejected when the mail was erased, never sent, or is another organization's: alike", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const erased = yield* mailed()
      yield* call("DELETE", "/leads", { body: { ids: [erased.lead_id], erase: true } })
      const [unsent = 0] = yield* Fixtures.leads(erased.campaign_id, [`${Fixtures.unique("x")}@refusing.example`])
      yield* call("DELETE", "/leads", { body: { ids: [unsent] } })
      const foreign = yield* mailed()
      yield* call("DELETE", "/leads", { body: { ids: [foreign.lead_id] } })
      const missing = yield* record({ type: "complained", lead_id: Number.MAX_SAFE_INTEGER })
      assert.strictEqual(missing.status, "rejected")
      for (const lead_id of [erased.lead_id, unsent]) {
        assert.deepStrictEqual(yield* record({ type: "complained", lead_id }), missing)
      }
      const theirs = { type: "complained", lead_id: foreign.lead_id, message_id: foreign.message_id }
      assert.deepStrictEqual(yield* record(theirs, { key: b.key }), missing)
      const { json } = yield* Fixtures.receive(complaint(`Original-Rcpt-To: <${erased.email}>`)(erased))
      assert.deepInclude(json, { trust: "unverified", events: [] })
      assert.deepStrictEqual(yield* listed(erased.email), [])
    })
  )
})

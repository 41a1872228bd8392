/** Which mail the intake trusts, over HTTP (domain, "Whom to believe"). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

/** A failure notice in prose. It names the address and returns `message_id`, if given. */
const notice = (email: string, message_id?: string) =>
  Fixtures.mail({
    from: "MAILER-DAEMON@mx.example",
    to: "us@ours.example",
    subject: "failure notice",
    body: [
      "Your mail was not delivered.",
      "",
      `<${email}>:`,
      "550 5.1.1 User unknown",
      "",
      ...(message_id === undefined
        ? []
        : ["--- Below this line is a copy of the message.", "", `To: ${email}`, `Message-ID: ${message_id}`])
    ].join("\r\n")
  })

onEveryStorage("the trust in a notice", (it) => {
  const take = Effect.fnUntraced(function* (body: string, query = "") {
    const { call } = yield* TestServer
    const headers = { "content-type": "message/rfc822" }
    return yield* call("POST", `/inbound/messages${query}`, { body, headers })
  })
  /** A lead that a mail was sent to: its `id` and address. */
  const mailed = Effect.fnUntraced(function* (ids: object) {
    const { call } = yield* TestServer
    const campaign_id = yield* Fixtures.campaign()
    const id = yield* Fixtures.lead(campaign_id)
    const occurred_at = new Date(Date.now() - 60_000).toISOString()
    const sent = { type: "sent", lead_id: id, occurred_at, ...ids }
    const { json } = yield* call("POST", "/events", { body: { events: [sent] } })
    assert.strictEqual(json.recorded, 1)
    return { id, email: (yield* call("GET", `/leads/${id}`)).json.email as string }
  })
  const stopOf = Effect.fnUntraced(function* ({ email, id }: { readonly id: number; readonly email: string }) {
    const { call } = yield* TestServer
    const { json: lead } = yield* call("GET", `/leads/${id}`)
    const { json: listed } = yield* call("GET", `/blacklist/emails?search=${email}`)
    return [lead.stop_sending_type, listed.total]
  })

  it.effect("is in the answer, and in the stored message", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const lead = yield* mailed({ provider_message_id: Fixtures.unique("relay") })
      const { json } = yield* take(notice(lead.email, "<forged@ours.example>"))
      assert.deepInclude(json, { kind: "bounce", trust: "unverified", events: [] })
      const { json: thread } = yield* call("GET", `/unibox/threads/${json.thread_id}`)
      assert.strictEqual(thread.data[0].trust, "unverified")
      assert.notProperty(thread.thread.last_message, "trust")
      assert.deepStrictEqual(yield* stopOf(lead), [null, 0])
    })
  )

  it.effect("is full for the id that a relay gave the mail", () =>
    Effect.gen(function* () {
      const provider_message_id = Fixtures.unique("relay")
      const lead = yield* mailed({ provider_message_id })
      const { json } = yield* take(notice(lead.email, `<${provider_message_id}@relay.example>`))
      assert.deepInclude(json, { trust: "verified", events: ["bounced"], lead_id: lead.id })
      assert.deepStrictEqual(yield* stopOf(lead), ["bounce", 1])
    })
  )

  it.effect("stops one lead without proof, and blacklists it when the host vouches", () =>
    Effect.gen(function* () {
      const [first, second] = [
        yield* mailed({ message_id: `<${Fixtures.unique("m")}@x>` }),
        yield* mailed({ message_id: `<${Fixtures.unique("m")}@x>` })
      ]
      assert.deepInclude((yield* take(notice(first.email), "?vouched=false")).json, { trust: "plausible" })
      assert.deepStrictEqual(yield* stopOf(first), ["bounce", 0])
      assert.deepInclude((yield* take(notice(second.email), "?vouched=true")).json, { trust: "verified" })
      assert.deepStrictEqual(yield* stopOf(second), ["bounce", 1])
    })
  )

  it.effect("cannot be asked for in any other way", () =>
    Effect.gen(function* () {
      for (const query of [
        "?vouched=1",
        "?vouched=",
        "?vouched=True",
        "?vouched=true&vouched=true",
        "?trust=verified"
      ]) {
        const { json, status } = yield* take(notice("ada@example.com"), query)
        assert.deepStrictEqual([status, json.code], [400, "invalid_request"], query)
      }
    })
  )

  it.effect("is for a sent event to prove: an opening, for instance, has no provider_message_id", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const id = yield* Fixtures.lead(yield* Fixtures.campaign())
      const opened = { type: "opened", lead_id: id, occurred_at: new Date().toISOString(), provider_message_id: "1" }
      const { json } = yield* call("POST", "/events", { body: { events: [opened] } })
      assert.deepInclude(json.data[0], { status: "rejected" })
      assert.match(
        json.data[0].errors[0].message,
        /only a sent event, a bounce or a complaint has a provider_message_id/u
      )
    })
  )
})

onEveryStorage("a bounce that arrives as mail and is reported, too", (it) => {
  /**
   * A host and a mail system report the same bounce, in either order. Returns the Message-IDs in the log, and the
   * summary.
   */
  const countOf = Effect.fnUntraced(function* (message_id: string, isReportedFirst: boolean) {
    const { call } = yield* TestServer
    const campaign_id = yield* Fixtures.campaign()
    const id = yield* Fixtures.lead(campaign_id)
    const { json: lead } = yield* call("GET", `/leads/${id}`)
    const bare = message_id.slice(1, -1)
    const event = { lead_id: id, occurred_at: new Date(Date.now() - 60_000).toISOString(), message_id: bare }
    const record = (type: string) =>
      Effect.map(
        call("POST", "/events", { body: { events: [{ ...event, type }] } }),
        ({ json }) => json.data[0].status as string
      )
    const receive = Effect.map(
      Fixtures.receive(notice(lead.email, message_id)),
      ({ json }) => json.events as ReadonlyArray<string>
    )
    assert.strictEqual(yield* record("sent"), "recorded")
    const outcome = isReportedFirst
      ? [yield* record("bounced"), yield* receive]
      : [yield* receive, yield* record("bounced")]
    assert.deepStrictEqual(outcome, isReportedFirst ? ["recorded", []] : [["bounced"], "duplicate"])
    const { json: log } = yield* call("GET", `/analytics/campaigns/${campaign_id}/activity`)
    const { json: summary } = yield* call("GET", `/analytics/campaigns/${campaign_id}/summary`)
    return { ids: log.data.map((logged: { message_id: string }) => logged.message_id), summary }
  })

  it.effect("counts once, in either order, although the host leaves out the angle brackets", () =>
    Effect.gen(function* () {
      for (const isReportedFirst of [true, false]) {
        const message_id = `<${Fixtures.unique("m")}@ours.example>`
        const { ids, summary } = yield* countOf(message_id, isReportedFirst)
        assert.deepStrictEqual(ids, [message_id, message_id])
        assert.strictEqual(summary.metrics.bounced, 1)
      }
    })
  )
})

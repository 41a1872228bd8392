/** Mails that Mailroom sends: answers from the unibox, tests of steps, and what became of them (sending design). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { conversation, ended } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("an answer from the unibox", (it) => {
  const reply = Effect.fnUntraced(function* (thread: string, fields: object = {}) {
    const { call } = yield* TestServer
    return yield* call("POST", `${thread}/reply`, { body: { body_text: "Tuesday?", ...fields } })
  })
  const submittedTo = Effect.fnUntraced(function* (email: string) {
    const { outgoing } = yield* TestServer
    return outgoing.submitted.filter(({ mail }) => mail.to.email === email)
  })
  const refusal = ({ json, status }: { readonly json: any; readonly status: number }) => [status, json.reason]

  it.effect("is sent, stands in its thread, and its recipient's next mail lands there, too", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { account_id, campaign_id, lead_id, ours, theirs, thread, thread_id } = yield* conversation
      const settings = { first_name: "Grace", signature: "Grace <b>Hopper</b>" }
      yield* call("PATCH", "/accounts", { body: { ids: [account_id], settings } })
      const { json: before } = yield* call("GET", thread)
      assert.deepStrictEqual(before.reply, {
        allowed: true,
        reason: null,
        account_id,
        from_email: ours,
        to_email: theirs,
        cc: [],
        subject: "Re: Hello"
      })

      const queued = yield* reply(thread, { body_html: "<p>Tuesday?</p>" })
      assert.strictEqual(queued.status, 202)
      assert.deepInclude(queued.json, {
        kind: "reply",
        outcome: "queued",
        account_id,
        campaign_id,
        lead_id,
        thread_id,
        to_email: theirs,
        subject: "Re: Hello"
      })
      const sent = yield* ended(queued.json.id)
      assert.deepInclude(sent, { outcome: "sent", attempts: 1, next_attempt_at: null })

      const [submitted = assert.fail()] = yield* submittedTo(theirs)
      assert.deepStrictEqual(
        [submitted.mail.from, submitted.mail.message_id, submitted.server?.connection.host],
        [{ name: "Grace", email: ours }, sent.message_id, "smtp.ours.example"]
      )
      const { data } = before
      assert.strictEqual(submitted.mail.in_reply_to, data.at(-1).message_id)
      assert.deepStrictEqual(
        submitted.mail.references,
        data.map(({ message_id }: any) => message_id)
      )
      assert.strictEqual(submitted.mail.text, "Tuesday?\n\nGrace <b>Hopper</b>\n")
      assert.strictEqual(submitted.mail.html, "<p>Tuesday?</p>\n<p>Grace &lt;b&gt;Hopper&lt;/b&gt;</p>\n")

      const { json: after } = yield* call("GET", thread)
      assert.strictEqual(after.data.length, data.length + 1)
      assert.deepInclude(after.data.at(-1), { is_our_email: true, is_new: false, from_email: ours, to_email: theirs })
      assert.strictEqual(after.data.at(-1).message_id, sent.message_id)

      const next = { from: theirs, to: ours, headers: { "In-Reply-To": sent.message_id }, body: "Yes, Tuesday" }
      const { json: received } = yield* Fixtures.receive(next)
      assert.deepInclude(received, { kind: "reply", thread_id, lead_id })

      // The account's Sent folder has the same mail: it is stored once.
      const copy = { from: ours, to: theirs, headers: { "Message-ID": sent.message_id } }
      yield* Fixtures.receive(copy)
      assert.strictEqual((yield* call("GET", thread)).json.data.length, data.length + 2)

      // An answer leaves no event of the lead.
      const { json: log } = yield* call("GET", `/leads/${lead_id}/activity`)
      assert.notInclude(
        log.data.map(({ type }: any) => type),
        "sent"
      )
    })
  )

  it.effect("is sent once for an Idempotency-Key", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { theirs, thread } = yield* conversation
      const headers = { "idempotency-key": Fixtures.unique("key-") }
      // Blank HTML is none.
      const send = call("POST", `${thread}/reply`, { headers, body: { body_text: "Once", body_html: " \n" } })
      const [first, again] = [yield* send, yield* send]
      assert.deepStrictEqual([again.status, again.text], [202, first.text])
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
      yield* ended(first.json.id)
      assert.deepStrictEqual(
        (yield* submittedTo(theirs)).map(({ mail }) => [mail.text, mail.html]),
        [["Once", null]]
      )
    })
  )

  it.effect("needs an account with credentials, which can be another one", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const talk = yield* Fixtures.conversation()
      const thread = `/unibox/threads/${talk.thread_id}`
      const { json } = yield* call("GET", thread)
      assert.deepInclude(json.reply, { allowed: false, reason: "account_not_connected", account_id: null })
      assert.deepStrictEqual(refusal(yield* reply(thread)), [409, "account_not_connected"])

      const other = yield* conversation
      const stateWith = (account_id: number) =>
        Effect.map(call("GET", `${thread}?account_id=${account_id}`), ({ json }) => json.reply)
      assert.deepInclude(yield* stateWith(other.account_id), {
        allowed: true,
        reason: null,
        account_id: other.account_id
      })
      assert.deepInclude(yield* stateWith(talk.account_id), { allowed: false, reason: "account_not_connected" })
      // The other way round: the account of the conversation works, the named one does not.
      const { json: theirs } = yield* call("GET", `${other.thread}?account_id=${talk.account_id}`)
      assert.deepInclude(theirs.reply, { allowed: false, reason: "account_not_connected", account_id: null })
      assert.strictEqual((yield* call("GET", `${thread}?account_id=x`)).status, 400)
      const { status, json: queued } = yield* reply(thread, { account_id: other.account_id })
      assert.deepStrictEqual([status, queued.account_id], [202, other.account_id])
      assert.strictEqual((yield* ended(queued.id)).outcome, "sent")

      yield* call("DELETE", "/accounts", { body: { ids: [other.account_id] } })
      assert.deepStrictEqual(refusal(yield* reply(thread, { account_id: other.account_id })), [
        409,
        "account_not_connected"
      ])
    })
  )

  it.effect("is not sent to an address that has unsubscribed", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { lead_id, thread } = yield* conversation
      const event = { type: "unsubscribed", lead_id, occurred_at: "2026-08-07T09:30:00Z", idempotency_key: "u" }
      yield* call("POST", "/events", { body: { events: [event] } })
      const { json } = yield* call("GET", thread)
      assert.deepInclude(json.reply, { allowed: false, reason: "recipient_unsubscribed" })
      assert.deepStrictEqual(refusal(yield* reply(thread)), [409, "recipient_unsubscribed"])
    })
  )

  it.effect("needs an incoming mail", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { account_id, ours } = yield* conversation
      const [lead_id] = yield* Fixtures.leads(yield* Fixtures.campaign(), [`${Fixtures.unique("silent")}@x.example`])
      const message = {
        message_id: `<${Fixtures.unique("only")}@ours.example>`,
        subject: "Hello",
        body_text: "Hello",
        from_email: ours,
        to_email: "silent@x.example"
      }
      const event = { type: "sent", lead_id, account_id, occurred_at: "2026-08-07T09:30:00Z", message }
      yield* call("POST", "/events", { body: { events: [event] } })
      // A thread without an incoming mail is in no list; the mail of ours is found by a copy of it.
      const copy = { from: ours, to: message.to_email, headers: { "Message-ID": message.message_id } }
      const { json: own } = yield* Fixtures.receive(copy)
      const thread = `/unibox/threads/${own.thread_id}`
      assert.deepInclude((yield* call("GET", thread)).json.reply, { allowed: false, reason: "no_recipient" })
      assert.deepStrictEqual(refusal(yield* reply(thread)), [409, "no_recipient"])
    })
  )

  it.effect("has a text, and needs a full key and a thread", () =>
    Effect.gen(function* () {
      const { a, call } = yield* TestServer
      const { thread } = yield* conversation
      for (const body_text of ["", "  \n", undefined, 1]) {
        const { json, status } = yield* reply(thread, { body_text })
        assert.deepStrictEqual([status, json.errors?.[0].pointer], [400, "/body/body_text"])
      }
      const asReader = { key: a.readOnlyKey, body: { body_text: "Hi" } }
      assert.strictEqual((yield* call("POST", `${thread}/reply`, asReader)).status, 403)
      assert.strictEqual((yield* reply("/unibox/threads/999999999")).status, 404)
    })
  )

  it.effect("with an unknown outcome is sent again only if a person says that it was not sent", () =>
    Effect.gen(function* () {
      const { a, call, outgoing } = yield* TestServer
      for (const outcome of ["sent", "unsent"] as const) {
        const { theirs, thread } = yield* conversation
        outgoing.next({ outcome: "unknown", reason: "The connection was lost" })
        const { json } = yield* reply(thread)
        const unknown = yield* ended(json.id)
        assert.deepInclude(unknown, { outcome: "unknown", reply: "The connection was lost", ended_at: null })
        const count = (yield* call("GET", thread)).json.data.length
        const resolve = (key = a.key) => call("POST", `/sends/${json.id}/resolve`, { key, body: { outcome } })
        assert.strictEqual((yield* resolve(a.readOnlyKey)).status, 403)
        assert.strictEqual((yield* resolve()).status, 200)
        const resolved = yield* ended(json.id)
        assert.deepInclude(resolved, { outcome: "sent", message_id: unknown.message_id })
        const tries = (yield* submittedTo(theirs)).map(({ mail }) => mail.message_id)
        assert.deepStrictEqual(tries, Array(outcome === "sent" ? 1 : 2).fill(unknown.message_id))
        assert.strictEqual((yield* call("GET", thread)).json.data.length, count + 1)
        assert.deepStrictEqual(refusal(yield* resolve()), [409, "send_not_unknown"])
      }
    })
  )

  it.effect("is found in its thread, with its text until it is sent", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { thread, thread_id } = yield* conversation
      outgoing.next({ outcome: "refused", at: "data", code: 550, reply: "550 no" })
      const refused = yield* ended((yield* reply(thread)).json.id)
      const sent = yield* ended((yield* reply(thread)).json.id)
      assert.deepStrictEqual([refused.outcome, refused.body_text, sent.body_text], ["refused", "Tuesday?", null])
      for (const [filter, expected] of [
        // The later answer was sent, so nobody needs the text of the earlier one.
        ["kind=reply", [sent, { ...refused, body_text: null, sent_by: null }]],
        ["kind=test", []],
        ["outcome=sent", [sent]]
      ]) {
        const { json } = yield* call("GET", `/sends?thread_id=${thread_id}&${filter}`)
        assert.deepStrictEqual(json.data, expected)
      }
    })
  )

  it.effect("is in the list of mails, by account, lead and outcome", () =>
    Effect.gen(function* () {
      const { a, b, call } = yield* TestServer
      const { account_id, lead_id, thread } = yield* conversation
      const ids: Array<number> = []
      for (let i = 0; i < 3; i++) ids.push((yield* reply(thread)).json.id)
      for (const id of ids) yield* ended(id)
      const list = Effect.fnUntraced(function* (query: string, key = a.key) {
        const { json } = yield* call("GET", `/sends?${query}`, { key })
        return json
      })
      const idsOf = ({ data }: any) => data.map(({ id }: any) => id)
      assert.deepStrictEqual(idsOf(yield* list(`account_id=${account_id}`, a.readOnlyKey)), ids.toReversed())
      assert.deepStrictEqual(idsOf(yield* list(`lead_id=${lead_id}&outcome=sent`)), ids.toReversed())
      assert.deepStrictEqual(idsOf(yield* list(`lead_id=${lead_id}&outcome=refused`)), [])
      assert.deepStrictEqual(idsOf(yield* list(`lead_id=${lead_id}`, b.key)), [])
      const first = yield* list(`account_id=${account_id}&limit=2`)
      assert.isTrue(first.has_more)
      const rest = yield* list(`account_id=${account_id}&limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)
      assert.deepStrictEqual([...idsOf(first), ...idsOf(rest)], ids.toReversed())
      const foreign = yield* call("GET", `/sends?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)
      assert.deepStrictEqual([foreign.status, foreign.json.code], [400, "invalid_cursor"])
    })
  )
})

onEveryStorage("a test of a step", (it) => {
  const campaign = Effect.gen(function* () {
    const { call } = yield* TestServer
    const { account_id, ours } = yield* conversation
    const campaign_id = yield* Fixtures.campaign()
    const email = `${Fixtures.unique("ada")}@theirs.example`
    const { json } = yield* call("POST", "/leads", {
      body: { campaign_id, leads: [{ email, first_name: "Ada", custom_fields: { city: "London" } }] }
    })
    const step = Effect.fnUntraced(function* (body: object) {
      const { json } = yield* call("POST", `/campaigns/${campaign_id}/sequences`, { body })
      return json.id as number
    })
    const lead_id = json.data[0].id as number
    return {
      account_id,
      ours,
      email,
      lead_id,
      campaign_id,
      step,
      test: (sequence_id: number, fields: object = {}, options: object = {}) =>
        call("POST", `/campaigns/${campaign_id}/test`, {
          body: { lead_id, sequence_id, account_id, ...fields },
          ...options
        })
    }
  })

  it.effect("goes to an account of the organization, and changes nothing", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { campaign_id, email, lead_id, ours, step, test } = yield* campaign
      const body = "Hello {{first_name}} in {{custom.city}}.\n{{unsubscribe_link}}"
      const body_html = "<p>Hello {{first_name}}</p>"
      const sequence_id = yield* step({ subject: "For {{first_name}}", body, body_html })
      const lead = (yield* call("GET", `/leads/${lead_id}`)).text
      const { json, status } = yield* test(sequence_id)
      assert.strictEqual(status, 202)
      assert.deepInclude(json, {
        kind: "test",
        campaign_id,
        lead_id,
        sequence_id,
        position: 1,
        thread_id: null,
        to_email: ours,
        subject: "[Test] For Ada"
      })
      assert.strictEqual((yield* ended(json.id)).outcome, "sent")
      const { mail } = outgoing.submitted.find(({ mail }) => mail.message_id === json.message_id) ?? assert.fail()
      assert.deepStrictEqual(
        [mail.to.email, mail.text, mail.html, mail.in_reply_to],
        [ours, "Hello Ada in London.\nhttps://unsubscribe.invalid/u/0", "<p>Hello Ada</p>", null]
      )
      assert.match(mail.headers["List-Unsubscribe"] ?? "", /\?subject=unsubscribe%200>$/u)
      assert.isFalse(outgoing.submitted.some(({ mail }) => mail.to.email === email))
      assert.strictEqual((yield* call("GET", `/leads/${lead_id}`)).text, lead)
      assert.deepStrictEqual((yield* call("GET", `/leads/${lead_id}/activity`)).json.data, [])
      assert.deepStrictEqual((yield* call("GET", `/leads/${lead_id}/threads`)).json.data, [])
    })
  )

  it.effect("of a step without subject has the last subject before it", () =>
    Effect.gen(function* () {
      const { step, test } = yield* campaign
      yield* step({ subject: "First", body: "1" })
      yield* step({ subject: "Second for {{first_name}}", body: "2" })
      yield* step({ body: "3" })
      const fourth = yield* step({ body: "4" })
      yield* step({ subject: "Fifth", body: "5" })
      assert.strictEqual((yield* test(fourth)).json.subject, "[Test] Re: Second for Ada")
    })
  )

  it.effect("names each variable that has no value", () =>
    Effect.gen(function* () {
      const { step, test } = yield* campaign
      const body = "{{company}} {{last_name|friend}} {{sender.first_name}} {{custom.plan}}"
      const { json, status } = yield* test(yield* step({ subject: "{{company}}", body }))
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(
        json.errors.map(({ message, pointer }: any) => [pointer, /\{\{(.*?)\}\}/u.exec(message)?.[1]]),
        [
          ["/body/lead_id", "company"],
          ["/body/account_id", "sender.first_name"],
          ["/body/lead_id", "custom.plan"]
        ]
      )
    })
  )

  it.effect("is about things of this campaign and organization, and needs credentials and a full key", () =>
    Effect.gen(function* () {
      const { a, b, call } = yield* TestServer
      const { account_id, step, test } = yield* campaign
      const sequence_id = yield* step({ subject: "Hello", body: "Hello" })
      const other = yield* campaign
      const foreign = yield* Fixtures.conversation({ key: b.key })
      const unconnected = yield* Fixtures.conversation()
      for (const [name, id] of [
        ["lead_id", other.lead_id],
        ["lead_id", foreign.lead_id],
        ["sequence_id", yield* other.step({ body: "x" })],
        ["account_id", foreign.account_id],
        ["to_account_id", foreign.account_id]
      ] as const) {
        const { json, status } = yield* test(sequence_id, { [name]: id })
        assert.deepStrictEqual([status, json.errors?.[0].pointer], [400, `/body/${name}`])
      }
      const { json } = yield* test(sequence_id, { account_id: unconnected.account_id })
      assert.deepStrictEqual([json.status, json.reason], [409, "account_not_connected"])
      const to = yield* test(sequence_id, { to_account_id: unconnected.account_id })
      assert.deepStrictEqual([to.status, to.json.to_email], [202, unconnected.ours])
      assert.strictEqual((yield* test(sequence_id, {}, { key: a.readOnlyKey })).status, 403)
      yield* call("DELETE", "/accounts", { body: { ids: [account_id] } })
      assert.strictEqual((yield* test(sequence_id)).json.errors?.[0].pointer, "/body/account_id")
    })
  )
})

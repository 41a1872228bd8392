/** An address is the same person in each spelling of its domain: in Unicode, in punycode, in any case. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const punycode = "xn--bcher-kva.example"
/** Other spellings of the domain: composed, decomposed, in upper case, with a full stop of another script. */
const spellings = [
  "bücher.example",
  "bu\u0308cher.example",
  "BÜCHER.Example",
  "XN--Bcher-KVA.example",
  "bücher。example"
]

onEveryStorage("an address with an international domain", (it) => {
  const create = Effect.fnUntraced(function* (campaign_id: string, leads: ReadonlyArray<object>, query: object = {}) {
    const server = yield* TestServer
    const { json } = yield* server.call("POST", "/leads", { body: { campaign_id, leads, ...query } })
    return json.data as ReadonlyArray<{ readonly id: number; readonly status: string }>
  })

  it.effect("is one lead of a campaign", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const name = Fixtures.unique("lead")
      for (const given of [`${name}@${punycode}`, `${name}@bücher.example`]) {
        const campaign_id = yield* Fixtures.campaign()
        const [lead] = yield* create(campaign_id, [{ email: given }])
        const others = [punycode, ...spellings].map((domain) => ({ email: `${name}@${domain}` }))
        for (const { id, status } of yield* create(campaign_id, others)) {
          assert.deepStrictEqual([id, status], [lead?.id, "duplicate"])
        }
        const changed = yield* create(campaign_id, [others[0]!, ...others], { on_duplicate: "update" })
        assert.deepStrictEqual(
          [...new Set(changed.map(({ id, status }) => `${id} ${status}`))],
          [`${lead?.id} updated`]
        )
        const { json: page } = yield* call("GET", `/leads/campaign/${campaign_id}`)
        assert.strictEqual(page.data.length, 1)
        // Answers show the address as it was given.
        assert.strictEqual(page.data[0].email, given)
      }
    })
  )

  it.effect("cannot become another lead's, and its own lead may spell it in another way", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [first, second] = yield* create(campaign_id, [{ email: "a@bücher.example" }, { email: "b@x.example" }])
      const taken = yield* call("PATCH", `/leads/${second?.id}`, { body: { email: `A@${punycode}` } })
      assert.strictEqual(taken.status, 409)
      const email = `a@${punycode}`
      const respelled = yield* call("PATCH", `/leads/${first?.id}`, { body: { email } })
      assert.deepInclude(respelled.json, { id: first?.id, email })
    })
  )

  it.effect("is found as it was given, and in its normal form", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [lead, other] = yield* create(campaign_id, [
        { email: "Straße@Straßenbau.example" },
        { email: "other@x.example" }
      ])
      const search = Effect.fnUntraced(function* (text: string) {
        const query = `search=${encodeURIComponent(text)}`
        const page = yield* call("GET", `/leads/campaign/${campaign_id}?${query}`)
        const list = yield* call("GET", `/leads?campaign_id=${campaign_id}&${query}`)
        const ids = page.json.data.map(({ id }: { readonly id: number }) => id)
        assert.strictEqual(page.json.total, ids.length)
        assert.deepStrictEqual(
          list.json.data.map(({ id }: { readonly id: number }) => id),
          ids
        )
        return ids
      })
      for (const text of [
        "Straße@Straßenbau.example",
        "straßenB",
        "STRASSENBAU",
        "xn--straenbau-j1a.example",
        "-j1a"
      ]) {
        assert.deepStrictEqual(yield* search(text), [lead?.id], text)
      }
      yield* call("PATCH", `/leads/${lead?.id}`, { body: { email: "ada@x.example" } })
      assert.deepStrictEqual(yield* search("straßen"), [])
      yield* call("PATCH", `/leads/${other?.id}`, { body: { email: "other@bücher.example" } })
      assert.deepStrictEqual(yield* search("bücher"), [other?.id])
    })
  )

  it.effect("gets the events of its lead", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [lead] = yield* create(campaign_id, [{ email: "events@bücher.example" }])
      const occurred_at = "2026-08-01T00:00:00.000Z"
      const events = [punycode, ...spellings].map((domain, n) => ({
        type: "opened",
        campaign_id,
        email: `Events@${domain}`,
        occurred_at,
        idempotency_key: `spelling ${campaign_id} ${n}`
      }))
      const { json } = yield* call("POST", "/events", { body: { events } })
      assert.strictEqual(json.recorded, events.length)
      const { json: log } = yield* call("GET", `/leads/${lead?.id}/activity`)
      assert.strictEqual(log.data.length, events.length)
    })
  )

  it.effect("stops the lead by a reply in another spelling that names no mail of ours", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const ours = `${Fixtures.unique("sender")}@ours.example`
      yield* call("POST", "/accounts", { body: { email: ours, provider: "smtp" } })
      const pairs = [
        ["bücher.example", punycode],
        [punycode, "BÜCHER.example"]
      ]
      for (const [given, written] of pairs) {
        const campaign_id = yield* Fixtures.campaign()
        const name = Fixtures.unique("reply")
        const [lead] = yield* create(campaign_id, [{ email: `${name}@${given}` }])
        yield* Fixtures.receive({ from: ours, to: `${name}@${given}` })
        const { json } = yield* Fixtures.receive({ from: `${name}@${written}`, to: ours, body: "Please stop." })
        assert.deepInclude(json, { kind: "reply", lead_id: lead?.id })
        const { json: stopped } = yield* call("GET", `/leads/${lead?.id}`)
        assert.deepInclude(stopped, { stop_sending: true, stop_sending_type: "reply", status: "Replied" })
      }
    })
  )

  it.effect("is one sender account, whose mail is ours", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const name = Fixtures.unique("sender")
      const { json: account } = yield* call("POST", "/accounts", {
        body: { email: `${name}@bücher.example`, provider: "smtp" }
      })
      const emails = [punycode, ...spellings].map((domain) => `${name}@${domain}`)
      for (const email of emails) {
        const { status } = yield* call("POST", "/accounts", { body: { email, provider: "smtp" } })
        assert.strictEqual(status, 409, email)
      }
      const lead = `${Fixtures.unique("lead")}@theirs.example`
      yield* Fixtures.leads(yield* Fixtures.campaign(), [lead])
      const { json: own } = yield* Fixtures.receive({ from: `${name}@${punycode}`, to: lead })
      assert.strictEqual(own.kind, "own")
      const { json: reply } = yield* Fixtures.receive({ from: lead, to: `${name}@${punycode}` })
      const { json: thread } = yield* call("GET", `/unibox/threads/${reply.thread_id}`)
      assert.strictEqual(thread.thread.account_id, account.id)
      // This also holds for the mail of a `sent` event, whichever address the reply is sent to.
      const other = `${Fixtures.unique("lead")}@theirs.example`
      const [lead_id] = yield* Fixtures.leads(yield* Fixtures.campaign(), [other])
      const occurred_at = "2026-08-01T00:00:00.000Z"
      const from_email = `${name}@${punycode}`
      const message = { message_id: `<${name}@x>`, subject: "", body_text: "", from_email, to_email: other }
      yield* call("POST", "/events", { body: { events: [{ type: "sent", lead_id, occurred_at, message }] } })
      const { json: answer } = yield* Fixtures.receive({ from: other, to: "nobody@ours.example" })
      const { json: theirs } = yield* call("GET", `/unibox/threads/${answer.thread_id}`)
      assert.strictEqual(theirs.thread.account_id, account.id)
      for (const search of [`${name}@bücher`, `${name}@xn--`, `${name}@BÜCHER.example`]) {
        const { json } = yield* call("GET", `/accounts?search=${encodeURIComponent(search)}`)
        assert.deepStrictEqual([json.total, json.data[0]?.email], [1, `${name}@bücher.example`], search)
      }
    })
  )

  it.effect("leaves nothing behind when its lead is erased", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const ours = `${Fixtures.unique("sender")}@ours.example`
      yield* call("POST", "/accounts", { body: { email: ours, provider: "smtp" } })
      const name = Fixtures.unique("erased")
      const [lead] = yield* create(yield* Fixtures.campaign(), [{ email: `${name}@${punycode}` }])
      const { json: stray } = yield* Fixtures.receive({ from: `${name}@Bücher.example`, to: ours })
      assert.strictEqual(stray.kind, "other")
      yield* call("DELETE", "/leads", { body: { ids: [lead?.id], erase: true } })
      const { status } = yield* call("GET", `/unibox/threads/${stray.thread_id}`)
      assert.strictEqual(status, 404)
    })
  )
})

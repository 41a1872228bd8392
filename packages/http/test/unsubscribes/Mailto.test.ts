/** Mails that unsubscribe: the second address in `List-Unsubscribe` (sending design, "Unsubscribe"). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "../api/Fixtures.ts"
import { onEveryStorage, TestServer } from "../api/TestServer.ts"

const json = (target: string) =>
  TestServer.pipe(
    Effect.flatMap(({ call }) => call("GET", target)),
    Effect.map(({ json }) => json)
  )

/** A conversation whose lead has answered a mail, and the token of another mail to the lead. */
const conversation = Effect.gen(function* () {
  const { sent } = yield* TestServer
  const talk = yield* Fixtures.conversation()
  const { account_id, campaign_id, lead_id, theirs } = talk
  const token = yield* sent({ account_id, campaign_id, lead_id, to_email: theirs } as never)
  return { ...talk, token }
})

const listed = (email: string) =>
  Effect.map(json(`/blacklist/emails?search=${email}`), ({ data }) =>
    data.map(({ email, source }: { readonly email: string; readonly source: string }) => [email, source])
  )

onEveryStorage("a mail with a token in its subject", (it) => {
  it.effect("unsubscribes, whoever wrote it, and is no reply", () =>
    Effect.gen(function* () {
      for (const [prefix, from, headers] of [
        ["", "theirs", {}],
        ["Re: ", "a colleague <colleague@other.example>", {}],
        ["[EXTERNAL] AW: ", "no-reply@provider.example", { "Auto-Submitted": "auto-generated" }],
        ["", "ours", { "Authentication-Results": "mx.test; dmarc=fail" }]
      ] as const) {
        const { campaign_id, lead_id, ours, theirs, thread_id, token } = yield* conversation
        const author = from === "theirs" ? theirs : from === "ours" ? ours : from
        const mail = Fixtures.mail({
          from: author,
          to: ours,
          subject: `${prefix}unsubscribe ${token}`,
          headers: { "Message-ID": `<${Fixtures.unique("u")}@x.test>`, ...headers },
          body: ""
        })
        const { json: received } = yield* Fixtures.receive(mail)
        assert.deepInclude(received, { kind: "unsubscription", lead_id, thread_id, events: ["unsubscribed"] }, author)
        assert.notProperty(received, "reply_text")
        assert.deepStrictEqual(yield* listed(theirs), [[theirs, "unsubscribe"]])
        const { data: log } = yield* json(`/analytics/campaigns/${campaign_id}/activity`)
        // The first reply came from the conversation.
        assert.deepStrictEqual(log.map(({ type }: { readonly type: string }) => type).toSorted(), [
          "replied",
          "unsubscribed"
        ])
        const { json: again } = yield* Fixtures.receive(mail)
        assert.deepInclude(again, { kind: "duplicate", events: [] })
      }
    })
  )

  it.effect("counts once, with the link", () =>
    Effect.gen(function* () {
      const { lead_id, ours, theirs, token } = yield* conversation
      const subject = `unsubscribe ${token}`
      const results = yield* Effect.forEach([1, 2], () => Fixtures.receive({ from: theirs, to: ours, subject }))
      assert.deepStrictEqual(
        results.map(({ json }) => [json.kind, json.lead_id, json.events]),
        [
          ["unsubscription", lead_id, ["unsubscribed"]],
          ["unsubscription", lead_id, []]
        ]
      )
    })
  )

  it.effect("unsubscribes after the lead is deleted, and the address that the mail went to", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const removed = yield* conversation
      yield* call("DELETE", "/leads", { body: { ids: [removed.lead_id] } })
      const { json: received } = yield* Fixtures.receive({
        from: "stranger@other.example",
        to: removed.ours,
        subject: `unsubscribe ${removed.token}`
      })
      assert.deepInclude(received, { kind: "unsubscription", events: [] })
      assert.deepStrictEqual(yield* listed(removed.theirs), [[removed.theirs, "unsubscribe"]])

      const moved = yield* conversation
      const email = `${Fixtures.unique("new")}@theirs.example`
      yield* call("PATCH", `/leads/${moved.lead_id}`, { body: { email } })
      const subject = `unsubscribe ${moved.token}`
      const { json: ofMoved } = yield* Fixtures.receive({ from: email, to: moved.ours, subject })
      assert.deepInclude(ofMoved, { lead_id: moved.lead_id, events: ["unsubscribed"] })
      assert.deepStrictEqual(yield* listed(moved.theirs), [[moved.theirs, "unsubscribe"]])
      assert.deepStrictEqual(yield* listed(email), [])
    })
  )

  it.effect("is an ordinary mail when the token is changed, or of another organization", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const { ours, theirs, token } = yield* conversation
      const changed = `${token.slice(0, -2)}${token.at(-2) === "A" ? "B" : "A"}${token.at(-1)}`
      const { json: reply } = yield* Fixtures.receive({ from: theirs, to: ours, subject: `unsubscribe ${changed}` })
      assert.strictEqual(reply.kind, "reply")
      const other = { from: theirs, to: "us@b.example", subject: `unsubscribe ${token}` }
      assert.strictEqual((yield* Fixtures.receive(other, { key: b.key })).json.kind, "other")
      assert.deepStrictEqual(yield* listed(theirs), [])
      const { json: ofB } = yield* call("GET", `/blacklist/emails?search=${theirs}`, { key: b.key })
      assert.strictEqual(ofB.total, 0)
    })
  )
})

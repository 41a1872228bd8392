/** Answers that are sent later, over HTTP: mail that comes in refuses them, and people change their minds. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { conversation, ended, inHours } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("an answer that is sent later", (it) => {
  const schedule = Effect.fnUntraced(function* (thread: string, fields: object = {}) {
    const { call } = yield* TestServer
    const body = { body_text: "Tuesday?", send_at: inHours(2), ...fields }
    return yield* call("POST", `${thread}/reply`, { body })
  })

  it.effect("waits, is listed, moves to another time, and is sent now", () =>
    Effect.gen(function* () {
      const { a, call, outgoing } = yield* TestServer
      const { theirs, thread, thread_id } = yield* conversation
      const send_at = inHours(2)
      const { json, status } = yield* schedule(thread, { send_at })
      assert.strictEqual(status, 202)
      assert.deepInclude(json, { outcome: "queued", send_at, next_attempt_at: send_at, body_text: "Tuesday?" })
      const listed = (query: string) =>
        Effect.map(call("GET", `/sends?thread_id=${thread_id}&${query}`), (answer) =>
          answer.json.data.map(({ id }: any) => id)
        )
      assert.deepStrictEqual([yield* listed("scheduled=true"), yield* listed("scheduled=false")], [[json.id], []])
      // The conversation and the forecasts say when it goes out.
      const shown = Effect.gen(function* () {
        const { json: found } = yield* call("GET", thread)
        const { lead_id } = found.thread
        const rows = (yield* call("GET", `/leads/${lead_id}/threads`)).json.data
        const campaign = (yield* call("GET", `/leads/${lead_id}`)).json.campaign_id
        const later = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)
        const targets = ["/upcoming", `/upcoming?campaign_id=${campaign}`, `/campaigns/${campaign}/upcoming`]
        const lists = yield* Effect.forEach([...targets, `/upcoming?day=${later}`], (target) => call("GET", target))
        const [all = [], own = [], upcoming = [], other = []] = lists.map((answer) =>
          answer.json.scheduled.filter((answer: any) => answer.send_id === json.id)
        )
        assert.deepStrictEqual([own, upcoming, other], [all, all, []])
        for (const row of all) assert.deepInclude(row, { thread_id, lead_id, campaign_id: campaign, to_email: theirs })
        return [found.thread.scheduled_at, rows[0].scheduled_at, all[0]?.at]
      })
      assert.deepStrictEqual(yield* shown, [send_at, send_at, send_at])
      const patch = (body: object, key = a.key) => call("PATCH", `/sends/${json.id}`, { body, key })
      const later = inHours(5)
      assert.strictEqual((yield* patch({ send_at: later }, a.readOnlyKey)).status, 403)
      const moved = yield* patch({ send_at: later })
      assert.deepInclude(moved.json, { outcome: "queued", send_at: later, next_attempt_at: later })
      for (const [wrong, said] of [
        [inHours(-1), "must be in the future"],
        [inHours(9000), "must be at most a year ahead"]
      ] as const) {
        const refused = yield* patch({ send_at: wrong })
        const [error] = refused.json.errors
        assert.deepStrictEqual([refused.status, error.pointer], [400, "/body/send_at"])
        assert.include(error.message ?? error.detail, said)
      }
      assert.deepInclude((yield* patch({ send_at: null })).json, { outcome: "queued", send_at: null })
      assert.strictEqual((yield* ended(json.id)).outcome, "sent")
      assert.deepStrictEqual(yield* shown, [undefined, undefined, undefined])
      assert.lengthOf(
        outgoing.submitted.filter(({ mail }) => mail.to.email === theirs),
        1
      )
      const late = yield* patch({ send_at: inHours(3) })
      assert.deepStrictEqual([late.status, late.json.reason], [409, "send_not_scheduled"])
      assert.strictEqual((yield* call("PATCH", "/sends/999999999", { body: { send_at: null } })).status, 404)
    })
  )

  it.effect("is refused at once when the lead answers, and not by a machine", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { ours, theirs, thread } = yield* conversation
      const { json } = yield* schedule(thread)
      const outcome = Effect.map(call("GET", `/sends/${json.id}`), (found) => found.json)
      const headers = { "Auto-Submitted": "auto-replied", "Message-ID": `<${Fixtures.unique("away")}@theirs.example>` }
      const { json: away } = yield* Fixtures.receive({ from: theirs, to: ours, headers, body: "I am away" })
      assert.deepStrictEqual([away.kind, (yield* outcome).outcome], ["auto_reply", "queued"])
      yield* Fixtures.receive({ from: theirs, to: ours, body: "By the way: Wednesday is better" })
      const refused = yield* outcome
      assert.deepInclude(refused, { outcome: "refused", reason: "newer_message", body_text: "Tuesday?" })
      assert.include(refused.reply, "A new mail came into the conversation")
      // An answer that is written now knows the mail.
      const { json: next } = yield* schedule(thread)
      assert.strictEqual((yield* call("GET", `/sends/${next.id}`)).json.outcome, "queued")
    })
  )

  it.effect("tells other consoles when it moves to another time and when it is cancelled", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { thread } = yield* conversation
      const { json } = yield* schedule(thread)
      const revision = Effect.map(call("GET", "/unibox/changes"), (answer) => answer.json.revision)
      const before = yield* revision
      assert.strictEqual((yield* call("PATCH", `/sends/${json.id}`, { body: { send_at: inHours(3) } })).status, 200)
      const moved = yield* revision
      assert.isAbove(moved, before)
      assert.strictEqual((yield* call("POST", `/sends/${json.id}/cancel`)).status, 200)
      assert.isAbove(yield* revision, moved)
    })
  )

  it.effect("is cancelled once, keeps its text, and is sent by nobody", () =>
    Effect.gen(function* () {
      const { a, call } = yield* TestServer
      const { thread } = yield* conversation
      const { json } = yield* schedule(thread)
      const cancel = (key = a.key) => call("POST", `/sends/${json.id}/cancel`, { key })
      assert.strictEqual((yield* cancel(a.readOnlyKey)).status, 403)
      const both = yield* Effect.all([cancel(), cancel()], { concurrency: 2 })
      assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [200, 409])
      const { json: cancelled } = yield* call("GET", `/sends/${json.id}`)
      assert.deepInclude(cancelled, {
        outcome: "refused",
        reason: "cancelled",
        reply: "Cancelled before it was sent",
        body_text: "Tuesday?"
      })
      const { json: sent } = yield* call("POST", `${thread}/reply`, { body: { body_text: "Now" } })
      assert.strictEqual((yield* ended(sent.id)).outcome, "sent")
      assert.strictEqual((yield* ended(json.id)).outcome, "refused")
    })
  )

  it.effect("loses its text when its lead is erased", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { lead_id, thread } = yield* conversation
      const { json } = yield* schedule(thread)
      const erased = yield* call("DELETE", `/leads`, { body: { ids: [lead_id], erase: true } })
      assert.strictEqual(erased.status, 200, erased.text)
      const { json: found } = yield* call("GET", `/sends/${json.id}`)
      assert.deepInclude(found, { to_email: "", body_text: null, send_at: null, subject: "" })
    })
  )
})

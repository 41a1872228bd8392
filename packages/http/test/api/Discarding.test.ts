/** The text of an answer that was refused, which a person discards. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { conversation, ended } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("an answer", (it) => {
  it.effect("that was refused keeps its text until a person discards it", () =>
    Effect.gen(function* () {
      const { a, call, outgoing } = yield* TestServer
      const reply = (thread: string) => call("POST", `${thread}/reply`, { body: { body_text: "Tuesday?" } })
      const { thread } = yield* conversation
      outgoing.next({ outcome: "refused", at: "recipient", code: 550, reply: "550 no such user" })
      const { json } = yield* reply(thread)
      const refused = yield* ended(json.id)
      assert.strictEqual(refused.outcome, "refused")
      assert.isNotNull(refused.body_text)
      const discard = (id: number, key = a.key) => call("POST", `/sends/${id}/discard`, { key })
      assert.strictEqual((yield* discard(json.id, a.readOnlyKey)).status, 403)
      for (let time = 0; time < 2; time++) {
        const answer = yield* discard(json.id)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepStrictEqual(answer.json, { ...refused, body_text: null, sent_by: null })
      }
      assert.deepStrictEqual((yield* call("GET", `/sends/${json.id}`)).json, {
        ...refused,
        body_text: null,
        sent_by: null
      })
      const { json: next } = yield* reply(thread)
      assert.strictEqual((yield* ended(next.id)).outcome, "sent")
      const { json: problem, status } = yield* discard(next.id)
      assert.deepStrictEqual([status, problem.reason], [409, "send_not_refused"])
      assert.strictEqual((yield* discard(999_999_999)).status, 404)
    })
  )
})

/** Answers of several people to the same conversation. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { signedIn } from "./Roles.ts"
import { conversation, ended } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("an answer of a person", (it) => {
  it.effect("names its author, and one of two people who answer at the same time is told of the other", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { thread, thread_id } = yield* conversation
      const people = [yield* signedIn("member", "Ada"), yield* signedIn("member", "Ben")]
      const last_message_id = (yield* call("GET", thread)).json.data.at(-1).id
      const answers = yield* Effect.forEach(
        people,
        (person) => person.call("POST", `${thread}/reply`, { body: { body_text: "Tuesday?", last_message_id } }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [202, 409])
      const index = answers.findIndex(({ status }) => status === 202)
      const [winner, loser] = [people[index] ?? assert.fail(), people[1 - index] ?? assert.fail()]
      const author = { type: "person", id: winner.id, name: index === 0 ? "Ada" : "Ben" }
      assert.deepStrictEqual(answers[index]?.json.sent_by, author)
      const refused = answers[1 - index]?.json
      assert.strictEqual(refused.reason, "newer_message")
      assert.include(refused.detail, `by ${author.name}`)
      yield* ended(answers[index]?.json.id)
      const { json } = yield* call("GET", thread)
      assert.deepStrictEqual(json.data.at(-1).sent_by, author)
      assert.notProperty(json.data[0], "sent_by")
      const listed = (yield* call("GET", "/unibox/threads?tab=replies&limit=100")).json.data
      const own = listed.find((one: any) => one.id === thread_id)
      if (own.last_message.is_our_email) assert.deepStrictEqual(own.last_message.sent_by, author)
      const body = { body_text: "Wednesday?", last_message_id: json.data.at(-1).id }
      assert.strictEqual((yield* loser.call("POST", `${thread}/reply`, { body })).status, 202)
    })
  )
})

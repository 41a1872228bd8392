/** Folders of sent mail, which the worker reads: over an inbox in memory, in memory and on Postgres. */
import { assert, describe, it } from "@effect/vitest"
import { Intake, Replies, Sends } from "@mailroom/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"
import { body, type Given, mail, onPostgres, test, user } from "./Inboxes.ts"

/** An account that has answered a lead, and whose answer has the outcome `unknown`. */
const answered = Effect.fnUntraced(function* ({ asTenant, connect, inboxes, outgoing, send, threads, turn }: Given) {
  inboxes.addFolder(user, "Sent", "\\Sent")
  yield* connect()
  yield* turn()
  yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
  yield* turn()
  const [thread = assert.fail("There is a thread")] = yield* threads
  const { id, message_id } = yield* asTenant(
    Replies.use((replies) => replies.reply(thread.id, { body_text: "Good day" }))
  )
  outgoing.next({ outcome: "unknown", reason: "The connection was lost" })
  yield* send
  const find = asTenant(Sends.use((sends) => sends.find(id)))
  assert.strictEqual((yield* find).outcome, "unknown")
  const copy = mail({
    id: message_id.slice(1, -1),
    from: user,
    to: "ada@lead.example",
    text: "Good day",
    header: "In-Reply-To: <1@lead.example>"
  })
  return { thread, find, copy, message_id }
})

const unknownIsSettled = function* (known: Given) {
  const { inboxes, messages, threads, turn } = known
  const { copy, find, thread } = yield* answered(known)
  yield* turn()
  assert.strictEqual((yield* find).outcome, "unknown")
  yield* inboxes.append(user, "Sent", copy)
  yield* turn()
  assert.strictEqual((yield* find).outcome, "sent")
  const stored = yield* messages(thread.id)
  assert.deepStrictEqual(
    stored.map(({ body_text, is_our_email }) => [is_our_email, body_text.trim()]),
    [
      [false, "Yes, please"],
      [true, "Good day"]
    ]
  )
  assert.lengthOf(yield* threads, 1)
}

describe("A copy of a mail whose outcome is unknown", () => {
  test("settles it as sent, and is stored once, when a host hands it in", function* (known) {
    const { asTenant, messages } = known
    const { copy, find, thread } = yield* answered(known)
    const receive = asTenant(Intake.use((intake) => intake.receive(new TextEncoder().encode(copy))))
    assert.strictEqual((yield* receive).thread_id, thread.id)
    assert.strictEqual((yield* find).outcome, "sent")
    assert.strictEqual((yield* receive).kind, "duplicate")
    assert.lengthOf(yield* messages(thread.id), 2)
  })
})

describe("The folder of sent mail", () => {
  test("shows that a mail with an unknown outcome has gone out", unknownIsSettled)

  it.live("shows the same on Postgres", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* body(unknownIsSettled).pipe(
        Effect.provide(TestClock.layer()),
        Effect.provide(onPostgres(url), { local: true })
      )
    })
  )

  test("is searched for a copy that its reading has passed over", function* (known) {
    const { inboxes, messages, turn } = known
    const { copy, find, thread } = yield* answered(known)
    yield* inboxes.append(user, "Sent", copy, { is_draft: true })
    yield* turn()
    assert.strictEqual((yield* find).outcome, "sent")
    assert.lengthOf(yield* messages(thread.id), 2)
  })

  test("adds own mail of another program to its conversation", function* (known) {
    const { inboxes, messages, turn } = known
    const { thread } = yield* answered(known)
    yield* inboxes.append(
      user,
      "Sent",
      mail({
        id: "phone@ours.example",
        from: user,
        to: "ada@lead.example",
        text: "From my phone",
        header: "In-Reply-To: <1@lead.example>"
      })
    )
    yield* turn()
    const stored = yield* messages(thread.id)
    assert.deepStrictEqual(
      stored.map(({ body_text, is_our_email }) => [is_our_email, body_text.trim()]),
      [
        [false, "Yes, please"],
        [true, "From my phone"]
      ]
    )
  })
})

/** A later answer that goes out discards the answers of its conversation that were refused before. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Sends } from "../../src/sends/Sends.ts"
import { Uploads } from "../../src/uploads/Uploads.ts"
import { test } from "./Conversation.ts"

describe("an answer that was refused", () => {
  const refused = { outcome: "refused", at: "data", code: 550, reply: "550 No" } as const
  const later = { send_at: "2026-03-02T12:00:00Z" }

  test("keeps its text until a later answer was sent", function* (given) {
    const { connect, find, outgoing, reply, turn } = given
    yield* connect
    outgoing.next(refused)
    const first = yield* reply("First")
    yield* turn
    const second = yield* reply("Second")
    assert.deepInclude(yield* find(first.id), { outcome: "refused", body_text: "First" })
    yield* turn
    assert.strictEqual((yield* find(second.id)).outcome, "sent")
    assert.deepInclude(yield* find(first.id), { outcome: "refused", body_text: null, reply: "550 No" })
  })

  for (const outcome of [
    refused,
    { outcome: "refused", at: "data", code: 450, reply: "450 Later" },
    { outcome: "unknown", reason: "The connection ended" }
  ] as const) {
    test(`keeps its text while the later one is ${JSON.stringify(outcome)}`, function* (given) {
      const { connect, find, outgoing, reply, turn } = given
      yield* connect
      outgoing.next(refused)
      const first = yield* reply("First")
      yield* turn
      outgoing.next(outcome)
      const second = yield* reply("Second")
      yield* turn
      assert.notStrictEqual((yield* find(second.id)).outcome, "sent")
      assert.strictEqual((yield* find(first.id)).body_text, "First")
    })
  }

  test("loses its text when a person says that the later one was sent", function* (given) {
    const { connect, find, outgoing, reply, resolve, turn } = given
    yield* connect
    outgoing.next(refused)
    const first = yield* reply("First")
    yield* turn
    outgoing.next({ outcome: "unknown", reason: "The connection ended" })
    const second = yield* reply("Second")
    yield* turn
    assert.strictEqual((yield* find(first.id)).body_text, "First")
    yield* resolve(second.id, "sent")
    assert.strictEqual((yield* find(first.id)).body_text, null)
  })

  test("that was cancelled loses its text, too, and gives its files back", function* (given) {
    const { asTenant, connect, find, reply, turn } = given
    yield* connect
    const upload = yield* asTenant(
      Effect.flatMap(Uploads, (uploads) => uploads.create(new Uint8Array([1]), { filename: "a.txt" }))
    )
    const first = yield* reply("First", { ...later, attachments: [upload.id] })
    yield* asTenant(Effect.flatMap(Sends, (sends) => sends.cancel(first.id)))
    yield* reply("Second")
    yield* turn
    assert.deepInclude(yield* find(first.id), { body_text: null, attachments: [] })
    assert.strictEqual((yield* reply("Third", { attachments: [upload.id] })).attachments.length, 1)
  })

  test("keeps its text if it was written after the answer that is sent", function* (given) {
    const { asTenant, connect, find, reply, turn } = given
    yield* connect
    const first = yield* reply("First", later)
    const second = yield* reply("Second", later)
    yield* asTenant(Effect.flatMap(Sends, (sends) => sends.cancel(second.id)))
    yield* TestClock.setTime(Date.UTC(2026, 2, 2, 12))
    yield* turn
    assert.strictEqual((yield* find(first.id)).outcome, "sent")
    assert.strictEqual((yield* find(second.id)).body_text, "Second")
  })
})

/** Readings of inboxes that end early. */
import { assert, describe } from "@effect/vitest"
import { Accounts, Mailboxes } from "@mailroom/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { test } from "./Inboxes.ts"

describe("A reading of an inbox", () => {
  test("ends within a second when its account loses the credentials, or the process stops, whatever its server does", function* ({
    account_id,
    asTenant,
    connect,
    inboxes,
    turn
  }) {
    yield* connect()
    let isStopping = false
    const reading = Effect.fnUntraced(function* () {
      const asked = inboxes.hang()
      const fiber = yield* Effect.forkChild(turn(() => isStopping))
      yield* Effect.promise(() => asked)
      yield* TestClock.adjust("10 seconds")
      assert.isUndefined(fiber.pollUnsafe(), "it goes on while nothing has changed")
      return fiber
    })
    const disconnected = yield* reading()
    yield* asTenant(Mailboxes.use((mailboxes) => mailboxes.disconnect(account_id)))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(disconnected), 0)
    yield* connect()
    const moved = yield* reading()
    yield* connect({ host: "mail.ours.example" })
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(moved), 0)
    const stopped = yield* reading()
    isStopping = true
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(stopped), 0)
    isStopping = false
    const removed = yield* reading()
    yield* asTenant(Accounts.use((accounts) => accounts.remove({ ids: [account_id] })))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(removed), 0)
  })

  test("and a test of its account end after a minute when the server answers nothing", function* ({
    account_id,
    asTenant,
    connect,
    inboxes
  }) {
    yield* connect()
    const asked = inboxes.hang()
    const testing = yield* Effect.forkChild(asTenant(Mailboxes.use((mailboxes) => mailboxes.test(account_id))))
    yield* Effect.promise(() => asked)
    yield* TestClock.adjust("60 seconds")
    assert.deepInclude((yield* Fiber.join(testing)).imap, {
      success: false,
      error: "The server did not answer within 60 seconds"
    })
  })
})

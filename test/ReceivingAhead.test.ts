/** While a mail of an inbox is stored, the next one is read. */
import { assert, describe } from "@effect/vitest"
import { Intake, Mailroom } from "@mailroom/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { mail, test, user } from "./Inboxes.ts"

describe("An inbox", () => {
  test("reads the next mail while one is stored", function* ({
    connect,
    inboxes,
    item,
    account_id,
    asTenant,
    threads,
    turn
  }) {
    const intake = yield* Intake
    const waiting: Array<ReadonlyArray<number>> = []
    const slow = Intake.of({
      receive: (raw, options) =>
        Effect.gen(function* () {
          // The fiber that reads ahead runs as far as it can.
          yield* Effect.yieldNow
          waiting.push(inboxes.reads.map(({ uid }) => uid))
          return yield* intake.receive(raw, options)
        })
    })
    yield* connect()
    yield* turn()
    for (const n of [1, 2, 3]) yield* inboxes.append(user, "INBOX", mail({ id: `${n}@lead.example` }))
    const handler = yield* Effect.provideService(Mailroom.inboxReceiver, Intake, slow)
    yield* TestClock.adjust("5 minutes")
    yield* asTenant(handler.handle({ ...item, key: String(account_id), isStopping: () => false }))
    assert.deepStrictEqual(waiting, [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3]
    ])
    assert.lengthOf(yield* threads, 1)
  })
})

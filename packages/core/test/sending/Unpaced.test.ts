/** An account whose pace is switched off while it waits for it. */
import { assert, describe } from "@effect/vitest"
import { TestClock } from "effect/testing"
import * as Timestamp from "../../src/Timestamp.ts"
import { test } from "./Mailing.ts"

describe("The next mail of an account", () => {
  test(
    "goes out at once when the pace is switched off",
    { accounts: [{ min_delay_minutes: 30 }], leads: 2 },
    function* (given) {
      const { accounts, account_ids, asTenant, turn } = given
      yield* turn()
      const now = yield* Timestamp.now
      const before = (yield* given.upcoming).accounts[0]
      assert.strictEqual(before?.reason, "pace")
      assert.isAbove(Timestamp.toMillis(before?.next_at ?? now), Timestamp.toMillis(now))
      const [id = assert.fail()] = account_ids
      yield* asTenant(accounts.update({ ids: [id], settings: { min_delay_minutes: 0 } }))
      const after = (yield* given.upcoming).accounts[0]
      assert.strictEqual(after?.reason, null)
      assert.isAtMost(Timestamp.toMillis(after?.next_at ?? assert.fail()), Timestamp.toMillis(now))
      yield* given.work
      assert.strictEqual(given.outgoing.submitted.length, 2)
    }
  )

  test(
    "goes out when the window opens, although a later instant was drawn before the pace was switched off",
    {
      accounts: [{ min_delay_minutes: 60 }],
      campaign: { send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "10:00", to: "18:00" } },
      leads: 1
    },
    function* (given) {
      const { accounts, account_ids, asTenant, turn } = given
      yield* TestClock.setTime(Timestamp.toMillis("2026-03-02T09:59:00.000Z" as Timestamp.Timestamp))
      yield* turn()
      assert.isAbove(
        Timestamp.toMillis((yield* given.upcoming).accounts[0]?.next_at ?? assert.fail()),
        Timestamp.toMillis("2026-03-02T10:00:00.000Z" as Timestamp.Timestamp)
      )
      const [id = assert.fail()] = account_ids
      yield* asTenant(accounts.update({ ids: [id], settings: { min_delay_minutes: 0 } }))
      assert.strictEqual((yield* given.upcoming).accounts[0]?.next_at, "2026-03-02T10:00:00.000Z")
      assert.strictEqual(yield* turn(), 1)
    }
  )
})

/** A mail that is on its way when its account loses what it needs. */
import { assert, describe } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import type { AccountId } from "../../src/ids.ts"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { Withdrawn } from "../../src/mailboxes/Withdrawal.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { credentials, test } from "./Conversation.ts"

describe("An answer", () => {
  for (const [loss, lose] of [
    ["loses its credentials", (id: AccountId) => Mailboxes.use((mailboxes) => mailboxes.disconnect(id))],
    [
      "gets another server",
      (id: AccountId) =>
        Mailboxes.use((mailboxes) => mailboxes.connect(id, { smtp: { ...credentials.smtp, host: "other.x.test" } }))
    ],
    ["is removed", (id: AccountId) => Effect.asVoid(Accounts.use((accounts) => accounts.remove({ ids: [id] })))]
  ] as const) {
    test(`that a server is slow to take is given up when its account ${loss}`, function* ({
      account,
      asTenant,
      connect,
      find,
      outgoing,
      reply,
      turn
    }) {
      yield* connect
      const { id } = yield* reply()
      const reached = yield* Deferred.make<void>()
      const isWithdrawn = Effect.repeat(Effect.delay(Withdrawn, "1 second"), { until: (is) => is() })
      const gone: MailOutcome = { outcome: "unsent", reason: "Gone", is_ours: true }
      outgoing.next(Effect.andThen(Deferred.succeed(reached, undefined), Effect.as(isWithdrawn, gone)))
      const sending = yield* Effect.forkChild(turn)
      yield* Deferred.await(reached)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* find(id)).outcome, "begun")
      yield* asTenant<unknown, unknown, Accounts | CurrentOrganization | Mailboxes>(lose(account.id))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(sending)
      assert.deepInclude(yield* find(id), { outcome: "queued", attempts: 0, reply: "Gone" })
    })
  }
})

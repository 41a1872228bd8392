/** A mail that is on its way when its account loses what it needs. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { AccountStore } from "../../src/accounts/AccountStore.ts"
import { AccountId, OrganizationId } from "../../src/ids.ts"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { makeUntilWithdrawn, Revoked, Withdrawn } from "../../src/mailboxes/Withdrawal.ts"
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

describe("A connection that is kept open after a mail", () => {
  for (const [change, make] of [
    [
      "gets another password",
      (id: AccountId) => {
        const auth = { type: "password", password: "another-secret" } as const
        return Mailboxes.use((mailboxes) => mailboxes.connect(id, { smtp: { ...credentials.smtp, auth } }))
      }
    ],
    ["loses its credentials", (id: AccountId) => Mailboxes.use((mailboxes) => mailboxes.disconnect(id))],
    ["is removed", (id: AccountId) => Effect.asVoid(Accounts.use((accounts) => accounts.remove({ ids: [id] })))]
  ] as const) {
    test(`is revoked when its account ${change}`, function* ({ account, asTenant, connect, outgoing, reply, turn }) {
      yield* connect
      yield* reply()
      const kept = yield* Deferred.make<Effect.Effect<void>>()
      outgoing.next(
        Effect.gen(function* () {
          yield* Deferred.succeed(kept, yield* Revoked)
          return { outcome: "sent", reply: "250 Ok" } satisfies MailOutcome
        })
      )
      yield* turn
      const revoked = yield* Effect.forkChild(yield* Deferred.await(kept))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(revoked.pollUnsafe())
      yield* asTenant<unknown, unknown, Accounts | CurrentOrganization | Mailboxes>(make(account.id))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(revoked)
    })
  }
})

describe("The watch over an account", () => {
  it.effect("goes on when storage has a defect", () =>
    Effect.gen(function* () {
      let isBroken = true
      const untilWithdrawn = yield* makeUntilWithdrawn.pipe(
        Effect.updateService(AccountStore, (store) => ({
          ...store,
          findMany: (...args: Parameters<typeof store.findMany>) =>
            isBroken ? Effect.die(new Error("A defect")) : store.findMany(...args)
        }))
      )
      const server = { host: "smtp.x.test", port: 465, security: "tls", user: "me", auth: "password" } as const
      const watch = yield* Effect.forkChild(untilWithdrawn(AccountId.make(1), "smtp", server))
      yield* TestClock.adjust("3 seconds")
      assert.isUndefined(watch.pollUnsafe())
      isBroken = false
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(watch)
    }).pipe(
      Effect.provideService(CurrentOrganization, { id: OrganizationId.make(1) }),
      Effect.provide(MemoryStorage.layer)
    )
  )
})

/** Storage that fails while a mail is with its server: the outcome is kept, and is never unknown. */
import { assert, describe } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { layerOn, type Mailing, test } from "./Mailing.ts"

const unavailable = new StorageError({
  operation: "SendStore.lock",
  reason: new Unavailable({ cause: new Error("The server restarts") })
})

/** Storage that locks no mails while it is down. */
const failing = (state: { isDown: boolean }) =>
  layerOn(
    Layer.provideMerge(
      Layer.effect(
        SendStore,
        Effect.map(SendStore, (store) =>
          SendStore.of({
            ...store,
            lock: (...input) => Effect.suspend(() => (state.isDown ? Effect.fail(unavailable) : store.lock(...input)))
          })
        )
      ),
      MemoryStorage.layer
    )
  )

const accepted: MailOutcome = { outcome: "sent", reply: "250 2.0.0 Ok" }
const refused: MailOutcome = { outcome: "refused", at: "recipient", code: 550, reply: "550 5.1.1 User unknown" }
const outcomes = ({ sendsOf }: Mailing) => Effect.map(sendsOf, (sends) => sends.map(({ outcome }) => outcome))

describe("While storage is down", () => {
  for (const [name, outcome, stored] of [
    ["a mail that was accepted", accepted, "sent"],
    ["a mail that was refused", refused, "refused"]
  ] as const) {
    const state = { isDown: false }
    /** A turn during which storage goes down, when the server has answered. */
    const turnInto = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing) {
      const answered = yield* Deferred.make<void>()
      const answer = Effect.sync(() => {
        state.isDown = true
        return outcome
      })
      outgoing.next(Effect.tap(answer, () => Deferred.succeed(answered, undefined)))
      const fiber = yield* Effect.forkChild(turn())
      yield* Deferred.await(answered)
      return fiber
    })

    test(
      `${name} is kept until it is stored`,
      { leads: 1 },
      function* (given) {
        const turn = yield* turnInto(given)
        yield* TestClock.adjust("2 minutes")
        assert.deepStrictEqual(yield* outcomes(given), ["begun"])
        state.isDown = false
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(turn)
        assert.deepStrictEqual([yield* outcomes(given), given.outgoing.submitted.length], [[stored], 1])
      },
      failing(state)
    )

    test(
      `${name} is not unknown after its turn was interrupted`,
      { leads: 1 },
      function* (given) {
        const turn = yield* turnInto(given)
        yield* TestClock.adjust("4 minutes")
        yield* Fiber.interrupt(turn)
        state.isDown = false
        yield* given.turn()
        assert.deepStrictEqual([yield* outcomes(given), given.outgoing.submitted.length], [[stored], 1])
      },
      failing(state)
    )
  }
})

/** Storage that fails while a mail is with its server: the outcome is kept, and is never unknown. */
import { assert, describe } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import type { Send } from "../../src/sends/Send.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { layerOn, type Mailing, test } from "./Mailing.ts"

const unavailable = new StorageError({
  operation: "SendStore.lock",
  reason: new Unavailable({ cause: new Error("The server restarts") })
})

interface State {
  /** Storage is down for all mails. */
  isDown: boolean
  /** A mail that storage cannot read because of a defect. */
  broken?: Send["id"] | undefined
}

/** Storage that locks no mails while it is down, and never the broken one. */
const failing = (state: State) =>
  layerOn(
    Layer.provideMerge(
      Layer.effect(
        SendStore,
        Effect.map(SendStore, (store) =>
          SendStore.of({
            ...store,
            lock: (id, ids) =>
              Effect.suspend(() => {
                if (state.broken !== undefined && ids.includes(state.broken)) return Effect.die(new Error("a bug"))
                return state.isDown ? Effect.fail(unavailable) : store.lock(id, ids)
              })
          })
        )
      ),
      MemoryStorage.layer
    )
  )

const accepted: MailOutcome = { outcome: "sent", reply: "250 2.0.0 Ok" }
const refused: MailOutcome = { outcome: "refused", at: "recipient", code: 550, reply: "550 5.1.1 User unknown" }
const unsent: MailOutcome = { outcome: "unsent", reason: "The port is closed" }
const outcomes = ({ sendsOf }: Mailing) => Effect.map(sendsOf, (sends) => sends.map(({ outcome }) => outcome))

/** A turn during which storage goes down, when the server has answered. */
const turnInto = Effect.fnUntraced(function* (state: State, outcome: MailOutcome, { outgoing, turn }: Mailing) {
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

/** A turn that was interrupted while storage was down, so that its process keeps the outcome. */
const interrupted = Effect.fnUntraced(function* (state: State, outcome: MailOutcome, given: Mailing) {
  const turn = yield* turnInto(state, outcome, given)
  yield* TestClock.adjust("4 minutes")
  yield* Fiber.interrupt(turn)
  state.isDown = false
})

const strikes = ({ account_ids, organization_id }: Mailing) =>
  MailboxStore.use((store) => store.findMany(organization_id, account_ids.slice(0, 1))).pipe(
    Effect.map(([mailbox]) => mailbox?.strikes ?? 0)
  )

describe("While storage is down", () => {
  for (const [name, outcome, stored] of [
    ["a mail that was accepted", accepted, "sent"],
    ["a mail that was refused", refused, "refused"]
  ] as const) {
    const state: State = { isDown: false }
    test(
      `${name} is kept until it is stored`,
      { leads: 1 },
      function* (given) {
        const turn = yield* turnInto(state, outcome, given)
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
        yield* interrupted(state, outcome, given)
        yield* given.turn()
        assert.deepStrictEqual([yield* outcomes(given), given.outgoing.submitted.length], [[stored], 1])
      },
      failing(state)
    )
  }

  const broken: State = { isDown: false }
  test(
    "an outcome that a bug keeps from being stored stops neither its account nor others",
    { leads: 1, accounts: [{}, {}] },
    function* (given) {
      const { account_ids, addLeads, mails, outgoing, sendsOf, turn } = given
      const readId = Effect.map(sendsOf, ([send]) => void (broken.broken = send?.id))
      outgoing.next(Effect.as(Effect.orDie(readId), accepted))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(turn())))
      yield* addLeads(["late@lead.example"])
      yield* turn(account_ids[1])
      assert.strictEqual((yield* mails).at(-1), "late@lead.example: Hello there")
      delete broken.broken
      yield* addLeads(["later@lead.example"])
      yield* turn()
      assert.strictEqual((yield* mails).at(-1), "later@lead.example: Hello there")
    },
    failing(broken)
  )

  const repeated: State = { isDown: false }
  test(
    "the outcome of an earlier try does not count for a later one",
    { leads: 1 },
    function* (given) {
      const { asTenant, elsewhere, outgoing, sends, sendsOf, turn } = given
      yield* interrupted(repeated, unsent, given)
      const turnElsewhere = yield* elsewhere
      yield* turnElsewhere()
      const [send = assert.fail()] = yield* sendsOf
      assert.strictEqual(send.outcome, "unknown")
      yield* asTenant(sends.resolve(send.id, { outcome: "unsent" }))
      outgoing.next(Effect.as(Effect.orDie(turn()), accepted))
      yield* turnElsewhere()
      yield* turn()
      assert.deepStrictEqual([yield* outcomes(given), outgoing.submitted.length], [["sent"], 2])
    },
    failing(repeated)
  )

  const answered: State = { isDown: false }
  test(
    "an outcome that does not count any more says nothing about its account",
    { leads: 1 },
    function* (given) {
      const { asTenant, elsewhere, sends, sendsOf, turn } = given
      yield* interrupted(answered, unsent, given)
      yield* (yield* elsewhere)()
      const [send = assert.fail()] = yield* sendsOf
      yield* asTenant(sends.resolve(send.id, { outcome: "sent" }))
      yield* turn()
      assert.deepStrictEqual([yield* outcomes(given), yield* strikes(given)], [["sent"], 0])
    },
    failing(answered)
  )

  const counted: State = { isDown: false }
  test(
    "a fault counts once, although other accounts have turns meanwhile",
    { leads: 1, accounts: [{}, {}] },
    function* (given) {
      const { account_ids, turn } = given
      const storing = yield* turnInto(counted, unsent, given)
      const other = yield* Effect.forkChild(Effect.exit(turn(account_ids[1])))
      yield* TestClock.adjust("1 second")
      counted.isDown = false
      yield* TestClock.adjust("10 seconds")
      yield* Effect.all([Fiber.join(storing), Fiber.join(other)])
      assert.strictEqual(yield* strikes(given), 1)
    },
    failing(counted)
  )
})

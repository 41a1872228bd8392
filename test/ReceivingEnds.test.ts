/** When the reading of an inbox ends: complete, or early. */
import { assert, describe } from "@effect/vitest"
import { Accounts, Mailboxes, MailboxStore, Mailroom, StorageError, Timestamp, Unavailable } from "@mailroom/core"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { imapCommands } from "../packages/host/src/internal/budgets.ts"
import { type Given, mail, test, user } from "./Inboxes.ts"

/** Runs what reads an inbox until it waits for the server, which does not answer. */
const untilItHangs = Effect.fnUntraced(function* <A, E, R>({ inboxes }: Given, reading: Effect.Effect<A, E, R>) {
  const asked = inboxes.hang()
  const fiber = yield* Effect.forkChild(reading)
  yield* Effect.promise(() => asked)
  return fiber
})

/** The result of what ends within a second. */
const withinASecond = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.andThen(TestClock.adjust("1 second"), Fiber.join(fiber))

describe("A reading of an inbox", () => {
  test("goes on until nothing is new in any folder, and looks at the inbox last", function* ({
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    inboxes.addFolder(user, "Junk", "\\Junk")
    yield* connect()
    yield* turn()
    const arrived_at = yield* Timestamp.now
    const arrives = (path: string, id: string) =>
      inboxes.append(user, path, mail({ id, text: `This is ${id}` }), { arrived_at })
    yield* arrives("INBOX", "1@lead.example")
    yield* arrives("Junk", "2@lead.example")
    // While the mails of a pass are read, another one arrives in the folder that was looked at before.
    const next = [
      arrives("INBOX", "3@lead.example"),
      arrives("Junk", "4@lead.example"),
      arrives("INBOX", "5@lead.example")
    ]
    yield* turn(() => {
      if (inboxes.reads.length > 1 && inboxes.reads.length === 5 - next.length) {
        Effect.runSync(next.shift() ?? Effect.void)
      }
      return false
    })
    assert.deepStrictEqual(
      inboxes.reads.map(({ path }) => path),
      ["INBOX", "Junk", "INBOX", "Junk", "INBOX"]
    )
    assert.include((yield* threads)[0]?.last_message.body, "5@lead.example")
    assert.strictEqual((yield* mailbox).read_at, arrived_at)
  })

  test("ends within a second when its account loses the credentials, or the process stops, whatever its server does", function* (known) {
    const { account_id, asTenant, connect, turn } = known
    let isStopping = false
    const stop = Effect.sync(() => void (isStopping = true))
    const ends: ReadonlyArray<Effect.Effect<unknown, unknown, Mailboxes | Accounts>> = [
      asTenant(Mailboxes.use((mailboxes) => mailboxes.disconnect(account_id))),
      connect({ host: "mail.ours.example" }),
      stop,
      asTenant(Accounts.use((accounts) => accounts.remove({ ids: [account_id] })))
    ]
    for (const end of ends) {
      isStopping = false
      yield* connect()
      const reading = yield* untilItHangs(
        known,
        turn(() => isStopping)
      )
      yield* TestClock.adjust("10 seconds")
      assert.isUndefined(reading.pollUnsafe(), "it goes on while nothing has changed")
      yield* end
      assert.strictEqual(yield* withinASecond(reading), 0)
    }
  })

  test("goes on when storage does not tell whether it has to end", function* (known) {
    const { asTenant, connect, item } = known
    yield* connect()
    const stores = yield* MailboxStore
    let isDown = false
    const down = new StorageError({ reason: new Unavailable({ cause: "down" }), operation: "MailboxStore.findMany" })
    const findMany: typeof stores.findMany = (...query) => (isDown ? Effect.fail(down) : stores.findMany(...query))
    const { handle } = yield* Effect.provideService(Mailroom.inboxReceiver, MailboxStore, { ...stores, findMany })
    let isStopping = false
    const reading = yield* untilItHangs(known, asTenant(handle({ ...item, isStopping: () => isStopping })))
    isDown = true
    yield* TestClock.adjust("10 seconds")
    assert.isUndefined(reading.pollUnsafe())
    isStopping = true
    yield* withinASecond(reading)
  })

  test("has the time for each command of the server", function* () {
    const { timeout } = yield* Mailroom.inboxReceiver
    for (const { time } of Object.values(imapCommands)) assert.isBelow(time, Duration.toMillis(timeout))
  })

  test("and a test of its account end after a minute when the server answers nothing", function* (known) {
    const { account_id, asTenant, connect } = known
    yield* connect()
    const testing = yield* untilItHangs(known, asTenant(Mailboxes.use((mailboxes) => mailboxes.test(account_id))))
    yield* TestClock.adjust("60 seconds")
    assert.deepInclude((yield* Fiber.join(testing)).imap, {
      success: false,
      error: "The server did not answer within 60 seconds"
    })
  })
})

describe("A mail whose reading ends the connection", () => {
  /** Connects an inbox that is empty, and gets these mails: reading them ends the connection, or they have a question. */
  const receives = Effect.fnUntraced(function* (
    { connect, inboxes, turn }: Given,
    ...mails: ReadonlyArray<"any" | "whole" | "question">
  ) {
    yield* connect()
    yield* turn()
    for (const [i, kind] of mails.entries()) {
      const id = `${i + 1}@lead.example`
      if (kind === "question") yield* inboxes.append(user, "INBOX", mail({ id, text: "One more question" }))
      else yield* inboxes.append(user, "INBOX", mail({ id }), { ends: kind })
    }
  })

  test("is read without its content after three times", function* (known) {
    const { events, mailbox, threads, turn } = known
    yield* receives(known, "whole", "question")
    assert.deepStrictEqual([yield* turn(), yield* turn(), yield* turn()], [1, 4, 10])
    assert.lengthOf(yield* threads, 0)
    yield* turn()
    assert.deepStrictEqual(
      (yield* events).map(({ type }) => type),
      ["replied", "replied", "sent"]
    )
    assert.strictEqual((yield* threads)[0]?.last_message.body, "One more question")
    const { folders, suspect, sync_strikes } = yield* mailbox
    assert.deepStrictEqual([folders["INBOX"]?.uid_next, suspect, sync_strikes], [3, null, 0])
  })

  test("is skipped after three more times, and another one does not bring it back", function* (known) {
    const { inboxes, mailbox, threads, turn } = known
    yield* receives(known, "any", "any", "question")
    for (let i = 0; i < 12; i++) assert.isAbove((yield* turn()) ?? 0, 0)
    assert.lengthOf(yield* threads, 0)
    yield* turn()
    assert.strictEqual((yield* threads)[0]?.last_message.body, "One more question")
    assert.deepStrictEqual(
      inboxes.reads.map(({ uid }) => uid),
      [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3]
    )
    assert.strictEqual((yield* mailbox).folders["INBOX"]?.uid_next, 4)
  })

  test("is also tried so when the process has died before, which is not its fault", function* (known) {
    const { threads, turn } = known
    yield* receives(known, "whole")
    for (let i = 0; i < 3; i++) yield* turn(undefined, 2)
    yield* turn(undefined, 2)
    assert.lengthOf(yield* threads, 1)
  })
})

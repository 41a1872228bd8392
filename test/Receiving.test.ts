/** Inboxes that are read by the worker: over an inbox in memory, in memory and on Postgres. */
import { assert, describe, it } from "@effect/vitest"
import {
  Accounts,
  Inbound,
  InboxFailed,
  Intake,
  Mailboxes,
  Mailroom,
  Replies,
  Sends,
  StorageError,
  Timestamp,
  Unavailable,
  WorkStore
} from "@mailroom/core"
import { UndiciTransport } from "@mailroom/host"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"
import { body, type Given, mail, onPostgres, test, user } from "./Inboxes.ts"

const lost = new InboxFailed({ fault: "connection", reason: "The connection was lost" })

describe("An inbox", () => {
  test("is read from its end on, and then everything that arrives, once", function* ({
    account_id,
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    yield* inboxes.append(user, "INBOX", mail({ id: "old@lead.example" }))
    yield* connect()
    yield* turn()
    assert.lengthOf(yield* threads, 0)
    assert.deepStrictEqual((yield* mailbox).folders, { INBOX: { role: "inbox", uid_validity: 1, uid_next: 2 } })
    yield* inboxes.append(user, "INBOX", mail({ id: "new@lead.example" }))
    yield* TestClock.adjust("5 minutes")
    yield* turn()
    yield* turn()
    const [thread, ...others] = yield* threads
    assert.deepStrictEqual([thread?.account_id, thread?.tab, others.length], [account_id, "replies", 0])
    assert.deepStrictEqual(
      inboxes.reads.map(({ uid }) => uid),
      [2]
    )
    assert.strictEqual((yield* mailbox).synced_at, yield* Timestamp.now)
  })

  test("is due when credentials are set, and each five minutes", function* ({ account_id, connect, turn }) {
    yield* connect()
    const due = yield* WorkStore.use((work) =>
      Effect.flatMap(Timestamp.now, (now) => work.due("inbox", { now, limit: 10 }))
    )
    assert.deepStrictEqual(
      due.map(({ lane }) => lane),
      [String(account_id)]
    )
    const wait = yield* turn()
    assert.isTrue(wait !== null && wait >= 4.5 && wait <= 5.5)
  })

  test("is not read by the workers of a host that hands in all mail", function* () {
    const kinds = Effect.map(Mailroom.handlers, (handlers) => handlers.map(({ kind }) => kind)).pipe(
      Effect.provide(UndiciTransport.layer())
    )
    assert.deepStrictEqual(yield* kinds, ["delivery", "sending", "inbox"])
    assert.deepStrictEqual(yield* Effect.provideService(kinds, Inbound, "host"), ["delivery", "sending"])
  })

  test("is not read any more without credentials, or when its account is deleted", function* ({
    account_id,
    asTenant,
    connect,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* asTenant(Mailboxes.use((mailboxes) => mailboxes.disconnect(account_id)))
    assert.isNull(yield* turn())
    yield* connect()
    yield* asTenant(Accounts.use((accounts) => accounts.remove({ ids: [account_id] })))
    assert.isNull(yield* turn())
  })

  test("loses nothing and stores nothing twice when a connection is lost or a process stops", function* ({
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    for (let i = 0; i < 50; i++) {
      yield* inboxes.append(user, "INBOX", mail({ id: `${i}@stranger.example`, from: `p${i}@stranger.example` }))
    }
    inboxes.loseAfter(30)
    assert.strictEqual(yield* turn(), 1)
    // The cursor is stored after each 20 mails.
    assert.strictEqual((yield* mailbox).folders["INBOX"]?.uid_next, 21)
    let mails = 0
    assert.strictEqual(yield* turn(() => ++mails === 5), 0)
    assert.strictEqual((yield* mailbox).folders["INBOX"]?.uid_next, 26)
    yield* turn()
    assert.strictEqual((yield* mailbox).folders["INBOX"]?.uid_next, 51)
    assert.lengthOf(yield* threads, 50)
  })

  test("is read since the last reading when its UIDs have another meaning", function* ({
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    yield* inboxes.append(user, "INBOX", mail({ id: "ancient@lead.example" }))
    yield* TestClock.adjust("10 days")
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "2@lead.example", text: "One more question" }))
    inboxes.renumber(user, "INBOX")
    yield* turn()
    const [thread = assert.fail()] = yield* threads
    assert.lengthOf(yield* threads, 1)
    assert.deepStrictEqual(
      inboxes.reads.map(({ uid }) => uid),
      [2, 2, 3]
    )
    assert.strictEqual(thread.last_message.body, "One more question")
    assert.deepStrictEqual((yield* mailbox).folders["INBOX"], { role: "inbox", uid_validity: 2, uid_next: 4 })
  })

  test("skips drafts, huge mails and mails that cannot be read, and goes on", function* ({
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "draft@ours.example" }), { is_draft: true })
    yield* inboxes.append(user, "INBOX", mail({ id: "huge@lead.example" }), { size: 26_214_401 })
    yield* inboxes.append(user, "INBOX", "no mail at all")
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    yield* turn()
    assert.lengthOf(yield* threads, 1)
    assert.deepStrictEqual(
      inboxes.reads.map(({ uid }) => uid),
      [3, 4]
    )
    assert.deepStrictEqual([(yield* mailbox).sync_strikes, (yield* mailbox).folders["INBOX"]?.uid_next], [0, 5])
  })

  test("makes its account fail after 15 minutes, and mends it", function* ({
    account_id,
    asTenant,
    connect,
    inboxes,
    turn
  }) {
    yield* connect()
    yield* turn()
    const state = asTenant(
      Effect.map(
        Accounts.use((accounts) => accounts.find(account_id)),
        ({ state }) => state
      )
    )
    inboxes.fail(lost, lost, lost, lost)
    const statuses: Array<string> = []
    for (let i = 0; i < 4; i++) {
      const wait = yield* turn()
      statuses.push((yield* state).status)
      yield* TestClock.adjust(`${wait ?? 0} minutes`)
    }
    assert.deepStrictEqual(statuses, ["active", "active", "active", "connection_error"])
    assert.strictEqual((yield* state).status_message, "The inbox cannot be read (The connection was lost)")
    yield* turn()
    assert.strictEqual((yield* state).status, "active")
  })

  test("whose login is rejected is tried again when credentials are set", function* ({
    connect,
    inboxes,
    mailbox,
    turn
  }) {
    yield* connect()
    inboxes.fail(new InboxFailed({ fault: "credentials", reason: "Invalid credentials" }))
    assert.strictEqual(yield* turn(), 24 * 60)
    assert.deepStrictEqual([(yield* mailbox).fault, (yield* mailbox).error], ["credentials", "Invalid credentials"])
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* turn(), 23 * 60)
    yield* connect()
    yield* turn()
    assert.deepStrictEqual([(yield* mailbox).fault, (yield* mailbox).sync_strikes], [null, 0])
  })

  test("of another server is read from its end on", function* ({ connect, inboxes, mailbox, turn }) {
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    yield* connect({ host: "imap.other.example" })
    assert.deepStrictEqual([(yield* mailbox).folders, (yield* mailbox).synced_at], [{}, null])
    yield* turn()
    assert.lengthOf(inboxes.reads, 0)
  })
})

describe("Mail that has nothing to do with us", () => {
  const junk = "Junk"
  test("is not stored from junk, nor from anywhere with `keep_unrelated: false`", function* ({
    connect,
    inboxes,
    threads,
    turn
  }) {
    inboxes.addFolder(user, junk, "\\Junk")
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, junk, mail({ id: "spam@stranger.example", from: "spam@stranger.example" }))
    yield* inboxes.append(user, "INBOX", mail({ id: "friend@stranger.example", from: "friend@stranger.example" }))
    yield* turn()
    assert.deepStrictEqual(
      (yield* threads).map(({ last_message }) => last_message.from_email),
      ["friend@stranger.example"]
    )
    yield* connect({ keep_unrelated: false })
    yield* inboxes.append(user, "INBOX", mail({ id: "other@stranger.example", from: "other@stranger.example" }))
    yield* inboxes.append(user, junk, mail({ id: "1@lead.example" }))
    yield* turn()
    assert.sameMembers(
      (yield* threads).map(({ last_message }) => last_message.from_email),
      ["friend@stranger.example", "ada@lead.example"]
    )
  })
})

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

  test("is searched for a copy that was read before the outcome became unknown", function* (known) {
    const { connect, inboxes, messages, turn } = known
    const { copy, find, thread } = yield* answered(known)
    yield* inboxes.append(user, "Sent", copy)
    // Another server: its folders are read from their ends on.
    yield* connect({ host: "imap.other.example" })
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

/** An intake that fails, and how often it was called. */
const failingIntake = (failure: ReturnType<Intake["Service"]["receive"]>) => {
  const calls = { count: 0 }
  const receive = () =>
    Effect.suspend(() => {
      calls.count++
      return failure
    })
  return { calls, handler: Effect.provideService(Mailroom.inboxReceiver, Intake, { receive }) }
}

describe("A mail whose intake fails", () => {
  test("because of the storage ends the turn, and is read again", function* ({
    asTenant,
    connect,
    inboxes,
    item,
    mailbox,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    const unavailable = new StorageError({ reason: new Unavailable({ cause: "down" }), operation: "ThreadStore.find" })
    const { calls, handler } = failingIntake(Effect.fail(unavailable))
    const { handle } = yield* handler
    assert.strictEqual(yield* asTenant(Effect.flip(handle({ ...item, isStopping: () => false }))), unavailable)
    assert.deepStrictEqual([calls.count, (yield* mailbox).folders["INBOX"]?.uid_next], [1, 1])
    yield* turn()
    assert.lengthOf(yield* threads, 1)
  })

  test("because of a defect is tried three times, and then skipped", function* ({
    asTenant,
    connect,
    inboxes,
    item,
    mailbox,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    const { calls, handler } = failingIntake(Effect.die(new Error("A bug")))
    const { handle } = yield* handler
    yield* asTenant(handle({ ...item, isStopping: () => false }))
    assert.deepStrictEqual([calls.count, (yield* mailbox).folders["INBOX"]?.uid_next], [3, 2])
  })
})

/** Inboxes that are read by the worker: over an inbox in memory. */
import { assert, describe } from "@effect/vitest"
import {
  Accounts,
  Inbound,
  InboxFailed,
  Intake,
  Mailboxes,
  Mailroom,
  Replies,
  StorageError,
  Timestamp,
  Unavailable,
  WorkStore
} from "@mailroom/core"
import { UndiciTransport } from "@mailroom/host"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { mail, test, user } from "./Inboxes.ts"

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
    assert.deepStrictEqual(yield* kinds, ["delivery", "sending", "verification", "label", "move", "inbox", "retention"])
    assert.deepStrictEqual(yield* Effect.provideService(kinds, Inbound, "host"), [
      "delivery",
      "sending",
      "verification",
      "label",
      "move",
      "retention"
    ])
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
    assert.strictEqual((yield* mailbox).folders["INBOX"]?.uid_next, 31)
    let mails = 0
    assert.strictEqual(yield* turn(() => ++mails === 5), 0)
    assert.strictEqual((yield* mailbox).folders["INBOX"]?.uid_next, 36)
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

  test("skips drafts and mails that cannot be read, and goes on", function* ({
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "draft@ours.example" }), { is_draft: true })
    yield* inboxes.append(user, "INBOX", "no mail at all")
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    yield* turn()
    assert.lengthOf(yield* threads, 1)
    assert.deepStrictEqual(
      inboxes.reads.map(({ uid }) => uid),
      [2, 3]
    )
    assert.deepStrictEqual([(yield* mailbox).sync_strikes, (yield* mailbox).folders["INBOX"]?.uid_next], [0, 4])
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

  test("lists its folders once a day, when it is asked to be read, and after a failure", function* ({
    connect,
    inbox,
    inboxes,
    sync,
    turn
  }) {
    yield* connect()
    const count = Effect.map(turn(), () => inboxes.lists.length)
    assert.deepStrictEqual([yield* count, yield* count], [1, 1])
    assert.deepStrictEqual((yield* inbox)?.folders, [{ path: "INBOX", role: "inbox" }])
    inboxes.addFolder(user, "Sent", "\\Sent")
    yield* TestClock.adjust("1435 minutes")
    assert.strictEqual(yield* count, 1)
    yield* TestClock.adjust("5 minutes")
    assert.strictEqual(yield* count, 2)
    const folders = [
      { path: "INBOX", role: "inbox" },
      { path: "Sent", role: "sent" }
    ] as const
    assert.deepStrictEqual((yield* inbox)?.folders, folders)
    yield* sync()
    assert.strictEqual(yield* count, 3)
    inboxes.fail(lost)
    assert.deepStrictEqual([yield* count, yield* count], [3, 4])
  })

  test("that cannot be read holds no answer back, and its account sends again when it is read", function* (known) {
    const { account_id, asTenant, connect, inboxes, organization_id, outgoing, send, threads, turn } = known
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    yield* turn()
    const [thread = assert.fail("There is a thread")] = yield* threads
    for (let i = 0; i < 4; i++) {
      inboxes.fail(lost)
      yield* TestClock.adjust(`${(yield* turn()) ?? 0} minutes`)
    }
    const { status } = (yield* asTenant(Accounts.use((accounts) => accounts.find(account_id)))).state
    assert.strictEqual(status, "connection_error")
    yield* asTenant(Replies.use((replies) => replies.reply(thread.id, { body_text: "Good day" })))
    yield* send
    assert.lengthOf(outgoing.submitted, 1)

    const work = yield* WorkStore
    const now = yield* Timestamp.now
    const tomorrow = Timestamp.plus(now, 86_400_000)
    const lane = String(account_id)
    const until = Timestamp.plus(now, 60_000)
    yield* work.claim(organization_id, "sending", { lanes: [{ lane, room: 1 }], claim: "a", now, until })
    const outcomes = [{ key: lane, again: tomorrow, attempts: 0 }]
    yield* work.settle(organization_id, "sending", { claim: "a", now, outcomes })
    assert.strictEqual(yield* work.next("sending"), tomorrow)
    yield* turn()
    assert.strictEqual(yield* work.next("sending"), now)
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

  test("goes on where its reading ended under another name of the server", function* ({
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    yield* inboxes.append(user, "INBOX", mail({ id: "old@lead.example" }))
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
    yield* TestClock.adjust("3 days")
    yield* connect({ host: "imap.other.example" })
    yield* turn()
    assert.deepStrictEqual(
      inboxes.reads.map(({ uid }) => uid),
      [2]
    )
    assert.lengthOf(yield* threads, 1)
    assert.deepStrictEqual((yield* mailbox).folders["INBOX"], { role: "inbox", uid_validity: 1, uid_next: 3 })
  })

  test("goes on with the day of its last reading where the UIDs of the other name do not fit", function* ({
    connect,
    inboxes,
    mailbox,
    threads,
    turn
  }) {
    const other = "g.hopper"
    for (let i = 0; i < 5; i++) yield* inboxes.append(user, "INBOX", mail({ id: `${i}@stranger.example` }))
    yield* connect()
    yield* turn()
    // The same UIDVALIDITY, and fewer UIDs.
    yield* inboxes.append(other, "INBOX", mail({ id: "old@lead.example" }), {
      arrived_at: Timestamp.Timestamp.make("2026-02-20T09:00:00.000Z")
    })
    yield* inboxes.append(other, "INBOX", mail({ id: "1@lead.example" }))
    yield* TestClock.adjust("3 days")
    yield* connect({ auth: { type: "password", user: other, password: "another-secret" } })
    yield* turn()
    yield* turn()
    assert.deepStrictEqual(inboxes.reads, [{ user: other, path: "INBOX", uid: 2 }])
    assert.lengthOf(yield* threads, 1)
    assert.deepStrictEqual((yield* mailbox).folders["INBOX"], { role: "inbox", uid_validity: 1, uid_next: 3 })
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

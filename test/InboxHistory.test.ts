/** Inboxes that are read on request, with old mail, and mails at which the process dies: in memory and on Postgres. */
import { assert, describe, it } from "@effect/vitest"
import { Blacklist, InboxFailed, Intake, Leads, Mailboxes, Mailroom, Timestamp, WorkStore } from "@mailroom/core"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"
import { body, type Given, mail, onPostgres, test, user } from "./Inboxes.ts"

const at = (text: string) => Timestamp.Timestamp.make(`2026-${text}.000Z`)
const since = "2026-02-10"

/** Adds a mail that arrived earlier. */
const old = ({ inboxes }: Given, arrived: string, fields: Parameters<typeof mail>[0], path = "INBOX") => {
  const arrived_at = at(arrived)
  return inboxes.append(user, path, mail({ date: new Date(arrived_at).toUTCString(), ...fields }), { arrived_at })
}
const stranger = (i: number) => ({ id: `${i}@stranger.example`, from: `p${i}@stranger.example`, text: `Mail ${i}` })

const textsOf = (known: Given) =>
  Effect.map(known.threads, (threads) => threads.map(({ last_message }) => last_message.body.trim()).sort())

const oldMail = function* (known: Given) {
  const { connect, events, inbox, inboxes, sync, turn } = known
  inboxes.addFolder(user, "Sent", "\\Sent")
  yield* old(known, "02-10T00:00:00", stranger(2))
  yield* old(known, "02-09T23:59:59", stranger(1))
  yield* old(known, "03-02T11:00:00", stranger(3))
  yield* old(known, "03-01T10:00:00", { from: user, to: "friend@x.example", id: "own@ours.example" }, "Sent")
  yield* TestClock.adjust("1 day")
  yield* connect()
  yield* turn()
  assert.deepInclude(yield* inbox, { synced_at: at("03-03T09:00:00"), failing_since: null, history: null })
  yield* sync({ since })
  const requested = { since: at("02-10T00:00:00"), done: 0, total: null, finished_at: null }
  assert.deepStrictEqual((yield* inbox)?.history, requested)
  assert.strictEqual(yield* WorkStore.use((work) => work.next("inbox")), yield* Timestamp.now)
  yield* turn()
  const finished = { ...requested, done: 4, total: 4, finished_at: at("03-03T09:00:00") }
  assert.deepStrictEqual((yield* inbox)?.history, finished)
  assert.deepStrictEqual(yield* textsOf(known), ["Mail 2", "Mail 3"])
  assert.deepStrictEqual(
    (yield* events).map(({ type }) => type),
    ["sent"]
  )
  const reads = inboxes.reads.length

  // Everything is recognized.
  yield* TestClock.adjust("1 hour")
  yield* sync({ since })
  yield* turn()
  assert.strictEqual((yield* inbox)?.history?.finished_at, at("03-03T10:00:00"))
  assert.strictEqual(inboxes.reads.length, 2 * reads)
  assert.deepStrictEqual(yield* textsOf(known), ["Mail 2", "Mail 3"])
}

/** A handler whose intake never ends for mails that contain a text, and what completes when it gets one. */
const stuckAt = Effect.fnUntraced(function* (text: string) {
  const intake = yield* Intake
  const begun = yield* Deferred.make<void>()
  const receive: Intake["Service"]["receive"] = (raw, options) =>
    new TextDecoder().decode(raw).includes(text)
      ? Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      : intake.receive(raw, options)
  return { begun, handler: yield* Effect.provideService(Mailroom.inboxReceiver, Intake, { receive }) }
})

/** Old mail is taken in although connections are lost, and the process stops and dies. */
const interrupted = function* (known: Given) {
  const { asTenant, connect, inbox, inboxes, item, sync, threads, turn } = known
  for (let i = 0; i < 50; i++) yield* old(known, "02-20T09:00:00", stranger(i))
  yield* connect()
  yield* turn()
  yield* sync({ since })
  const done = Effect.map(inbox, (inbox) => inbox?.history?.done)
  inboxes.loseAfter(23)
  yield* turn()
  assert.strictEqual(yield* done, 23)
  let mails = 0
  assert.strictEqual(yield* turn(() => ++mails === 2), 0)
  assert.strictEqual(yield* done, 25)
  // New mail comes first.
  yield* inboxes.append(user, "INBOX", mail({ id: "1@lead.example" }))
  const { begun, handler } = yield* stuckAt("Mail 46")
  const fiber = yield* asTenant(handler.handle({ ...item, isStopping: () => false })).pipe(Effect.forkChild)
  yield* Deferred.await(begun)
  yield* Fiber.interrupt(fiber)
  assert.strictEqual(yield* done, 45)
  assert.include(yield* textsOf(known), "Yes, please")
  yield* turn()
  assert.deepInclude((yield* inbox)?.history, { done: 50, total: 50 })
  assert.lengthOf(yield* threads, 51)
  assert.isAtMost(inboxes.reads.length, 51 + 20)
}

describe("Old mail", () => {
  test("is taken in since the day that a person asks for, once", oldMail)

  test("of a lead is an answer only if it is later than the first mail to the lead, or names it", function* (known) {
    const { connect, events, sync, threads, turn } = known
    yield* old(known, "02-20T09:00:00", { id: "older@lead.example", text: "Please take me off your list" })
    yield* TestClock.adjust("1 day")
    yield* connect()
    yield* turn()
    yield* sync({ since })
    yield* turn()
    const [thread = assert.fail("There is a thread"), ...others] = yield* threads
    assert.lengthOf(others, 0)
    assert.strictEqual(thread.tab, "other")
    const types = Effect.map(events, (all) => all.map(({ type }) => type).sort())
    assert.deepStrictEqual(yield* types, ["sent"])

    yield* old(known, "03-02T10:00:00", { id: "later@lead.example", text: "Yes, please" })
    yield* sync({ since })
    yield* turn()
    assert.deepStrictEqual(yield* types, ["replied", "sent"])
    assert.deepStrictEqual(
      (yield* threads).map(({ tab }) => tab),
      ["replies"]
    )
  })

  test("that names a mail of ours is an answer, whatever its date is", function* (known) {
    const { connect, events, sync, turn } = known
    yield* old(known, "02-20T09:00:00", { id: "clock@lead.example", header: "In-Reply-To: <0@ours.example>" })
    yield* connect()
    yield* turn()
    yield* sync({ since })
    yield* turn()
    assert.sameMembers(
      (yield* events).map(({ type }) => type),
      ["replied", "sent"]
    )
  })

  test("that asks for no more mail refuses it, although the lead was deleted", function* (known) {
    const { asTenant, connect, lead_id, sync, turn } = known
    yield* old(known, "03-02T10:00:00", { id: "stop@lead.example", text: "Please take me off your list" })
    yield* old(known, "03-02T10:00:00", { ...stranger(1), text: "Please take me off your list" })
    yield* TestClock.adjust("1 day")
    yield* asTenant(Leads.use((leads) => leads.remove({ ids: [lead_id] })))
    yield* connect()
    yield* turn()
    yield* sync({ since })
    yield* turn()
    const { data } = yield* asTenant(Blacklist.use((blacklist) => blacklist.page("email", { offset: 0, limit: 10 })))
    assert.deepStrictEqual(
      data.map(({ value }) => value),
      ["ada@lead.example"]
    )
  })

  test("goes on where it was when a connection is lost, the process stops or dies", interrupted)

  for (const [name, run] of [
    ["is taken in once", oldMail],
    ["goes on where it was", interrupted]
  ] as const) {
    it.live(`on Postgres, ${name}`, () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        yield* body(run).pipe(Effect.provide(TestClock.layer()), Effect.provide(onPostgres(url), { local: true }))
      })
    )
  }

  test("must be of the last 90 days", function* ({ connect, sync }) {
    yield* connect()
    const fault = (since: string) => Effect.map(Effect.flip(sync({ since })), ({ message }) => message)
    assert.match(yield* fault("2025-12-01"), /at most 90 days ago/u)
    assert.match(yield* fault("2026-03-02T09:00:00.001Z"), /must not be in the future/u)
    assert.match(yield* fault("soon"), /must be a date such as/u)
    yield* sync({ since: "2025-12-02" })
  })
})

describe("A request to read an inbox", () => {
  test("is rejected where no inbox can be read", function* ({ account_id, asTenant, connect, inboxes, sync, turn }) {
    const reason = Effect.map(Effect.flip(sync()), ({ message }) => message)
    assert.match(yield* reason, /no imap: set them with PUT/u)
    yield* connect()
    inboxes.fail(new InboxFailed({ fault: "credentials", reason: "Invalid credentials" }))
    yield* turn()
    assert.match(yield* reason, /rejects the login: set new credentials/u)
    yield* connect()
    yield* sync()
    yield* asTenant(Mailboxes.use((mailboxes) => mailboxes.disconnect(account_id)))
    assert.match(yield* reason, /no imap/u)
  })
})

describe("The test of credentials", () => {
  test("logs in to the inbox, names its folders and reads nothing", function* (known) {
    const { account_id, asTenant, connect, inboxes } = known
    const run = asTenant(Mailboxes.use((mailboxes) => mailboxes.test(account_id)))
    assert.isNull((yield* run).imap)
    inboxes.addFolder(user, "Raus", "\\Sent")
    yield* connect()
    const folders = [
      { path: "INBOX", role: "inbox" },
      { path: "Raus", role: "sent" }
    ] as const
    assert.deepStrictEqual((yield* run).imap, { success: true, error: null, response_time_ms: 0, folders })
    inboxes.fail(new InboxFailed({ fault: "credentials", reason: "Invalid\r\ncredentials" }))
    const failed = { success: false, error: "Invalid credentials", response_time_ms: 0, folders: [] }
    assert.deepStrictEqual((yield* run).imap, failed)
    assert.lengthOf(inboxes.reads, 0)
  })
})

describe("A mail at which the process dies", () => {
  test("three times is skipped, and all others are taken in", function* (known) {
    const { asTenant, connect, inboxes, item, mailbox, turn } = known
    yield* connect()
    yield* turn()
    for (const i of [1, 2, 3]) yield* inboxes.append(user, "INBOX", mail(stranger(i)))
    for (const attempts of [1, 2, 3]) {
      const { begun, handler } = yield* stuckAt("Mail 2")
      const turn = handler.handle({ ...item, attempts, isStopping: () => false })
      const fiber = yield* Effect.forkChild(asTenant(turn))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
    }
    assert.strictEqual((yield* mailbox).suspect?.tries, 2)
    yield* turn(() => false, 4)
    assert.deepStrictEqual(yield* textsOf(known), ["Mail 1", "Mail 3"])
    assert.deepStrictEqual(
      inboxes.reads.map(({ uid }) => uid),
      [1, 2, 1, 2, 2, 3]
    )
    assert.deepStrictEqual([(yield* mailbox).suspect, (yield* mailbox).folders["INBOX"]?.uid_next], [null, 4])
  })
})

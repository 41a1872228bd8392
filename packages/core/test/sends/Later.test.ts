/** Answers that are sent later: what becomes of them, whatever happens in the meantime. */
import { assert, describe } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { BlacklistStore } from "../../src/blacklist/BlacklistStore.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import { Sends } from "../../src/sends/Sends.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { Uploads } from "../../src/uploads/Uploads.ts"
import { test } from "./Conversation.ts"

type Given = Parameters<Parameters<typeof test>[1]>[0]
type Actions = Readonly<Record<string, Effect.Effect<unknown, any, any>>>

/** The instant of a time on the day of the cases, whose answers are written at 9:00, for 11:00. */
const timeOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number)
  return Date.UTC(2026, 2, 2, hours, minutes)
}
const isoOf = (clock: string) => new Date(timeOf(clock)).toISOString()

const actionsOf = (given: Given, id: number): Actions => {
  const { account, another, asTenant, connect, organization_id, outgoing, receive, reply } = given
  const of = <A, E, R>(use: (sends: Sends["Service"]) => Effect.Effect<A, E, R>) => asTenant(Effect.flatMap(Sends, use))
  let count = 10
  const mail = (fields: Parameters<typeof receive>[1]) =>
    Effect.suspend(() => receive(100_000 + count, { message_id: `<${++count}@lead.example>`, ...fields }))
  const listed = (source: "bounce" | "complaint" | "manual" | "unsubscribe", value = "ada@lead.example") =>
    Effect.flatMap(BlacklistStore, (store) =>
      store.insert(organization_id, "email", [{ value, source, reason: null, campaign_id: null, created_at: at(0) }])
    )
  return {
    "the lead answers": mail({ kind: "reply" }),
    "the lead answers with an old date": mail({ kind: "reply", date_sent: at(-1_000_000) }),
    "a colleague of the lead writes": mail({ kind: "other", from_email: "bob@lead.example" }),
    "the lead is out of office": mail({ kind: "auto_reply" }),
    "a notice comes in": mail({ kind: "bounce", from_email: "mailer-daemon@lead.example" }),
    "we answer": Effect.andThen(reply("Meanwhile"), given.turn),
    "the lead unsubscribes": listed("unsubscribe"),
    "the lead complains": listed("complaint"),
    "the address is blacklisted by hand": listed("manual"),
    "the address bounced": listed("bounce"),
    "the copy unsubscribes": listed("unsubscribe", "carl@x.test"),
    "the credentials are removed": asTenant(Effect.flatMap(Mailboxes, (all) => all.disconnect(account.id))),
    "the credentials are set": connect,
    "the account is deleted": asTenant(Effect.flatMap(Accounts, (all) => all.remove({ ids: [account.id] }))),
    "the account is switched off": asTenant(
      Effect.flatMap(Accounts, (all) => all.update({ ids: [account.id], settings: { sending_enabled: false } }))
    ),
    "another account has a turn": Effect.flatMap(another, ({ turn }) => turn),
    "the server is down": Effect.sync(() => outgoing.next({ outcome: "unsent", reason: "The port is closed" })),
    "the server asks to wait": Effect.sync(() =>
      outgoing.next({ outcome: "refused", at: "recipient", code: 451, reply: "451 Greylisted" })
    ),
    "the connection will be lost": Effect.sync(() => outgoing.next({ outcome: "unknown", reason: "Lost" })),
    "a person says it was not sent": of((sends) => sends.resolve(id as never, { outcome: "unsent" })),
    cancel: of((sends) => sends.cancel(id as never)),
    "send now": of((sends) => sends.reschedule(id as never, { send_at: null })),
    "move to 10:00": of((sends) => sends.reschedule(id as never, { send_at: isoOf("10:00") })),
    "move to 12:00": of((sends) => sends.reschedule(id as never, { send_at: isoOf("12:00") })),
    "move to 8:00": Effect.flip(of((sends) => sends.reschedule(id as never, { send_at: isoOf("8:00") }))),
    "the person of the lead is erased": Effect.flatMap(SendStore, (store) =>
      store.erase(organization_id, [], [given.thread_id])
    )
  }
}

/** The actions with their times; and the outcome at 13:00, when the answer went out, and a part of its reply. */
type Row = readonly [
  happens: ReadonlyArray<readonly [clock: string, action: string]>,
  outcome: string,
  sent_at: string | null,
  reply?: string
]

/** Returns an effect that compares the thread with what a client shows of it, which reads it again when the revision has grown. */
const followed = ({ asTenant, thread_id }: Given) => {
  let known = { revision: -1, scheduled_at: undefined as string | undefined }
  return Effect.gen(function* () {
    const unibox = yield* Unibox
    const { revision } = yield* asTenant(unibox.changes)
    const { data } = yield* asTenant(unibox.threads({ tab: "replies", limit: 10 }))
    const scheduled_at = data.find(({ id }) => id === thread_id)?.scheduled_at
    if (revision !== known.revision) known = { revision, scheduled_at }
    assert.strictEqual(known.scheduled_at, scheduled_at)
  })
}

const overtaken = "new mail came into the conversation"
const rows: ReadonlyArray<Row> = [
  [[], "sent", "11:00"],
  [[["10:00", "the lead answers"]], "refused", null, overtaken],
  [[["10:00", "the lead answers with an old date"]], "refused", null, overtaken],
  [[["10:00", "a colleague of the lead writes"]], "refused", null, overtaken],
  [[["10:00", "the lead is out of office"]], "sent", "11:00"],
  [[["10:00", "a notice comes in"]], "sent", "11:00"],
  [[["10:00", "we answer"]], "sent", "11:00"],
  [[["12:00", "the lead answers"]], "sent", "11:00"],
  [[["10:00", "the lead unsubscribes"]], "refused", null, "unsubscribed"],
  [[["10:00", "the lead complains"]], "refused", null, "unsubscribed"],
  [[["10:00", "the address is blacklisted by hand"]], "sent", "11:00"],
  [[["10:00", "the address bounced"]], "sent", "11:00"],
  [[["10:00", "the copy unsubscribes"]], "refused", null, "carl@x.test has unsubscribed"],
  [[["10:00", "the credentials are removed"]], "refused", null, "no credentials"],
  [
    [
      ["10:00", "the credentials are removed"],
      ["10:30", "the credentials are set"]
    ],
    "sent",
    "11:00"
  ],
  [[["10:00", "the account is deleted"]], "refused", null, "account was deleted"],
  [[["10:00", "the account is switched off"]], "sent", "11:00"],
  [[["11:00", "another account has a turn"]], "sent", "11:00"],
  [[["10:59", "the server is down"]], "sent", "11:01"],
  [[["10:59", "the server asks to wait"]], "sent", "11:15"],
  [
    [
      ["10:59", "the server asks to wait"],
      ["11:05", "the lead answers"]
    ],
    "refused",
    null,
    overtaken
  ],
  [[["10:59", "the connection will be lost"]], "unknown", null],
  [
    [
      ["10:59", "the connection will be lost"],
      ["11:05", "the lead answers"],
      ["11:10", "a person says it was not sent"]
    ],
    "sent",
    "11:10"
  ],
  [[["10:00", "cancel"]], "refused", null, "Cancelled"],
  [[["10:00", "send now"]], "sent", "10:00"],
  [
    [
      ["10:00", "move to 12:00"],
      ["10:30", "send now"]
    ],
    "sent",
    "10:30"
  ],
  [[["9:30", "move to 10:00"]], "sent", "10:00"],
  [[["9:30", "move to 12:00"]], "sent", "12:00"],
  [[["9:30", "move to 8:00"]], "sent", "11:00"],
  [[["10:00", "the person of the lead is erased"]], "refused", null, ""],
  [
    [
      ["9:30", "move to 12:00"],
      ["11:30", "the lead answers"]
    ],
    "refused",
    null,
    overtaken
  ]
]

describe("An answer for 11:00", () => {
  for (const [happens, outcome, sent_at, said] of rows) {
    const name = happens.map(([clock, action]) => `${action} at ${clock}`).join(", ") || "nothing happens"
    test(`is ${outcome}${sent_at === null ? "" : ` at ${sent_at}`} if ${name}`, function* (given) {
      const { connect, find, outgoing, reply, turn } = given
      yield* connect
      const send_at = isoOf("11:00")
      const { id } = yield* reply("Good day", { send_at, cc: ["carl@x.test"] })
      const actions = actionsOf(given, id)
      const follow = followed(given)
      const isErased = happens.some(([, action]) => action.includes("erased"))
      const sent: Array<string> = []
      const clocks = [
        "9:00",
        ...happens.map(([clock]) => clock),
        "10:00",
        "10:59",
        "11:00",
        "11:01",
        "11:15",
        "12:00",
        "13:00"
      ]
      for (const now of [...new Set(clocks.map(timeOf))].toSorted((a, b) => a - b)) {
        yield* TestClock.setTime(now)
        for (const [clock, action] of happens) {
          const run = actions[action] ?? assert.fail(action)
          if (timeOf(clock) === now) yield* run as Effect.Effect<unknown>
        }
        yield* turn
        // An erasure removes the thread, too.
        if (!isErased) yield* follow
        const { outcome: known } = yield* find(id)
        if (known === "sent" && sent.length === 0) sent.push(new Date(now).toISOString())
      }
      const found = yield* find(id)
      assert.deepStrictEqual([found.outcome, sent[0] ?? null], [outcome, sent_at === null ? null : isoOf(sent_at)])
      if (said !== undefined) assert.include(found.reply ?? "", said)
      const mine = outgoing.submitted.filter(({ mail }) => mail.message_id === found.message_id)
      const tries = happens.filter(([, action]) => /server|connection/u.test(action)).length
      assert.lengthOf(mine, (outcome === "sent" ? 1 : 0) + tries)
      // The text of an answer that was not sent is kept, unless its recipient was erased.
      assert.strictEqual(found.body_text, outcome === "sent" || isErased ? null : "Good day")
    })
  }
})

describe("An answer that is sent later", () => {
  test("costs a turn of its account one read until its time", function* (given) {
    const { account, asTenant, connect, find, organization_id, reply } = given
    yield* connect
    const { id } = yield* reply("Later", { send_at: isoOf("11:00") })
    const before = yield* find(id)
    assert.deepStrictEqual(
      [before.outcome, before.send_at, before.next_attempt_at, before.attempts],
      ["queued", isoOf("11:00"), isoOf("11:00"), 0]
    )
    const store = yield* SendStore
    let locks = 0
    const counting = SendStore.of({ ...store, lock: (...args) => Effect.suspend(() => (locks++, store.lock(...args))) })
    const handler = yield* Effect.provideService(Mailroom.mailSender, SendStore, counting)
    const item = { lane: "", key: String(account.id), due_at: at(0), attempts: 1, organization_id }
    const counted = asTenant(handler.handle({ ...item, isStopping: () => false }))
    assert.deepStrictEqual([yield* counted, locks], [isoOf("11:00"), 0])
    const list = (scheduled: boolean) =>
      asTenant(Effect.flatMap(Sends, (sends) => sends.page({ limit: 10, kind: "reply", scheduled })))
    assert.deepStrictEqual([(yield* list(true)).data.length, (yield* list(false)).data.length], [1, 0])
    yield* TestClock.setTime(timeOf("11:00"))
    yield* counted
    assert.isAbove(locks, 0)
    assert.deepStrictEqual([(yield* list(true)).data.length, (yield* list(false)).data.length], [0, 1])
  })

  test("does not hold up another one that is sent at once, or earlier", function* (given) {
    const { connect, find, outgoing, reply, turn } = given
    yield* connect
    const late = yield* reply("Late", { send_at: isoOf("12:00") })
    const early = yield* reply("Early", { send_at: isoOf("10:00") })
    const now = yield* reply("Now")
    assert.strictEqual(yield* turn, 60)
    yield* TestClock.setTime(timeOf("10:00"))
    assert.strictEqual(yield* turn, 120)
    assert.deepStrictEqual(
      yield* Effect.forEach([late, early, now], ({ id }) => Effect.map(find(id), ({ outcome }) => outcome)),
      ["queued", "sent", "sent"]
    )
    assert.deepStrictEqual(
      outgoing.submitted.map(({ mail }) => mail.text),
      ["Now", "Early"]
    )
  })

  test("takes times with any offset, at most a year ahead, in the future", function* (given) {
    const { connect, reply } = given
    yield* connect
    const taken = (send_at: string) =>
      Effect.match(reply("Later", { send_at }), {
        onFailure: (error) => error.message,
        onSuccess: (send) => send.send_at
      })
    // In this night clocks in Berlin go forward, and 2:30 does not exist. The offset says which instant is meant.
    assert.strictEqual(yield* taken("2026-03-29T02:30:00+01:00"), "2026-03-29T01:30:00.000Z")
    assert.strictEqual(yield* taken("2026-10-25T02:30:00+02:00"), "2026-10-25T00:30:00.000Z")
    assert.strictEqual(yield* taken("2026-10-25T02:30:00+01:00"), "2026-10-25T01:30:00.000Z")
    assert.strictEqual(yield* taken("2027-03-02T09:00:00Z"), "2027-03-02T09:00:00.000Z")
    assert.include(yield* taken("2026-03-02T09:00:00Z"), "must be in the future")
    assert.include(yield* taken("2025-12-31T00:00:00Z"), "must be in the future")
    assert.include(yield* taken("2027-03-04T09:00:00Z"), "at most a year ahead")
    assert.include(yield* taken("tomorrow"), "must be a date-time")
  })

  test("says how it is sent now, where a time has passed", function* (given) {
    const { asTenant, connect, reply } = given
    yield* connect
    const past = "2026-03-02T08:00:00Z"
    const { id } = yield* reply("Later", { send_at: isoOf("11:00") })
    const sends = yield* Sends
    const moved = yield* Effect.flip(asTenant(sends.reschedule(id, { send_at: past })))
    assert.include(moved.message, "must be in the future: give null to send the answer now")
    const written = yield* Effect.flip(reply("Later", { send_at: past }))
    assert.include(written.message, "must be in the future: leave it out to send the answer now")
  })

  test("says why it is not moved or cancelled any more", function* (given) {
    const { asTenant, connect, receive, reply, turn } = given
    yield* connect
    const sends = yield* Sends
    const later = { send_at: isoOf("11:00") }
    const [cancelled, refused] = [yield* reply("Cancelled", later), yield* reply("Refused", later)]
    yield* asTenant(sends.cancel(cancelled.id))
    yield* receive(60, { kind: "reply" })
    const now = yield* reply("Now")
    const said = (id: typeof now.id) => Effect.map(Effect.flip(asTenant(sends.cancel(id))), ({ message }) => message)
    assert.include(yield* said(now.id), "it is sent at once")
    yield* TestClock.setTime(timeOf("11:00"))
    yield* turn
    yield* turn
    assert.deepStrictEqual(yield* Effect.forEach([cancelled, refused, now], ({ id }) => said(id)), [
      `The mail ${cancelled.id} cannot be moved or cancelled: it was already cancelled`,
      `The mail ${refused.id} cannot be moved or cancelled: it was already refused. A new mail came into the conversation after this answer was written: read it, then write again`,
      `The mail ${now.id} cannot be moved or cancelled: it was already sent`
    ])
  })

  test("is not cancelled or moved while it is being sent", function* (given) {
    const { asTenant, connect, find, outgoing, reply, turn } = given
    yield* connect
    const { id } = yield* reply("Later", { send_at: isoOf("11:00") })
    const sends = yield* Sends
    const [reached, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    outgoing.next(
      Deferred.succeed(reached, undefined).pipe(
        Effect.andThen(Deferred.await(goOn)),
        Effect.as({ outcome: "sent", reply: "250 Ok" } as const)
      )
    )
    yield* TestClock.setTime(timeOf("11:00"))
    const sending = yield* Effect.forkChild(turn)
    yield* Deferred.await(reached)
    assert.strictEqual((yield* Effect.flip(asTenant(sends.cancel(id))))._tag, "SendNotScheduled")
    assert.strictEqual((yield* Effect.flip(asTenant(sends.reschedule(id, { send_at: null }))))._tag, "SendNotScheduled")
    yield* Deferred.succeed(goOn, undefined)
    yield* Fiber.join(sending)
    assert.strictEqual((yield* find(id)).outcome, "sent")
    assert.strictEqual((yield* Effect.flip(asTenant(sends.cancel(id))))._tag, "SendNotScheduled")
  })

  test("keeps its files until it is sent, and gives them back when it is cancelled and discarded", function* (given) {
    const { asTenant, connect, outgoing, reply, turn } = given
    yield* connect
    const uploads = yield* Uploads
    const sends = yield* Sends
    const upload = asTenant(uploads.create(new Uint8Array([1, 2]), { filename: "a.txt" }))
    const [first, second] = [yield* upload, yield* upload]
    yield* reply("Later", { send_at: "2026-03-06T09:00:00Z", attachments: [first.id] })
    const taken = yield* reply("Cancelled", { send_at: "2026-03-06T10:00:00Z", attachments: [second.id] })
    yield* TestClock.adjust("3 days")
    yield* uploads.removeExpired
    const cancelled = yield* asTenant(sends.cancel(taken.id))
    assert.deepStrictEqual([cancelled.body_text, cancelled.attachments.length], ["Cancelled", 1])
    yield* asTenant(sends.discard(taken.id))
    yield* reply("Again", { attachments: [second.id] })
    yield* TestClock.setTime(Date.UTC(2026, 2, 6, 9))
    yield* turn
    assert.deepStrictEqual(
      outgoing.submitted.map(({ mail }) => [mail.text, mail.attachments.length]),
      [
        ["Later", 1],
        ["Again", 1]
      ]
    )
  })
})

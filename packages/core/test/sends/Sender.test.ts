/** Answers from the unibox, and what becomes of them. */
import { assert, describe } from "@effect/vitest"
import { Deferred, Effect, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { BlacklistStore } from "../../src/blacklist/BlacklistStore.ts"
import { DeliveryStore } from "../../src/integrations/DeliveryStore.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import * as InboxWork from "../../src/mailboxes/InboxWork.ts"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import { kind } from "../../src/mailboxes/SendingWork.ts"
import { Sends } from "../../src/sends/Sends.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { integrationsOf } from "../../src/testing/fixtures/IntegrationFixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { test } from "./Conversation.ts"

const unsent: MailOutcome = { outcome: "unsent", reason: "The port is closed" }

describe("An answer", () => {
  test("of an account that was idle has its inbox read within a minute", function* (given) {
    const { account, asTenant, organization_id, reply, turn } = given
    const mailboxes = yield* Mailboxes
    const work = yield* WorkStore
    const smtp = { host: "smtp.x.test", auth: { type: "password", password: "hunter2-secret" } } as const
    yield* asTenant(mailboxes.connect(account.id, { smtp, imap: { host: "imap.x.test" } }))
    /** The inbox is read, and due again in five minutes. */
    const read = Effect.gen(function* () {
      const now = yield* Timestamp.now
      const until = Timestamp.plus(now, 300_000)
      const claim = crypto.randomUUID()
      const lanes = [{ lane: String(account.id), room: 1 }]
      const claimed = yield* work.claim(organization_id, InboxWork.kind, { lanes, claim, now, until })
      assert.lengthOf(claimed, 1)
      const outcomes = claimed.map(({ key }) => ({ key, again: until, attempts: 0 }))
      yield* work.settle(organization_id, InboxWork.kind, { claim, now, outcomes })
    })
    const minutes = Effect.gen(function* () {
      const next = yield* work.next(InboxWork.kind)
      return next === null ? null : (Timestamp.toMillis(next) - Timestamp.toMillis(yield* Timestamp.now)) / 60_000
    })
    yield* read
    assert.strictEqual(yield* minutes, 5)
    yield* reply()
    yield* turn
    assert.strictEqual(yield* minutes, 1)
    yield* TestClock.adjust("1 minute")
    yield* read
    yield* reply()
    yield* turn
    assert.strictEqual(yield* minutes, 5)
  })

  test("is sent through the account's server, and is then a message of its thread", function* ({
    account,
    connect,
    find,
    messages,
    outgoing,
    reply,
    turn
  }) {
    yield* connect
    const queued = yield* reply()
    assert.deepStrictEqual(
      [queued.outcome, queued.to_email, queued.subject, queued.kind],
      ["queued", "ada@lead.example", "Re: Hello", "reply"]
    )
    assert.strictEqual((yield* messages).length, 1)
    assert.strictEqual(yield* turn, null)
    const [{ mail, server } = assert.fail()] = outgoing.submitted
    assert.deepStrictEqual(
      [mail.message_id, mail.in_reply_to, mail.references, mail.text, mail.from.email],
      [queued.message_id, "<1@lead.example>", ["<1@lead.example>"], "Good day", account.email]
    )
    assert.deepStrictEqual(
      [server?.connection.host, server?.connection.port, server?.connection.security],
      ["smtp.x.test", 465, "tls"]
    )
    const sent = yield* find(queued.id)
    assert.deepStrictEqual([sent.outcome, sent.attempts, sent.reply], ["sent", 1, "250 2.0.0 Ok"])
    const [, answer = assert.fail()] = yield* messages
    assert.deepStrictEqual(
      [answer.is_our_email, answer.body_text, answer.message_id, answer.from_email, answer.to_email],
      [true, "Good day", queued.message_id, account.email, "ada@lead.example"]
    )
  })

  test("refers to all mails of the conversation", function* ({ connect, outgoing, receive, reply, turn }) {
    yield* connect
    const first = yield* reply("One")
    yield* turn
    yield* receive(100_000, { message_id: "<2@lead.example>", subject: "Re: Hello" })
    yield* reply("Two")
    yield* turn
    const mail = outgoing.submitted.at(-1)?.mail
    assert.deepStrictEqual([mail?.subject, mail?.in_reply_to], ["Re: Hello", "<2@lead.example>"])
    assert.sameMembers([...(mail?.references ?? [])], ["<1@lead.example>", first.message_id, "<2@lead.example>"])
  })

  test(
    "can be sent by the host's transport, without credentials, and waits after a fault of it",
    function* ({ outgoing, reply, turn }) {
      yield* reply()
      outgoing.next(unsent)
      assert.deepStrictEqual([yield* turn, yield* turn, outgoing.submitted.length], [1, 1, 1])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* turn, null)
      assert.deepStrictEqual(
        outgoing.submitted.map(({ server }) => server),
        [null, null]
      )
    },
    { sendsWithoutCredentials: true }
  )

  test("needs an account with credentials, an incoming mail, and a recipient who has not unsubscribed", function* ({
    asTenant,
    connect,
    organization_id,
    outgoing,
    reply,
    state,
    turn
  }) {
    const refusal = Effect.map(Effect.flip(reply()), (error) => ("reason" in error ? error.reason : error._tag))
    assert.strictEqual(yield* refusal, "account_not_connected")
    yield* connect
    assert.isTrue((yield* state).allowed)
    yield* reply()
    const blacklist = yield* BlacklistStore
    const entry = { value: "ada@lead.example", reason: null, campaign_id: null, created_at: at(0) }
    yield* blacklist.insert(organization_id, "email", [{ ...entry, source: "unsubscribe" }])
    assert.strictEqual(yield* refusal, "recipient_unsubscribed")
    assert.deepStrictEqual((yield* state).reason, "recipient_unsubscribed")
    // The answer that was queued before is not sent any more.
    yield* turn
    assert.lengthOf(outgoing.submitted, 0)
    const sends = yield* asTenant(Effect.flatMap(Sends, (sends) => sends.page({ limit: 50 })))
    assert.deepStrictEqual(
      sends.data.map(({ outcome, reply }) => [outcome, reply]),
      [["refused", "The recipient has unsubscribed"]]
    )
  })

  test("waits for its turn after a fault of the account, and goes out with the same Message-ID", function* ({
    connect,
    find,
    mailbox,
    outgoing,
    reply,
    turn
  }) {
    yield* connect
    const { id, message_id } = yield* reply()
    outgoing.next(unsent, unsent, unsent)
    const waits: Array<number | null> = []
    for (let i = 0; i < 3; i++) {
      const wait = yield* turn
      waits.push(wait)
      yield* TestClock.adjust(`${wait ?? 0} minutes`)
    }
    assert.deepStrictEqual(waits, [1, 5, 15])
    assert.deepStrictEqual([(yield* mailbox)?.fault, (yield* mailbox)?.strikes], ["connection", 3])
    assert.strictEqual(yield* turn, null)
    const sent = yield* find(id)
    assert.deepStrictEqual([sent.outcome, sent.attempts], ["sent", 1])
    assert.deepStrictEqual(
      outgoing.submitted.map(({ mail }) => mail.message_id),
      Array.from({ length: 4 }, () => message_id)
    )
    assert.deepStrictEqual([(yield* mailbox)?.fault, (yield* mailbox)?.failing_since], [null, null])
  })

  test("is tried again at once when the credentials are replaced", function* ({
    connect,
    find,
    outgoing,
    reply,
    turn
  }) {
    yield* connect
    const { id } = yield* reply()
    outgoing.next({ outcome: "refused", at: "auth", code: 535, reply: "535 Bad credentials" })
    assert.strictEqual(yield* turn, 24 * 60)
    assert.strictEqual((yield* find(id)).outcome, "queued")
    yield* connect
    assert.strictEqual(yield* turn, null)
    assert.strictEqual((yield* find(id)).outcome, "sent")
  })

  test("that the server refuses for now is tried later, and for good is not tried again", function* ({
    connect,
    find,
    outgoing,
    reply,
    turn
  }) {
    yield* connect
    const { id } = yield* reply()
    outgoing.next({ outcome: "refused", at: "recipient", code: 451, reply: "451 Greylisted" })
    assert.strictEqual(yield* turn, 15)
    outgoing.next({ outcome: "refused", at: "recipient", code: 550, reply: "550 5.1.1 No such user" })
    yield* TestClock.adjust("15 minutes")
    assert.strictEqual(yield* turn, null)
    const { attempts, outcome, reply: said } = yield* find(id)
    assert.deepStrictEqual([outcome, attempts, said], ["refused", 2, "550 5.1.1 No such user"])
  })

  test("whose outcome is unknown is not sent again, and counts as sent when a person says so", function* ({
    connect,
    find,
    messages,
    outgoing,
    reply,
    resolve,
    turn
  }) {
    yield* connect
    const { id } = yield* reply()
    outgoing.next({ outcome: "unknown", reason: "The connection was lost after the mail" })
    yield* turn
    yield* turn
    assert.strictEqual((yield* find(id)).outcome, "unknown")
    assert.lengthOf(outgoing.submitted, 1)
    assert.lengthOf(yield* messages, 1)
    assert.strictEqual((yield* resolve(id, "sent")).outcome, "sent")
    assert.lengthOf(yield* messages, 2)
    assert.strictEqual((yield* Effect.flip(resolve(id, "sent")))._tag, "SendNotUnknown")
    yield* turn
    assert.lengthOf(outgoing.submitted, 1)
  })

  test("is sent again when a person says that it was not sent", function* ({
    connect,
    find,
    messages,
    outgoing,
    reply,
    resolve,
    turn
  }) {
    yield* connect
    const { id } = yield* reply()
    outgoing.next({ outcome: "unknown", reason: "The connection was lost after the mail" })
    yield* turn
    yield* resolve(id, "unsent")
    yield* turn
    assert.strictEqual((yield* find(id)).outcome, "sent")
    assert.lengthOf(outgoing.submitted, 2)
    assert.lengthOf(yield* messages, 2)
  })

  test("that a process was sending when it died is unknown, and never sent twice", function* ({
    connect,
    find,
    outgoing,
    reply,
    turn
  }) {
    yield* connect
    const { id } = yield* reply()
    const reached = yield* Deferred.make<void>()
    outgoing.next(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
    const dying = yield* Effect.forkChild(turn)
    yield* Deferred.await(reached)
    assert.strictEqual((yield* find(id)).outcome, "begun")
    yield* Fiber.interrupt(dying)
    yield* turn
    assert.deepStrictEqual([(yield* find(id)).outcome, outgoing.submitted.length], ["unknown", 1])
  })

  test("makes its account due", function* ({ account, connect, reply }) {
    yield* connect
    yield* reply()
    const work = yield* WorkStore
    const due = yield* work.due(kind, { now: yield* Timestamp.now, limit: 10 })
    assert.deepStrictEqual(
      due.map(({ lane }) => lane),
      [String(account.id)]
    )
  })
})

describe("An account that cannot send", () => {
  test("is shown as failing, and reported once", function* ({
    account,
    asTenant,
    connect,
    organization_id,
    outgoing,
    reply,
    turn
  }) {
    const { add } = yield* integrationsOf(organization_id)
    const integration = yield* add({ events: ["account_failing"] })
    const show = asTenant(Effect.flatMap(Accounts, (accounts) => accounts.find(account.id)))
    yield* connect
    assert.strictEqual((yield* show).connection?.smtp.host, "smtp.x.test")
    yield* reply()
    const rejected: MailOutcome = { outcome: "refused", at: "auth", code: 535, reply: "535 Bad credentials" }
    outgoing.next(rejected, rejected)
    yield* turn
    assert.strictEqual((yield* show).state.status, "connection_error")
    yield* TestClock.adjust("1 day")
    yield* turn
    const deliveries = yield* Effect.flatMap(DeliveryStore, (store) =>
      store.page(organization_id, integration.id, { limit: 10 })
    )
    assert.deepStrictEqual(
      deliveries.map(({ event }) => event),
      ["account_failing"]
    )
    yield* TestClock.adjust("1 day")
    yield* turn
    assert.strictEqual((yield* show).state.status, "active")
  })

  test("loses its secrets when it is deleted, and its mails are not sent", function* ({
    account,
    asTenant,
    connect,
    find,
    mailbox,
    outgoing,
    reply,
    turn
  }) {
    yield* connect
    const { id } = yield* reply()
    yield* asTenant(Effect.flatMap(Accounts, (accounts) => accounts.remove({ ids: [account.id] })))
    assert.strictEqual((yield* mailbox)?.sealed, null)
    yield* turn
    assert.lengthOf(outgoing.submitted, 0)
    assert.deepStrictEqual((yield* find(id)).outcome, "refused")
  })
})

describe("Metrics", () => {
  test("count the tries by outcome, and the faults of accounts", function* ({ connect, outgoing, reply, turn }) {
    const count = Effect.map(
      Metric.snapshot,
      (all) => (id: string, attributes: Record<string, string>) =>
        all
          .filter(
            (one) =>
              one.id === id && Object.entries(attributes).every(([key, value]) => one.attributes?.[key] === value)
          )
          .map(({ state }) => ("count" in state ? Number(state.count) : NaN))
          .reduce((sum, value) => sum + value, 0)
    )
    const before = yield* count
    yield* connect
    yield* reply()
    outgoing.next(unsent)
    yield* turn
    yield* TestClock.adjust("1 minute")
    yield* turn
    const after = yield* count
    const grown = (id: string, attributes: Record<string, string>) => after(id, attributes) - before(id, attributes)
    assert.deepStrictEqual(
      [
        grown("mails_total", { kind: "reply", outcome: "sent" }),
        grown("mails_total", { kind: "reply", outcome: "unsent" }),
        grown("account_faults_total", { fault: "connection" })
      ],
      [1, 1, 1]
    )
  })
})

describe("The secrets of a mailbox", () => {
  test("are stored encrypted, and appear in no answer", function* ({ asTenant, connect, mailbox, reply, turn }) {
    yield* connect
    const send = yield* reply()
    yield* turn
    const shown = JSON.stringify([
      yield* mailbox,
      send,
      yield* asTenant(Effect.flatMap(Sends, (all) => all.page({ limit: 50 })))
    ])
    assert.notInclude(shown, "hunter2")
  })
})

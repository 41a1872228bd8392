/** Campaigns over SMTP whose inbox is on an IMAP server: cases for every kind of server. */
import { assert } from "@effect/vitest"
import { Sequences, Timestamp } from "@mailroom/core"
import { Array, Effect, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { cuttingProxy } from "../packages/host/test/CuttingProxy.ts"
import { mailServer } from "../packages/host/test/MailServer.ts"
import { layer, mail, type Services, user } from "./Inboxes.ts"
import { answerTo, delivery, type MailServers } from "./MailServers.ts"
import { runningCampaign } from "./RunningCampaign.ts"

type Servers = Effect.Effect<MailServers, never, Scope.Scope>
type Setting = Pick<Parameters<typeof runningCampaign>[0], "leads" | "steps">

const person = (name: string) => `${name}@lead.example`

/** A campaign whose account has an SMTP server, and an IMAP server that can go down. */
const given = Effect.fnUntraced(function* (servers: Servers, setting: Setting) {
  const smtp = yield* mailServer()
  const imap = yield* servers
  const proxy = yield* cuttingProxy(imap.port)
  const campaign = yield* runningCampaign({ ...setting, smtpPort: smtp.port, imapPort: proxy.port })
  return {
    ...campaign,
    ...delivery(smtp, imap),
    imap,
    setDown: proxy.setDown,
    /** The recipients of all mails so far, by name. */
    recipients: Effect.sync(() => smtp.mails.flatMap(({ to }) => to.map((email) => email.split("@")[0])))
  }
})

type Given = Effect.Success<ReturnType<typeof given>>

const run =
  (
    setting: Setting,
    body: (given: Given) => Generator<Effect.Effect<unknown, unknown, Scope.Scope | Services>, void, never>
  ) =>
  (servers: Servers) =>
    Effect.flatMap(given(servers, setting), (known) => Effect.gen(() => body(known))).pipe(
      Effect.scoped,
      Effect.provide(layer, { local: true })
    )

const twoSteps = [
  { subject: "Hello", body: "One" },
  { body: "Two", delay_days: 1 }
] as const

/** An answer in the inbox is read before a follow-up that is due is sent, and stops the lead. */
const answerIsReadFirst = run(
  { steps: twoSteps, leads: [{ email: person("ada") }, { email: person("bob") }] },
  function* ({ events, leadStates, mailbox, recipients, rows, sends, upcoming, work, write }) {
    yield* work
    assert.deepStrictEqual(yield* recipients, ["ada", "bob"])
    const [first = assert.fail("There is a mail")] = yield* sends

    // The last poll: ten minutes before the step is due.
    yield* TestClock.adjust("1430 minutes")
    assert.deepStrictEqual(yield* work, ["sending", "inbox"])
    assert.strictEqual((yield* mailbox).synced_at, yield* Timestamp.now)
    yield* TestClock.adjust("7 minutes")
    yield* write({ id: "1@lead.example", from: person("ada"), header: `In-Reply-To: ${first.message_id}` })
    yield* TestClock.adjust("3 minutes")
    const { accounts, reason } = yield* upcoming
    assert.deepStrictEqual([reason, accounts[0]?.next?.email], ["inbox_behind", person("ada")])

    // The turn of the account comes first, and sends nothing: neither to the lead that answered, nor to the other one.
    const done = yield* work
    assert.deepStrictEqual(done.slice(0, 2), ["sending", "inbox"])
    yield* TestClock.adjust("15 seconds")
    yield* work
    assert.deepStrictEqual(yield* recipients, ["ada", "bob", "bob"])
    assert.deepStrictEqual(yield* leadStates, [
      ["Replied", "reply"],
      ["Sent", null]
    ])
    assert.deepStrictEqual(yield* rows, ["stopped 1", "done 2"])
    assert.deepStrictEqual(yield* events, ["sent", "sent", "replied", "sent"])

    yield* TestClock.adjust("3 days")
    yield* work
    assert.lengthOf(yield* recipients, 3)
  }
)

/** An answer that arrives after the last reading, seconds before the follow-up is due. Others need no second reading. */
const answerArrivesJustBefore = run(
  { steps: twoSteps, leads: ["ada", "bob", "carl"].map((name) => ({ email: person(name) })) },
  function* ({ leadStates, mailbox, recipients, sends, work, write }) {
    yield* work
    const [first = assert.fail("There is a mail")] = yield* sends
    yield* TestClock.adjust(`${86_400 - 40} seconds`)
    yield* work
    assert.strictEqual((yield* mailbox).synced_at, yield* Timestamp.now)
    yield* TestClock.adjust("5 seconds")
    yield* write({ id: "1@lead.example", from: person("ada"), header: `In-Reply-To: ${first.message_id}` })
    yield* TestClock.adjust("35 seconds")
    // The end of the reading wakes the account at once, and both mails that are left share it.
    assert.deepStrictEqual(yield* work, ["sending", "inbox", "sending"])
    assert.deepStrictEqual((yield* recipients).slice(3), ["bob", "carl"])
    assert.deepStrictEqual((yield* leadStates)[0], ["Replied", "reply"])
  }
)

/** While the inbox cannot be read, only answers of ours go out. Afterwards, the rest goes out. */
const inboxIsDown = run(
  { steps: twoSteps, leads: ["ada", "bob", "carl"].map((name) => ({ email: person(name) })) },
  function* ({ account_state, addLeads, mailbox, recipients, reply, sends, setDown, threads, upcoming, work, write }) {
    const minutes = Effect.fnUntraced(function* (count: number) {
      for (let i = 0; i < count; i++) {
        yield* TestClock.adjust("1 minute")
        yield* work
      }
    })
    const reasons = Effect.map(upcoming, ({ accounts, reason }) => [reason, ...accounts.map((one) => one.reason)])
    yield* work
    const [first = assert.fail("There is a mail"), , third = assert.fail("There is a mail")] = yield* sends
    yield* write({ id: "1@lead.example", from: person("carl"), header: `In-Reply-To: ${third.message_id}` })
    yield* TestClock.adjust("1435 minutes")
    yield* work
    const thread = (yield* threads).find(({ tab }) => tab === "replies") ?? assert.fail("There is an answer")
    assert.deepStrictEqual(yield* recipients, ["ada", "bob", "carl"])

    setDown(true)
    yield* write({ id: "2@lead.example", from: person("ada"), header: `In-Reply-To: ${first.message_id}` })
    yield* minutes(10)
    assert.deepStrictEqual(yield* reasons, ["inbox_behind", "inbox_behind"])
    yield* reply(thread.id, "Good day")
    yield* work
    assert.deepStrictEqual(yield* recipients, ["ada", "bob", "carl", "carl"])
    assert.isAbove((yield* mailbox).sync_strikes, 1)

    // From the 15th minute on the account fails: new leads wait, too.
    yield* minutes(20)
    yield* addLeads([{ email: person("dora") }])
    yield* reply(thread.id, "Are you there?")
    yield* minutes(40)
    assert.deepStrictEqual(yield* reasons, ["account_failing", "account_failing"])
    assert.strictEqual(yield* account_state, "connection_error")
    assert.deepStrictEqual(yield* recipients, ["ada", "bob", "carl", "carl", "carl"])

    setDown(false)
    yield* minutes(16)
    assert.strictEqual(yield* account_state, "active")
    assert.deepStrictEqual((yield* recipients).slice(5).sort(), ["bob", "dora"])
  }
)

/** Three steps, the answer of the lead and our answer are one conversation on both sides. */
const threadOfSteps = run(
  {
    steps: [
      { subject: "Hello {{first_name|there}}", body: "Step 1", body_html: "<p>Step 1</p>" },
      { body: "Step 2", delay_days: 1 },
      { body: "Step 3", delay_days: 2 }
    ],
    leads: [{ email: person("ada"), first_name: "Ada" }]
  },
  function* ({
    asTenant,
    campaign_id,
    deliver,
    imap,
    messages,
    recipients,
    reply,
    sends,
    sequences,
    threads,
    work,
    write
  }) {
    const day = Effect.gen(function* () {
      yield* work
      yield* deliver
      // The copy of the sent mail is read, and the inbox is no longer behind for what is due then.
      yield* TestClock.adjust("1 minute")
      yield* work
    })
    yield* day
    // Later mails keep the subject that the lead got.
    const [step = assert.fail("There is a step")] = sequences
    yield* asTenant(
      Sequences.use((sequences) =>
        sequences.update(campaign_id, step.id, { subject: "Something else", body: "Something else" })
      )
    )
    for (let i = 0; i < 3; i++) {
      yield* TestClock.adjust("1 day")
      // The inbox is behind: it is read, and 15 seconds later the step goes out.
      yield* work
      yield* TestClock.adjust("15 seconds")
      yield* day
    }
    const steps = yield* imap.inboxOfLead
    const ids = (yield* sends).map(({ message_id }) => message_id)
    assert.lengthOf(ids, 3)
    assert.deepStrictEqual(
      steps.map(({ from, inReplyTo, messageId, references, subject, text }) => [
        messageId,
        subject,
        text?.trim(),
        inReplyTo,
        references?.split(/\s+/u),
        from?.address
      ]),
      [
        [ids[0], "Hello Ada", "Step 1", undefined, undefined, user],
        [ids[1], "Re: Hello Ada", "Step 2", ids[0], [ids[0]], user],
        [ids[2], "Re: Hello Ada", "Step 3", ids[1], [ids[0], ids[1]], user]
      ]
    )

    yield* write({
      id: "1@lead.example",
      from: person("ada"),
      text: "Question",
      header: answerTo(Array.getUnsafe(steps, 2))
    })
    yield* TestClock.adjust("6 minutes")
    yield* work
    const [thread = assert.fail("There is a thread"), ...others] = yield* threads
    assert.lengthOf(others, 0)
    const answer = yield* reply(thread.id, "Answer")
    yield* day
    // Some mail programs keep the copy a second time.
    yield* imap.keep([mail({ id: answer.message_id.slice(1, -1), from: user, to: person("ada"), text: "Answer" })])
    yield* TestClock.adjust("6 minutes")
    yield* work

    const ours = Array.getUnsafe(yield* imap.inboxOfLead, 3)
    assert.deepStrictEqual(
      [ours.messageId, ours.subject, ours.inReplyTo, ours.references?.split(/\s+/u)],
      [answer.message_id, "Re: Hello", "<1@lead.example>", [...ids, "<1@lead.example>"]]
    )
    assert.deepStrictEqual(yield* recipients, ["ada", "ada", "ada", "ada"])
    assert.lengthOf(yield* threads, 1)
    assert.deepStrictEqual(
      (yield* messages(thread.id)).map(({ is_our_email, message_id, reply_text }) => [
        is_our_email,
        message_id,
        reply_text.trim()
      ]),
      [
        [true, ids[0], "Step 1"],
        [true, ids[1], "Step 2"],
        [true, ids[2], "Step 3"],
        [false, "<1@lead.example>", "Question"],
        [true, answer.message_id, "Answer"]
      ]
    )
    assert.deepStrictEqual(
      (yield* imap.sentFolder).map(({ messageId }) => messageId),
      [...ids, answer.message_id, answer.message_id]
    )
  }
)

/** Each case by its name. */
export const campaignCases = {
  "sends no follow-up to a lead whose answer is in an inbox that was not read for ten minutes": answerIsReadFirst,
  "sends no follow-up to a lead whose answer arrived seconds before it was due": answerArrivesJustBefore,
  "sends nothing but answers while its inbox cannot be read, and then the rest": inboxIsDown,
  "is one thread in the programs of both sides and in the unibox, and copies of sent mail are stored once":
    threadOfSteps
}

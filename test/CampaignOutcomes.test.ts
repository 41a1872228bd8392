/** The outcome of a step after each answer of an SMTP server, and after evidence for a lost answer. */
import { assert, describe, it } from "@effect/vitest"
import { Inbound } from "@mailroom/core"
import { Effect, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, smtpServer, type Step } from "../packages/host/test/SmtpServers.ts"
import { layer, mail, type Services, user } from "./Inboxes.ts"
import { dateHeader, hoodiecrowServers } from "./MailServers.ts"
import { runningCampaign } from "./RunningCampaign.ts"

type Script = Partial<Record<Step, Answer>>

const lead = "ada@lead.example"
const steps = [
  { subject: "Hello", body: "One" },
  { body: "Two", delay_days: 0 }
] as const

const run = <A, E>(body: Effect.Effect<A, E, Scope.Scope | Services>) =>
  body.pipe(Effect.scoped, Effect.provide(layer, { local: true }))

/** Without an inbox, the host hands in all mail. */
const byHost = Layer.succeed(Inbound, "host")
const layerByHost = Layer.merge(byHost, Layer.provide(layer, byHost))

/** After a fault of the account its lead waits for the same step, and nothing counts. */
const waits = (fault: string) => ["queued", [], "waiting 0", fault, 50, "Not contacted"]
const isUnknown = ["unknown", [], "unknown 0", null, 49, "Not contacted"]
const isDeferred = ["deferred", [], "waiting 0", null, 50, "Not contacted"]

/**
 * An answer, and what follows: the outcome of the mail, the events, the place of the lead in the campaign, the fault of the
 * account, how many mails it may still send today, and the status of the lead.
 */
const stages: ReadonlyArray<readonly [Script, ReadonlyArray<unknown>]> = [
  [{}, ["sent", ["sent"], "waiting 1", null, 49, "Sent"]],
  [{ greeting: "554 No service" }, waits("connection")],
  [{ greeting: "421 Too many connections" }, waits("throttled")],
  [{ greeting: "drop" }, waits("connection")],
  [{ auth: "535 5.7.8 Bad credentials" }, waits("credentials")],
  [{ auth: "454 4.7.0 Temporary authentication failure" }, waits("connection")],
  [{ auth: "drop" }, waits("connection")],
  [{ mail: "550 5.7.1 Sender rejected" }, waits("sending")],
  [{ mail: "452 4.3.1 Insufficient storage" }, waits("connection")],
  [{ mail: "drop" }, waits("connection")],
  [{ rcpt: "550 5.1.1 No such user" }, ["refused", ["bounced"], "waiting 0", null, 50, "Bounce"]],
  [{ rcpt: "552 5.2.2 Mailbox full" }, ["deferred", ["soft_bounced"], "waiting 0", null, 50, "Not contacted"]],
  [{ rcpt: "451 4.7.1 Greylisted" }, isDeferred],
  [{ rcpt: "drop" }, waits("connection")],
  [{ data: "554 5.7.1 Spam" }, waits("sending")],
  [{ data: "drop" }, waits("connection")],
  [{ half: "drop" }, isUnknown],
  [{ body: "550 5.7.1 Content rejected" }, waits("sending")],
  [{ body: "550 5.4.5 Daily sending quota exceeded" }, waits("throttled")],
  [{ body: "451 4.3.0 Try again" }, isDeferred],
  [{ body: "drop" }, isUnknown]
]

describe("A step", () => {
  for (const pipelining of [false, true]) {
    for (const [script, expected] of stages) {
      const [[step = "none", answer = ""] = []] = Object.entries(script)
      it.effect(`${pipelining ? "pipelined, " : ""}${step} ${answer}`, () =>
        Effect.gen(function* () {
          const { port } = yield* smtpServer(script, { pipelining })
          const later = [steps[0], { ...steps[1], delay_days: 1 }]
          const known = yield* runningCampaign({ smtpPort: port, steps: later, leads: [{ email: lead }] })
          yield* known.work
          const [send] = yield* known.sends
          const [account] = (yield* known.upcoming).accounts
          const [[status] = []] = yield* known.leadStates
          assert.deepStrictEqual(
            [
              send?.outcome,
              yield* known.events,
              (yield* known.rows)[0],
              (yield* known.mailbox).fault,
              account?.remaining_today,
              status
            ],
            [...expected]
          )
        }).pipe(Effect.scoped, Effect.provide(layerByHost, { local: true }))
      )
    }
  }
})

/** A campaign whose server closed the connection after the mail, and works again; and the mail as its server has it. */
const lost = Effect.gen(function* () {
  const server = yield* smtpServer({ body: "drop" })
  const imap = yield* hoodiecrowServers
  const known = yield* runningCampaign({
    smtpPort: server.port,
    imapPort: imap.port,
    steps,
    leads: [{ email: lead }]
  })
  yield* known.work
  server.change({ body: "250 2.0.0 Ok" })
  const [send = assert.fail("There is a mail")] = yield* known.sends
  assert.deepStrictEqual([send.outcome, yield* known.rows, yield* known.events], ["unknown", ["unknown 0"], []])
  const count = () => server.sessions.filter(({ body }) => body !== "").length
  const raw = server.sessions.find(({ body }) => body !== "")?.body ?? assert.fail("There is a mail")
  return {
    ...known,
    ...imap,
    count,
    raw: `${raw}\r\n`,
    message_id: send.message_id,
    outcomes: Effect.map(known.sends, (sends) => sends.map(({ outcome }) => outcome)),
    /** Reads the inbox, and sends what is due then. */
    read: Effect.gen(function* () {
      yield* TestClock.adjust("6 minutes")
      yield* known.work
      yield* TestClock.adjust("15 seconds")
      yield* known.work
    })
  }
})

/** A notice that a mail could not be delivered, which returns its header (RFC 3464). */
const bounceOf = (message_id: string, date: string) =>
  [
    "From: MAILER-DAEMON@mx.lead.example",
    `To: ${user}`,
    "Subject: Undelivered mail",
    `Date: ${date}`,
    "Message-ID: <bounce@mx.lead.example>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "",
    "Your mail could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.lead.example",
    "",
    `Final-Recipient: rfc822; ${lead}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 User unknown",
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    `From: ${user}`,
    `To: ${lead}`,
    `Message-ID: ${message_id}`,
    "Subject: Hello",
    "",
    "--b--",
    ""
  ].join("\r\n")

describe("A step whose server closes the connection after the mail", () => {
  it.effect("has gone out when it is in the folder of sent mail, and the next step follows", () =>
    run(
      Effect.gen(function* () {
        const { count, events, keep, outcomes, raw, read, rows } = yield* lost
        yield* keep([raw])
        yield* read
        assert.deepStrictEqual([yield* outcomes, yield* rows], [["sent"], ["waiting 1"]])
        // The account looks for what is due every ten minutes.
        yield* read
        assert.deepStrictEqual([yield* outcomes, yield* events, count()], [["sent", "sent"], ["sent", "sent"], 2])
      })
    )
  )

  it.effect("has gone out when a notice names it, and its lead is stopped", () =>
    run(
      Effect.gen(function* () {
        const { count, events, leadStates, message_id, outcomes, read, receive } = yield* lost
        yield* receive([bounceOf(message_id, yield* dateHeader)])
        yield* read
        assert.deepStrictEqual([yield* outcomes, yield* leadStates, count()], [["sent"], [["Bounce", "bounce"]], 1])
        assert.sameMembers(yield* events, ["sent", "bounced"])
      })
    )
  )

  it.effect("has gone out when its lead answers it, and the lead is stopped", () =>
    run(
      Effect.gen(function* () {
        const { count, events, leadStates, message_id, outcomes, read, receive } = yield* lost
        yield* receive([mail({ id: "1@lead.example", date: yield* dateHeader, header: `In-Reply-To: ${message_id}` })])
        yield* read
        assert.deepStrictEqual([yield* outcomes, yield* leadStates, count()], [["sent"], [["Replied", "reply"]], 1])
        assert.sameMembers(yield* events, ["sent", "replied"])
      })
    )
  )

  it.effect("is never sent again without evidence, and the next step follows after 24 hours", () =>
    run(
      Effect.gen(function* () {
        const { count, events, outcomes, read } = yield* lost
        yield* TestClock.adjust("23 hours")
        yield* read
        assert.deepStrictEqual([yield* outcomes, count()], [["unknown"], 1])
        yield* TestClock.adjust("1 hour")
        yield* read
        assert.deepStrictEqual([yield* outcomes, yield* events, count()], [["unknown", "sent"], ["sent"], 2])
      })
    )
  )
})

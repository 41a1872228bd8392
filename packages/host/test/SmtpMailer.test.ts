import { assert, describe, it, vi } from "@effect/vitest"
import { Mailer, type MailOutcome, type MailServer, Stopping, Withdrawn } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { type Duration, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import PostalMime from "postal-mime"
import { limited, make } from "../src/internal/smtp.ts"
import { mail } from "./Mails.ts"
import { type Answer, smtpServer, type Step } from "./SmtpServers.ts"

const serverAt = (port: number): MailServer => ({
  connection: { host: "127.0.0.1", port, security: "tls" },
  login: { type: "password", user: "grace@ours.example", password: Redacted.make("hunter2-secret") }
})

const local = Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true }))

const attempt = (script: Partial<Record<Step, Answer>>, pipelining: boolean, message = mail) =>
  Effect.gen(function* () {
    const { port, sessions } = yield* smtpServer(script, { pipelining })
    const mailer = yield* Mailer
    return { outcome: yield* mailer.send(message, serverAt(port)), session: sessions[0] }
  }).pipe(local, Effect.scoped)

const summary = (outcome: MailOutcome) =>
  outcome.outcome === "refused" ? `refused ${outcome.at} ${outcome.code}` : outcome.outcome

/** Each stage at which a server may answer otherwise, and the outcome. */
const stages: ReadonlyArray<readonly [Partial<Record<Step, Answer>>, string]> = [
  [{}, "sent"],
  [{ greeting: "554 No service" }, "refused connect 554"],
  [{ greeting: "421 Too many connections" }, "refused connect 421"],
  [{ greeting: "drop" }, "unsent"],
  [{ auth: "535 5.7.8 Bad credentials" }, "refused auth 535"],
  [{ auth: "454 4.7.0 Temporary authentication failure" }, "refused auth 454"],
  [{ auth: "drop" }, "unsent"],
  [{ mail: "550 5.7.1 Sender rejected" }, "refused sender 550"],
  [{ mail: "452 4.3.1 Insufficient storage" }, "refused sender 452"],
  [{ mail: "drop" }, "unsent"],
  [{ rcpt: "550 5.1.1 No such user" }, "refused recipient 550"],
  [{ rcpt: "451 4.7.1 Greylisted" }, "refused recipient 451"],
  [{ rcpt: "drop" }, "unsent"],
  [{ data: "554 5.7.1 Spam" }, "refused data 554"],
  [{ data: "drop" }, "unsent"],
  [{ half: "drop" }, "unknown"],
  [{ body: "550 5.7.1 Content rejected" }, "refused data 550"],
  [{ body: "451 4.3.0 Try again" }, "refused data 451"],
  [{ body: "drop" }, "unknown"]
]

describe("SmtpMailer", () => {
  for (const pipelining of [false, true]) {
    for (const [script, expected] of stages) {
      const [[step = "none", answer = ""] = []] = Object.entries(script)
      it.live(`${pipelining ? "pipelined, " : ""}${step} ${answer}: ${expected}`, () =>
        Effect.map(attempt(script, pipelining), ({ outcome }) => assert.strictEqual(summary(outcome), expected))
      )
    }
  }

  it.live("does not blame the account when the process was suspended", () =>
    Effect.gen(function* () {
      let suspension = 0
      const now = performance.now.bind(performance)
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(performance, "now").mockImplementation(() => now() + suspension)),
        (spy) => Effect.sync(() => spy.mockRestore())
      )
      const data = () => {
        suspension = 3_600_000
        return "354 Go ahead"
      }
      const { outcome, session } = yield* attempt({ data }, false)
      assert.deepInclude(outcome, { outcome: "unsent", is_ours: true })
      assert.isFalse(session?.isAccepted)
    }).pipe(Effect.scoped)
  )

  it.live("knows that a mail is unsent where nobody listens", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(smtpServer({}))
      const mailer = yield* Mailer
      assert.strictEqual((yield* mailer.send(mail, serverAt(port))).outcome, "unsent")
    }).pipe(local)
  )

  it.live("sends what a MIME library reads back: header fields, text and HTML", () =>
    Effect.gen(function* () {
      const { outcome, session } = yield* attempt({}, false, { ...mail, html: "<p>Good <b>day</b></p>" })
      assert.deepStrictEqual(outcome, { outcome: "sent", reply: "250 2.0.0 Ok: queued as 12345" })
      const read = yield* Effect.promise(() => PostalMime.parse(session?.body ?? ""))
      assert.deepStrictEqual(
        [read.subject, read.from?.name, read.from?.address, read.to?.[0]?.address, read.messageId, read.inReplyTo],
        [
          "Re: Grüße",
          "Grace Hopper",
          "grace@ours.example",
          "ada@lead.example",
          "<abc@ours.example>",
          "<first@lead.example>"
        ]
      )
      assert.strictEqual(read.references, "<zero@ours.example> <first@lead.example>")
      assert.deepStrictEqual([read.text?.trim(), read.html?.trim()], ["Good day", "<p>Good <b>day</b></p>"])
      assert.include(session?.commands ?? [], "RCPT TO:<ada@lead.example>")
    })
  )

  it.live("injects nothing into the header", () =>
    Effect.gen(function* () {
      const evil = "x\r\nBcc: eve@evil.example\r\n\r\nbody"
      const { session } = yield* attempt({}, false, {
        ...mail,
        subject: evil,
        from: { ...mail.from, name: evil },
        headers: { "X-Note": evil }
      })
      const read = yield* Effect.promise(() => PostalMime.parse(session?.body ?? ""))
      assert.deepStrictEqual([read.bcc ?? [], read.text?.trim()], [[], "Good day"])
      assert.deepStrictEqual(
        session?.commands.filter((line) => line.startsWith("RCPT")),
        ["RCPT TO:<ada@lead.example>"]
      )
    })
  )

  it.live("sends nothing to a server whose certificate is not valid for its name", () =>
    Effect.gen(function* () {
      const { port, sessions } = yield* smtpServer({})
      const mailer = make({
        allowPrivateTargets: true,
        verifiesCertificates: true,
        resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
        host: undefined
      })
      const connection = { host: "mx.other.example", port, security: "tls" } as const
      const outcome = yield* mailer.send(mail, { ...serverAt(port), connection })
      assert.deepStrictEqual([outcome.outcome, sessions.flatMap(({ commands }) => commands)], ["unsent", []])
    }).pipe(Effect.scoped)
  )

  it.live("sends no password to a server that offers no STARTTLS", () =>
    Effect.gen(function* () {
      const { port, sessions } = yield* smtpServer({}, { isPlain: true })
      const mailer = yield* Mailer
      const connection = { host: "127.0.0.1", port, security: "starttls" } as const
      const outcome = yield* mailer.send(mail, { ...serverAt(port), connection })
      assert.notStrictEqual(outcome.outcome, "sent")
      assert.notInclude(JSON.stringify(sessions), "AUTH")
    }).pipe(local, Effect.scoped)
  )

  it.live("repeats no secret that the server says", () =>
    Effect.gen(function* () {
      const secret = "hunter2-secret"
      const plain = Buffer.from(`\0grace@ours.example\0${secret}`).toString("base64")
      const said = [secret, plain, Buffer.from(secret).toString("base64")]
      const { port } = yield* smtpServer({ auth: `535 5.7.8 Bad login: ${said.join(" ")}` })
      const mailer = yield* Mailer
      const shown = [yield* mailer.send(mail, serverAt(port)), yield* mailer.test(serverAt(port))]
      for (const text of shown.map((one) => JSON.stringify(one))) {
        assert.include(text, "535 5.7.8 Bad login: … … …")
        for (const part of said) assert.notInclude(text, part)
      }
    }).pipe(local, Effect.scoped)
  )

  it.live("does not connect to private addresses, by name or in any spelling", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      const { port, sessions } = yield* smtpServer({})
      for (const host of [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "0x7f000001",
        "2130706433",
        "017700000001",
        "0177.0.0.1",
        "①②⑦.0.0.1",
        "127。0。0。1",
        "localhost",
        "LocalHost.",
        "a.localhost",
        "::ffff:127.0.0.1",
        "[::ffff:7f00:1]",
        "::1",
        "10.0.0.8",
        "169.254.169.254",
        "internal.example"
      ]) {
        for (const security of ["tls", "starttls"] as const) {
          const server = { ...serverAt(port), connection: { host, port, security } }
          const outcome = yield* mailer.send(mail, server)
          assert.strictEqual(outcome.outcome, "unsent", host)
          assert.match("reason" in outcome ? outcome.reason : "", /not (?:a )?public/u, host)
          assert.isFalse((yield* mailer.test(server)).success, host)
        }
      }
      assert.lengthOf(sessions, 0)
    }).pipe(Effect.provide(SmtpMailer.layer({ resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]) })))
  )

  /** A mail that is under way when the server has fallen silent at a step, with a clock that moves. */
  const silentAt = Effect.fnUntraced(function* (step: Step, isStopping = false) {
    const server = yield* smtpServer({ [step]: "silence" })
    const mailer = yield* Mailer
    const sending = yield* mailer.send(mail, serverAt(server.port)).pipe(
      Effect.provideService(Stopping, () => isStopping),
      Effect.forkChild
    )
    yield* server.silent
    return { sending, isOver: () => sending.pollUnsafe() !== undefined }
  })
  const pass = (duration: Duration.Input) => Effect.andThen(TestClock.adjust(duration), Effect.yieldNow)

  for (const step of ["hello", "mail", "rcpt", "data"] as const) {
    it.effect(`gives a server five minutes until it takes the mail: ${step}`, () =>
      Effect.gen(function* () {
        const { isOver, sending } = yield* silentAt(step)
        yield* pass("299 seconds")
        assert.isFalse(isOver())
        yield* pass("2 seconds")
        assert.strictEqual((yield* Fiber.join(sending)).outcome, "unsent")
      }).pipe(local, Effect.scoped)
    )
  }

  it.effect("gives a server more than ten minutes for the reply to the mail, and then does not know", () =>
    Effect.gen(function* () {
      const { isOver, sending } = yield* silentAt("body")
      yield* pass("12 minutes")
      assert.isFalse(isOver())
      yield* pass("2 minutes")
      assert.strictEqual((yield* Fiber.join(sending)).outcome, "unknown")
    }).pipe(local, Effect.scoped)
  )

  it.effect("gives up a mail that waits when the process stops, unless the server may have it", () =>
    Effect.gen(function* () {
      const waiting = yield* silentAt("greeting", true)
      yield* pass("4 seconds")
      assert.isFalse(waiting.isOver())
      yield* pass("2 seconds")
      assert.deepInclude(yield* Fiber.join(waiting.sending), { outcome: "unsent", is_ours: true })
      const transferred = yield* silentAt("body", true)
      yield* pass("5 minutes")
      assert.isFalse(transferred.isOver())
    }).pipe(local, Effect.scoped)
  )

  it.effect("gives up a mail whose account loses its credentials within a second, unless the server may have it", () =>
    Effect.gen(function* () {
      let isWithdrawn = false
      const silent = (step: Step) => Effect.provideService(silentAt(step), Withdrawn, () => isWithdrawn)
      const waiting = yield* silent("rcpt")
      yield* pass("1 minute")
      assert.isFalse(waiting.isOver())
      const transferred = yield* silent("body")
      isWithdrawn = true
      yield* pass("1 second")
      assert.deepInclude(yield* Fiber.join(waiting.sending), { outcome: "unsent", is_ours: true })
      yield* pass("5 minutes")
      assert.isFalse(transferred.isOver())
    }).pipe(local, Effect.scoped)
  )

  it.effect("does not know of a mail that the server takes while its try is being ended", () =>
    Effect.gen(function* () {
      let isBodyRead = false
      const sending = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isBodyRead = true)))
      const trying = yield* Effect.forkChild(limited(sending, () => isBodyRead))
      yield* pass("301 seconds")
      assert.strictEqual((yield* Fiber.join(trying)).outcome, "unknown")
    })
  )

  it.live("tests a login without sending", () =>
    Effect.gen(function* () {
      const good = yield* smtpServer({})
      const bad = yield* smtpServer({ auth: "535 5.7.8 Bad credentials" })
      const mailer = yield* Mailer
      const [first, second] = yield* Effect.all([mailer.test(serverAt(good.port)), mailer.test(serverAt(bad.port))])
      assert.deepStrictEqual([first.success, first.error], [true, null])
      assert.deepStrictEqual([second.success, second.error], [false, "535 5.7.8 Bad credentials"])
      assert.notInclude(good.sessions.flatMap(({ commands }) => commands).join("\n"), "MAIL FROM")
    }).pipe(local, Effect.scoped)
  )
})

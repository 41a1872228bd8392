/** A mail server that sends what nobody asked for, or nothing, costs little and is left soon. */
import { assert, describe, it } from "@effect/vitest"
import { Mailer } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { addresses, smtp } from "../src/internal/budgets.ts"
import { mail } from "./Mails.ts"
import { far } from "./Receivers.ts"
import { smtpServer, type Step } from "./SmtpServers.ts"

const serverAt = (port: number, host = "127.0.0.1", security: "starttls" | "tls" = "tls") =>
  ({
    connection: { host, port, security },
    login: { type: "password", user: "grace@ours.example", password: Redacted.make("hunter2-secret") }
  }) as const

const local = Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true }))
const { bytes, lines } = smtp

const floods: ReadonlyArray<readonly [what: string, text: string, excess: string]> = [
  ["empty lines", "\r\n".repeat(1_000), `The server sent more than ${lines} lines`],
  ["lines of one reply", "250-x\r\n".repeat(1_000), `The server sent more than ${lines} lines`],
  ["a line", "x".repeat(10_000), `The server sent more than ${bytes} bytes`]
]

describe("a server that never stops sending", () => {
  for (const step of ["greeting", "hello", "auth", "mail", "rcpt", "data", "body"] as const satisfies Array<Step>) {
    it.live.each(floods)(`is left, as its answer to ${step}: %s`, ([, endless, excess]) =>
      Effect.gen(function* () {
        const { port, sessions } = yield* smtpServer({ [step]: { endless } })
        const outcome = yield* Mailer.use(({ send }) => send(mail, serverAt(port)))
        assert.deepStrictEqual(outcome, { outcome: step === "body" ? "unknown" : "unsent", reason: excess })
        assert.isBelow(yield* Effect.promise(() => sessions[0]?.closed ?? assert.fail()), far)
      }).pipe(local, Effect.scoped)
    )
  }

  for (const step of ["greeting", "hello", "mail"] as const satisfies Array<Step>) {
    it.live.each(floods)(`is left before and after STARTTLS, as its answer to ${step}: %s`, ([, endless]) =>
      Effect.gen(function* () {
        const hello = "250-mx.example\r\n250-STARTTLS\r\n250 AUTH PLAIN"
        const { port } = yield* smtpServer({ hello, [step]: { endless } }, { isPlain: true })
        const { outcome, reason } = yield* Mailer.use(({ send }) =>
          send(mail, serverAt(port, "127.0.0.1", "starttls"))
        ).pipe(Effect.map((given) => ({ reason: "", ...given })))
        assert.strictEqual(outcome, "unsent")
        assert.match(reason, /^The server sent more than \d+ (?:bytes|lines)$/u)
      }).pipe(local, Effect.scoped)
    )
  }

  it.live.each(floods)("fails the test of its account: %s", ([, endless, error]) =>
    Effect.gen(function* () {
      const { port } = yield* smtpServer({ hello: { endless } })
      const tested = yield* Mailer.use(({ test }) => test(serverAt(port)))
      assert.deepInclude(tested, { success: false, error })
    }).pipe(local, Effect.scoped)
  )
})

describe("a server that does not answer", () => {
  it.effect("fails the test of its account after a minute", () =>
    Effect.gen(function* () {
      const { port, sessions, silent } = yield* smtpServer({ hello: "silence" })
      const testing = yield* Effect.forkChild(Mailer.use(({ test }) => test(serverAt(port))))
      yield* silent
      yield* TestClock.adjust(smtp.test)
      const { error } = yield* Fiber.join(testing)
      assert.strictEqual(error, "The server did not answer within 60 seconds")
      yield* Effect.promise(() => sessions[0]?.closed ?? assert.fail())
    }).pipe(local, Effect.scoped)
  )
})

describe("a name that is not resolved", () => {
  const never = SmtpMailer.layer({ resolve: () => new Promise(() => {}) })
  const error = "The name mail.ours.example cannot be resolved"

  it.effect("is given up after 15 s: the mail is unsent, and the test of the account has failed", () =>
    Effect.gen(function* () {
      const server = serverAt(465, "mail.ours.example")
      const sending = yield* Effect.forkChild(Mailer.use(({ send }) => send(mail, server)))
      const testing = yield* Effect.forkChild(Mailer.use(({ test }) => test(server)))
      yield* Effect.promise(() => new Promise(setImmediate))
      yield* TestClock.adjust(addresses.time)
      assert.deepInclude(yield* Fiber.join(testing), { success: false, error })
      assert.deepStrictEqual(yield* Fiber.join(sending), { outcome: "unsent", reason: error })
    }).pipe(Effect.provide(never))
  )
})

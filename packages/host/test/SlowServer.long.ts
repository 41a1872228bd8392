/** A server with slow look-ups or a tar pit takes its time. Sockets have a clock that no test can move. */
import { assert, describe, it } from "@effect/vitest"
import { Mailer } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Fiber, Redacted } from "effect"
import { mail } from "./Mails.ts"
import { smtpServer } from "./SmtpServers.ts"

describe("a slow server", () => {
  it.live("gets the mail although it greets after 14 seconds", () =>
    Effect.gen(function* () {
      const { greet, port } = yield* smtpServer({ greeting: "late" })
      const mailer = yield* Mailer
      const connection = { host: "127.0.0.1", port, security: "tls" } as const
      const login = { type: "password", user: "grace@ours.example", password: Redacted.make("secret") } as const
      const sending = yield* Effect.forkChild(mailer.send(mail, { connection, login }))
      yield* Effect.sleep("14 seconds")
      greet()
      assert.strictEqual((yield* Fiber.join(sending)).outcome, "sent")
    }).pipe(Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true })), Effect.scoped)
  )
})

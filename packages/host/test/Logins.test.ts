/** Logins as people have them: app passwords as pages show them, passwords of words, and relays that ask for none. */
import { assert, describe, it } from "@effect/vitest"
import { InboxReader, Mailer, type MailServer } from "@mailroom/core"
import { ImapInbox, SmtpMailer } from "@mailroom/host"
import { Effect, Layer, Redacted } from "effect"
import { imapServer, user } from "./ImapServers.ts"
import { mailServer } from "./MailServer.ts"
import { mail } from "./Mails.ts"

const layer = Layer.merge(
  SmtpMailer.layer({ allowPrivateTargets: true }),
  ImapInbox.layer({ allowPrivateTargets: true })
)

const serverAt = (port: number, password: string): MailServer => ({
  connection: { host: "127.0.0.1", port, security: "tls" },
  login: { type: "password", user, password: Redacted.make(password) }
})

/** The password as it was pasted, and as the server knows it. */
const given: ReadonlyArray<readonly [string, string]> = [
  ["abcd efgh ijkl mnop", "abcdefghijklmnop"],
  ["abcd\u00a0efgh\u00a0ijkl\u00a0mnop", "abcdefghijklmnop"],
  [" abcd efgh ijkl mnop\u00a0", "abcdefghijklmnop"],
  ["Ab1d Ef2h Ij3l", "Ab1dEf2hIj3l"],
  ["abcd-efgh-ijkl-mnop", "abcd-efgh-ijkl-mnop"],
  // Passwords of words, also with the form of an app password.
  ["blue fish swim fast", "blue fish swim fast"],
  ["correct horse battery staple", "correct horse battery staple"],
  [" leading and trailing ", " leading and trailing "],
  ["abcd efgh", "abcd efgh"]
]

describe("a password", () => {
  for (const [typed, known] of given) {
    it.live(`logs in as the server knows it: "${typed}"`, () =>
      Effect.gen(function* () {
        const { mails, port } = yield* mailServer({ accepts: ({ password }) => password === known })
        const mailer = yield* Mailer
        assert.strictEqual((yield* mailer.send(mail, serverAt(port, typed))).outcome, "sent")
        assert.isTrue((yield* mailer.test(serverAt(port, typed))).success)
        assert.lengthOf(mails, 1)
        const imap = yield* imapServer({}, { password: known })
        const reader = yield* InboxReader
        const inbox = yield* reader.open(serverAt(imap.port, typed))
        assert.lengthOf(yield* inbox.list, 1)
      }).pipe(Effect.scoped, Effect.provide(layer))
    )
  }

  it.live("that is wrong in both forms is a fault, and not repeated", () =>
    Effect.gen(function* () {
      const { logins, port } = yield* mailServer({ accepts: () => false })
      const mailer = yield* Mailer
      const outcome = yield* mailer.send(mail, serverAt(port, "abcd efgh ijkl mnop"))
      assert.deepInclude(outcome, { outcome: "refused", at: "auth", code: 535 })
      assert.deepStrictEqual(
        logins.map(({ password }) => password),
        ["abcdefghijklmnop", "abcd efgh ijkl mnop"]
      )
      const imap = yield* imapServer({})
      const reader = yield* InboxReader
      const failure = yield* Effect.flip(reader.open(serverAt(imap.port, "abcd efgh ijkl mnop")))
      assert.strictEqual(failure.fault, "credentials")
    }).pipe(Effect.scoped, Effect.provide(layer))
  )
})

describe("a relay that offers no login", () => {
  const noLogin = (port: number): MailServer => ({ ...serverAt(port, ""), login: { type: "none", user } })

  it.live("takes the mail", () =>
    Effect.gen(function* () {
      const { logins, mails, port } = yield* mailServer({ disabledCommands: ["AUTH"] })
      const mailer = yield* Mailer
      assert.strictEqual((yield* mailer.send(mail, noLogin(port))).outcome, "sent")
      assert.isTrue((yield* mailer.test(noLogin(port))).success)
      assert.deepStrictEqual([mails.map(({ to }) => to), logins], [[["ada@lead.example"]], []])
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("is at fault if it wants one after all", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* mailServer()
      const mailer = yield* Mailer
      const outcome = yield* mailer.send(mail, noLogin(port))
      assert.deepInclude(outcome, { outcome: "refused", at: "sender", code: 530 })
      assert.lengthOf(mails, 0)
    }).pipe(Effect.scoped, Effect.provide(layer))
  )
})

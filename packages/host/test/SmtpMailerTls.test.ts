/** `SmtpMailer` against a complete SMTP server: TLS, STARTTLS, with and without pipelining, passwords and tokens. */
import { assert, describe, it } from "@effect/vitest"
import { Mailer, type MailOutcome, type MailServer } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Redacted } from "effect"
import PostalMime from "postal-mime"
import { mailServer } from "./MailServer.ts"
import { mail } from "./Mails.ts"

const password = (word = "hunter2-secret") =>
  ({ type: "password", user: "grace@ours.example", password: Redacted.make(word) }) as const
const token = (word: string) => ({ type: "token", user: "grace@ours.example", token: Redacted.make(word) }) as const

const local = Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true }))
const serverAt = (port: number, security: "starttls" | "tls", login: MailServer["login"] = password()): MailServer => ({
  connection: { host: "127.0.0.1", port, security },
  login
})

const summary = (outcome: MailOutcome) =>
  outcome.outcome === "refused" ? `refused ${outcome.at} ${outcome.code}` : outcome.outcome

const kinds = (["tls", "starttls"] as const).flatMap((security) =>
  [true, false].map((hidePIPELINING) => ({ security, hidePIPELINING }))
)

describe.each(kinds)("SmtpMailer over $security, hidePIPELINING: $hidePIPELINING", ({ hidePIPELINING, security }) => {
  it.live("sends an encrypted mail to its recipient only", () =>
    Effect.gen(function* () {
      const { logins, mails, port } = yield* mailServer({ hidePIPELINING, security })
      const mailer = yield* Mailer
      const outcome = yield* mailer.send({ ...mail, html: "<p>Good day</p>" }, serverAt(port, security))
      assert.deepStrictEqual(outcome, { outcome: "sent", reply: "250 2.0.0 Queued as 1" })
      assert.deepStrictEqual(
        mails.map(({ from, secure, to, user }) => [from, to, secure, user]),
        [["grace@ours.example", ["ada@lead.example"], true, "grace@ours.example"]]
      )
      assert.deepStrictEqual(
        logins.map(({ method, password }) => [method, password]),
        [["PLAIN", "hunter2-secret"]]
      )
      const read = yield* Effect.promise(() => PostalMime.parse(mails[0]?.raw ?? ""))
      assert.deepStrictEqual(
        [read.subject, read.text?.trim(), read.html?.trim()],
        [mail.subject, "Good day", "<p>Good day</p>"]
      )
    }).pipe(local, Effect.scoped)
  )

  it.live("tells refusals of login, sender, recipient and mail apart", () =>
    Effect.gen(function* () {
      const accepts = ({ password }: { readonly password?: string | null | undefined }) => password !== "wrong"
      const { mails, port } = yield* mailServer({ accepts, hidePIPELINING, maximumSize: 1000, security })
      const mailer = yield* Mailer
      const server = serverAt(port, security)
      const outcomes = yield* Effect.all([
        mailer.send(mail, serverAt(port, security, password("wrong"))),
        mailer.send({ ...mail, from: { name: "", email: "refused-550@ours.example" } }, server),
        mailer.send({ ...mail, from: { name: "", email: "refused-452@ours.example" } }, server),
        mailer.send({ ...mail, to: { name: "", email: "refused-550@lead.example" } }, server),
        mailer.send({ ...mail, to: { name: "", email: "refused-451@lead.example" } }, server),
        mailer.send({ ...mail, text: "Good day\n".repeat(1000) }, server)
      ])
      assert.deepStrictEqual(outcomes.map(summary), [
        "refused auth 535",
        "refused sender 550",
        "refused sender 452",
        "refused recipient 550",
        "refused recipient 451",
        "refused data 552"
      ])
      assert.deepStrictEqual(mails, [])
    }).pipe(local, Effect.scoped)
  )

  it.live("logs in with an access token (XOAUTH2), and is refused with a wrong one", () =>
    Effect.gen(function* () {
      const { logins, mails, port } = yield* mailServer({
        accepts: ({ accessToken }) => accessToken === "ya29.good",
        hidePIPELINING,
        security
      })
      const mailer = yield* Mailer
      const outcomes = yield* Effect.all(
        [token("ya29.bad"), token("ya29.good")].map((login) => mailer.send(mail, serverAt(port, security, login)))
      )
      assert.deepStrictEqual(outcomes.map(summary), ["refused auth 535", "sent"])
      assert.deepStrictEqual(
        logins.map(({ accessToken, method, username }) => [method, username, accessToken]),
        [
          ["XOAUTH2", "grace@ours.example", "ya29.bad"],
          ["XOAUTH2", "grace@ours.example", "ya29.good"]
        ]
      )
      assert.lengthOf(mails, 1)
    }).pipe(local, Effect.scoped)
  )
})

describe("SmtpMailer over STARTTLS", () => {
  it.live("sends no login to a server that does not offer it", () =>
    Effect.gen(function* () {
      const { logins, mails, port } = yield* mailServer({ disabledCommands: ["STARTTLS"], security: "starttls" })
      const mailer = yield* Mailer
      const outcome = yield* mailer.send(mail, serverAt(port, "starttls"))
      assert.notStrictEqual(outcome.outcome, "sent")
      const test = yield* mailer.test(serverAt(port, "starttls"))
      assert.isFalse(test.success)
      assert.deepStrictEqual([logins, mails], [[], []])
    }).pipe(local, Effect.scoped)
  )
})

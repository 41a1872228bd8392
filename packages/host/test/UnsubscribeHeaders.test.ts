/** The header of a mail that can be unsubscribed, as its receiver parses it. */
import { assert, describe, it } from "@effect/vitest"
import { Mailer, unsubscribeHeaders } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Redacted } from "effect"
import PostalMime from "postal-mime"
import { mail } from "./Mails.ts"
import { smtpServer } from "./SmtpServers.ts"

/** The mail as a server received it. */
const received = Effect.fnUntraced(
  function* (headers: Readonly<Record<string, string>>) {
    const { port, sessions } = yield* smtpServer({})
    const mailer = yield* Mailer
    const login = { type: "password", user: "grace@ours.example", password: Redacted.make("secret") } as const
    const connection = { host: "127.0.0.1", port, security: "tls" } as const
    const { outcome } = yield* mailer.send({ ...mail, headers }, { connection, login })
    assert.strictEqual(outcome, "sent")
    return sessions[0]?.body ?? ""
  },
  Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true })),
  Effect.scoped
)

describe("the unsubscribe header", () => {
  const tokens = {
    usual: "1.a.YWRhQGxlYWQuZXhhbXBsZQ.q0c3kzG2wSPQk4N0uXc1pA",
    long: `zzzzzzzzz.zzzzzzzzz.${"QWRh".repeat(110)}.q0c3kzG2wSPQk4N0uXc1pA`,
    longest: `zzzzzzzzz.zzzzzzzzz.${"QWRh".repeat(200)}.q0c3kzG2wSPQk4N0uXc1pA`
  }
  for (const [name, token] of Object.entries(tokens)) {
    it.live(`arrives whole, on lines that are not too long: ${name} token`, () =>
      Effect.gen(function* () {
        const options = { token, publicUrl: "https://mail.example.com/mailroom", accountEmail: "grace@ours.example" }
        const headers = unsubscribeHeaders(options)
        const raw = yield* received(headers)
        for (const line of raw.split("\r\n")) assert.isAtMost(line.length, 998)
        const read = yield* Effect.promise(() => PostalMime.parse(raw))
        const valueOf = (name: string) => read.headers.filter(({ key }) => key === name).map(({ value }) => value)
        assert.deepStrictEqual(valueOf("list-unsubscribe-post"), ["List-Unsubscribe=One-Click"])
        const [field = "", ...more] = valueOf("list-unsubscribe")
        assert.deepStrictEqual(more, [])
        // RFC 2369: addresses in angle brackets, separated by commas.
        const addresses = [...field.matchAll(/<([^<>\s]+)>/gu)].map(([, address = ""]) => new URL(address))
        assert.strictEqual(field, headers["List-Unsubscribe"])
        assert.deepStrictEqual(
          addresses.map(({ protocol }) => protocol),
          ["https:", "mailto:"]
        )
        assert.strictEqual(addresses[0]?.pathname, `/mailroom/u/${token}`)
        assert.strictEqual(addresses[1]?.searchParams.get("subject"), `unsubscribe ${token}`)
      })
    )
  }
})

/** The bytes that a server receives: for accounts and leads with any domain, on servers with few extensions. */
import { assert, describe, it } from "@effect/vitest"
import {
  Account,
  type Lead,
  Mailer,
  type MailOutcome,
  newMessageId,
  type OrganizationId,
  type Sequence,
  StepMail,
  unsubscribeHeaders
} from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Redacted } from "effect"
import PostalMime from "postal-mime"
import { type Answer, smtpServer, type Step } from "./SmtpServers.ts"

interface Given {
  readonly account?: string
  readonly lead?: string
  readonly first_name?: string
  readonly reply_to?: string | null
  readonly subject?: string
  readonly body?: string
  readonly body_html?: string | null
  readonly earlier?: StepMail.Input["earlier"]
}

const token = "7.21i3v9.QWRhQEV4YW1wbGUuY29t.q0c3kzG2wSPQk4N0uXc1pA"

const composed = ({
  account = "grace@ours.example",
  body = "Hi {{first_name}},\n\na question about {{company}}.",
  body_html = null,
  earlier = [],
  first_name = "Ada",
  lead = "ada@lead.example",
  reply_to = null,
  subject = "Question for {{first_name}}"
}: Given) =>
  StepMail.compose({
    organization_id: 1 as OrganizationId,
    account: {
      id: 1 as Account.AccountId,
      email: account,
      provider: "smtp",
      settings: { ...Account.defaults, first_name: "Grace", last_name: "Höpper", reply_to }
    },
    lead: {
      id: 1 as Lead.LeadId,
      email: lead,
      first_name,
      last_name: "",
      company: "Bücher & Co",
      website: "",
      personalization: "",
      custom_fields: {}
    },
    step: { id: 1 as Sequence.SequenceId, position: 1, subject: earlier.length > 0 ? null : subject, body, body_html },
    steps: [{ id: 1 as Sequence.SequenceId, position: 1, subject }],
    earlier,
    message_id: newMessageId(account, "q0c3kzG2wSPQk4N0uXc1pA"),
    unsubscribe_link: `https://ours.example/u/${token}`,
    headers: unsubscribeHeaders({ token, publicUrl: "https://ours.example", accountEmail: account })
  }).mail

const deliver = Effect.fnUntraced(
  function* (given: Given, script: Partial<Record<Step, Answer>> = {}, user = "grace@ours.example") {
    const { port, sessions } = yield* smtpServer(script)
    const mailer = yield* Mailer
    const connection = { host: "127.0.0.1", port, security: "tls" } as const
    const login = { type: "password", user, password: Redacted.make("secret") } as const
    const outcome: MailOutcome = yield* mailer.send(composed(given), { connection, login })
    return { outcome, commands: sessions[0]?.commands ?? [], raw: sessions[0]?.body ?? "" }
  },
  Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true })),
  Effect.scoped
)

const hello = (...extensions: ReadonlyArray<string>) =>
  ["250-mx.example", "250-AUTH PLAIN LOGIN", ...extensions.map((name) => `250-${name}`), "250 8BITMIME"].join("\r\n")

const fieldsOf = (raw: string) =>
  new Map(
    raw
      .slice(0, raw.indexOf("\r\n\r\n"))
      .split(/\r\n(?![ \t])/u)
      .map((field) => [
        field.slice(0, field.indexOf(":")),
        field
          .slice(field.indexOf(":") + 1)
          .replaceAll(/\r\n/gu, "")
          .trim()
      ])
  )

const domainOf = (text: string | undefined) => /@([^<>\s,?]+)>?/u.exec(text ?? "")?.[1]

/** The rules for every mail: RFC 5321, 5322, 2045, 2369 and 8058. */
const verify = (
  raw: string,
  commands: ReadonlyArray<string>,
  { account, lead }: { readonly account: string; readonly lead: string }
) => {
  const domain = domainOf(account)
  // Neither the mail nor a command has 8 bits, bare line ends or long lines.
  for (const line of [...raw.split("\r\n"), ...commands]) {
    assert.match(line, /^[\t\x20-\x7e]*$/u)
    assert.isAtMost(line.length, 998)
  }
  const fields = fieldsOf(raw)
  assert.strictEqual(fields.get("From"), `=?UTF-8?Q?Grace_H=C3=B6pper?= <${account}>`)
  assert.isUndefined(fields.get("Sender"))
  assert.include(fields.get("To"), lead)
  assert.match(fields.get("Message-ID") ?? "", new RegExp(`^<[^<>@\\s]+@${domain}>$`, "u"))
  assert.isBelow(Math.abs(Date.parse(fields.get("Date") ?? "") - Date.now()), 3_600_000)
  assert.strictEqual(fields.get("MIME-Version"), "1.0")
  assert.strictEqual(
    fields.get("List-Unsubscribe"),
    `<https://ours.example/u/${token}>, <mailto:${account}?subject=unsubscribe%20${token}>`
  )
  assert.strictEqual(fields.get("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click")
  assert.notMatch(raw, /nodemailer|NmP|x-mailer|user-agent/iu)
  assert.include(commands[0], `EHLO ${domain}`)
  assert.isTrue(commands.some((line) => line.startsWith(`MAIL FROM:<${account}>`)))
  assert.include(commands, `RCPT TO:<${lead}>`)
}

const ascii = { account: "grace@xn--mllers-bcher-dlbh.example", lead: "ada@xn--bcher-kva.example" }

describe("a mail on the wire", () => {
  const cases: Record<string, Given> = {
    "of plain text": {},
    "with HTML": { body_html: "<p>Hi {{first_name}}, <a href='https://x.example/ü'>ö</a></p>" },
    "with long lines": { body: "ü".repeat(5_000), subject: "ö".repeat(900), body_html: `<p>${"ä".repeat(9_000)}</p>` },
    "to a name with an accent": { first_name: "Zoë" }
  }
  for (const [name, given] of Object.entries(cases)) {
    it.live(`is ASCII for domains with umlauts, ${name}`, () =>
      Effect.gen(function* () {
        const account = "grace@müllers-bücher.example"
        const idn = { ...given, account, lead: "ada@bücher.example", reply_to: "office@müllers-bücher.example" }
        const { commands, outcome, raw } = yield* deliver(idn, {}, account)
        assert.strictEqual(outcome.outcome, "sent")
        verify(raw, commands, ascii)
        assert.strictEqual(fieldsOf(raw).get("Reply-To"), ascii.account.replace("grace", "office"))
        const read = yield* Effect.promise(() => PostalMime.parse(raw))
        assert.strictEqual(read.subject, composed(idn).subject)
        assert.strictEqual(read.text?.trim(), composed(idn).text.trim())
      })
    )
    it.live(`is the same for other domains, ${name}`, () =>
      Effect.gen(function* () {
        const { commands, outcome, raw } = yield* deliver(given)
        assert.strictEqual(outcome.outcome, "sent")
        verify(raw, commands, { account: "grace@ours.example", lead: "ada@lead.example" })
      })
    )
  }

  for (const text of [
    "=?utf-8?q?x?=",
    "a =?utf-8?B?eA==?= b",
    "Ada =?",
    "x=?iso-8859-1?Q?=41?=y",
    "=?utf-8?q?x?=".repeat(70)
  ]) {
    it.live(`shows a value as it is, although it looks encoded: ${text.slice(0, 30)}`, () =>
      Effect.gen(function* () {
        const { commands, outcome, raw } = yield* deliver({ first_name: text })
        assert.strictEqual(outcome.outcome, "sent")
        verify(raw, commands, { account: "grace@ours.example", lead: "ada@lead.example" })
        const read = yield* Effect.promise(() => PostalMime.parse(raw))
        assert.deepStrictEqual(
          [read.subject, read.to?.map(({ address, name }) => [address, name])],
          [`Question for ${text}`.slice(0, 918), [["ada@lead.example", text]]]
        )
      })
    )
  }

  it.live("that is larger than the server takes is not offered to it, and says so", () =>
    Effect.gen(function* () {
      const { commands, outcome, raw } = yield* deliver({ body: "x\n".repeat(10_000) }, { hello: hello("SIZE 10000") })
      assert.deepInclude(outcome, { outcome: "refused", at: "data", code: 552 })
      assert.match(
        "reply" in outcome ? outcome.reply : "",
        /^552 5\.3\.4 The mail has 3\d{4} bytes, and the server takes at most 10000$/u
      )
      assert.deepStrictEqual([raw, commands.filter((line) => line.startsWith("MAIL"))], ["", []])
      for (const size of ["SIZE 40000", "SIZE 0", "SIZE"]) {
        assert.strictEqual(
          (yield* deliver({ body: "x\n".repeat(10_000) }, { hello: hello(size) })).outcome.outcome,
          "sent",
          size
        )
      }
    })
  )

  it.live("goes to an address with other characters before the @ where the server offers SMTPUTF8", () =>
    Effect.gen(function* () {
      const { commands, outcome } = yield* deliver(
        { lead: "zoë@bücher.example" },
        { hello: hello("SMTPUTF8", "SIZE 100000") }
      )
      assert.strictEqual(outcome.outcome, "sent")
      const lines = commands.map((line) => Buffer.from(line, "latin1").toString())
      assert.include(lines, "RCPT TO:<zoë@xn--bcher-kva.example>")
      assert.isTrue(lines.some((line) => /^MAIL FROM:<grace@ours\.example> SMTPUTF8\b/u.test(line)))
    })
  )

  it.live("is not offered to a server that takes no such address, and says so", () =>
    Effect.gen(function* () {
      const tries = [
        [{ lead: "zoë@bücher.example" }, "recipient", "zoë@xn--bcher-kva.example"],
        [{ account: "zoë@ours.example" }, "sender", "zoë@ours.example"],
        [{ reply_to: "zoë@ours.example" }, "sender", "zoë@ours.example"]
      ] as const
      for (const [given, at, address] of tries) {
        const { commands, outcome, raw } = yield* deliver(given)
        assert.deepInclude(outcome, { outcome: "refused", at, code: 553 })
        assert.include("reply" in outcome ? outcome.reply : "", address)
        assert.include("reply" in outcome ? outcome.reply : "", "SMTPUTF8")
        assert.deepStrictEqual([raw, commands.filter((line) => line.startsWith("MAIL"))], ["", []])
      }
    })
  )

  it.live("has the id of the relay that replaces ours", () =>
    Effect.gen(function* () {
      const body = "250 2.0.0 OK <AM0@AM0.eurprd01.prod.exchangelabs.com> [Hostname=AM0.eurprd01.prod.exchangelabs.com]"
      const { outcome } = yield* deliver({}, { body })
      assert.deepInclude(outcome, { provider_message_id: "<AM0@AM0.eurprd01.prod.exchangelabs.com>" })
      assert.notProperty((yield* deliver({})).outcome, "provider_message_id")
    })
  )
})

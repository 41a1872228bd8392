/** Notices about our account: the account waits and says why, and no lead bounces. */
import { assert, describe, it } from "@effect/vitest"
import { Accounts, Mailroom, MailboxStore } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Exit, Layer } from "effect"
import { PostalMime } from "../src/index.ts"
import { type Desk, lead, mail, me, newDesk, test } from "./Desk.ts"
import { ours, stateOf, untouched } from "./Reports.ts"

const accountOf = (desk: Desk) =>
  Effect.gen(function* () {
    const { data } = yield* desk.here((yield* Accounts).page({ offset: 0, limit: 10 }))
    const [{ state } = assert.fail()] = data
    return { status: state.status, status_message: state.status_message }
  })

/** Ten minutes ago. */
const today = "Date: Fri, 7 Aug 2026 11:50:00 +0000"
const named = [`In-Reply-To: ${ours}`, "Auto-Submitted: auto-replied"]
/** A notice without a reply of SMTP, from the provider of the account. */
const prose = (text: string, from = "Mail Delivery Subsystem <mailer-daemon@mx.sender.test>", header = today) =>
  mail(
    from,
    me,
    [...named, `X-Failed-Recipients: ${lead}`, "Subject: Delivery Status Notification (Failure)", header],
    text
  )

/** A delivery report about a mail of ours. */
const report = (reply: string) =>
  mail(
    "MAILER-DAEMON@sender.test",
    me,
    [
      "Return-Path: <>",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "Subject: Undelivered Mail Returned to Sender",
      today
    ],
    [
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      "",
      `<${lead}>: host out.provider.test said: ${reply}`,
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; sender.test",
      "",
      `Final-Recipient: rfc822; ${lead}`,
      "Action: failed",
      `Status: ${/[45]\.\d+\.\d+/u.exec(reply)?.[0] ?? "5.0.0"}`,
      `Diagnostic-Code: smtp; ${reply}`,
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${ours}`,
      `From: ${me}`,
      `To: ${lead}`,
      "--b--"
    ].join("\n")
  )

describe("a notice about the account", () => {
  const limits = [
    "You have reached a limit for sending mail. Your message was not sent.",
    "Your message was not sent: the account has exceeded its daily sending limit.",
    "Ihre Nachricht wurde nicht gesendet. Das Versandlimit Ihres Postfachs ist erreicht.",
    "Votre message n'a pas ete envoye: la limite d'envoi de votre compte est atteinte.",
    "Il messaggio non e stato inviato: superato il limite giornaliero di invio della casella."
  ]
  for (const text of limits) {
    test(`is no bounce, and the account waits: ${text}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        assert.deepInclude(yield* desk.receive(prose(text)), { kind: "other", events: [] })
        assert.deepInclude(yield* stateOf(desk), { events: [], blacklist: untouched.blacklist })
        const { status, status_message } = yield* accountOf(desk)
        assert.strictEqual(status, "limit_reached")
        assert.include(status_message, text.slice(0, 40))
      }))
  }

  const refusals = [
    ["550 5.1.8 Access denied, bad outbound sender", "sending_error"],
    ["550 5.7.705 Access denied, the tenant has exceeded its threshold", "sending_error"],
    ["554 5.7.1 Your account was suspended from sending", "sending_error"],
    ["535 5.7.8 Authentication credentials invalid", "connection_error"],
    ["535 Incorrect authentication data", "connection_error"],
    ["550 Domain sender.test has exceeded the max defers and failures per hour", "limit_reached"],
    ["550 5.4.6 me@sender.test has exceeded its hourly sending quota", "limit_reached"]
  ] as const
  for (const [reply, right] of refusals) {
    test(`in a report stops no lead: ${reply}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        assert.deepInclude(yield* desk.receive(report(reply)), { kind: "bounce", events: ["soft_bounced"] })
        assert.isFalse((yield* desk.lead()).stop_sending)
        assert.strictEqual((yield* accountOf(desk)).status, right)
      }))
  }

  test("is not believed from the recipient's domain, without a mail of ours, or when it is over", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const before = yield* accountOf(desk)
      const [text = ""] = limits
      yield* desk.receive(prose(text, "mailer-daemon@lead.test"))
      yield* desk.receive(mail("mailer-daemon@sender.test", me, ["Subject: Failure notice", today], text))
      yield* desk.receive(prose(text, undefined, "Date: Tue, 4 Aug 2026 11:00:00 +0000"))
      assert.deepStrictEqual(yield* accountOf(desk), before)
    }))

  const strangers = [
    ["another domain", "postmaster@stranger.test"],
    ["a subdomain of the recipient", "postmaster@mail.lead.test"],
    ["a domain that ends like the account's", "postmaster@notsender.test"],
    ["no sender", "Mail Delivery Subsystem"]
  ] as const
  for (const [who, from] of strangers) {
    test(`is not believed from ${who}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        const before = yield* accountOf(desk)
        const [text = ""] = limits
        assert.strictEqual((yield* desk.receive(prose(text, from))).kind, "other")
        yield* desk.vouch(prose(text, from, "Date: Fri, 7 Aug 2026 11:51:00 +0000"))
        assert.deepStrictEqual(yield* accountOf(desk), before)
      }))
  }

  it.effect("that cannot be noted is not stored, so that it can be received again", () => {
    let isBroken = false
    const broken = Layer.effect(
      MailboxStore,
      Effect.map(MailboxStore, (store) => ({
        ...store,
        write: (...args: Parameters<typeof store.write>) =>
          isBroken ? Effect.die(new Error("The process ends")) : store.write(...args)
      }))
    )
    const storage = Layer.merge(broken.pipe(Layer.provideMerge(MemoryStorage.layer)), PostalMime.layer)
    return Effect.gen(function* () {
      const desk = yield* newDesk
      yield* desk.write(ours)
      const [text = ""] = limits
      isBroken = true
      assert.isTrue(Exit.isFailure(yield* Effect.exit(desk.receive(prose(text)))))
      isBroken = false
      assert.deepInclude(yield* desk.receive(prose(text)), { kind: "other" })
      assert.strictEqual((yield* accountOf(desk)).status, "limit_reached")
    }).pipe(Effect.provide(Mailroom.layer.pipe(Layer.provideMerge(storage)), { local: true }))
  })

  const others = [
    "550 5.1.1 User unknown",
    "550 5.7.1 You are not allowed to send mail to this group",
    "550 5.7.1 Your IP address is blocked by us",
    "550 5.7.1 Message blocked: sender is on our block list",
    "552 5.2.2 ada@lead.test has exceeded its quota"
  ]
  for (const reply of others) {
    test(`is none when the recipient's system refuses: ${reply}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        const before = yield* accountOf(desk)
        assert.strictEqual((yield* desk.receive(report(reply))).kind, "bounce")
        assert.deepStrictEqual(yield* accountOf(desk), before)
      }))
  }

  const informing = [
    ["Mail Gateway <postmaster@gateway.test>", "You have 3 new messages on hold"],
    ["postmaster@gateway.test", "[Postmaster] Email Messages On Hold for me@sender.test"],
    ["quarantine@sender.test", "Spam quarantine digest"],
    ["postmaster@lead.test", "Your message was delivered without its attachment"],
    ["Mail Delivery System <mailer-daemon@lead.test>", "Anhang wurde entfernt: Hello"]
  ] as const
  for (const [from, subject] of informing) {
    test(`tells only of mail that is held or changed: ${subject}`, (desk) =>
      Effect.gen(function* () {
        yield* desk.write(ours)
        const text = `Held: ${lead}, Re: Hello, spam policy. The file was removed.`
        const header = [...named, `Subject: ${subject}`, today]
        assert.deepInclude(yield* desk.receive(mail(from, me, header, text)), { kind: "other", events: [] })
        assert.isFalse((yield* desk.lead()).stop_sending)
      }))
  }

  test("from a postmaster without a word of failure is a person's", (desk) =>
    Effect.gen(function* () {
      yield* desk.write(ours)
      const text = `I look after the mail here. Spam policy is my topic, too: write to ${lead} again next week.`
      const header = ["Subject: Your mail", today]
      assert.deepInclude(yield* desk.receive(mail("postmaster@lead.test", me, header, text)), { events: [] })
      const answer = [`In-Reply-To: ${ours}`, "Subject: Re: Hello", today]
      assert.deepInclude(yield* desk.receive(mail("Postmaster <postmaster@lead.test>", me, answer, text)), {
        kind: "reply"
      })
    }))
})

/** Notices of undelivered mail that follow no standard, in the formats of different mail systems. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/notices/Classification.ts"
import { about, aboutNothing, daemon, failuresOf, kindOf, mail, report, returned } from "./Mails.ts"

const ada = "ada@lead.test"
const dead = [[ada, "unknown_address", "hard", "5.1.1", 550]]
const text = (...lines: ReadonlyArray<string>) => lines.join("\n")

describe("a notice of", () => {
  it("Postfix", () => {
    const prose = text(
      "This is the mail system at host mx.test.",
      "",
      "I'm sorry to have to inform you that your message could not",
      "be delivered to one or more recipients. It's attached below.",
      "",
      "For further assistance, please send mail to postmaster.",
      "",
      "                   The mail system",
      "",
      `<${ada}>: host mx.lead.test[192.0.2.1] said: 550 5.1.1`,
      `    <${ada}>: Recipient address rejected: User unknown in virtual mailbox`,
      "    table (in reply to RCPT TO command)",
      "",
      "<bob@lead.test>: connect to mx.lead.test[192.0.2.1]:25: Connection timed out",
      ""
    )
    const fields = { from: daemon, subject: "Undelivered Mail Returned to Sender", text: prose }
    assert.deepStrictEqual(failuresOf(fields), [...dead, ["bob@lead.test", "expired", "soft", null, null]])
    assert.deepInclude(machineMail(mail({ ...fields, parts: { "message/rfc822": returned } })), { about })
  })

  it("Exim, which returns the mail in the text", () => {
    const fields = {
      from: { name: "Mail Delivery System", email: "Mailer-Daemon@mx.test" },
      subject: "Mail delivery failed: returning message to sender",
      headers: { "x-failed-recipients": `${ada}, bob@lead.test` },
      text: text(
        "This message was created automatically by mail delivery software.",
        "",
        "A message that you sent could not be delivered to one or more of its",
        "recipients. This is a permanent error. The following address(es) failed:",
        "",
        `  ${ada}`,
        "    host mx.lead.test [192.0.2.1]",
        `    SMTP error from remote mail server after RCPT TO:<${ada}>:`,
        "    550 5.1.1 No such user here",
        "  bob@lead.test",
        "    mailbox is full",
        "",
        "------ This is a copy of the message, including all the headers. ------",
        "",
        returned,
        "550 5.1.1 is what I talk about"
      )
    }
    assert.deepStrictEqual(failuresOf(fields), [...dead, ["bob@lead.test", "mailbox_full", "soft", null, null]])
    assert.deepInclude(machineMail(mail(fields)), { about })
    // The header lists all recipients: a text that names no recipient applies to each.
    assert.deepStrictEqual(failuresOf({ ...fields, text: "550 5.7.1 relay not permitted" }), [
      [ada, "policy", "soft", "5.7.1", 550],
      ["bob@lead.test", "policy", "soft", "5.7.1", 550]
    ])
  })

  it("qmail", () => {
    const fields = {
      from: { name: "", email: "MAILER-DAEMON@mx.test" },
      subject: "failure notice",
      text: text(
        "Hi. This is the qmail-send program at mx.test.",
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.",
        "",
        `<${ada}>:`,
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "",
        "<bob@lead.test>:",
        "192.0.2.1 failed after I sent the message.",
        "Remote host said: 554 5.7.1 Spam message rejected",
        "",
        "--- Below this line is a copy of the message.",
        "",
        returned
      )
    }
    assert.deepStrictEqual(failuresOf(fields), [
      [ada, "unknown_address", "hard", "5.1.1", null],
      ["bob@lead.test", "spam", "soft", "5.7.1", 554]
    ])
    assert.deepInclude(machineMail(mail(fields)), { about })
  })

  it("Sendmail, with a transcript", () => {
    const fields = {
      from: { name: "Mail Delivery Subsystem", email: "MAILER-DAEMON@mx.test" },
      subject: "Returned mail: see transcript for details",
      text: text(
        "The original message was received at Thu, 6 Aug 2026 10:00:00 GMT",
        "from me@localhost",
        "",
        "   ----- The following addresses had permanent fatal errors -----",
        `<${ada}>`,
        "    (reason: 550 5.1.1 User unknown)",
        "",
        "   ----- Transcript of session follows -----",
        "... while talking to mx.lead.test.:",
        ">>> DATA",
        "<<< 550 5.1.1 User unknown",
        `550 5.1.1 <${ada}>... User unknown`,
        "",
        "   ----- Original message follows -----",
        "",
        returned
      )
    }
    assert.deepStrictEqual(failuresOf(fields), dead)
    assert.deepInclude(machineMail(mail(fields)), { about })
  })

  it("Exchange", () => {
    const fields = {
      from: { name: "", email: "postmaster@lead.test" },
      subject: "Undeliverable: Hello",
      headers: report("delivery-status"),
      text: text(
        "Delivery has failed to these recipients or distribution lists:",
        "",
        ada,
        "The recipient's e-mail address was not found in the recipient's e-mail system.",
        "",
        "Diagnostic information for administrators:",
        "Generating server: mx.lead.test",
        ada,
        "#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##",
        "",
        "Original message headers:",
        "",
        returned
      )
    }
    assert.deepStrictEqual(failuresOf(fields), dead)
    assert.deepInclude(machineMail(mail(fields)), { about })
  })

  it("Gmail", () => {
    const fields = {
      from: { name: "Mail Delivery Subsystem", email: "mailer-daemon@googlemail.test" },
      subject: "Delivery Status Notification (Failure)",
      headers: { "x-failed-recipients": ada },
      text: text(
        "** Address not found **",
        "",
        `Your message wasn't delivered to ${ada} because the address couldn't be found, or is unable to receive mail.`,
        "",
        "The response was:",
        "",
        "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking"
      )
    }
    assert.deepStrictEqual(failuresOf(fields), dead)
  })

  it("one that writes a sentence, and no code", () => {
    const fields = { from: daemon, subject: "Delivery failure", text: `Sorry, the user ${ada} does not exist.` }
    assert.deepStrictEqual(failuresOf(fields), [[ada, "unknown_address", "hard", null, null]])
  })

  const japanese: ReadonlyArray<readonly [subject: string, text: string, reason: string]> = [
    [
      "メールエラー通知",
      `次の宛先にメールを送信できませんでした。\n\n宛先：${ada}\n理由：ユーザーが存在しません。`,
      "unknown_address"
    ],
    ["メールエラー通知", `<${ada}>\n受信者のメールボックスの容量を超えています。`, "mailbox_full"],
    ["配信エラーのお知らせ", `「${ada}」宛のメールは配信できませんでした。宛先不明`, "unknown_address"]
  ]
  it.each(japanese)("one in Japanese: %s, %s", (subject, text, reason) => {
    const [failure, ...others] = failuresOf({ from: daemon, subject, text })
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual([failure?.[0], failure?.[1]], [ada, reason])
  })

  it("one whose title no person gives, whoever sends it", () => {
    const fields = { from: { name: "", email: "info@host.test" }, text: `<${ada}>: 550 5.1.1 User unknown` }
    assert.deepStrictEqual(failuresOf({ ...fields, subject: "メールエラー通知" }), dead)
    assert.strictEqual(kindOf({ ...fields, subject: "Re: メールエラー通知" }), "person")
  })

  it("none that only its title says to be one: people write of failures, too", () => {
    const from = { name: "", email: "bob@lead.test" }
    for (const text of [`<${ada}>: 550 5.1.1 User unknown`, "We owe you 550 dollars."]) {
      for (const subject of ["Undeliverable: Hello", "Returned mail", "Delivery failed: what now?"]) {
        assert.strictEqual(kindOf({ from, subject, text }), "person")
      }
    }
  })

  it("one that is final, whatever the returned mail says of delays", () => {
    const text = `<${ada}>: 550 5.1.1 User unknown\n\n> Sorry for the delay, I will be tried again`
    assert.deepStrictEqual(failuresOf({ from: daemon, subject: "Mail failure", text }), dead)
  })

  it("a mail system that does not say whom the mail did not reach: the mail's recipient", () => {
    const fields = { from: daemon, subject: "Mail failure", text: "552 5.2.2 Over quota" }
    const parts = { "message/rfc822": returned }
    assert.deepStrictEqual(failuresOf({ ...fields, parts }), [[ada, "mailbox_full", "soft", "5.2.2", 552]])
    assert.deepStrictEqual(failuresOf(fields), [["", "mailbox_full", "soft", "5.2.2", 552]])
  })

  it("a mail system that says nothing that we know: of no one", () => {
    assert.deepStrictEqual(machineMail(mail({ from: daemon, subject: "Hello", text: "Hello" })), {
      kind: "bounce",
      about: aboutNothing,
      failures: []
    })
    assert.deepStrictEqual(failuresOf({ headers: report("delivery-status"), subject: "Hello" }), [])
  })
})

describe("an address that lives", () => {
  const passing: ReadonlyArray<string> = [
    `450 4.1.1 <${ada}>: Recipient address rejected: User unknown`,
    `Your message:\n\n450 4.1.1 <${ada}>... User unknown`,
    `<${ada}>: user unknown\n  (450 4.1.1 try again)`,
    `The recipient ${ada} was not found.\n\n450 4.1.1 Greylisted`
  ]
  it.each(passing)("is not dead for a code that stands before it, or below: %s", (text) => {
    assert.deepStrictEqual(failuresOf({ from: daemon, subject: "Mail failure", text }), [
      [ada, "unknown_address", "soft", "4.1.1", 450]
    ])
  })

  it("is not dead because of a text about another address", () => {
    const bob = ["bob@lead.test", "unknown_address", "hard", "5.1.1", 550]
    for (const ending of ["", ": over the moon"]) {
      const text = `${ada}${ending}\nbob@lead.test: 550 5.1.1 User unknown`
      assert.deepStrictEqual(failuresOf({ from: daemon, subject: "Mail failure", text }), [
        [ada, "unknown", "soft", null, null],
        bob
      ])
    }
  })
})

describe("who is none of the recipients", () => {
  const notice = (body: string, to = "") => {
    const to_ = { name: "", email: to || "me@sender.test" }
    return failuresOf({ from: daemon, subject: "Mail failure", to: [to_], text: body })
  }

  it("is who the notice is from, who it is to, and who helps", () => {
    const others =
      "Reported by mailer-daemon@mx.test to me@sender.test. Write to postmaster@lead.test or help@lead.test."
    assert.deepStrictEqual(notice(`${others}\n\n<${ada}>: 550 5.1.1 User unknown`), dead)
    assert.deepStrictEqual(notice(`${others}\n\n550 5.1.1 User unknown`), [
      ["", "unknown_address", "hard", "5.1.1", 550]
    ])
  })

  it("is who stands in the returned mail", () => {
    const original = `----- Original message -----\n\n${returned}\n\nbob@lead.test: hi\n`
    assert.deepStrictEqual(notice(`<${ada}>: 550 5.1.1 User unknown\n\n${original}`), dead)
  })
})

describe("mail that is late", () => {
  const late: ReadonlyArray<readonly [subject: string, body: string]> = [
    ["Warning: could not send message for past 4 hours", `<${ada}>... Deferred: Connection timed out`],
    ["Delivery Status Notification (Delay)", "This is a warning message only.\n\nYOU DO NOT NEED TO RESEND."],
    ["Delayed Mail (still being retried)", `<${ada}>: connect to mx.lead.test: Connection refused`],
    ["Warning: message 1abc-000 delayed 24 hours", `The following address has not been reached:\n\n  ${ada}`],
    ["Mail delivery problem", `${ada}: 451 4.3.0 Temporary failure. Delivery will be retried until Monday.`]
  ]
  it.each(late)("did not bounce: %s", (subject, body) => {
    assert.deepStrictEqual(
      machineMail(mail({ from: daemon, subject, text: body, parts: { "message/rfc822": returned } })),
      {
        kind: "other",
        about
      }
    )
  })
})

describe("a person", () => {
  const text550 = `They got: 550 5.1.1 <bob@lead.test>... User unknown`
  const mails: ReadonlyArray<readonly [subject: string, text: string]> = [
    ["Re: Undelivered Mail Returned to Sender", text550],
    ["Fwd: Mail delivery failed: returning message to sender", `See below.\n\n> ${text550}`],
    ["AW: Unzustellbar: Hello", text550],
    ["Delivery failed", "Hi, the parcel's delivery failed, the address does not exist."],
    ["Undeliverable promises", "The mailbox is full of them."],
    ["Returned mail", "I returned your mail to the post office; they were closed."],
    ["Out of quota", "My mailbox is full, write to bob@lead.test"],
    ["Hello", text550]
  ]
  it.each(mails)("writes of failures: %s", (subject, text) => assert.strictEqual(kindOf({ subject, text }), "person"))

  it("is not a mail system for a name that is like one", () => {
    const names = [
      { name: "MAILER-DAEMON", email: ada },
      { name: "Ada", email: "mailer-daemons@lead.test" },
      { name: "Ada", email: "a.postmaster@lead.test" }
    ]
    for (const from of names) assert.strictEqual(kindOf({ from, subject: "Hello", text: "User unknown" }), "person")
  })
})

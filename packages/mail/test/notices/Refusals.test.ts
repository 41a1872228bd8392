/** Refusals of our server, our address or a name of ours: the recipient is alive. */
import { assert, describe, it } from "@effect/vitest"
import { isDead } from "../../src/Bounce.ts"
import { daemon, report, verdictsOf } from "./Mails.ts"

const ada = "ada@lead.test"
const returned = "From: Me <me@sender.test>\nTo: ada@lead.test\nMessage-ID: <1@sender.test>"
const postfix = "This is the mail system at host relay.sender.test.\n\n                   The mail system\n\n"

/** The failures that a report gives, and the failures that a text gives, for the same reply. */
const verdicts = (reply: string, status: string) => {
  const fields = { from: daemon, subject: "Undelivered Mail Returned to Sender" }
  const wrapped = `${postfix}<${ada}>: ${reply}`
  const delivery = `Final-Recipient: rfc822; ${ada}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${reply.replaceAll(/\s+/gu, " ")}`
  const parts = { "message/delivery-status": delivery, "text/rfc822-headers": returned }
  return [
    ...verdictsOf({ ...fields, text: wrapped, headers: report("delivery-status"), parts }),
    ...verdictsOf({ ...fields, text: `${wrapped}\n\n${returned}` })
  ]
}

const refusals: Record<string, ReadonlyArray<readonly [reply: string, status: string]>> = {
  "the name in EHLO": [
    [
      "host mx.lead.test[192.0.2.1] refused to talk to me: 501 5.5.4 Invalid domain name [A1.PROD.OUTLOOK.TEST]",
      "5.5.4"
    ],
    ["host mx.lead.test[192.0.2.1] said: 550 5.7.1 EHLO argument relay.sender.test: host not found", "5.7.1"],
    ["host mx.lead.test[192.0.2.1] said: 550 Unknown host in HELO (in reply to EHLO command)", "5.0.0"],
    ["Connected to 192.0.2.1 but my name was rejected.\nRemote host said: 501 Domain does not exist", "5.0.0"],
    ["SMTP error from remote mail server after HELO relay.sender.test: 550 No such domain", "5.0.0"],
    ["host mx.lead.test[192.0.2.1] refused to talk to me: 550 No such user here", "5.0.0"]
  ],
  "our name in other words": [
    ["550 No such domain on this system (sender.test)", "5.1.1"],
    ["550 Recipient rejected: the originating domain does not exist", "5.1.2"],
    ["550 5.5.4 Invalid domain name", "5.5.4"],
    ["550 The mailbox that you are sending from does not exist", "5.1.1"],
    ["550 The account you send as was not found", "5.1.1"],
    ["550 Your mailbox is unknown", "5.1.1"],
    ["550 SMTP AUTH: no such user", "5.1.1"],
    ["550 Ihre Domain existiert nicht", "5.1.2"],
    ["550 Votre domaine n'existe pas", "5.1.2"],
    ["550 Ваш домен не найден", "5.1.2"],
    ["550 Okänd avsändare", "5.1.1"]
  ],
  "a name of our relay": [
    [
      "Host or domain name not found. Name service error for\n    name=relay.sender.test type=A: Host not found",
      "5.4.4"
    ],
    ["Sorry, I couldn't find any host named smtp.relay.test. (#5.1.2)", "5.1.2"],
    ['unrouteable mail domain "relay.sender.test"', "5.0.0"],
    ["unable to look up host out.relay.test: no such domain", "5.4.4"],
    ["553 5.1.2 relay.sender.test does not exist", "5.1.2"]
  ],
  "our address": [
    ["host mx.lead.test[192.0.2.1] said: 550 5.1.1 <me@sender.test>: unauthorized sender", "5.1.1"],
    ["host mx.lead.test[192.0.2.1] said: 550 5.1.1 <bounce-7@relay.test>: User unknown", "5.1.1"],
    ["host mx.lead.test[192.0.2.1] said: 553 5.1.1 no such user: me@sender.test", "5.1.1"],
    ["host mx.lead.test[192.0.2.1] said: 550 5.1.1 <me@sender.test>: rejected", "5.1.1"],
    ["host mx.lead.test[192.0.2.1] said: 550 From address <me@sender.test> does not exist", "5.0.0"],
    ["host mx.lead.test[192.0.2.1] said: 550 Domain sender.test not found", "5.0.0"],
    ["550 5.1.1 User unknown (in reply to MAIL FROM command)", "5.1.1"]
  ],
  "our server": [
    [
      "host mx.lead.test[192.0.2.1] said: 550 Your IP address is\n    not listed in our whitelist (in reply to RCPT TO command)",
      "5.0.0"
    ],
    ["host mx.lead.test[192.0.2.1] said: 550 5.1.1 You are not listed in our allow list", "5.1.1"],
    ["host mx.lead.test[192.0.2.1] said: 550 Sending host not found in our list of known servers", "5.0.0"],
    ["host mx.lead.test[192.0.2.1] said: 550 your mail server is unknown here, no such host", "5.0.0"],
    [
      "host mx.lead.test[192.0.2.1] said: 550 5.1.1 This server is not accepted by our network: IP not recognized",
      "5.1.1"
    ],
    ["535 5.7.8 Error: authentication failed: invalid user", "5.7.8"]
  ],
  "what passes": [
    [
      "Host or domain name not found. Name service error for\n    name=lead.test type=MX: Host not\n    found, try again",
      "5.4.4"
    ],
    [
      "Host or domain name not found. Name service error for name=lead.test\n    type=MX: Host not found,\n    try again",
      "5.0.0"
    ],
    ["550 5.1.1 User unknown at the moment, please try again later", "5.1.1"],
    ["550 no such user yet. Please try again in 10 minutes", "5.0.0"]
  ]
}

describe.each(Object.entries(refusals))("a refusal of %s", (_, replies) => {
  it.each(replies)("kills no recipient: %s", (reply, status) => {
    const failures = verdicts(reply, status)
    assert.deepStrictEqual(
      failures.map(([email, hard]) => [email, hard]),
      [ada, ada].map((email) => [email, "soft"])
    )
    for (const [, , reason] of failures) assert.isFalse(isDead(reason))
  })
})

const deaths: ReadonlyArray<readonly [reply: string, status: string]> = [
  [
    "host mx.lead.test[192.0.2.1] said: 550 5.1.1 <ada@lead.test>: Recipient address\n    rejected: User unknown",
    "5.1.1"
  ],
  ["host mx.lead.test[192.0.2.1] said: 550 5.1.1 <Ada@LEAD.test> user unknown (from <me@sender.test>)", "5.1.1"],
  ["host mx.provider.test[192.0.2.1] said: 553 5.1.2 host unknown", "5.1.2"],
  ["Host or domain name not found. Name service error for\n    name=lead.test type=A: Host not found", "5.4.4"],
  ["Host or domain name not found. Name service error for\n    name=mx.lead.test type=A: Host not found", "5.4.4"],
  ["Sorry, I couldn't find any host named lead.test. (#5.1.2)", "5.1.2"],
  ["550 5.1.1 No such user. Please check the address and try again", "5.1.1"],
  ["550 5.1.1 Unknown user: please check your recipient address", "5.1.1"],
  ["550 No such domain on this system (lead.test)", "5.1.1"]
]

describe("a refusal of the recipient", () => {
  it.each(deaths)("stays hard: %s", (reply, status) => {
    assert.deepStrictEqual(
      verdicts(reply, status).map(([email, hard]) => [email, hard]),
      [ada, ada].map((email) => [email, "hard"])
    )
  })
})

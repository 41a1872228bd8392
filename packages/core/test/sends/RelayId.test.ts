import { assert, describe, it } from "@effect/vitest"
import { relayIdOf } from "../../src/sends/RelayId.ts"

const id = (reply: string, host = "smtp.example.com") =>
  relayIdOf({ reply, host, message_id: "<ours@ours.example>", addresses: ["ada@lead.example"] })
const amazon = "010001950000beef-1234abcd-0000-4000-8000-0123456789ab-000000"
const uuid = "b7bc2f4a-e38e-4336-af7d-e6c392c2f817"

/** Replies to a mail, and the id that the recipient sees. */
const replies: ReadonlyArray<readonly [string, string, string?]> = [
  [`250 Ok ${amazon}`, `<${amazon}@email.amazonses.com>`],
  [`250 Ok ${amazon}`, `<${amazon}@email.amazonses.com>`, "email-smtp.us-east-1.amazonaws.com"],
  [`250 Ok ${amazon}`, `<${amazon}@eu-west-1.amazonses.com>`, "email-smtp.eu-west-1.amazonaws.com"],
  [`250 Ok ${amazon}`, `<${amazon}@ap-southeast-2.amazonses.com>`, "vpce-1-2.email-smtp.ap-southeast-2.amazonaws.com"],
  // Another name for the server, in a region that it does not tell.
  [`250 Ok ${amazon.replace("0100", "0102")}`, amazon.replace("0100", "0102"), "relay.ours.example"],
  [
    "250 2.0.0 OK <AM0PR01MB4242@AM0PR01MB4242.eurprd01.prod.exchangelabs.com> [Hostname=AM0PR01MB4242.eurprd01.prod.exchangelabs.com]",
    "<AM0PR01MB4242@AM0PR01MB4242.eurprd01.prod.exchangelabs.com>"
  ],
  [
    "250 2.0.0 OK <DB9PR02MB1@DB9PR02MB1.eurprd02.prod.outlook.com> [Hostname=DB9PR02MB1.eurprd02.prod.outlook.com]",
    "<DB9PR02MB1@DB9PR02MB1.eurprd02.prod.outlook.com>"
  ],
  [
    "250 2.6.0 <a1b2c3@mail.theirs.example> [InternalId=123, Hostname=EX1.theirs.example] Queued mail for delivery",
    "<a1b2c3@mail.theirs.example>"
  ],
  [
    "250 Message queued as <202611151030.77893345789@smtp-relay.mailin.fr>",
    "<202611151030.77893345789@smtp-relay.mailin.fr>"
  ],
  ["250 2.0.0 OK: queued as <202611151030.1@smtp-relay.sendinblue.com>", "<202611151030.1@smtp-relay.sendinblue.com>"],
  ["250 2.0.0 OK: queued as 202611151030.1@smtp-relay.mailin.fr", "<202611151030.1@smtp-relay.mailin.fr>"],
  ["250 Great success: queued as <20261115.1.ABCDEF@mg.ours.example>", "<20261115.1.ABCDEF@mg.ours.example>"],
  ["250 Great success <20261115.1.ABCDEF@mg.ours.example>", "<20261115.1.ABCDEF@mg.ours.example>"],
  ["250 2.0.0 Message accepted for delivery: <x2@mx.relay.example>", "<x2@mx.relay.example>"],
  ["250 Message accepted <x4@mail.relay.example>", "<x4@mail.relay.example>"],
  ["250 Message accepted, id=<20261115.1.ABCDEF@mg.ours.example>", "<20261115.1.ABCDEF@mg.ours.example>"],
  [`250 2.0.0 Ok: queued as ${uuid}`, `<${uuid}@mtasv.net>`, "smtp.postmarkapp.com"],
  [`250 2.0.0 Ok: queued as <${uuid}>`, `<${uuid}@mtasv.net>`, "smtp-broadcasts.postmarkapp.com"],
  [`250 OK queued as ${uuid}`, uuid, "in-v3.mailjet.com"]
]

/** Replies of servers that send the mail with our id. */
const others: ReadonlyArray<string> = [
  "250 2.0.0 Ok: queued as 4Xyz3k1mZzz9rT",
  "250 2.0.0 Ok: queued as D41D8CD98F",
  "250 OK id=1rAbcd-000123-AB",
  "250 2.0.0 OK  1700000000 5b1f17b1804b1-40a4c7f1e2dsi123456 - gsmtp",
  "250 Requested mail action okay, completed: id=1MjSHm-1ra0Jz2aBu-00kzY1",
  "250 Ok: queued as 9wDcLrZnTmOIbkJwHhFgAQ",
  "250 2.0.0 OK 12/34-56789-6F2A1B3C",
  "250 Great success",
  "250 OK , completed",
  "250 2.0.0 Ok <ours@ours.example>",
  "250 Ok: queued as <ours@ours.example>",
  "250 2.1.5 accepted for <ada@lead.example>",
  "250 2.0.0 <Ada@lead.example> accepted",
  "250 OK <ada@lead.example>",
  "250 Thank you, grace@ours.example",
  "250 Ok 4f2a1b3c",
  "250 ok deadbeef-1234",
  ""
]

describe("the reply of a relay to a mail", () => {
  for (const [reply, expected, host] of replies) {
    it(`names its own id: ${reply.slice(0, 60)} ${host ?? ""}`, () => assert.strictEqual(id(reply, host), expected))
  }
  for (const reply of others) {
    it(`names none: ${reply}`, () => assert.isUndefined(id(reply)))
  }
  it("is read in linear time", () => {
    for (const part of ["ok ", "queued as <", "id:", "a@", "250 ok "]) id(part.repeat(200_000))
  })
})

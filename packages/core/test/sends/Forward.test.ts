/** The text of a mail that forwards a message. */
import { assert, describe, it } from "@effect/vitest"
import { forwardSubject } from "../../src/sends/Composition.ts"
import { forwardText, quotedText } from "../../src/sends/Forward.ts"
import type { Timestamp } from "../../src/Timestamp.ts"

const message = {
  from_email: "ada@lead.example",
  from_name: "Ada Lovelace",
  to_email: "sales@x.test",
  subject: "Re: Hello",
  date_sent: "2026-03-02T10:30:00.000Z" as Timestamp,
  body_text: "Yes, please call me.\n\n> Hello Ada\n"
}
const head = "---------- Forwarded message ---------"
const block = `From: Ada Lovelace <ada@lead.example>\nDate: Mon, 2 Mar 2026 10:30:00 +0000\nSubject: Re: Hello\nTo: sales@x.test`
const quoted = `${head}\n${block}\n\nYes, please call me.\n\n> Hello Ada\n`

describe("The subject of a forwarded message", () => {
  const rows: ReadonlyArray<readonly [subject: string, forwarded: string]> = [
    ["Hello", "Fwd: Hello"],
    ["Re: Hello", "Fwd: Re: Hello"],
    ["Fwd: Hello", "Fwd: Hello"],
    ["FW: Hello", "FW: Hello"],
    ["fwd : Hello", "fwd : Hello"],
    ["WG: Angebot", "WG: Angebot"],
    ["", "Fwd:"],
    ["Forward: Hello", "Fwd: Forward: Hello"],
    ["Hello\r\nBcc: eve@x.test", "Fwd: Hello Bcc: eve@x.test"]
  ]
  for (const [subject, forwarded] of rows) {
    it(`of ${JSON.stringify(subject)} has the mark once`, () => {
      assert.strictEqual(forwardSubject(subject), forwarded)
    })
  }
})

describe("The text of a forwarded message", () => {
  const rows: ReadonlyArray<readonly [name: string, text: string, expected: string]> = [
    ["has the message below a header block", quotedText(message), quoted],
    [
      "names the copies",
      quotedText({ ...message, cc_email: "bob@x.test, eve@x.test" }),
      quoted.replace("To: sales@x.test", "To: sales@x.test\nCc: bob@x.test, eve@x.test")
    ],
    [
      "has an address without a name",
      quotedText({ ...message, from_name: "" }),
      quoted.replace("Ada Lovelace <ada@lead.example>", "ada@lead.example")
    ],
    [
      "leaves out an empty subject",
      quotedText({ ...message, subject: "" }),
      quoted.replace("Subject: Re: Hello\n", "")
    ],
    [
      "has each field in one line",
      quotedText({ ...message, from_name: "Ada\nTo: eve@x.test" }),
      quoted.replace("Ada Lovelace", "Ada To: eve@x.test")
    ],
    ["has no text of its own", forwardText("", "Maya", message), quoted],
    [
      "has the own text and the signature above",
      forwardText("See below", "Maya", message),
      `See below\n\nMaya\n\n${quoted}`
    ],
    ["has the own text without a signature", forwardText("See below\n\n", "", message), `See below\n\n${quoted}`]
  ]
  for (const [name, text, expected] of rows) {
    it(name, () => {
      assert.strictEqual(text, expected)
    })
  }
})

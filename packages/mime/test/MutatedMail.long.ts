/** Damaged mail is either stored as documented or rejected with a reason, and never both. */
import { assert, describe, it } from "@effect/vitest"
import { MailParser } from "@mailroom/core"
import { Effect, Result, Schema } from "effect"
import { layer, newDesk } from "./Desk.ts"
import { bytes, multipart, withHeader } from "./Mail.ts"
import * as RealMail from "./RealMail.ts"

const report = (type: string, ...parts: ReadonlyArray<string>) =>
  multipart("report", ...parts).replace("multipart/report;", `multipart/report; report-type=${type};`)

/** Mails that together contain every construct. */
const written = [
  multipart(
    "mixed",
    'Content-Type: multipart/alternative; boundary="c"\n\n--c\nContent-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\nSch=C3=B6n \ndanke\n\n> Hi\n--c\nContent-Type: text/html; charset=iso-2022-jp\n\n<p>Hi <b>there</b>&nbsp;</p>\n--c--',
    'Content-Type: application/pdf; name*0="a"; name*1*=%C3%A4.pdf\nContent-Transfer-Encoding: base64\n\nAAEC/w==',
    "Content-Type: message/rfc822\n\nSubject: =?utf-8?B?8J+Yig==?=\n\nHello",
    "Content-Type: text/calendar; method=request\n\nBEGIN:VCALENDAR"
  ),
  withHeader(
    "To: Team: a@x.test, =?utf-8?Q?B=C3=A9?= <b@x.test>;, c@x.test (C)",
    "Date: Fri, 7 Aug 2026 11:30:00 +0200",
    "Message-ID: <1@x.test>",
    "References: <a@x.test>\n <b@x.test>"
  ),
  "From: <>\nContent-Type: text/html\n\n<table><tr><td>On 1 May, Ada wrote:<blockquote>Hi</blockquote></td></tr></table>",
  // A delivery report (RFC 3464).
  report(
    "delivery-status",
    "\nYour message could not be delivered.",
    "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.x.test\n\nFinal-Recipient: rfc822; ada@lead.test\nOriginal-Recipient: rfc822;ada@lead.test\nAction: failed\nStatus: 5.1.1 (no such user)\nDiagnostic-Code: smtp; 550 5.1.1\n <ada@lead.test>: user unknown",
    "Content-Type: message/rfc822\n\nFrom: me@sender.test\nTo: ada@lead.test\nMessage-ID: <ours@sender.test>\nSubject: Offer\n\nHello"
  ),
  // An abuse report (RFC 5965).
  report(
    "feedback-report",
    "\nThis is an abuse report.",
    "Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: Example/1.0\nVersion: 1\nOriginal-Rcpt-To: <ada@lead.test>\nArrival-Date: Thu, 6 Aug 2026 10:00:00 +0000\nSource-IP: 192.0.2.1",
    "Content-Type: text/rfc822-headers\n\nFrom: me@sender.test\nTo: ada@lead.test\nMessage-ID: <ours@sender.test>"
  ),
  withHeader(
    "To: me@sender.test",
    "Auto-Submitted: auto-replied",
    "In-Reply-To: <ours@sender.test>",
    "Precedence: bulk"
  )
].map(bytes)

/** The place of a mutation, in millionths of the length of a mail. */
const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999 }))
const Mutation = Schema.Struct({
  at: Place,
  kind: Schema.Literals(["flip", "cut", "copy", "line", "tail"]),
  value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })),
  from: Place
})

const mutate = (mail: Buffer, { at, from, kind, value }: typeof Mutation.Type): Buffer => {
  const [i = 0, j = 0] = [at, from].map((place) => Math.floor((place / 1_000_000) * mail.length))
  const [before, after] = [mail.subarray(0, i), mail.subarray(i)]
  switch (kind) {
    case "flip":
      return Buffer.concat([before, Buffer.of(value), after.subarray(1)])
    case "cut":
      return Buffer.concat([before, after.subarray(value)])
    case "copy":
      return Buffer.concat([before, mail.subarray(j, j + value), after])
    case "line":
      return Buffer.concat([before, Buffer.from("\r\n"), after])
    case "tail":
      return before.length === 0 ? mail : Buffer.concat([before, mail.subarray(j)])
  }
}

const read = Effect.fnUntraced(function* (raw: Uint8Array) {
  const { attachments, ...mail } = yield* (yield* MailParser).parse(raw)
  const texts = JSON.stringify([mail, attachments.map(({ content_type, filename }) => [content_type, filename])])
  assert.notMatch(texts, /\\u0000|\\ud[89a-f]/iu)
  for (const { content_type } of attachments) assert.match(content_type, /^[^\s/;]+\/[^\s/;]+$/u)
  for (const id of [...mail.in_reply_to, ...mail.references, mail.message_id ?? "<>"]) {
    assert.match(id, /^<[^<>\s]*>$/u)
  }
})

const obeys = Effect.fnUntraced(
  function* (raw: Uint8Array) {
    const desk = yield* newDesk
    yield* desk.write("<ours@sender.test>")
    const before = yield* desk.everything
    const parsed = yield* Effect.result(read(raw))
    const first = yield* Effect.result(desk.receive(raw))
    const between = yield* desk.everything
    const second = yield* Effect.result(desk.receive(raw))
    assert.deepStrictEqual(yield* desk.everything, between)
    assert.strictEqual(Result.isSuccess(first), Result.isSuccess(parsed))
    if (Result.isSuccess(first)) {
      assert.strictEqual(Result.isSuccess(second) ? second.success.kind : second.failure._tag, "duplicate")
    } else {
      if (first.failure._tag !== "UnreadableMail") return assert.fail(first.failure._tag)
      assert.isNotEmpty(first.failure.reason)
      assert.deepStrictEqual(second, first)
      assert.deepStrictEqual(between, before)
    }
  },
  (effect) => Effect.provide(effect, layer, { local: true })
)

const law = (name: string, mails: () => ReadonlyArray<Uint8Array>, runs: number) =>
  it.effect.prop(
    name,
    { which: Place, mutations: Schema.Array(Mutation).check(Schema.isMaxLength(12)) },
    ({ mutations, which }) => {
      const all = mails()
      const mail = all[which % all.length] ?? new Uint8Array()
      return obeys(new Uint8Array(mutations.reduce(mutate, Buffer.from(mail))))
    },
    { arbitrary: { runs } }
  )

describe("a mail that was damaged anywhere is stored or refused", () => {
  law("of those that are written here", () => written, 200)
})

describe.skipIf(!RealMail.isThere)(`a real mail that was damaged anywhere is stored or refused${RealMail.note}`, () => {
  const mails = RealMail.files.map(RealMail.read)
  law("of all there are", () => mails, 200)
})

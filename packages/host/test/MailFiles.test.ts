/** The files and the further recipients of a mail, as a real server gets them and a mail program reads them. */
import { assert, describe, it } from "@effect/vitest"
import { Attachment, type MailFile, Mailer, type MailServer, type OutgoingMail, Upload } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import PostalMime from "postal-mime"
import { mailServer } from "./MailServer.ts"
import { mail } from "./Mails.ts"

const serverAt = (port: number): MailServer => ({
  connection: { host: "127.0.0.1", port, security: "tls" },
  login: { type: "password", user: "grace@ours.example", password: Redacted.make("hunter2-secret") }
})

/** Sends a mail to a server, and reads what it got. */
const sent = (changes: Partial<OutgoingMail>, options: Parameters<typeof mailServer>[0] = {}) =>
  Effect.gen(function* () {
    const { mails, port } = yield* mailServer(options)
    const mailer = yield* Mailer
    const outcome = yield* mailer.send({ ...mail, ...changes }, serverAt(port))
    const [got] = mails
    const read = got === undefined ? undefined : yield* Effect.promise(() => PostalMime.parse(got.raw))
    return { outcome, to: got?.to, raw: got?.raw.toString("latin1") ?? "", read }
  }).pipe(Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true })), Effect.scoped)

const bytesOf = (length: number) => new Uint8Array(length).map((_, i) => i * 31 + (i >> 8) * 17)

/** A file as an upload with this name is stored. */
const file = (name: string, bytes = bytesOf(300), content_type = "application/pdf"): MailFile => ({
  filename: Attachment.describe(name, content_type, bytes.length).filename,
  content_type,
  bytes
})

const bytesIn = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content)

/** The names that people give files, and the names in the mail. */
const names: ReadonlyArray<readonly [given: string, name: string]> = [
  ["Offer.pdf", "Offer.pdf"],
  ["Offer 2026 (final).pdf", "Offer 2026 (final).pdf"],
  ["Angebot für Grüße & Söhne.pdf", "Angebot für Grüße & Söhne.pdf"],
  ["提案書.pdf", "提案書.pdf"],
  ["عرض السعر.pdf", "عرض السعر.pdf"],
  ["می‌خواهم.pdf", "می‌خواهم.pdf"],
  ["\u{1f469}‍\u{1f4bb} plan \u{1f680}.pdf", "\u{1f469}‍\u{1f4bb} plan \u{1f680}.pdf"],
  ['say "hello".pdf', 'say "hello".pdf'],
  ["it's; filename=evil.exe.pdf", "it's; filename=evil.exe.pdf"],
  ["a\r\nBcc: eve@evil.example\r\n\r\nbody.pdf", "a__Bcc: eve@evil.example____body.pdf"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["C:\\temp\\offer.pdf", "C:_temp_offer.pdf"],
  ["gnp.‮fdp.exe", "gnp._fdp.exe"],
  ["=?utf-8?Q?evil=0D=0ABcc:_eve=40evil.example?=.pdf", "=_utf-8?Q?evil=0D=0ABcc:_eve=40evil.example?=.pdf"],
  ["100% sure.pdf", "100% sure.pdf"],
  [`${"long name ".repeat(24)}.pdf`, `${"long name ".repeat(24)}.pdf`],
  [`${"ü".repeat(200)}.pdf`, `${"ü".repeat(200)}.pdf`],
  ["no extension", "no extension"]
]

describe("The files of a mail", () => {
  it.live.each(names)("are named as given: %s", ([given, name]) =>
    Effect.gen(function* () {
      const { raw, read, to } = yield* sent({ attachments: [file(given)] })
      assert.deepStrictEqual(
        read?.attachments.map(({ filename, mimeType }) => [filename, mimeType]),
        [[name, "application/pdf"]]
      )
      assert.deepStrictEqual(bytesIn(read?.attachments[0]?.content ?? ""), bytesOf(300))
      assert.deepStrictEqual([to, read?.bcc], [[mail.to.email], undefined])
      assert.notMatch(raw, /^bcc:/imu)
      for (const line of raw.split("\r\n")) assert.isAtMost(line.length, 998)
    })
  )

  it.live("arrive in their order, each with its bytes, beside both texts", () =>
    Effect.gen(function* () {
      const files = [
        file("b.pdf", bytesOf(1_000_003)),
        file("a.txt", new TextEncoder().encode("line\nother\r\n.\r\nlast"), "text/plain"),
        file("empty.bin", new Uint8Array(), "application/octet-stream"),
        file("mail.eml", new TextEncoder().encode("Subject: x\n\nhello\n"), "message/rfc822"),
        file("b.pdf", bytesOf(7))
      ]
      const { read } = yield* sent({ attachments: files, html: "<p>Good day</p>" })
      assert.deepStrictEqual(
        read?.attachments.map(({ content, disposition, filename }) => [filename, disposition, bytesIn(content)]),
        files.map(({ bytes, filename }) => [filename, "attachment", new Uint8Array(bytes)])
      )
      assert.deepStrictEqual([read?.text?.trim(), read?.html?.trim()], ["Good day", "<p>Good day</p>"])
      // A type that nobody named comes from the name; a mail in a mail would not be encoded, so it is bytes.
      assert.deepStrictEqual(
        read?.attachments.map(({ mimeType }) => mimeType),
        ["application/pdf", "text/plain", "application/octet-stream", "application/octet-stream", "application/pdf"]
      )
    })
  )

  it.live("are beside the texts of a step, whose headers stay as they are", () =>
    Effect.gen(function* () {
      const step = {
        html: '<p>Good day</p><img src="https://ours.example/o/1" width="1" height="1" alt="">',
        headers: {
          "List-Unsubscribe": "<https://ours.example/u/1>",
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
        }
      }
      const without = yield* sent(step)
      const { raw } = yield* sent({ ...step, attachments: [file("Angebot für Grüße.pdf"), file("b.txt")] })
      const fieldsOf = (mail: string) =>
        new Map(
          (mail.split("\r\n\r\n", 1)[0] ?? "")
            .replaceAll(/\r\n\s+/gu, " ")
            .split("\r\n")
            .map((line) => [line.split(":", 1)[0], line] as const)
        )
      const [plain, filed] = [fieldsOf(without.raw), fieldsOf(raw)]
      assert.deepStrictEqual([...filed.keys()], [...plain.keys()])
      for (const name of [
        "List-Unsubscribe",
        "List-Unsubscribe-Post",
        "Message-ID",
        "In-Reply-To",
        "References",
        "To"
      ]) {
        assert.strictEqual(filed.get(name), plain.get(name), name)
      }
      // A program shows one of the texts, and lists the files: mixed has alternative as its first part.
      const types = [...raw.matchAll(/^content-type: ([a-z]+\/[a-z-]+)/gimu)].map(([, type]) => type)
      assert.deepStrictEqual(types, [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "application/pdf",
        "application/pdf"
      ])
      const parts = raw.split(/^--/mu).filter((part) => /^content-disposition: attachment/imu.test(part))
      assert.lengthOf(parts, 2)
      for (const part of parts) assert.match(part, /^content-transfer-encoding: base64/imu)
    })
  )

  it.live("of the greatest size of an upload make a mail below the greatest size of a mail", () =>
    Effect.gen(function* () {
      const bytes = bytesOf(Upload.maximumFile)
      const { outcome, raw, read } = yield* sent({ attachments: [file("large.zip", bytes, "application/zip")] })
      assert.strictEqual(outcome.outcome, "sent")
      assert.isAtMost(raw.length, Upload.sizeOfMail([mail.text], [{ size: bytes.length }]))
      assert.isAtMost(Upload.sizeOfMail([mail.text], [{ size: bytes.length }]), Upload.maximumMail)
      const hash = (given: Uint8Array) => createHash("sha256").update(given).digest("hex")
      assert.strictEqual(hash(bytesIn(read?.attachments[0]?.content ?? "")), hash(bytes))
    })
  )

  it.live("that a server does not take for their size are known before", () =>
    Effect.gen(function* () {
      const { outcome, to } = yield* sent({ attachments: [file("a.zip", bytesOf(20_000))] }, { maximumSize: 10_000 })
      assert.deepInclude(outcome, { outcome: "refused", at: "data", code: 552 })
      assert.isUndefined(to)
    })
  )
})

describe("The recipients of a mail", () => {
  it.live("all get it, and the header names them, but not those of bcc", () =>
    Effect.gen(function* () {
      const cc = ["charles@lead.example", "joan@lead.example"]
      const { raw, read, to } = yield* sent({ cc, bcc: ["crm@ours.example"] })
      assert.deepStrictEqual(to, [mail.to.email, ...cc, "crm@ours.example"])
      assert.deepStrictEqual(
        [read?.to, read?.cc].map((list) => list?.map(({ address }) => address)),
        [[mail.to.email], cc]
      )
      assert.notInclude(raw, "crm@")
      assert.notMatch(raw, /^bcc:/imu)
    })
  )

  it.live("get it although a server refuses one of them, and the reply says which", () =>
    Effect.gen(function* () {
      const { outcome, to } = yield* sent({ cc: ["refused-550@lead.example"], bcc: ["crm@ours.example"] })
      assert.deepStrictEqual(to, [mail.to.email, "crm@ours.example"])
      assert.strictEqual(outcome.outcome, "sent")
      assert.include("reply" in outcome ? outcome.reply : "", "Not sent to refused-550@lead.example: 550")
    })
  )

  it.live("are none where the server refuses all of them", () =>
    Effect.gen(function* () {
      const to = { name: "", email: "refused-550@lead.example" }
      const { outcome } = yield* sent({ to, cc: ["refused-550@other.example"] })
      assert.deepInclude(outcome, { outcome: "refused", at: "recipient", code: 550 })
    })
  )
})

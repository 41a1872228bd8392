import { assert, describe, it } from "@effect/vitest"
import { machineKind } from "../../src/intake/MailKind.ts"
import type { ParsedMail } from "../../src/intake/MailParser.ts"

const mail = (
  header: Record<string, string>,
  from: ParsedMail["from"] = { name: "Ada", email: "ada@x.test" }
): ParsedMail => ({
  headers: Object.entries(header).map(([name, value]) => ({ name, value })),
  message_id: null,
  in_reply_to: [],
  references: [],
  date: null,
  subject: "Undelivered Mail Returned to Sender",
  from,
  to: [],
  cc: [],
  text: "",
  html: null,
  reply_text: "",
  attachments: []
})
const report = (type: string) => ({ "content-type": `multipart/report; boundary="b"; report-type=${type}` })

describe("machineKind", () => {
  const headers: ReadonlyArray<readonly [kind: ReturnType<typeof machineKind>, header: Record<string, string>]> = [
    ["bounce", report("delivery-status")],
    ["bounce", { "content-type": 'Multipart/Report;\tReport-Type = "Delivery-Status"; boundary=b' }],
    ["complaint", report("feedback-report")],
    ["complaint", { ...report("feedback-report"), "return-path": "<>" }],
    ["bounce", { ...report("delivery-status"), "auto-submitted": "auto-replied" }],
    ["auto_reply", { "auto-submitted": "auto-replied" }],
    ["auto_reply", { "auto-submitted": "Auto-Generated; owner-email=a@b" }],
    ["auto_reply", { "auto-submitted": "auto-notified" }],
    ["auto_reply", { "return-path": "<>" }],
    ["auto_reply", { "return-path": "< >" }],
    [null, {}],
    [null, { "auto-submitted": "no" }],
    [null, { "auto-submitted": "no (auto-replied)" }],
    [null, { "return-path": "<ada@x.test>" }],
    [null, report("disposition-notification")],
    [null, { "content-type": "multipart/mixed; report-type=delivery-status" }],
    [null, { "content-type": "multipart/reporting; report-type=delivery-status" }],
    [null, { subject: "Auto-Submitted: auto-replied" }]
  ]
  it.each(headers)("is %s by %j", (kind, header) => assert.strictEqual(machineKind(mail(header)), kind))

  const senders: ReadonlyArray<readonly [kind: ReturnType<typeof machineKind>, name: string, email: string]> = [
    ["bounce", "", "MAILER-DAEMON@x.test"],
    ["bounce", "", "mailer-daemon"],
    ["bounce", "Ada", "postmaster@x.test"],
    ["bounce", "Mailer-Daemon", ""],
    ["auto_reply", "Mail Delivery System", ""],
    ["auto_reply", "", ""],
    [null, "MAILER-DAEMON", "ada@x.test"],
    [null, "", "mailer-daemons@x.test"],
    [null, "", "a.postmaster@x.test"]
  ]
  it.each(senders)("is %s from %s <%s>", (kind, name, email) => {
    assert.strictEqual(machineKind(mail({}, { name, email })), kind)
  })

  it("is an automatic reply from no one", () => assert.strictEqual(machineKind(mail({}, null)), "auto_reply"))

  it("goes by the first of several fields", () => {
    const twice = { ...mail({}), headers: ["no", "auto-replied"].map((value) => ({ name: "auto-submitted", value })) }
    assert.isNull(machineKind(twice))
  })

  it("comes to an end", () => {
    for (const unit of ["report-type", "report-type ", " ", "=", '"']) {
      assert.isNull(machineKind(mail({ "content-type": `multipart/report; ${unit.repeat(250_000 / unit.length)}` })))
    }
  })
})

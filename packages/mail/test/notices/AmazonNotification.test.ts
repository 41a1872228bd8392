/** The notifications that Amazon SES sends by mail. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/notices/Classification.ts"
import { about as returned, mail } from "./Mails.ts"

const footer = "\n\n--\nIf you wish to stop receiving notifications from this topic, please visit: https://sns.test/"
const sns = (json: string, headers = { "x-amz-sns-message-id": "1" } as Record<string, string>) =>
  machineMail(
    mail({
      from: { name: "AWS Notifications", email: "no-reply@sns.test" },
      subject: "AWS Notification Message",
      headers,
      text: `${json}${footer}`
    })
  )
const sent = {
  source: "Me <me@sender.test>",
  destination: ["ada@lead.test"],
  messageId: "0100",
  headers: [{ name: "Message-ID", value: "<1@sender.test>" }]
}
const about = { ...returned, message_ids: [...returned.message_ids, "<0100>"] }
const classify = (message: object) => sns(JSON.stringify({ mail: sent, ...message }))
const bounce = (bounceType: string, recipient: object = {}) => {
  const classified = classify({
    notificationType: "Bounce",
    bounce: {
      bounceType,
      bounceSubType: "General",
      bouncedRecipients: [{ emailAddress: "ada@lead.test", ...recipient }],
      feedbackId: "1"
    }
  })
  assert(classified?.kind === "bounce")
  const [failure] = classified.failures
  return [failure?.reason, failure?.hard, failure?.status, failure?.reply_code]
}

describe("a notification", () => {
  it("of a bounce says whom the mail did not reach", () => {
    const recipients = [
      {
        emailAddress: "ada@lead.test",
        action: "failed",
        status: "5.1.1",
        diagnosticCode: "smtp; 550 5.1.1 user unknown"
      },
      { emailAddress: "bob@lead.test", action: "failed", status: "5.2.2", diagnosticCode: "smtp; 552 over quota" }
    ]
    const classified = classify({
      eventType: "Bounce",
      bounce: { bounceType: "Permanent", bouncedRecipients: recipients }
    })
    const failure = { original: "", isDelayed: false }
    assert.deepStrictEqual(classified, {
      kind: "bounce",
      about,
      failures: [
        {
          ...failure,
          email: "ada@lead.test",
          hard: true,
          status: "5.1.1",
          reply_code: 550,
          reason: "unknown_address"
        },
        { ...failure, email: "bob@lead.test", hard: false, status: "5.2.2", reply_code: 552, reason: "mailbox_full" }
      ]
    })
  })

  it("of a bounce says no more than its type where it knows no more", () => {
    assert.deepStrictEqual(bounce("Permanent"), ["unknown", false, "5.0.0", null])
    assert.deepStrictEqual(bounce("Transient"), ["unknown", false, "4.0.0", null])
    assert.deepStrictEqual(bounce("Undetermined"), ["unknown", false, "4.0.0", null])
    assert.deepStrictEqual(bounce("Transient", { diagnosticCode: "smtp; 550 no such user" }).slice(0, 2), [
      "unknown_address",
      false
    ])
  })

  it("of what SES did not send says that the address is not dead", () => {
    const diagnosticCode =
      "Amazon SES did not send the message to this address because it is on the suppression list for your account."
    assert.deepStrictEqual(bounce("Permanent", { status: "5.1.1", diagnosticCode }).slice(0, 2), ["policy", false])
  })

  const types: ReadonlyArray<readonly [type: string | null | undefined, isRefusal: boolean]> = [
    ["abuse", true],
    [null, true],
    [undefined, true],
    ["not-spam", false],
    ["auth-failure", false]
  ]
  it.each(types)("of a complaint of type %s is a refusal: %s", (complaintFeedbackType, isRefusal) => {
    const complaint = { complainedRecipients: [{ emailAddress: "bob@lead.test" }], complaintFeedbackType }
    assert.deepStrictEqual(classify({ notificationType: "Complaint", complaint }), {
      kind: "complaint",
      about,
      isRefusal,
      to: "bob@lead.test"
    })
  })

  it("of a complaint of no one is of the mail's recipient", () => {
    const complaint = { complainedRecipients: [] }
    assert.deepInclude(classify({ notificationType: "Complaint", complaint }), { to: "ada@lead.test" })
  })

  it("of a delivery, and of what is new, is no bounce", () => {
    const delivery = { timestamp: "2026-08-06T10:00:00.000Z", recipients: ["ada@lead.test"] }
    assert.deepStrictEqual(classify({ notificationType: "Delivery", delivery }), { kind: "other", about })
    assert.deepStrictEqual(classify({ eventType: "DeliveryDelay", deliveryDelay: {} }), { kind: "other", about })
  })

  it("is one by its header or its sender, and its text", () => {
    const message = JSON.stringify({ mail: sent, notificationType: "Delivery" })
    const noReply = { kind: "auto_reply" } as const
    assert.deepStrictEqual(sns(message, {}), noReply)
    const plain = (text: string, email = "no-reply@sns.amazonaws.com") =>
      machineMail(mail({ from: { name: "AWS Notifications", email }, subject: "AWS Notification Message", text }))
    const expected = { kind: "other", about } as const
    assert.deepStrictEqual(plain(message), expected)
    assert.deepStrictEqual(plain(`${message}${footer}`), expected)
    assert.deepStrictEqual(plain(message.replaceAll(",", ",\n")), expected)
    assert.deepStrictEqual(plain(JSON.stringify({ Type: "Notification", Message: message })), expected)
    assert.deepStrictEqual(plain(message, "no-reply@sns.amazonaws.com.attacker.test"), noReply)
    assert.deepStrictEqual(plain("Hello"), noReply)
    for (const json of ["", "{", "null", "[]", '{"mail":1}', '{"notificationType":"Bounce"}'])
      assert.deepStrictEqual(sns(json), noReply)
  })
})

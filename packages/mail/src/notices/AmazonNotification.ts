/** Notifications of Amazon SES about mail that it sent. Amazon SNS delivers them by mail, as JSON in the text. */
import { Option, Schema } from "effect"
import type { Failure } from "../Bounce.ts"
import { diagnose } from "./Diagnosis.ts"
import { isRefusal } from "./FeedbackReport.ts"
import { addressIn, firstMessageIdIn } from "../text/HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "../MailParser.ts"
import { maximumRecipients } from "./Prose.ts"

const Recipients = Schema.Array(Schema.Struct({ emailAddress: Schema.String }))
const BouncedRecipients = Schema.Array(
  Schema.Struct({
    emailAddress: Schema.String,
    status: Schema.optionalKey(Schema.String),
    diagnosticCode: Schema.optionalKey(Schema.String)
  })
)

/**
 * The common format of notifications and events (Amazon SES, "Event data"). They differ only in the name of the type
 * field.
 */
const Notification = Schema.Struct({
  notificationType: Schema.optionalKey(Schema.String),
  eventType: Schema.optionalKey(Schema.String),
  mail: Schema.Struct({
    source: Schema.optionalKey(Schema.String),
    /** The id that Amazon SES gave the mail: the local part of the Message-ID under which it was delivered. */
    messageId: Schema.optionalKey(Schema.String),
    destination: Schema.optionalKey(Schema.Array(Schema.String)),
    headers: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })))
  }),
  bounce: Schema.optionalKey(Schema.Struct({ bounceType: Schema.String, bouncedRecipients: BouncedRecipients })),
  complaint: Schema.optionalKey(
    Schema.Struct({
      complainedRecipients: Recipients,
      complaintFeedbackType: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  )
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Notification))

/** The envelope of Amazon SNS around a notification, for subscriptions with the protocol `email-json`. */
const decodeEnvelope = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ Message: Schema.String })))

/** Whether Amazon SNS is the sender. This also recognizes copies that lost the header fields of Amazon. */
const isAmazons = ({ from, headers }: ParsedMail): boolean =>
  headers.some(({ name }) => name === "x-amz-sns-message-id") || /@sns\.amazonaws\.com$/iu.test(from?.email ?? "")

/** Parses the notification in the mail's text, before the footer; `null` if there is none. */
export const amazonNotification = (mail: ParsedMail): MachineMail | null => {
  if (!isAmazons(mail)) return null
  const [text = ""] = mail.text.trim().split(/\n--[ \t]*\n/u)
  // The JSON is one line, longer than a line of a mail may be, so some servers break it.
  const json = text.replaceAll("\n", "")
  const { Message = json } = Option.getOrElse(decodeEnvelope(json), () => ({ Message: undefined }))
  const notification = Option.getOrNull(decode(Message))
  if (notification === null) return null
  const { bounce, complaint, mail: sent } = notification
  const about = {
    message_ids: [
      ...firstMessageIdIn(sent.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value ?? ""),
      ...firstMessageIdIn(`<${sent.messageId ?? ""}>`)
    ],
    from: addressIn(sent.source ?? ""),
    recipients: (sent.destination ?? []).map(addressIn)
  }
  if (bounce !== undefined) {
    const failures = bounce.bouncedRecipients
      .slice(0, maximumRecipients)
      .map(({ diagnosticCode = "", emailAddress, status = "" }): Failure => ({
        email: addressIn(emailAddress),
        original: "",
        isDelayed: false,
        ...diagnose(diagnosticCode, status || (bounce.bounceType === "Permanent" ? "5.0.0" : "4.0.0"), "", {
          recipients: [addressIn(emailAddress)].filter((email) => email !== ""),
          sender: about.from
        })
      }))
    return { kind: "bounce", about, failures }
  }
  if (complaint !== undefined) {
    const [recipient] = complaint.complainedRecipients
    const isAgainst = isRefusal(complaint.complaintFeedbackType ?? "")
    return {
      kind: "complaint",
      about,
      isRefusal: isAgainst,
      to: addressIn(recipient?.emailAddress ?? "") || (about.recipients[0] ?? "")
    }
  }
  return { kind: "other", about }
}

/** The parts of a mail in addition to its text. */
import type { Part, RawMail } from "./RawMail.ts"

const calendarTime = (milliseconds: number) => new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/gu, "")

/** Files that people attach to a mail with this date. */
export const attachments = (date: number): Record<"invitation" | "photo" | "proposal", Part> => ({
  invitation: {
    type: "text/calendar; charset=utf-8; method=REQUEST",
    filename: "invitation.ics",
    content: `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Quillmark//Demo//EN
METHOD:REQUEST
BEGIN:VEVENT
UID:${date}@quillmark.example
DTSTAMP:${calendarTime(date)}
DTSTART:${calendarTime(date + 3 * 86_400_000)}
DURATION:PT20M
SUMMARY:A look at Quillmark
END:VEVENT
END:VCALENDAR
`
  },
  photo: {
    type: "image/png",
    filename: "our wall.png",
    // A valid image with a single pixel.
    content: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
      "base64"
    )
  },
  proposal: {
    type: "application/pdf",
    filename: "Quillmark and your records.pdf",
    content: Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
    )
  }
})

/** The status in a diagnosis (RFC 3463). */
const statusOf = (diagnosis: string) => /\d\.\d\.\d/u.exec(diagnosis)?.[0] ?? "5.0.0"

/** The report of a mail system that could not deliver a mail (RFC 3464). */
export const deliveryReport = (mail: RawMail, diagnosis: string, date: number): RawMail => ({
  from: { name: "Mail Delivery System", email: "mailer-daemon@mx.quillmark.example" },
  to: mail.from,
  subject: "Undelivered Mail Returned to Sender",
  date,
  message_id: mail.message_id.replace("<", "<bounce-"),
  references: [mail.message_id],
  headers: ["Auto-Submitted: auto-replied"],
  text: `Your message could not be delivered to ${mail.to.email}:\n\n${diagnosis}\n`,
  multipart: "report; report-type=delivery-status",
  parts: [
    {
      type: "message/delivery-status",
      content: `Reporting-MTA: dns; mx.quillmark.example

Final-Recipient: rfc822; ${mail.to.email}
Action: failed
Status: ${statusOf(diagnosis)}
Diagnostic-Code: smtp; ${diagnosis}
`
    },
    {
      type: "text/rfc822-headers",
      content: `From: ${mail.from.email}
To: ${mail.to.email}
Subject: ${mail.subject}
Message-ID: ${mail.message_id}
`
    }
  ]
})

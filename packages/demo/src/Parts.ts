/** The parts of a mail in addition to its text. */
import { crc32, deflateSync } from "node:zlib"
import type { Part, RawMail } from "./RawMail.ts"

/** A chunk of a PNG file. */
const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The picture of a calendar on a wall: 7 by 5 days of 48 pixels, some of them booked. */
const wall = (() => {
  const [width, height, side] = [7 * 48, 5 * 48, 48]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // 8 bits for each pixel, which is the number of a color.
  header.set([8, 3], 8)
  const colors = Buffer.from("f3efe6d8d0c0c0392b2e6f95e0a526", "hex")
  const colorAt = (x: number, y: number) => {
    if (x % side < 2 || y % side < 2) return 1
    if (x % side < 8 || y % side < 20 || x % side > 41 || y % side > 41) return 0
    return [0, 2, 0, 3, 4, 0, 2, 3, 0][((Math.floor(x / side) + 7 * Math.floor(y / side)) * 5) % 9] ?? 0
  }
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = colorAt(x, y)
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0))
  ])
})()

const calendarTime = (milliseconds: number) => new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/gu, "")

/** Files that people attach to a mail with this date. */
export const attachments = (date: number): Record<"invitation" | "numbers" | "photo" | "proposal", Part> => ({
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
  numbers: {
    type: "text/csv; charset=utf-8",
    filename: "missed appointments.csv",
    content:
      "month,room,booked,missed\nApril,1,148,17\nApril,2,131,9\nMay,1,152,14\nMay,2,127,8\nJune,1,139,11\nJune,2,120,5\n"
  },
  photo: {
    type: "image/png",
    filename: "our wall.png",
    content: wall
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

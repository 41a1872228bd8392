/** The mails that a fake server receives, as bytes (RFC 5322). */
import type { SentMail } from "./TestKit.ts"

/** The facts about a received mail. */
interface Occasion {
  /** The mail that it answers. */
  readonly mail: SentMail
  /** When it is written, ISO 8601. */
  readonly now: string
  /** Distinguishes it from others. */
  readonly id: string
}

/** A mail with these header fields and this body. */
const mailOf = (fields: Readonly<Record<string, string>>, body: string) =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n")}\r\n\r\n${body.replaceAll(/\r\n?|\n/gu, "\r\n")}\r\n`

const commonFields = ({ id, mail, now }: Occasion, domain: string) => ({
  Date: new Date(now).toUTCString().replace("GMT", "+0000"),
  "Message-ID": `<${id}@${domain}>`,
  "In-Reply-To": mail.message_id,
  References: [...mail.references, mail.message_id].join(" ")
})

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1)
const base64 = (text: string) => Buffer.from(text).toString("base64")
/** A text of the header; as an encoded word (RFC 2047) where it has characters other than ASCII. */
const encoded = (text: string) => (/^[ -~]*$/u.test(text) ? text : `=?UTF-8?B?${base64(text)}?=`)

/** A person's answer, with the mail quoted below, as mail programs write it. */
export const reply = (occasion: Occasion, text: string): string => {
  const { mail } = occasion
  const subject = /^re:/iu.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`
  const quoted = mail.text
    .split(/\r\n?|\n/u)
    .map((line) => `> ${line}`)
    .join("\n")
  return mailOf(
    {
      From: mail.to.email,
      To: mail.reply_to ?? mail.from.email,
      Subject: encoded(subject),
      ...commonFields(occasion, domainOf(mail.to.email)),
      "MIME-Version": "1.0",
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Transfer-Encoding": "8bit"
    },
    `${text}\n\nOn ${new Date(mail.sent_at).toUTCString()}, ${mail.from.email} wrote:\n${quoted}`
  )
}

/** The report that the address of the recipient does not exist (RFC 3464). */
export const bounce = (occasion: Occasion): string => {
  const { mail } = occasion
  const domain = domainOf(mail.to.email)
  const part = (type: string, content: string) => `--report\nContent-Type: ${type}\n\n${content}\n`
  return mailOf(
    {
      From: `Mail Delivery System <mailer-daemon@${domain}>`,
      To: mail.from.email,
      Subject: "Undelivered Mail Returned to Sender",
      "Auto-Submitted": "auto-replied",
      ...commonFields(occasion, domain),
      "MIME-Version": "1.0",
      "Content-Type": 'multipart/report; report-type=delivery-status; boundary="report"'
    },
    [
      part("text/plain; charset=utf-8", `<${mail.to.email}>: 550 5.1.1 No such user here`),
      part(
        "message/delivery-status",
        `Reporting-MTA: dns; mx.${domain}\n\nFinal-Recipient: rfc822; ${mail.to.email}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such user here`
      ),
      part(
        "text/rfc822-headers",
        `From: ${mail.from.email}\nTo: ${mail.to.email}\nSubject: ${encoded(mail.subject)}\nMessage-ID: ${mail.message_id}`
      ),
      "--report--"
    ].join("\n")
  )
}

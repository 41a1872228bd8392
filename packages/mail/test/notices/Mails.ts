/** Mail as the parser returns it, and its classification. */
import type { Failure } from "../../src/Bounce.ts"
import { machineMail } from "../../src/notices/Classification.ts"
import type { ParsedMail } from "../../src/MailParser.ts"

type MailFields = Partial<Omit<ParsedMail, "headers">> & {
  readonly headers?: Record<string, string>
  /** Attached texts by content type. */
  readonly parts?: Record<string, string>
}

/** A mail from Ada to us, with these fields replaced. */
export const mail = ({ headers = {}, parts = {}, ...fields }: MailFields): ParsedMail => ({
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  message_id: null,
  in_reply_to: [],
  references: [],
  date: null,
  subject: "",
  from: { name: "Ada", email: "ada@lead.test" },
  to: [{ name: "", email: "me@sender.test" }],
  cc: [],
  text: "",
  html: null,
  reply_text: "",
  attachments: Object.entries(parts).map(([content_type, text]) => ({
    filename: "",
    content_type,
    bytes: new TextEncoder().encode(text)
  })),
  ...fields
})

export const report = (type: string) => ({ "content-type": `multipart/report; boundary="b"; report-type=${type}` })
export const daemon: ParsedMail["from"] = { name: "Mail Delivery System", email: "MAILER-DAEMON@mx.test" }

/** The header of our mail to Ada, as notices return it. */
export const returned = ["From: Me <me@sender.test>", "To: ada@lead.test", "Message-ID: <1@sender.test>", ""].join("\n")
export const about = { message_ids: ["<1@sender.test>"], from: "me@sender.test", recipients: ["ada@lead.test"] }
export const aboutNothing = { message_ids: [], from: "", recipients: [] }

/** The most important fields of a failure: address, reason, whether the address is dead, and the codes. */
const short = ({ email, hard, reason, reply_code, status }: Failure): ReadonlyArray<number | string | null> => [
  email,
  reason,
  hard ? "hard" : "soft",
  status,
  reply_code
]

/** The failures of a bounce; for other mail its kind. */
export const failuresOf = (fields: MailFields) => {
  const classified = machineMail(mail(fields))
  return classified?.kind === "bounce" ? classified.failures.map(short) : (classified?.kind ?? "person")
}

export const kindOf = (fields: MailFields) => machineMail(mail(fields))?.kind ?? "person"

/** The failures of a bounce, each as address, `hard` or `soft`, and reason. Empty for other mail. */
export const verdictsOf = (fields: MailFields) => {
  const classified = machineMail(mail(fields))
  return classified?.kind === "bounce"
    ? classified.failures.map(({ email, hard, reason }) => [email, hard ? "hard" : "soft", reason] as const)
    : []
}

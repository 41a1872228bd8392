/** Writes raw e-mail (RFC 5322, MIME) like mail programs and mail systems. */

export interface Address {
  readonly name: string
  readonly email: string
}

export interface Part {
  /** The media type with parameters: `text/plain; charset=utf-8`. */
  readonly type: string
  readonly content: string | Uint8Array
  /** A part with a file name is an attachment. */
  readonly filename?: string
  /** The Content-ID without angle brackets, by which HTML shows the part. */
  readonly content_id?: string
}

export interface RawMail {
  readonly from: Address
  readonly to: Address
  readonly subject: string
  /** In milliseconds since 1970. */
  readonly date: number
  /** The Message-ID with angle brackets. */
  readonly message_id: string
  /** The Message-IDs of the previous mails; the last is the one that this mail answers. */
  readonly references?: ReadonlyArray<string>
  readonly headers?: ReadonlyArray<string>
  readonly text: string
  /** The text as HTML, for programs that show it. */
  readonly html?: string
  /** The parts in addition to the text. */
  readonly parts?: ReadonlyArray<Part>
  /** The multipart type that contains the text and the parts. */
  readonly multipart?: string
}

const boundary = "=_mailroom-demo"
const boundaryOfTexts = "=_mailroom-texts"

/** The text of a mail, or the choice between the text and its HTML. */
const textOf = ({ html, text }: RawMail): Part => {
  const plain: Part = { type: "text/plain; charset=utf-8", content: text }
  if (html === undefined) return plain
  const choices = [plain, { type: "text/html; charset=utf-8", content: html }]
  return {
    type: `multipart/alternative; boundary="${boundaryOfTexts}"`,
    content: [...choices.flatMap((part) => [`--${boundaryOfTexts}`, written(part)]), `--${boundaryOfTexts}--`].join(
      "\r\n"
    )
  }
}

/** The bytes of a mail (RFC 5322). */
export const rawMail = (mail: RawMail): Uint8Array => {
  const references = mail.references ?? []
  const text = textOf(mail)
  const lines = [
    `From: ${address(mail.from)}`,
    `To: ${address(mail.to)}`,
    `Subject: ${encoded(mail.subject)}`,
    `Date: ${new Date(mail.date).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${mail.message_id}`,
    ...(references.length === 0 ? [] : [`In-Reply-To: ${references.at(-1)}`, `References: ${references.join(" ")}`]),
    ...(mail.headers ?? []),
    "MIME-Version: 1.0",
    ...(mail.parts === undefined
      ? [written(text)]
      : [
          `Content-Type: multipart/${mail.multipart ?? "mixed"}; boundary="${boundary}"`,
          "",
          ...[text, ...mail.parts].flatMap((part) => [`--${boundary}`, written(part)]),
          `--${boundary}--`
        ]),
    ""
  ]
  return new TextEncoder().encode(lines.join("\r\n"))
}

const written = ({ content, content_id, filename, type }: Part): string => {
  const isText = typeof content === "string"
  return [
    `Content-Type: ${type}`,
    ...(filename === undefined ? [] : [`Content-Disposition: attachment; filename="${filename}"`]),
    ...(content_id === undefined ? [] : [`Content-ID: <${content_id}>`]),
    `Content-Transfer-Encoding: ${isText ? "8bit" : "base64"}`,
    "",
    isText
      ? content.replaceAll(/\r?\n/gu, "\r\n")
      : Buffer.from(content).toString("base64").replaceAll(/.{76}/gu, "$&\r\n")
  ].join("\r\n")
}

const address = ({ email, name }: Address) => (name === "" ? email : `${encoded(name)} <${email}>`)

/** The text of a header, as an encoded word if it is not ASCII (RFC 2047). */
const encoded = (text: string) =>
  /^[\x20-\x7e]*$/u.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`

/** A reply to a mail by either side, as mail programs write it: with the previous mail quoted below. */
export const answerTo = (mail: RawMail, from: Address, text: string, date: number): RawMail => ({
  from,
  to: from === mail.from ? mail.to : mail.from,
  subject: mail.subject.startsWith("Re: ") ? mail.subject : `Re: ${mail.subject}`,
  date,
  message_id: `<${date.toString(36)}.${mail.message_id.slice(1)}`,
  references: [...(mail.references ?? []), mail.message_id],
  text: `${text}\n\nOn ${new Date(mail.date).toUTCString()}, ${mail.from.name} wrote:\n${quoted(mail.text)}\n`
})

const quoted = (text: string) => text.trim().replaceAll(/^/gmu, "> ")

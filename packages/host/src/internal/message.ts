/** The mail as bytes (RFC 5322), made with `nodemailer`. */
import { foldableText, headerText, type MailFile, type OutgoingMail, type Timestamp } from "@mailroom/core"
import { Effect, Record } from "effect"

/** Loaded on demand: most processes send no mail. */
const composer = Effect.promise(async () => ({ MailComposer: (await import("nodemailer/lib/mail-composer")).default }))

type Mailbox = OutgoingMail["from"]

/** Whether readers could take a part of the text for an encoded word (RFC 2047). The library would send it as it is. */
const hasWord = (text: string) => text.includes("=?")

/** Maximum number of bytes of an encoded word, which then has at most 75 characters. */
const maximumWord = 45

/** The text as encoded words, if a part of it could be taken for one: then readers show it as it was written. */
const encoded = (text: string): string => {
  if (!hasWord(text)) return text
  const words = [""]
  for (const character of text) {
    const last = `${words.at(-1)}${character}`
    if (Buffer.byteLength(last) <= maximumWord) words[words.length - 1] = last
    else words.push(character)
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ")
}

/** The name that the library writes; empty where `withName` writes it. Both look at the same, shortened text. */
const nameForLibrary = ({ name }: Mailbox): string => {
  const text = headerText(name)
  return hasWord(text) ? "" : text
}

/** The mail with a name before an address that stands alone: the library would quote its encoded words. */
const withName = (bytes: Buffer, field: "From" | "To", mailbox: Mailbox): Buffer => {
  const name = headerText(mailbox.name)
  if (!hasWord(name)) return bytes
  const text = bytes.toString("latin1")
  const words = encoded(name).replaceAll(" ", "\r\n ")
  const line = new RegExp(`^${field}: <?([^<>\r\n]*)>?$`, "mu")
  return Buffer.from(
    text.replace(line, (_, address: string) => `${field}: ${words}\r\n <${address}>`),
    "latin1"
  )
}

/** Whether an id of another mail, which its sender chose, fits into one line. */
const isMessageId = (text: string) => /^<[!-;=?-~]{1,900}>$/u.test(text)

/** The value of a field that the library folds at its spaces. A value with a word that does not fit a line is cut. */
const headerValue = (value: string) =>
  value.split(/\s/u).some(({ length }) => length > 990) ? headerText(value) : foldableText(value)

/**
 * The media type of a file in a mail; `undefined`: the library finds it by the name. Mails and parts with parts are sent as bytes, because
 * they would not be encoded.
 */
const typeOf = ({ content_type }: MailFile) => {
  if (/^(?:message|multipart)\//u.test(content_type)) return "application/octet-stream"
  return content_type === "application/octet-stream" ? undefined : content_type
}

/** The same bytes as a `Buffer`, without a copy. */
const bufferOf = ({ buffer, byteLength, byteOffset }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** The text with the line ends of mail. */
const withLineEnds = (text: string) => text.replaceAll(/\r\n?|\n/gu, "\r\n")

/**
 * The mail as bytes (RFC 5322). Texts of the header become one line each, because the library does not fold long words.
 * Nothing is read from files or URLs. `sent_at`: the date of the mail; default: now.
 */
export const compose = Effect.fnUntraced(function* (mail: OutgoingMail, sent_at?: Timestamp.Timestamp) {
  const { MailComposer } = yield* composer
  const bytes = yield* Effect.callback<Buffer>((resume) =>
    new MailComposer({
      from: { name: nameForLibrary(mail.from), address: mail.from.email },
      to: { name: nameForLibrary(mail.to), address: mail.to.email },
      ...(mail.cc.length === 0 ? {} : { cc: mail.cc.map((address) => ({ name: "", address })) }),
      ...(mail.reply_to === null ? {} : { replyTo: mail.reply_to }),
      subject: encoded(headerText(mail.subject)),
      messageId: mail.message_id,
      ...(sent_at === undefined ? {} : { date: new Date(sent_at) }),
      ...(mail.in_reply_to !== null && isMessageId(mail.in_reply_to) && { inReplyTo: mail.in_reply_to }),
      references: mail.references.filter(isMessageId),
      headers: Record.map(mail.headers, headerValue),
      text: withLineEnds(mail.text),
      ...(mail.html === null ? {} : { html: withLineEnds(mail.html) }),
      attachments: mail.attachments.map((file) => ({
        // Readers could take a part of the name for an encoded word, which the library would send as it is.
        filename: file.filename.replaceAll("=?", "=_"),
        content: bufferOf(file.bytes),
        contentType: typeOf(file),
        contentTransferEncoding: "base64",
        contentDisposition: "attachment"
      })),
      boundaryPrefix: "----=",
      disableFileAccess: true,
      disableUrlAccess: true
    })
      .compile()
      .build((error: Error | null, bytes?: Buffer) =>
        resume(error ? Effect.die(error) : Effect.succeed(bytes ?? Buffer.alloc(0)))
      )
  )
  return withName(withName(bytes, "From", mail.from), "To", mail.to)
})

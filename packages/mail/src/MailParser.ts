import { type Brand, Context, type Effect, Schema } from "effect"

export interface Mailbox {
  readonly name: string
  /** As written in the header; empty if the header has no address. */
  readonly email: string
}

/** A parsed e-mail. Every text is well-formed Unicode without NUL. */
export interface ParsedMail {
  /** Header fields in their order, with lower-case names and unfolded values. */
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  /** With angle brackets; `null` if the mail has none. */
  readonly message_id: string | null
  readonly in_reply_to: ReadonlyArray<string>
  readonly references: ReadonlyArray<string>
  /** An instant in ISO 8601, UTC, with milliseconds; `null` if the date is missing or invalid. */
  readonly date: (string & Brand.Brand<"Timestamp">) | null
  readonly subject: string
  readonly from: Mailbox | null
  readonly to: ReadonlyArray<Mailbox>
  readonly cc: ReadonlyArray<Mailbox>
  /** The plain text; derived from the HTML if the mail has no plain text. */
  readonly text: string
  readonly html: string | null
  /** The text that the author wrote, without quoted mail and signature. */
  readonly reply_text: string
  readonly attachments: ReadonlyArray<{
    readonly filename: string | null
    /** Lower case, without parameters. */
    readonly content_type: string
    /** Without angle brackets; absent if the part has none. */
    readonly content_id?: string
    readonly bytes: Uint8Array
  }>
}

/** The bytes are not an e-mail, or not one that is safe to parse. */
export class UnreadableMail extends Schema.TaggedError<UnreadableMail>()("UnreadableMail", { reason: Schema.String }) {
  override get message(): string {
    return this.reason === "" ? "The mail cannot be read" : this.reason
  }
}

/** The port to a MIME library. */
export class MailParser extends Context.Service<
  MailParser,
  { readonly parse: (raw: Uint8Array) => Effect.Effect<ParsedMail, UnreadableMail> }
>()("@mailroom/mail/MailParser") {}

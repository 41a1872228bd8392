import { Context, type Effect, Schema } from "effect"
import type { Timestamp } from "../Timestamp.ts"

export interface Mailbox {
  readonly name: string
  /** As written; empty when the header has none. */
  readonly email: string
}

/** An e-mail as it was read. Every text is well-formed Unicode without NUL. */
export interface ParsedMail {
  /** Header fields in their order, names in lower case, values unfolded. */
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  /** With angle brackets; `null` when there is none. */
  readonly message_id: string | null
  readonly in_reply_to: ReadonlyArray<string>
  readonly references: ReadonlyArray<string>
  /** `null` when there is none, or it says nothing. */
  readonly date: Timestamp | null
  readonly subject: string
  readonly from: Mailbox | null
  readonly to: ReadonlyArray<Mailbox>
  readonly cc: ReadonlyArray<Mailbox>
  /** The plain text; made from the HTML when there is no other. */
  readonly text: string
  readonly html: string | null
  /** What the author wrote: the text without quoted mail and signature. */
  readonly reply_text: string
  readonly attachments: ReadonlyArray<{
    readonly filename: string | null
    /** Lower case, without parameters. */
    readonly content_type: string
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
>()("@mailroom/core/MailParser") {}

/** The error of an answer, or a forwarded message, that must not be sent. */
import { Schema } from "effect"
import { ReplyObstacle } from "./Reply.ts"

/** The conversation cannot be answered. */
export class ReplyNotAllowed extends Schema.TaggedError<ReplyNotAllowed>()("ReplyNotAllowed", {
  reason: Schema.Literals([...ReplyObstacle.literals, "newer_message"]),
  /** The author of the newer message, if that is the reason and it is known. */
  by: Schema.optionalKey(Schema.String),
  /** The address of `cc` or `bcc` that is the reason. */
  email: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    if (this.reason === "newer_message") {
      const author = this.by === undefined || this.by === "" ? "" : ` by ${this.by}`
      return `The conversation has a newer message${author}: read it, then answer with its id as last_message_id, or without one`
    }
    return this.email === undefined
      ? obstacles[this.reason]
      : `${this.email} has unsubscribed or complained, and must not be written to: leave the address out`
  }
}

const obstacles: Record<ReplyObstacle, string> = {
  no_recipient: "The conversation has no incoming mail that could be answered",
  recipient_unsubscribed: "The recipient has unsubscribed or complained, and must not be written to",
  account_not_connected:
    "The account has no credentials to send with: set them with PUT /accounts/{id}/credentials, or choose another account"
}

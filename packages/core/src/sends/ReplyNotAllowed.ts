/** The error of an answer, or a forwarded message, that must not be sent. */
import { Schema } from "effect"
import { ReplyObstacle } from "./Reply.ts"

/** The conversation cannot be answered. */
export class ReplyNotAllowed extends Schema.TaggedError<ReplyNotAllowed>()("ReplyNotAllowed", {
  reason: ReplyObstacle,
  /** The address of `cc` or `bcc` that is the reason. */
  email: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
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

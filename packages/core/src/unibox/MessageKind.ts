/** The kind of a message: how its mail was classified when it came in. */
import { Schema } from "effect"

export const MessageKind = Schema.Literals([
  "reply",
  "auto_reply",
  "bounce",
  "complaint",
  "unsubscription",
  "other",
  "own",
  "forward"
]).annotate({
  identifier: "MessageKind",
  description:
    "How the mail was classified when it was stored. `reply`: a person answered as a lead. `auto_reply`: an answer of a machine. `bounce`: a notice of a mail that was not delivered. `complaint`: a report of unwanted mail. `unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail of one of our accounts. `forward`: a message of the conversation that was forwarded to somebody else. `other`: any other mail, for instance from an unknown sender."
})
export type MessageKind = typeof MessageKind.Type

import { Schema } from "effect"

export const MailKind = Schema.Literals([
  "reply",
  "auto_reply",
  "bounce",
  "complaint",
  "unsubscription",
  "other",
  "duplicate",
  "own"
]).annotate({
  identifier: "MailKind",
  description:
    "`unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail from one of our accounts that was not stored yet. `duplicate`: already stored. `other`: any other mail, for instance from an unknown sender."
})
export type MailKind = typeof MailKind.Type

import { Schema } from "effect"

export const MailKind = Schema.Literals([
  "reply",
  "auto_reply",
  "bounce",
  "complaint",
  "other",
  "duplicate",
  "own"
]).annotate({
  identifier: "MailKind",
  description:
    "`own`: mail from one of our accounts that was not stored yet. `duplicate`: already stored. `other`: any other mail, for instance from an unknown sender."
})
export type MailKind = typeof MailKind.Type

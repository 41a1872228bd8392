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
  description: "`own`: ours, seen for the first time. `duplicate`: stored already. `other`: from an unknown sender."
})
export type MailKind = typeof MailKind.Type

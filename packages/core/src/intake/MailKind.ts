/** The kinds of incoming mail that the API reports. */
import { Schema } from "effect"
import { MessageKind } from "../unibox/MessageKind.ts"

export const MailKind = Schema.Literals([...MessageKind.literals, "duplicate"]).annotate({
  identifier: "MailKind",
  description:
    "`unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail from one of our accounts that was not stored yet. `duplicate`: already stored. `other`: any other mail, for instance from an unknown sender."
})
export type MailKind = typeof MailKind.Type

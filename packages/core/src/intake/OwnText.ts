/** The texts of our own mails, as Mailroom composed them. */
import type { ParsedMail } from "@mailroom/mail"
import { replyText } from "@mailroom/mail/reply-text"
import { Effect } from "effect"
import { mailId } from "../activity/Event.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SendStore } from "../sends/SendStore.ts"

/**
 * Makes a function that gives a copy of our mail the texts without links of tracking. They are stored with the mail until it
 * ends, and with the message of its thread from then on: a copy can arrive before that.
 */
export const makeOwnText = Effect.gen(function* () {
  const sends = yield* SendStore
  return Effect.fnUntraced(function* (mail: ParsedMail) {
    if (mail.message_id === null) return mail
    const { id } = yield* CurrentOrganization
    const [send] = yield* sends.findByMessageIds(id, [mailId(mail.message_id)])
    if (send === undefined || send.kind !== "step" || send.content === null) return mail
    const { body_html: html, body_text: text } = send.content
    return { ...mail, html, text, reply_text: replyText(text) }
  })
})

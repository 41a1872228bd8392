/** Stores mails that were sent as messages of their threads. */
import { replyText } from "@mailroom/mail/reply-text"
import { Effect, Option } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import type { Timestamp } from "../Timestamp.ts"
import { ownIdentity } from "../unibox/Conversation.ts"
import { preview } from "../unibox/Preview.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { isWritten, type SendRecord } from "./Send.ts"

export const makeSentMessages = Effect.gen(function* () {
  const threads = yield* ThreadStore
  const identityOf = yield* ownIdentity
  const files = yield* makeMailFiles

  /**
   * Adds an answer or a forwarded message that was sent to its thread, as a message of ours. The account's Sent folder may contain the same
   * mail: it is stored once. A thread that was deleted meanwhile is left as it is. The uploads of the mail become attachments
   * of the message, or are removed if there is none.
   */
  return Effect.fnUntraced(function* (
    send: SendRecord,
    account: Pick<AccountRecord, "email" | "id" | "settings">,
    date_sent: Timestamp
  ) {
    const { content, message_id, subject, thread_id, to_email } = send
    if (!isWritten(send) || content === null || thread_id === null) return
    const isForward = send.kind === "forward"
    const organization = yield* CurrentOrganization
    const { first_name, last_name } = account.settings
    const from_name = `${first_name} ${last_name}`.trim()
    const { attachments = [], bcc = [], cc = [], forwards, sent_by } = content
    const [stored] = yield* threads.insertMessages(organization.id, [
      {
        thread_id,
        // The account of a conversation is the one that writes with the lead.
        account_id: isForward ? null : account.id,
        identity: yield* identityOf(message_id),
        subject,
        body: preview(content.body_text),
        body_text: content.body_text,
        ...(content.body_html === null ? {} : { body_html: content.body_html }),
        reply_text: replyText(content.body_text),
        date_sent,
        ...(from_name === "" ? {} : { from_name }),
        from_email: account.email,
        to_email,
        ...(cc.length === 0 ? {} : { cc_email: cc.join(", ") }),
        ...(bcc.length === 0 ? {} : { bcc_email: bcc.join(", ") }),
        message_id,
        is_new: false,
        is_our_email: true,
        ...(sent_by === undefined ? {} : { sent_by }),
        ...(forwards === undefined ? {} : { refers_to: forwards }),
        kind: isForward ? "forward" : "own",
        trust: "verified",
        attachments
      }
    ])
    if (stored === undefined || Option.isNone(stored)) yield* files.remove(attachments.map(({ id }) => id))
  })
})

/** Stores mails that were sent as messages of their threads. */
import { replyText } from "@mailroom/mail/reply-text"
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Timestamp } from "../Timestamp.ts"
import { ownIdentity } from "../unibox/Conversation.ts"
import { preview } from "../unibox/Preview.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import type { SendRecord } from "./Send.ts"

export const makeSentMessages = Effect.gen(function* () {
  const threads = yield* ThreadStore
  const identityOf = yield* ownIdentity

  /**
   * Adds an answer that was sent to its thread, as a message of ours. The account's Sent folder may contain the same
   * mail: it is stored once. A thread that was deleted meanwhile is left as it is.
   */
  return Effect.fnUntraced(function* (
    { content, kind, message_id, subject, thread_id, to_email }: SendRecord,
    account: Pick<AccountRecord, "email" | "id" | "settings">,
    date_sent: Timestamp
  ) {
    if (kind !== "reply" || content === null || thread_id === null) return
    const organization = yield* CurrentOrganization
    const { first_name, last_name } = account.settings
    const from_name = `${first_name} ${last_name}`.trim()
    yield* threads.insertMessages(organization.id, [
      {
        thread_id,
        account_id: account.id,
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
        message_id,
        is_new: false,
        is_our_email: true,
        kind: "own",
        trust: "verified",
        attachments: []
      }
    ])
  })
})

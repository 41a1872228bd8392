/** Retires messages: their texts and attachments go, their rows stay. */
import { Exit, Struct } from "effect"
import type { Attachment, Message, ThreadStore } from "@mailroom/core"
import type { Database } from "./Database.ts"
import { byKeyset } from "./State.ts"
import { putThread } from "./threads.ts"
import type { StoredMessage } from "./threadState.ts"

const bytesOf = ({ body_html = "", body_text }: StoredMessage) =>
  Buffer.byteLength(body_text) + Buffer.byteLength(body_html)

export const retiring = ({
  read,
  write
}: Pick<Database, "read" | "write">): Pick<ThreadStore["Service"], "lockAged" | "retire"> => ({
  // No other transaction runs until this one ends.
  lockAged: (organization_id, { before, limit, maximum_bytes }) =>
    read(organization_id, ({ threads }) => {
      const aged = [...threads.values()]
        .flatMap(({ id, messages }) => Array.from(messages.values(), (message) => ({ thread_id: id, message })))
        .filter(({ message }) => message.date_sent < before && message.text_removed !== true)
        .sort((a, b) =>
          byKeyset({ at: a.message.date_sent, id: a.message.id }, { at: b.message.date_sent, id: b.message.id })
        )
      // The sum of sizes only grows, so this takes the first ones until it exceeds the maximum.
      let bytes = 0
      const found = aged
        .slice(0, limit)
        .filter(({ message }, i) => (bytes += bytesOf(message)) <= maximum_bytes || i === 0)
      const messages = found.map(({ message, thread_id }): Message.AgedMessage => ({
        id: message.id,
        thread_id,
        is_our_email: message.is_our_email,
        search_text: message.searchText,
        ...(message.is_our_email ? Struct.pick(message, ["body_text", "body_html"]) : { body_text: "" })
      }))
      return { messages, has_more: messages.length < aged.length }
    }),

  retire: (organization_id, retired) =>
    write(organization_id, "ThreadStore.retire", (tenant) => {
      const attachments: Array<Attachment.AttachmentId> = []
      for (const { body_html, body_text, id, search_text, thread_id } of retired) {
        const thread = tenant.threads.get(thread_id)
        const message = thread && [...thread.messages.values()].find((stored) => stored.id === id)
        if (thread === undefined || message === undefined) continue
        for (const file of message.attachments) {
          attachments.push(file.id)
          tenant.attachments = tenant.attachments.remove(file.id)
        }
        const left = {
          ...Struct.omit(message, ["body_html"]),
          body_text,
          ...(body_html === undefined ? {} : { body_html }),
          reply_text: "",
          attachments: Object.freeze([]),
          text_removed: true,
          searchText: search_text
        }
        putThread(tenant, thread, { messages: thread.messages.set({ at: message.date_sent, id }, left) })
      }
      return Exit.succeed(attachments)
    })
})

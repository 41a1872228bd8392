/** Drafts an answer without sending it. */
import type { Api } from "./Api.ts"
import { invalidInput } from "./Failure.ts"
import { tools } from "./generated/tools.ts"
import { limits } from "./limits.ts"
import type { Input, Tool } from "./Tool.ts"

const replyTool = tools.find(({ operation }) => operation === "sends.reply") as Tool
const threadTool = tools.find(({ operation }) => operation === "unibox.thread") as Tool

/** The tool `draft_reply`. It has the input of `sends_reply`, so that a person can have the same call carried out. */
export const draftReply: Tool = {
  ...replyTool,
  name: "draft_reply",
  operation: "unibox.thread",
  title: "Draft an answer to a conversation, without sending it",
  description:
    "Draft an answer to a conversation. Nothing is sent and nothing is stored: a person reads the draft, and sends it. The draft has sender, recipient, subject, the text, and the newest incoming mail as a quotation. `allowed` says whether Mailroom can send it, and `reason` why not.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
}

interface Message {
  readonly date_sent: string
  readonly from_email: string
  readonly is_our_email: boolean
  readonly message_id?: string
  readonly reply_text?: string
  readonly body_text?: string
}
interface Detail {
  readonly thread: { readonly id: number }
  readonly reply: Readonly<Record<string, unknown>>
  readonly data: ReadonlyArray<Message>
}

/** The draft without its text. With an `account_id`, it comes from that account. */
export const draft = async (api: Api, { account_id, id }: Input): Promise<unknown> => {
  const detail = (await api(threadTool, { id, account_id, order: "desc", limit: limits.rows })) as Detail
  const message = detail.data.find(({ is_our_email }) => !is_our_email)
  return {
    sent: false,
    thread_id: detail.thread.id,
    ...detail.reply,
    quoted: message && {
      message_id: message.message_id,
      date_sent: message.date_sent,
      from_email: message.from_email,
      text: quote(message.reply_text ?? message.body_text ?? "")
    }
  }
}

/** The texts of the draft, checked here: the API does not get them, because nothing is sent. */
export const textsOf = ({ body_html, body_text }: Input): Input => {
  const fits = (value: unknown, name: "body_html" | "body_text") => {
    const { maxLength = 0 } = replyTool.inputSchema.properties[name] as { readonly maxLength?: number }
    return typeof value === "string" && value.length <= maxLength
  }
  if (!fits(body_text, "body_text")) throw invalidInput("`body_text` is not a text, or too long")
  if (body_html === undefined) return { body_text }
  if (!fits(body_html, "body_html")) throw invalidInput("`body_html` is not a text, or too long")
  return { body_text, body_html }
}

const quote = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n")

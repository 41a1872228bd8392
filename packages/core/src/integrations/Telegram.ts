/** Deliveries to a Telegram chat: the method `sendMessage` of the Bot API. */
import { cut, escape } from "@mailroom/mail/text"
import type { Configs } from "./Config.ts"
import type { DeliveryAnswer } from "./DeliveryTransport.ts"
import { type Exchange, jsonOf, post, Verdict, verdictOf } from "./Exchange.ts"
import type { Payload } from "./Payload.ts"
import { type Summary, summaryOf } from "./Summary.ts"

/** Telegram turns `@name` into a mention, and notifies that person. An invisible character in between prevents it. */
const plain = (value: string) => escape(value).replaceAll(/(?<![\p{L}\p{N}_.+-])@(?=\w)/gu, "@\u2060")

/** HTML for the Bot API. It is far below the limit of 4096 characters, because each part of a summary is short. */
const htmlOf = ({ details, icon, predicate, quote, subject }: Summary) =>
  [
    `${icon} <b>${plain(subject)}</b> ${plain(predicate)}`,
    quote === "" ? "" : `<blockquote>${plain(quote)}</blockquote>`,
    ...details.map(([label, value]) => `<i>${label}:</i> ${plain(value)}`)
  ]
    .filter((line) => line !== "")
    .join("\n")

/** Answers of Telegram contain `ok`; an answer without it comes from a proxy. */
const verdictOn = (answer: DeliveryAnswer): Verdict => {
  const { description, error_code, ok, parameters } = jsonOf(answer)
  if (ok !== false) return verdictOf(answer, "Telegram")
  const status = typeof error_code === "number" ? error_code : Math.max(answer.status, 400)
  const detail = typeof description === "string" ? cut(description, 200) : ""
  const { migrate_to_chat_id, retry_after } = (parameters ?? {}) as Readonly<Record<string, unknown>>
  if (typeof migrate_to_chat_id === "number") {
    return Verdict.Disable({ error: `The Telegram group has a new id: set chat_id to ${migrate_to_chat_id}` })
  }
  if (status === 401 || status === 404) return Verdict.Disable({ error: "Telegram does not know this bot token" })
  if (status === 403 || detail.includes("chat not found"))
    return Verdict.Disable({ error: `Telegram answered: ${detail}` })
  const seconds = typeof retry_after === "number" ? String(Math.ceil(retry_after)) : answer.retry_after
  return verdictOf({ status, retry_after: seconds }, "Telegram", detail)
}

/** `origin` replaces https://api.telegram.org. */
export const exchange = ({ bot_token, chat_id }: Configs["telegram"], payload: Payload, origin: string): Exchange => ({
  request: post(
    `${origin}/bot${bot_token}/sendMessage`,
    JSON.stringify({
      chat_id,
      text: htmlOf(summaryOf(payload)),
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true }
    })
  ),
  next: verdictOn
})

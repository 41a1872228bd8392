/** The rules of retention: the parts of events, messages and mails that stay for rules and reports. Pure functions. */
import { foldAll } from "@mailroom/mail/text"
import type { EventData } from "../activity/Event.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { Timestamp } from "../Timestamp.ts"
import { linksOf } from "../tracking/Links.ts"
import { type Message, searchedFields } from "../unibox/Message.ts"

/**
 * The kinds of rows that a setting retires: events by `keep_events_days`, messages by `keep_messages_days`, mails that were
 * sent by `keep_sends_days`, entries of the log by `keep_log_days`.
 */
export type RetentionKind = "events" | "log" | "messages" | "sends"

/**
 * The details of an event that stay: clicks count by `url`, a report of the same refusal is compared with the others, and an
 * erasure finds a person by `email`. The texts go.
 */
export const keptData: ReadonlyArray<keyof EventData> = ["status", "hard", "url", "email", "source", "trust"]

/**
 * Whether a mail retires: it ended before the instant, a server accepted it, and no copy of it has to be stored. Every other mail
 * stays in lists, because it may still be sent, or a person has to decide about it.
 */
export const isAged = ({ content, ended_at, outcome }: SendRecord, before: Timestamp): boolean =>
  outcome === "sent" && content === null && ended_at !== null && ended_at < before

/**
 * A retired mail. Rules need the rest of it: the lead gets no step twice, the next step continues its thread and subject, links of
 * the mail find its lead, and answers and notices find it by its ids.
 */
export const retiredSend = (send: SendRecord): SendRecord => ({ ...send, reply: null, company: null, retired: true })

/**
 * Whether mails with higher ids are too young to retire: ids ascend in the order in which mails were made. Mails that were never begun
 * say nothing about that.
 */
export const areYoung = (sends: ReadonlyArray<SendRecord>, before: Timestamp): boolean => {
  const begun = sends.flatMap(({ begun_at }) => begun_at ?? [])
  return begun.length > 0 && begun.every((begun_at) => begun_at >= before)
}

const attribute = (url: string) => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;")

/** The texts of a retired message: empty but for the links of our own mails, which keep their numbers, so that clicks still work. */
export const keptTexts = ({
  body_html,
  body_text,
  is_our_email
}: Pick<Message, "body_html" | "body_text" | "is_our_email">): Pick<Message, "body_html" | "body_text"> => {
  if (!is_our_email) return { body_text: "" }
  const urls = linksOf({ text: body_text, html: body_html ?? null }).map(({ url }) => url)
  if (body_html === undefined) return { body_text: urls.join("\n") }
  return { body_text: "", body_html: urls.map((url) => `<a href="${attribute(url)}"></a>`).join("") }
}

/** A text for searches (`searchTextOf`) without the text that the author wrote: subject, names and addresses stay. */
export const keptSearchText = (search_text: string): string =>
  foldAll(searchedFields(search_text).fields.map((field, place) => (place === replyField ? "" : field)))

/** The place of `reply_text` among the fields of `searchTextOf`. */
const replyField = 5

/** An event of a lead, such as a mail that was sent or opened (contract, section 10; domain, "Events"). */
import { Trust } from "@mailroom/mail"
import { EmailAddress, LeadText, Plain, text } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { Lead } from "../leads/Lead.ts"
import { CursorQuery } from "../Pagination.ts"
import * as Table from "../Table.ts"
import { Timestamp, TimestampInput } from "../Timestamp.ts"
import { AccountId, CampaignId, CampaignIdInput, EventId, LeadId, SequenceId } from "../ids.ts"

export { EventId } from "../ids.ts"

export const EventType = Schema.Literals([
  "sent",
  "delivered",
  "opened",
  "machine_opened",
  "clicked",
  "replied",
  "auto_replied",
  "bounced",
  "soft_bounced",
  "unsubscribed",
  "complained"
]).annotate({
  identifier: "EventType",
  description:
    "`machine_opened`: a prefetch by a machine. `bounced`: a permanent failure; `soft_bounced`: a temporary one. `auto_replied`: a reply that a machine wrote."
})
export type EventType = typeof EventType.Type

export const EventData = Schema.Struct({
  reply_text: described(
    Schema.optionalKey(LeadText),
    "For `replied`: the text that the person wrote, without quoted mail."
  ),
  returns_on: described(
    Schema.optionalKey(CalendarDate),
    "For `auto_replied`: the day on which the person returns, `YYYY-MM-DD`, or the last day of the absence if the reply names only that. Absent when it names no day, or one that was over."
  ),
  status: described(
    Schema.optionalKey(
      Schema.String.check(Schema.isPattern(/^[245]\.\d{1,3}\.\d{1,3}$/u, { expected: "a status code such as 5.1.1" }))
    ),
    "For a bounce: the enhanced status code, such as `5.1.1`."
  ),
  hard: described(
    Schema.optionalKey(Schema.Boolean),
    "For `bounced`: whether the address is dead. Default: `true`, unless the status is a policy rejection (5.7)."
  ),
  reason: described(Schema.optionalKey(text(500)), "For a bounce, an unsubscription or a complaint: the reason."),
  url: described(Schema.optionalKey(text(2_000)), "For `clicked`: the link."),
  email: described(
    Schema.optionalKey(EmailAddress),
    "For a bounce, a complaint or an unsubscription: the address that it concerns, if the lead now has another address."
  ),
  source: described(
    Schema.optionalKey(Schema.Literals(["reply"])),
    "For `unsubscribed`: `reply` when a person asked for it in the words of a mail."
  ),
  trust: described(
    Schema.optionalKey(Trust.pick(["verified", "plausible"])),
    "For events from incoming mail. A `plausible` event never puts an address on the blacklist, except a person's request to stop (`source` is `reply`). Without this field, the reporter is trusted."
  )
}).annotate({
  identifier: "EventData",
  description: "Details of an event: the text of a reply, the status of a bounce (RFC 3463)."
})
export type EventData = typeof EventData.Type

export const SentMessage = Schema.Struct({
  message_id: described(text(800), "The header's Message-ID, with or without its angle brackets."),
  subject: described(text(1_000), "The subject; may be empty."),
  body_text: described(text(1_000_000), "The plain text."),
  body_html: described(Schema.optionalKey(text(2_000_000)), "The HTML, if the mail has it."),
  from_email: described(EmailAddress, "The address of the account."),
  to_email: described(EmailAddress, "The address of the lead."),
  left_out: described(
    Schema.optionalKey(
      Schema.Array(
        Schema.Struct({
          filename: described(text(255), "The name of the file.", "Offer.pdf"),
          content_type: described(text(127), "The media type, without parameters.", "application/pdf"),
          size: described(Count, "In bytes.", 48_211)
        }).annotate({ identifier: "SentMessageFile", description: "A file that the mail had." })
      ).check(Schema.isMaxLength(20, { message: "must have at most 20 files" }))
    ),
    "At most 20 files that the mail had. The message of the conversation names them, without their bytes."
  )
}).annotate({
  identifier: "SentMessage",
  description: "The mail of a `sent` event. It starts the lead's thread or continues it."
})
export type SentMessage = typeof SentMessage.Type

const reported = {
  type: described(EventType, "What happened."),
  occurred_at: described(TimestampInput, "When it happened; at most a day in the future."),
  account_id: described(Schema.optionalKey(AccountId), "The account that sent the mail."),
  sequence_id: described(Schema.optionalKey(SequenceId), "The step of the sequence that the mail belongs to."),
  message_id: described(
    Schema.optionalKey(text(800)),
    "The mail's Message-ID, with or without its angle brackets. Without an `idempotency_key`, only one event counts for each lead, type and mail."
  ),
  provider_message_id: described(
    Schema.optionalKey(text(800)),
    "For `sent`, a bounce, a complaint or an unsubscription: the id that a relay gave the mail, as `<id@host>`, `id@host` or `id`. Bounce notices and replies may refer to it."
  ),
  idempotency_key: described(
    Schema.optionalKey(text(200).check(Schema.isMinLength(1))),
    "Your key for the event: events with the same key count once in the organization."
  ),
  message: described(Schema.optionalKey(SentMessage), "For `sent`: the mail."),
  data: described(Schema.optionalKey(EventData), "Details of the event.")
}

/** Types of events that concern the address that a mail went to. */
export const concernsAddress: ReadonlySet<EventType> = new Set<EventType>([
  "bounced",
  "soft_bounced",
  "complained",
  "unsubscribed"
])

/** Types of events that may identify their mail by the id of a relay. */
const namesMail: ReadonlySet<EventType> = new Set<EventType>([...concernsAddress, "sent"])

/** An event to record. It identifies its lead by id, or by campaign and address. */
export const NewEvent = Schema.Struct({
  ...reported,
  lead_id: described(Schema.optionalKey(LeadId), "The lead. Either this, or `campaign_id` and `email`."),
  campaign_id: described(Schema.optionalKey(CampaignIdInput), "The campaign of the lead; requires `email`."),
  email: described(Schema.optionalKey(EmailAddress), "The address of the lead in the campaign.")
})
  .annotate({
    description:
      "An event to record. It names its lead by `lead_id`, or by `campaign_id` and `email`. It counts once, however often it is " +
      "reported: by its `idempotency_key`; without one, by lead, type and mail (`message_id`); without either, by lead, type " +
      "and `occurred_at`. A hard bounce, a complaint or an unsubscription puts the address on the blacklist that the mail went " +
      "to: the mail that it names, else the last one to the lead. So it is also recorded of a lead that was mailed and deleted."
  })
  .check(
    Schema.makeFilter(({ campaign_id, email, lead_id }) =>
      (lead_id === undefined) === (campaign_id !== undefined) && (campaign_id === undefined) === (email === undefined)
        ? undefined
        : "must name its lead by lead_id, or by campaign_id and email"
    ),
    Schema.makeFilter((event) =>
      event.message !== undefined && event.type !== "sent" ? "only a sent event carries its message" : undefined
    ),
    Schema.makeFilter((event) =>
      event.provider_message_id !== undefined && !namesMail.has(event.type)
        ? "only a sent event, a bounce or a complaint has a provider_message_id, or an unsubscription"
        : undefined
    ),
    Schema.makeFilter((event) =>
      event.data?.email !== undefined && !concernsAddress.has(event.type)
        ? "only a bounce, a complaint or an unsubscription has an email in its data"
        : undefined
    ),
    Schema.makeFilter((event) =>
      event.data?.returns_on !== undefined && event.type !== "auto_replied"
        ? "only an automatic reply has a return date in its data"
        : undefined
    ),
    Schema.makeFilter((event) =>
      event.data?.source !== undefined && event.type !== "unsubscribed"
        ? "only an unsubscription has a source in its data"
        : undefined
    )
  )
  .annotate({ identifier: "NewEvent" })
export type NewEvent = typeof NewEvent.Type

/** Filters and paging for the events of a campaign. All given filters apply. */
export const LogQuery = Schema.Struct({
  types: described(Schema.optionalKey(Schema.Array(EventType)), "Only events of these types."),
  lead_id: described(Schema.optionalKey(LeadId), "Only events of this lead."),
  account_id: described(Schema.optionalKey(AccountId), "Only events of mails from this account."),
  sequence_id: described(Schema.optionalKey(SequenceId), "Only events of this step."),
  ...CursorQuery.fields
})
export type LogQuery = typeof LogQuery.Type

/** Filters and paging for the events of a lead. */
export const LeadLogQuery = Schema.Struct({ types: LogQuery.fields.types, ...CursorQuery.fields })
export type LeadLogQuery = typeof LeadLogQuery.Type

/** Filters and paging for the events of all campaigns. All given filters apply. */
export const FeedQuery = Schema.Struct({
  types: LogQuery.fields.types,
  lead_id: LogQuery.fields.lead_id,
  campaign_id: described(Schema.optionalKey(CampaignIdInput), "Only events of this campaign."),
  ...CursorQuery.fields
})
export type FeedQuery = typeof FeedQuery.Type

/** An event as it is stored. Reports with the same `identity` are the same event. */
export const Event = Schema.Struct({
  id: EventId,
  identity: Plain,
  type: EventType,
  occurred_at: Timestamp,
  campaign_id: CampaignId,
  lead_id: LeadId,
  account_id: Schema.NullOr(AccountId),
  sequence_id: Schema.NullOr(SequenceId),
  message_id: described(Schema.NullOr(Plain), "As `mailId`."),
  provider_message_id: described(Schema.NullOr(Plain), "In the form of `bareId`."),
  email: described(
    Schema.NullOr(Plain),
    "For `sent`: the address that the mail went to. `null` for other events, and where it was not recorded."
  ),
  data: EventData
})
export type Event = typeof Event.Type

export const table = Table.of("events", Event, { key: ["lead_id", "id"] })

/** The lead of an event in a list. */
export const EventLead = Schema.Struct(
  Struct.pick(Lead.fields, ["email", "first_name", "last_name", "company"])
).annotate({ identifier: "EventLead", description: "The lead of an event in a list." })

/** An event, and its lead as it is now; absent if the lead was removed. */
export interface ListedEvent extends Event {
  readonly lead?: typeof EventLead.Type
}

const unbracketed = (message_id: string): string => message_id.trim().replace(/^<|>$/gu, "")

/**
 * A Message-ID without brackets and host name. Relays report it in this form, and add the rest when they send the mail.
 */
export const bareId = (message_id: string): string => unbracketed(message_id).split("@", 1)[0] ?? ""

/**
 * A Message-ID with its angle brackets, as in a mail's header: hosts report it with or without them. Empty if the id is
 * empty.
 */
export const mailId = (message_id: string): string => {
  const id = unbracketed(message_id)
  return id === "" ? "" : `<${id}>`
}

/**
 * The forms in which an id of a mail may be stored: `mailId`; `bareId`, as the id of a relay; and that in brackets, when the
 * host reported the id of its relay as the Message-ID.
 */
export const idSpellingsOf = (message_id: string): ReadonlyArray<string> => {
  const bare = bareId(message_id)
  const spellings = new Set([mailId(message_id), bare, mailId(bare)])
  return [...spellings].filter((spelling) => mailId(spelling) !== "")
}

/**
 * Whether event `a` comes before event `b`, by occurrence, then by identity. This order does not depend on the order of
 * arrival.
 */
export const precedes = (
  a: Pick<Event, "identity" | "occurred_at">,
  b: Pick<Event, "identity" | "occurred_at">
): boolean => a.occurred_at < b.occurred_at || (a.occurred_at === b.occurred_at && a.identity < b.identity)

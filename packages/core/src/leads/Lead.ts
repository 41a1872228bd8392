/** A lead: a recipient in one campaign. Its entity and the pure transitions of its state (contract, section 2). */
import { normalizeEmail } from "@mailroom/mail/domain"
import { EmailAddress, foldForSearch, LeadText } from "@mailroom/mail/text"
import { Effect, Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { Count, Id } from "../Id.ts"
import { CursorQuery, pageQuery, Search } from "../Pagination.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { Timestamp, TimestampInput } from "../Timestamp.ts"
import * as Table from "../Table.ts"
import { LeadVerification, VerificationStatus } from "../verification/Verdict.ts"
import { nextVersion, Version } from "../Version.ts"
import { ascending, CustomFields, CustomFieldsPatch, merge } from "./CustomFields.ts"
import { LeadActivity, none } from "./LeadActivity.ts"
import { include, LeadSort } from "./LeadLists.ts"
import * as LeadZone from "./LeadZone.ts"
import { LabelState, notLabelled } from "./LeadLabel.ts"
import { MoveState, notMoved } from "./LeadMove.ts"
import * as Pause from "./Pause.ts"
import * as StopSending from "./StopSending.ts"
import { AccountId, CampaignId, CampaignIdInput, LeadId, TagId } from "../ids.ts"
import { FirstQuery } from "./FirstEvent.ts"

export { LeadCounts } from "./LeadCounts.ts"
export { LeadSort } from "./LeadLists.ts"
export { LeadId } from "../ids.ts"

export const LeadStatus = Schema.Literals(["Not contacted", "Sent", "Bounce", "Replied", "Opened"]).annotate({
  identifier: "LeadStatus",
  description:
    "The state of the lead by its events: the first that applies of a reply, a bounce, an open or click, a sent mail, no event."
})
export type LeadStatus = typeof LeadStatus.Type

/** A lead as the API shows it: exactly these fields, in this order, always present. */
export const Lead = Schema.Struct({
  id: described(LeadId, "The id of the lead."),
  email: described(Schema.String, "The address, as it was given.", "ada@example.com"),
  first_name: described(Schema.String, "Empty when unknown.", "Ada"),
  last_name: described(Schema.String, "Empty when unknown.", "Lovelace"),
  company: described(Schema.String, "Empty when unknown.", "Engines Ltd"),
  website: described(Schema.String, "Empty when unknown.", "https://engines.example"),
  personalization: described(Schema.String, "A text that mails can insert for this lead; empty if there is none.", ""),
  sender: described(
    Schema.NullOr(Schema.String),
    "The address of the account that sent the last mail; `null` before the first.",
    "sales@mailroom.example"
  ),
  verification_status: described(VerificationStatus, "The result of verifying the address.", "valid"),
  status: described(LeadStatus, "The state of the lead by its events.", "Replied"),
  campaign_id: described(CampaignId, "The campaign of the lead."),
  id_previous_sending_sequence: described(
    Schema.NullOr(Id),
    "The step that was sent last; `null` before the first mail.",
    12
  ),
  amount_sequences_sent: described(Count, "The number of sent mails.", 1),
  date_last_sequence_send: described(
    Schema.NullOr(Timestamp),
    "When the last mail was sent; `null` before the first.",
    "2026-03-02T09:30:00.000Z"
  ),
  reply_text: described(
    Schema.NullOr(Schema.String),
    "The text of the lead's first human reply, without quoted text and signature; `null` before it.",
    "Yes, please call me."
  ),
  reply_status: described(Schema.NullOr(Schema.String), "The name of the reply tag; `null` without one.", "Interested"),
  reply_status_tag_id: described(Schema.NullOr(TagId), "The reply tag; `null` without one."),
  stop_sending: described(Schema.Boolean, "Whether no further mail may be sent.", true),
  stop_sending_type: described(
    Schema.NullOr(StopSending.StopSendingType),
    "Why sending is stopped; `null` if it is not stopped.",
    "reply"
  ),
  chosen_sender: described(
    Schema.NullOr(AccountId),
    "The account that all mails to the lead come from; `null`: any account of the campaign.",
    null
  ),
  provider: described(
    Schema.NullOr(Schema.String),
    "The mail provider of the account that sent last; `null` before the first mail.",
    "google"
  )
}).annotate({
  identifier: "Lead",
  description: "A recipient in one campaign. All fields are always present; a field without a value is `null` or empty."
})
export type Lead = typeof Lead.Type

/** A lead with its custom fields, as `GET /leads/{id}` shows it. */
export const LeadWithCustomFields = Schema.Struct({
  ...Lead.fields,
  custom_fields: described(CustomFields, "Values under names of your choice, by name.", { city: "London" }),
  timezone: LeadZone.Stored
}).annotate({ identifier: "LeadWithCustomFields", description: "A lead with its custom fields." })
export type LeadWithCustomFields = typeof LeadWithCustomFields.Type

/** A lead as lists show it: with its custom fields if the caller asks for them. */
export const ListedLead = Schema.Struct({
  ...Lead.fields,
  custom_fields: described(
    Schema.optionalKey(CustomFields),
    "Values under names of your choice, by name. Only with `include=custom_fields`."
  ),
  timezone: Schema.optionalKey(LeadZone.Stored)
}).annotate({
  identifier: "ListedLead",
  description: "A lead, with its custom fields where the list includes them."
})
export type ListedLead = typeof ListedLead.Type

/** A lead as it is stored, including fields for the rules that the API does not show. */
export const LeadRecord = Schema.Struct({
  ...LeadWithCustomFields.fields,
  ...StopSending.StopState.fields,
  ...Pause.PauseState.fields,
  verification: described(
    Schema.NullOr(LeadVerification),
    "How the address was verified; `null`: it was not, or somebody else says its `verification_status`."
  ),
  ...LabelState.fields,
  ...MoveState.fields,
  activity: described(LeadActivity, "The part of its events that the rules need."),
  version: described(Version, "Two states of a lead never have the same version."),
  created_at: Timestamp,
  updated_at: Timestamp
})
export type LeadRecord = typeof LeadRecord.Type

export const table = Table.of("leads", LeadRecord, { key: ["id"], fixed: ["campaign_id"] })

/** A lead that is not stored yet. */
export type LeadDraft = Omit<LeadRecord, "id">

/**
 * The documented part of a stored lead. The fields are listed explicitly: with keys picked dynamically, the row
 * "PATCH /leads/{id}" of the bench would take a fifth longer in process.
 */
export const toLead = (record: LeadRecord): Lead => ({
  id: record.id,
  email: record.email,
  first_name: record.first_name,
  last_name: record.last_name,
  company: record.company,
  website: record.website,
  personalization: record.personalization,
  sender: record.sender,
  verification_status: record.verification_status,
  status: record.status,
  campaign_id: record.campaign_id,
  id_previous_sending_sequence: record.id_previous_sending_sequence,
  amount_sequences_sent: record.amount_sequences_sent,
  date_last_sequence_send: record.date_last_sequence_send,
  reply_text: record.reply_text,
  reply_status: record.reply_status,
  reply_status_tag_id: record.reply_status_tag_id,
  stop_sending: record.stop_sending,
  stop_sending_type: record.stop_sending_type,
  chosen_sender: record.chosen_sender,
  provider: record.provider
})

const editable = {
  first_name: described(LeadText, "At most 10 000 characters."),
  last_name: described(LeadText, "At most 10 000 characters."),
  company: described(LeadText, "At most 10 000 characters."),
  website: described(LeadText, "At most 10 000 characters; not checked."),
  personalization: described(LeadText, "A text that mails can insert for this lead, at most 10 000 characters.")
}

/** The names of the text fields that people write. */
export const texts = Struct.keys(editable)

export const NewLead = Schema.Struct({
  email: described(
    EmailAddress,
    "The address. It is unique in the campaign, ignoring case, with its domain in Unicode or punycode."
  ),
  ...Struct.map(editable, Schema.optionalKey),
  timezone: Schema.optionalKey(LeadZone.Given),
  custom_fields: described(Schema.optionalKey(CustomFields), "Values under names of your choice: at most 100."),
  verification_status: described(
    Schema.optionalKey(VerificationStatus),
    "The result of verifying the address; a new lead's default is `not_verified`. Mailroom sends nothing to an `invalid` address."
  ),
  chosen_sender: described(
    Schema.optionalKey(Schema.NullOr(AccountId)),
    "The account that all mails to the lead come from: one of the campaign's. `null`, a new lead's default: any account of the campaign."
  )
}).annotate({ identifier: "NewLead", description: "A lead to create. Text fields without a value are empty." })
export type NewLead = typeof NewLead.Type

export const LeadPatch = Schema.Struct({
  email: described(
    Schema.optionalKey(EmailAddress),
    "A new address resets `verification_status`; another spelling of the same address does not. It is unique in the campaign, as in `NewLead`."
  ),
  ...Struct.map(editable, Schema.optionalKey),
  timezone: Schema.optionalKey(LeadZone.Given),
  custom_fields: described(
    Schema.optionalKey(CustomFieldsPatch),
    "The changes, by name: a value sets the field, `null` removes it, absent names stay unchanged."
  ),
  stop_sending: described(
    Schema.optionalKey(Schema.Boolean),
    "`true` stops sending as `manual`, `false` resumes sending, from any state."
  )
}).annotate({
  identifier: "LeadPatch",
  description: "The changes of a lead. Absent fields stay unchanged; `null` is rejected, except for `timezone`."
})
export type LeadPatch = typeof LeadPatch.Type

/** Whether a patch changes nothing but a person's decision about sending. */
export const isOnlyDecision = (patch: LeadPatch): boolean => Struct.keys(patch).every((name) => name === "stop_sending")

/** The changes by a use case that may also set what a patch over HTTP may not. */
export type LeadChanges = LeadPatch & Partial<Pick<NewLead, "chosen_sender" | "verification_status">>

/** The text fields of a lead that only people write, and that do not depend on its other fields. */
export type LeadTexts = Omit<LeadPatch, "custom_fields" | "email" | "stop_sending" | "timezone">

/** Changes of a lead that do not depend on its current state. */
export interface LeadSettings {
  readonly texts: LeadTexts
  /** A person's decision about sending, which is the same from any state. */
  readonly stop?: StopSending.StopState
}

/** Filters for lists of leads; all given filters apply. */
export const LeadFilter = Schema.Struct({
  status: described(Schema.optionalKey(LeadStatus), "Only leads with this status."),
  stop_sending: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: only stopped leads. `false`: only leads that are not stopped."
  ),
  tag_id: described(Schema.optionalKey(TagId), "Only leads with this reply tag."),
  verification_status: described(Schema.optionalKey(VerificationStatus), "Only leads whose address has this status."),
  updated_since: described(Schema.optionalKey(TimestampInput), "Only leads created or changed since this instant.")
})
export type LeadFilter = typeof LeadFilter.Type

const email = described(
  Schema.optionalKey(EmailAddress),
  "Only leads with this address, ignoring case, with its domain in Unicode or punycode."
)

/** Filters and paging for the leads of a campaign. */
export const LeadPageQuery = Schema.Struct({
  ...pageQuery(LeadId).fields,
  search: described(
    Schema.optionalKey(Search),
    "A substring of the address, as given or with its domain in punycode, ignoring case and accents."
  ),
  email,
  ...LeadFilter.fields,
  ...FirstQuery.fields,
  sort: described(
    Schema.optionalKey(LeadSort),
    "The order. Default: by ascending id. Page by `offset`, not by `after_id`."
  ),
  include
})
export type LeadPageQuery = typeof LeadPageQuery.Type

/** Filters and paging for the leads of all campaigns. */
export const LeadListQuery = Schema.Struct({
  ...CursorQuery.fields,
  search: described(
    Schema.optionalKey(Search),
    "A substring of the address, as given or with its domain in punycode, of first and last name, or of the company, " +
      "ignoring case and accents."
  ),
  email,
  ...LeadFilter.fields,
  ...FirstQuery.fields,
  campaign_id: described(Schema.optionalKey(CampaignIdInput), "Only leads of this campaign."),
  include
})
export type LeadListQuery = typeof LeadListQuery.Type

/** The text that a search across campaigns searches, in addition to the address, folded for searches. */
export const searchTextOf = ({
  company,
  first_name,
  last_name
}: Pick<Lead, "company" | "first_name" | "last_name">): string =>
  foldForSearch(`${first_name} ${last_name}\n${company}`)

/** The campaign already has a lead with this address. */
export class DuplicateLead extends Schema.TaggedError<DuplicateLead>()("DuplicateLead", { email: Schema.String }) {
  override get message(): string {
    return `The campaign already has a lead with the address ${this.email}`
  }
}
export class LeadNotFound extends Schema.TaggedError<LeadNotFound>()("LeadNotFound", { id: LeadId }) {
  override get message(): string {
    return `There is no lead ${this.id}`
  }
}
/** The lead changed since the caller read it. */
export class LeadChanged extends Schema.TaggedError<LeadChanged>()("LeadChanged", {
  id: LeadId,
  /** The version that is stored now. */
  version: Schema.Int
}) {
  override get message(): string {
    return `Lead ${this.id} has changed since it was read: its version is now ${this.version}`
  }
}

/** Fails unless the write allows the lead's version. */
export const requireVersion = (
  { id, version }: LeadRecord,
  precondition: IfVersion = {}
): Effect.Effect<void, LeadChanged> =>
  allows(precondition, version) ? Effect.void : Effect.fail(new LeadChanged({ id, version }))

/** A new lead; the store adds the id. It is stopped at once when the blacklist covers its address. */
export const create = (campaign_id: CampaignId, input: NewLead, at: Timestamp, blacklisted: boolean): LeadDraft => ({
  email: input.email,
  first_name: input.first_name ?? "",
  last_name: input.last_name ?? "",
  company: input.company ?? "",
  website: input.website ?? "",
  personalization: input.personalization ?? "",
  sender: null,
  verification_status: input.verification_status ?? "not_verified",
  status: "Not contacted",
  campaign_id,
  id_previous_sending_sequence: null,
  amount_sequences_sent: 0,
  date_last_sequence_send: null,
  reply_text: null,
  reply_status: null,
  reply_status_tag_id: null,
  chosen_sender: input.chosen_sender ?? null,
  provider: null,
  ...(blacklisted ? StopSending.apply(StopSending.sending, "blacklist", at) : StopSending.sending),
  ...Pause.notPaused,
  timezone: input.timezone ?? null,
  ...notLabelled,
  ...notMoved,
  custom_fields: ascending(input.custom_fields ?? {}),
  verification: null,
  activity: none,
  version: 1,
  created_at: at,
  updated_at: at
})

/**
 * The lead after the patch, or the fault that prevents it. A patch that changes nothing returns the same object. A new
 * address is not verified, does not wait, and stops the lead at once if the blacklist covers it; `stop_sending` is applied last.
 */
export const patch = <L extends LeadDraft>(
  lead: L,
  { custom_fields, stop_sending, ...changes }: LeadChanges,
  at: Timestamp,
  blacklisted: boolean
): { readonly lead: L } | { readonly fault: string } => {
  const merged = custom_fields === undefined ? { fields: lead.custom_fields } : merge(lead.custom_fields, custom_fields)
  if ("fault" in merged) return merged
  const { email, verification_status } = changes
  const hasNewAddress = email !== undefined && normalizeEmail(email) !== normalizeEmail(lead.email)
  const changed: L = {
    ...lead,
    ...changes,
    ...(verification_status === undefined ? {} : { verification: null }),
    ...(hasNewAddress ? ofNewAddress(lead, at, blacklisted) : {}),
    ...(stop_sending === undefined ? {} : StopSending.decide(stop_sending, at)),
    custom_fields: merged.fields
  }
  return { lead: nextVersion(lead, changed, at, ["custom_fields"]) }
}

/** The state of a lead that depends on its address, after it has got a new one. */
const ofNewAddress = (lead: LeadDraft, at: Timestamp, blacklisted: boolean) => {
  const released = StopSending.release(lead)
  return {
    verification_status: "not_verified" as const,
    verification: null,
    ...Pause.notPaused,
    ...(blacklisted ? StopSending.apply(released, "blacklist", at) : released)
  }
}

/** The lead without `chosen_sender`: any account of its campaign may send to it. */
export const withoutSender = (lead: LeadRecord, now: Timestamp): LeadRecord =>
  nextVersion(lead, { ...lead, chosen_sender: null }, now)

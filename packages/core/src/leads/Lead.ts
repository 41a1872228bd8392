/** A lead: a recipient in one campaign. Its entity and the pure transitions of its state (contract, section 2). */
import { Effect, Equal, Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { AccountId } from "../accounts/Account.ts"
import { CampaignId, CampaignIdInput } from "../CampaignId.ts"
import { normalizeEmail } from "../Domain.ts"
import { Count, Id } from "../Id.ts"
import { CursorQuery, pageQuery, Search } from "../Pagination.ts"
import { EmailAddress, fold, LeadText } from "../Text.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { Timestamp } from "../Timestamp.ts"
import { ascending, CustomFields, CustomFieldsPatch, merge } from "./CustomFields.ts"
import { type LeadActivity, none } from "./LeadActivity.ts"
import * as StopSending from "./StopSending.ts"

export const LeadId = Id.annotate({ description: "The id of a lead." }).pipe(Schema.brand("LeadId"))
export type LeadId = typeof LeadId.Type

export const TagId = Id.annotate({ description: "The id of a reply tag." }).pipe(Schema.brand("TagId"))
export type TagId = typeof TagId.Type

export const LeadStatus = Schema.Literals(["Not contacted", "Sent", "Bounce", "Replied", "Opened"]).annotate({
  identifier: "LeadStatus",
  description: "What the lead's events say: a reply, else a bounce, an open or click, a sent mail, or nothing yet."
})
export type LeadStatus = typeof LeadStatus.Type

export const VerificationStatus = Schema.Literals([
  "valid",
  "unknown",
  "accept_all",
  "invalid",
  "disposable",
  "not_verified"
]).annotate({
  identifier: "VerificationStatus",
  description: "What a verification of the address found; `not_verified` unless there was one."
})
export type VerificationStatus = typeof VerificationStatus.Type

/** A lead as the API shows it: exactly these fields, in this order, always present. */
export const Lead = Schema.Struct({
  id: described(LeadId, "The id of the lead."),
  email: described(Schema.String, "The address, as it was given."),
  first_name: described(Schema.String, "Empty when unknown."),
  last_name: described(Schema.String, "Empty when unknown."),
  company: described(Schema.String, "Empty when unknown."),
  website: described(Schema.String, "Empty when unknown."),
  personalization: described(Schema.String, "A text of its own for the lead's mails; empty without one."),
  sender: described(Schema.NullOr(Schema.String), "The account's address that the last mail was sent from."),
  verification_status: described(VerificationStatus, "What a verification of the address found."),
  status: described(LeadStatus, "What happened to the lead so far."),
  campaign_id: described(CampaignId, "The campaign of the lead."),
  id_previous_sending_sequence: described(
    Schema.NullOr(Id),
    "The step that was sent last; `null` before the first mail."
  ),
  amount_sequences_sent: described(Count, "How many mails were sent."),
  date_last_sequence_send: described(Schema.NullOr(Timestamp), "When the last mail was sent; `null` before the first."),
  reply_text: described(
    Schema.NullOr(Schema.String),
    "What the lead itself wrote in its first human reply: no quoted text, no signature."
  ),
  reply_status: described(Schema.NullOr(Schema.String), "The name of the reply tag; `null` without one."),
  reply_status_tag_id: described(Schema.NullOr(TagId), "The reply tag; `null` without one."),
  stop_sending: described(Schema.Boolean, "Whether no further mail may be sent."),
  stop_sending_type: described(
    Schema.NullOr(StopSending.StopSendingType),
    "Why sending is stopped; `null` exactly when it is not."
  ),
  chosen_sender: described(
    Schema.NullOr(AccountId),
    "The account that all mails to the lead come from; `null`: any account of the campaign."
  ),
  provider: described(
    Schema.NullOr(Schema.String),
    "The mail provider of the account that sent last; `null` before the first mail."
  )
}).annotate({
  identifier: "Lead",
  description: "A recipient in one campaign. All fields are always present; those without a value are `null` or empty."
})
export type Lead = typeof Lead.Type

/** A lead with its custom fields, as `GET /leads/{id}` shows it. */
export const LeadWithCustomFields = Schema.Struct({
  ...Lead.fields,
  custom_fields: described(CustomFields, "Values under names of your choice, by name.")
}).annotate({
  identifier: "LeadWithCustomFields",
  description: "A lead with its custom fields."
})
export type LeadWithCustomFields = typeof LeadWithCustomFields.Type

/** A lead as it is stored: with what the rules remember and the API does not show. */
export interface LeadRecord extends LeadWithCustomFields, StopSending.StopState {
  readonly stop_sending_type: StopSending.StopSendingType | null
  /** What the rules remember of its events. */
  readonly activity: LeadActivity
  /** 1 when created, one more at every change: no two states of a lead have the same version. */
  readonly version: number
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
}

/** A lead that is not stored yet. */
export type LeadDraft = Omit<LeadRecord, "id">

/** The documented part of a stored lead. Written out, because picking keys costs twenty times as much. */
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
  personalization: described(LeadText, "A text of its own for the lead's mails, at most 10 000 characters.")
}

/** The names of the texts that people write. */
export const texts = Struct.keys(editable)

export const LeadCounts = Schema.Struct({
  total: described(Count, "All leads."),
  not_contacted: described(Count, "With the status `Not contacted`."),
  sent: described(Count, "With the status `Sent`."),
  opened: described(Count, "With the status `Opened`."),
  replied: described(Count, "With the status `Replied`."),
  bounced: described(Count, "With the status `Bounce`."),
  stopped: described(Count, "Those that no further mail may be sent to, whatever their status.")
}).annotate({ identifier: "LeadCounts", description: "A campaign's leads by status, and those that are stopped." })
export type LeadCounts = typeof LeadCounts.Type

export const NewLead = Schema.Struct({
  email: described(
    EmailAddress,
    "The address: unique in the campaign, in whatever case, its domain in Unicode or in punycode."
  ),
  ...Struct.map(editable, Schema.optionalKey),
  custom_fields: described(Schema.optionalKey(CustomFields), "Values under names of your choice: at most 100.")
}).annotate({ identifier: "NewLead", description: "A lead to create. Text fields without a value are empty." })
export type NewLead = typeof NewLead.Type

export const LeadPatch = Schema.Struct({
  email: described(
    Schema.optionalKey(EmailAddress),
    "A new address resets `verification_status`; another spelling of the same does not. Unique in the campaign, as in `NewLead`."
  ),
  ...Struct.map(editable, Schema.optionalKey),
  custom_fields: described(
    Schema.optionalKey(CustomFieldsPatch),
    "What to change, by name: a value sets, `null` removes, what is not named stays."
  ),
  stop_sending: described(
    Schema.optionalKey(Schema.Boolean),
    "`true` stops sending as `manual`, `false` resumes it: from any state."
  )
}).annotate({
  identifier: "LeadPatch",
  description: "What to change of a lead. A field that is left out stays as it is; `null` is rejected."
})
export type LeadPatch = typeof LeadPatch.Type

/** The texts of a lead that only people write, and that depend on nothing else of it. */
export type LeadTexts = Omit<LeadPatch, "custom_fields" | "email" | "stop_sending">

/** What can be set without knowing the lead. */
export interface LeadSettings {
  readonly texts: LeadTexts
  /** What a person decided: the same from any state. */
  readonly stop?: StopSending.StopState
}

/** Which leads: all that have what is given. */
export const LeadFilter = Schema.Struct({
  status: described(Schema.optionalKey(LeadStatus), "Only leads with this status."),
  stop_sending: described(
    Schema.optionalKey(Schema.Boolean),
    "Only leads that are stopped, or only those that are not."
  ),
  tag_id: described(Schema.optionalKey(TagId), "Only leads with this reply tag.")
})
export type LeadFilter = typeof LeadFilter.Type

/** Which leads of a campaign, and which part of the list. */
export const LeadPageQuery = Schema.Struct({
  ...pageQuery(LeadId).fields,
  search: described(
    Schema.optionalKey(Search),
    "A substring of the address, as given or with its domain in punycode, in whatever case."
  ),
  ...LeadFilter.fields
})
export type LeadPageQuery = typeof LeadPageQuery.Type

/** Which leads of all campaigns, and which part of the list. */
export const LeadListQuery = Schema.Struct({
  ...CursorQuery.fields,
  search: described(
    Schema.optionalKey(Search),
    "A substring of the address, as given or with its domain in punycode, of first and last name, or of the company, in " +
      "whatever case."
  ),
  ...LeadFilter.fields,
  campaign_id: described(Schema.optionalKey(CampaignIdInput), "Only leads of this campaign.")
})
export type LeadListQuery = typeof LeadListQuery.Type

/** The folded text that a search across campaigns looks in, beside the address. */
export const searchTextOf = ({
  company,
  first_name,
  last_name
}: Pick<Lead, "company" | "first_name" | "last_name">): string => fold(`${first_name} ${last_name}\n${company}`)

/** The campaign has a lead with this address. */
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

/** Fails unless the lead has a version that the write allows. */
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
  verification_status: "not_verified",
  status: "Not contacted",
  campaign_id,
  id_previous_sending_sequence: null,
  amount_sequences_sent: 0,
  date_last_sequence_send: null,
  reply_text: null,
  reply_status: null,
  reply_status_tag_id: null,
  chosen_sender: null,
  provider: null,
  ...(blacklisted ? StopSending.apply(StopSending.sending, "blacklist", at) : StopSending.sending),
  custom_fields: ascending(input.custom_fields ?? {}),
  activity: none,
  version: 1,
  created_at: at,
  updated_at: at
})

/**
 * The lead after the patch, or the fault that forbids it. A patch that changes nothing returns the same object. A new
 * address is not verified, and stops the lead at once if the blacklist covers it; `stop_sending` is applied last.
 */
export const patch = <L extends LeadDraft>(
  lead: L,
  { custom_fields, stop_sending, ...changes }: LeadPatch,
  at: Timestamp,
  blacklisted: boolean
): { readonly lead: L } | { readonly fault: string } => {
  const merged = custom_fields === undefined ? { fields: lead.custom_fields } : merge(lead.custom_fields, custom_fields)
  if ("fault" in merged) return merged
  const changed: L = {
    ...lead,
    ...changes,
    ...(changes.email !== undefined && normalizeEmail(changes.email) !== normalizeEmail(lead.email)
      ? { verification_status: "not_verified" as const, ...readdressed(lead, at, blacklisted) }
      : {}),
    ...(stop_sending === undefined ? {} : StopSending.decide(stop_sending, at)),
    custom_fields: merged.fields
  }
  return { lead: succeed(lead, changed, at) }
}

const readdressed = (lead: LeadDraft, at: Timestamp, blacklisted: boolean) => {
  const released = StopSending.release(lead)
  return blacklisted ? StopSending.apply(released, "blacklist", at) : released
}

/** The lead with this tag, or without any. The sentiment of the tag is remembered with the lead's events. */
export const tagged = (
  lead: LeadRecord,
  tag: { readonly id: TagId; readonly name: string; readonly sentiment: string } | null,
  now: Timestamp
): LeadRecord => {
  const positive = tag?.sentiment === "positive"
  const activity = lead.activity.positive === positive ? lead.activity : { ...lead.activity, positive }
  return succeed(
    lead,
    { ...lead, reply_status: tag?.name ?? null, reply_status_tag_id: tag?.id ?? null, activity },
    now
  )
}

/** The lead without an account of its own: any account of its campaign may send to it. */
export const withoutSender = (lead: LeadRecord, now: Timestamp): LeadRecord =>
  succeed(lead, { ...lead, chosen_sender: null }, now)

/**
 * `next` as the state that follows `lead`, with a new version; `lead` itself when they do not differ. `updated_at` never
 * goes back.
 */
export const succeed = <L extends LeadDraft>(lead: L, next: L, now: Timestamp): L =>
  // Structural comparison is for the one field that needs it: over the whole record it took most of an update's time.
  Struct.keys(next).every(
    (key) => next[key] === lead[key] || (key === "custom_fields" && Equal.equals(next[key], lead[key]))
  )
    ? lead
    : { ...next, version: lead.version + 1, updated_at: lead.updated_at > now ? lead.updated_at : now }
